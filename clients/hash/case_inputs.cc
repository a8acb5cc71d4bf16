#include "clients/hash/case_inputs.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <variant>

#include "clients/hash/world_source.h"
#include "platform/profile.h"
#include "sim/recording/recording_reader.h"
#include "sim/scenario.h"
#include "sim/scenario_run.h"

namespace footfall::client {
namespace {

void AddWorld(const sim::WorldSource& source, const std::string& program, CaseInputs& inputs) {
  if (const auto* pack = std::get_if<sim::PackSource>(&source)) {
    inputs.files.push_back(pack->path);
  } else if (std::holds_alternative<sim::DemoSource>(source)) {
    inputs.files.push_back(DemoPackBeside(program));
  }
}

}  // namespace

absl::StatusOr<CaseInputs> InputsOfScenario(const std::string& path, const std::string& program) {
  const absl::StatusOr<sim::Scenario> scenario = sim::LoadScenario(path);
  if (!scenario.ok()) {
    return scenario.status();
  }
  const absl::StatusOr<platform::Profile> profile = sim::ScenarioProfile(*scenario, "", {});
  if (!profile.ok()) {
    return profile.status();
  }
  CaseInputs inputs;
  AddWorld(scenario->world, program, inputs);
  for (const sim::ContentSource& content : scenario->content_packs) {
    inputs.files.push_back(content.pack.path);
  }
  inputs.profile_hash = platform::ProfileHash(*profile);
  return inputs;
}

absl::StatusOr<CaseInputs> InputsOfRecording(const std::string& path, const std::string& program) {
  const absl::StatusOr<std::unique_ptr<sim::RecordingReader>> reader = sim::RecordingReader::Open(path);
  if (!reader.ok()) {
    return reader.status();
  }
  const sim::RecordingHeader& header = (*reader)->header();
  CaseInputs inputs;
  AddWorld(header.source, program, inputs);
  // Those that are not where they were recorded are looked for beside the recording.
  const absl::StatusOr<std::vector<sim::ContentSource>> moved = FindContentPacks({}, header, "", path);
  if (!moved.ok()) {
    return moved.status();
  }
  for (const sim::ContentSource& content : *moved) {
    inputs.files.push_back(content.pack.path);
  }
  for (const sim::RecordedContent& content : header.content_packs) {
    std::error_code error;
    if (std::filesystem::exists(content.path, error)) {
      inputs.files.push_back(content.path);
    }
  }
  return inputs;
}

}  // namespace footfall::client
