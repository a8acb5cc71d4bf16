#include "clients/cli/batch/verdict.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "clients/cli/exit_code.h"

namespace footfall::cli {
namespace {

// Longest line of an error that a report shows.
constexpr size_t kMessageMax = 400;

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
    const auto leaf = report.find("first_different_leaf");
    if (leaf != report.end() && leaf->is_string() && !leaf->get<std::string>().empty()) {
      why += ", first in " + leaf->get<std::string>();
    }
  }
  return why.empty() ? "failed without saying why" : why;
}

// The last line that says something.
std::string LastLine(const std::string& text) {
  const size_t end = text.find_last_not_of(" \n\r\t");
  if (end == std::string::npos) {
    return "";
  }
  const size_t begin = text.rfind('\n', end);
  return FirstLine(text.substr(begin == std::string::npos ? 0 : begin + 1, end + 1));
}

// What is the same for every kind of child: true when it went to its end with an exit code that judges.
bool HasJudged(const ChildResult& child, JunitCase* one) {
  one->seconds = child.seconds;
  one->output = child.standard_error;
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

void JudgeRun(const ChildResult& child, JunitCase* one) {
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
  const bool passed = child.code == kPassed && report["passed"].get<bool>();
  one->state = passed ? JunitCase::State::kPassed : JunitCase::State::kFailed;
  if (!passed) {
    one->message = WhyFailed(report);
  }
}

void JudgeReplay(const ChildResult& child, JunitCase* one) {
  if (!HasJudged(child, one)) {
    return;
  }
  one->state = child.code == kPassed ? JunitCase::State::kPassed : JunitCase::State::kFailed;
  if (child.code == kPassed) {
    one->properties.emplace_back("hash", LastLine(child.standard_output));
    return;
  }
  const std::string why = LastLine(child.standard_error);
  one->message = why.empty() ? "the replay differs from the recording" : why;
}

}  // namespace footfall::cli
