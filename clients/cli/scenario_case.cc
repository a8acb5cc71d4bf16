#include "clients/cli/scenario_case.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "clients/cli/exit_code.h"

namespace footfall::cli {
namespace {

namespace fs = std::filesystem;

bool IsScenario(const fs::path& path) {
  const std::string file = path.filename().string();
  return file.ends_with(".txtpb") && !file.ends_with(".annotations.txtpb") && !file.starts_with('.');
}

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
  }
  return why.empty() ? "failed without saying why" : why;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FindScenarios(const std::vector<std::string>& paths) {
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      std::vector<std::string> inside;
      for (auto entry = fs::recursive_directory_iterator(path, error); !error && entry != fs::end(entry);
           entry.increment(error)) {
        if (entry->is_regular_file(error) && IsScenario(entry->path())) {
          inside.push_back(entry->path().string());
        }
      }
      if (error) {
        return absl::InternalError(path + ": cannot be read: " + error.message());
      }
      std::sort(inside.begin(), inside.end());
      found.insert(found.end(), inside.begin(), inside.end());
    } else if (fs::exists(path, error)) {
      found.push_back(path);
    } else {
      return absl::NotFoundError(path + ": no such file or folder");
    }
  }
  std::vector<std::string> unique;
  for (const std::string& path : found) {
    if (std::find(unique.begin(), unique.end(), path) == unique.end()) {
      unique.push_back(path);
    }
  }
  return unique;
}

void JudgeRun(const ChildResult& child, JunitCase* one) {
  one->seconds = child.seconds;
  one->output = child.standard_error;
  one->state = JunitCase::State::kError;
  if (child.end == ChildResult::End::kTimeLimit) {
    one->message = "no end within the time limit";
    return;
  }
  if (child.end == ChildResult::End::kInterrupted) {
    one->message = "stopped from outside";
    return;
  }
  if (child.end == ChildResult::End::kSignalled) {
    one->message = "ended by signal " + std::to_string(child.code) + " (" + strsignal(child.code) + ")";
    return;
  }
  // The report is the first line, the hash the last.
  const std::string line = child.standard_output.substr(0, child.standard_output.find('\n'));
  const auto report = nlohmann::ordered_json::parse(line, nullptr, false);
  if (child.code != kPassed && child.code != kFailed) {
    one->message = "exit code " + std::to_string(child.code) + ": " + FirstLine(child.standard_error);
    return;
  }
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

}  // namespace footfall::cli
