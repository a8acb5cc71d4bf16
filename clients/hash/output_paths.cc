#include "clients/hash/output_paths.h"

#include <filesystem>
#include <system_error>
#include <variant>

#include "absl/strings/str_cat.h"

namespace footfall::client {
namespace {

namespace fs = std::filesystem;

bool IsSameFile(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  const bool has_a = fs::exists(a, error);
  const bool has_b = fs::exists(b, error);
  if (has_a && has_b) {
    const fs::file_status status = fs::status(a, error);
    return (fs::is_regular_file(status) || fs::is_directory(status)) && fs::equivalent(a, b, error);
  }
  // What is not there yet is the same when its folder and name are.
  return !has_a && !has_b &&
         fs::weakly_canonical(fs::absolute(a, error), error) ==
             fs::weakly_canonical(fs::absolute(b, error), error);
}

absl::Status Same(const NamedPath& a, const NamedPath& b) {
  return absl::InvalidArgumentError(
      absl::StrCat(a.name, " ", a.path, " and ", b.name, " ", b.path, " are the same file"));
}

}  // namespace

std::vector<NamedPath> InputsOf(const std::string& scenario_path, const sim::Scenario& scenario,
                                const std::string& profile) {
  std::vector<NamedPath> inputs = {{"the scenario", scenario_path}, {"--profile", profile}};
  if (const auto* pack = std::get_if<sim::PackSource>(&scenario.world)) {
    inputs.push_back({"the scenario's pack", pack->path});
  }
  for (const sim::ContentSource& content : scenario.content_packs) {
    inputs.push_back({absl::StrCat("the content pack of group ", content.group), content.pack.path});
  }
  return inputs;
}

absl::Status CheckOutputs(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& inputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (const NamedPath& input : inputs) {
      if (IsSameFile(outputs[i].path, input.path)) return Same(outputs[i], input);
    }
    for (size_t other = i + 1; other < outputs.size(); ++other) {
      if (IsSameFile(outputs[i].path, outputs[other].path)) return Same(outputs[i], outputs[other]);
    }
  }
  return absl::OkStatus();
}

}  // namespace footfall::client
