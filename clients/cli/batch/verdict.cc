#include "clients/cli/batch/verdict.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "clients/cli/exit_code.h"

namespace footfall::cli {
namespace {

// Longest line of an error that a report shows.
constexpr size_t kMessageMax = 400;

// What a report keeps of an output, bytes of its end: that of thousands of cases must stay readable.
constexpr size_t kOutputMax = size_t{64} << 10;

std::string EndOf(const std::string& text) {
  return text.size() <= kOutputMax ? text : "[...]\n" + text.substr(text.size() - kOutputMax);
}

std::string FirstLine(const std::string& text) {
  return text.substr(0, std::min(text.find('\n'), kMessageMax));
}

// The properties of a report in the words of `footfall run --json`.
void AddProperties(const nlohmann::ordered_json& report, JunitCase* one) {
  for (const auto& [name, value] : report.items()) {
    if (!value.is_structured()) {
      one->properties.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
    }
  }
}

// Where a replay has left its recording.
void AddDifference(const nlohmann::ordered_json& report, JunitCase* one) {
  const auto difference = report.find("difference");
  if (difference == report.end() || !difference->is_object()) {
    return;
  }
  const auto tick = difference->find("tick");
  if (tick != difference->end() && tick->is_number_unsigned()) {
    one->properties.emplace_back(kFirstDifferentTick, tick->dump());
  }
  const auto leaf = difference->find("leaf");
  if (leaf != difference->end() && leaf->is_string()) {
    one->properties.emplace_back(kFirstDifferentLeaf, leaf->get<std::string>());
  }
}

// A text of the report; empty where it has none.
std::string TextIn(const nlohmann::ordered_json& report, const char* name) {
  const auto text = report.find(name);
  return text != report.end() && text->is_string() ? text->get<std::string>() : "";
}

std::string GoldenFault(const nlohmann::ordered_json& report) {
  // The runner may be a build that does not tell all of it.
  const auto behind = [&](const char* before, const char* name) {
    const std::string text = TextIn(report, name);
    return text.empty() ? "" : before + text;
  };
  return "the final hash" + behind(" ", "hash") + " differs from the golden hash" +
         behind(" ", "golden_hash") + behind(", first in ", kFirstDifferentLeaf);
}

// The first reason as one line, and all of them, one a line, where there are more.
void SayWhy(const nlohmann::ordered_json& report, JunitCase* one) {
  std::vector<std::string> why;
  const auto failures = report.find("failures");
  if (failures != report.end() && failures->is_array()) {
    for (const auto& failure : *failures) {
      why.push_back(failure.is_string() ? failure.get<std::string>() : failure.dump());
    }
  }
  if (TextIn(report, "golden") == "different") {
    why.push_back(GoldenFault(report));
  }
  if (why.empty()) {
    why.emplace_back("failed without saying why");
  }
  one->message = why.front();
  if (why.size() > 1) {
    one->message += " (and " + std::to_string(why.size() - 1) + " more)";
    for (const std::string& line : why) {
      one->details += line + "\n";
    }
  }
}

// "600 s", or in ms below a second.
std::string LimitText(std::chrono::milliseconds limit) {
  return limit.count() % 1000 == 0 ? std::to_string(limit.count() / 1000) + " s"
                                   : std::to_string(limit.count()) + " ms";
}

// True when the child went to its end with an exit code that judges.
bool HasJudged(const ChildResult& child, JunitCase* one) {
  one->seconds = child.seconds;
  one->output = EndOf(child.standard_error);
  one->state = JunitCase::State::kError;
  switch (child.end) {
    case ChildResult::End::kTimeLimit:
      one->message = "no end within the time limit of " + LimitText(child.time_limit) + " (--timeout)";
      return false;
    case ChildResult::End::kInterrupted:
      one->message = "stopped from outside";
      return false;
    case ChildResult::End::kSignalled:
      one->message = "ended by signal " + std::to_string(child.code) + " (" + strsignal(child.code) + ")";
      return false;
    case ChildResult::End::kExited:
      break;
  }
  if (child.code != kPassed && child.code != kFailed) {
    one->message = "exit code " + std::to_string(child.code) + ": " + FirstLine(child.standard_error);
    return false;
  }
  return true;
}

}  // namespace

void Judge(const ChildResult& child, JunitCase* one) {
  if (!HasJudged(child, one)) {
    return;
  }
  // The report is the first line; builds of earlier days print the hash after it.
  std::string line = child.standard_output.substr(0, child.standard_output.find('\n'));
  auto report = nlohmann::ordered_json::parse(line, nullptr, false);
  if (report.is_discarded()) {
    // The name of a file may be of any bytes, which no JSON is; all that is judged is plain.
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
    report = nlohmann::ordered_json::parse(line, nullptr, false);
  }
  if (!report.is_object() || !report.contains("passed") || !report["passed"].is_boolean()) {
    one->message = "exit code " + std::to_string(child.code) + " without a report";
    return;
  }
  AddProperties(report, one);
  AddDifference(report, one);
  // What was recorded before a kill is worth a replay, but nothing at all shows nothing. A recording that was
  // closed is whole, also without a tick: its world was replaced before one ran.
  const bool is_closed = report.value("closed", nlohmann::ordered_json(false)) == true;
  if (report.contains("recording") && !is_closed && report.value("ticks", nlohmann::ordered_json(0)) == 0) {
    one->message = "the recording holds no whole tick";
    return;
  }
  const bool passed = child.code == kPassed && report["passed"].get<bool>();
  one->state = passed ? JunitCase::State::kPassed : JunitCase::State::kFailed;
  if (!passed) {
    SayWhy(report, one);
  }
}

}  // namespace footfall::cli
