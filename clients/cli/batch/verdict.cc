#include "clients/cli/batch/verdict.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

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

std::string WhyFailed(const nlohmann::ordered_json& report) {
  std::string why;
  const auto failures = report.find("failures");
  if (failures != report.end() && failures->is_array()) {
    for (const auto& failure : *failures) {
      why += (why.empty() ? "" : "; ") + (failure.is_string() ? failure.get<std::string>() : failure.dump());
    }
  }
  const auto golden = report.find("golden");
  if (golden != report.end() && *golden == "different") {
    why += (why.empty() ? "" : "; ") + std::string("the final hash differs from the golden hash");
    const auto leaf = report.find(kFirstDifferentLeaf);
    if (leaf != report.end() && leaf->is_string() && !leaf->get<std::string>().empty()) {
      why += ", first in " + leaf->get<std::string>();
    }
  }
  return why.empty() ? "failed without saying why" : why;
}

// True when the child went to its end with an exit code that judges.
bool HasJudged(const ChildResult& child, JunitCase* one) {
  one->seconds = child.seconds;
  one->output = EndOf(child.standard_error);
  one->state = JunitCase::State::kError;
  switch (child.end) {
    case ChildResult::End::kTimeLimit:
      one->message = "no end within the time limit";
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
  // The report is the first line, the hash the last.
  const std::string line = child.standard_output.substr(0, child.standard_output.find('\n'));
  const auto report = nlohmann::ordered_json::parse(line, nullptr, false);
  if (!report.is_object() || !report.contains("passed") || !report["passed"].is_boolean()) {
    one->message = "exit code " + std::to_string(child.code) + " without a report";
    return;
  }
  AddProperties(report, one);
  AddDifference(report, one);
  // What was recorded before a kill is worth a replay, but nothing at all shows nothing.
  if (report.contains("recording") && report.value("ticks", nlohmann::ordered_json(0)) == 0) {
    one->message = "the recording holds no whole tick";
    return;
  }
  const bool passed = child.code == kPassed && report["passed"].get<bool>();
  one->state = passed ? JunitCase::State::kPassed : JunitCase::State::kFailed;
  if (!passed) {
    one->message = WhyFailed(report);
  }
}

}  // namespace footfall::cli
