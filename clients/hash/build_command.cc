#include <cstdio>
#include <filesystem>

#include "clients/hash/commands.h"
#include "clients/hash/output_paths.h"
#include "clients/hash/world_source.h"
#include "nav/build/annotations.h"
#include "nav/build/build_config.h"
#include "nav/build/material_map.h"
#include "nav/build/pack_report.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack.h"
#include "nav/mesh/pack_writer.h"
#include "sim/scenario.h"

namespace footfall::client {

namespace {

int Refuse(const char* verb, const absl::Status& status) {
  std::fprintf(stderr, "footfall-hash %s: %s\n", verb, std::string(status.message()).c_str());
  return status.code() == absl::StatusCode::kInternal ? kExitInternal : kExitBadUsage;
}

absl::Status Build(const BuildArguments& arguments) {
  absl::StatusOr<nav::TriangleSoup> soup = nav::ReadObjFile(arguments.level, arguments.import);
  if (!soup.ok()) {
    return soup.status();
  }
  absl::StatusOr<nav::MaterialMap> materials =
      arguments.materials.empty() ? nav::MaterialMap() : nav::LoadMaterialMap(arguments.materials);
  if (!materials.ok()) {
    return materials.status();
  }
  absl::StatusOr<nav::Annotations> annotations =
      arguments.annotations.empty() ? nav::Annotations() : nav::LoadAnnotations(arguments.annotations);
  if (!annotations.ok()) {
    return annotations.status();
  }
  absl::Status outputs =
      CheckOutputs({{"--output", arguments.output}}, {{"the level", arguments.level},
                                                      {"--materials", arguments.materials},
                                                      {"--annotations", arguments.annotations}});
  if (!outputs.ok()) {
    return outputs;
  }
  nav::BuildParams params = arguments.params;
  params.source = std::filesystem::path(arguments.level).filename().string();
  params.import = nav::ObjImportText(arguments.import);
  nav::WorldDraft draft;
  const absl::StatusOr<nav::BuildReport> report =
      nav::BuildWorld(*soup, *materials, *annotations, params, arguments.threads, {}, &draft);
  if (!report.ok()) {
    return report.status();
  }
  for (const std::string& warning : report->warnings) {
    std::fprintf(stderr, "warning: %s\n", warning.c_str());
  }
  return nav::WritePack(draft, arguments.output);
}

}  // namespace

int BuildCommand(const BuildArguments& arguments) {
  const absl::Status status = Build(arguments);
  return status.ok() ? InfoCommand(arguments.output, false) : Refuse("build", status);
}

int CityCommand(const std::string& scenario_path, const std::string& output) {
  const absl::StatusOr<sim::Scenario> scenario = sim::LoadScenario(scenario_path);
  if (!scenario.ok()) {
    return Refuse("city", scenario.status());
  }
  const absl::Status written = WriteCityOf(scenario->world, output);
  return written.ok() ? kExitPassed : Refuse("city", written);
}

int InfoCommand(const std::string& path, bool verify) {
  const absl::StatusOr<std::shared_ptr<const nav::Pack>> pack = nav::Pack::Open(path);
  if (!pack.ok()) {
    return Refuse("info", pack.status());
  }
  const absl::StatusOr<nav::PackReport> report = nav::ReportPack(**pack);
  if (!report.ok()) {
    return Refuse("info", report.status());
  }
  const std::string text = nav::PackReportText(**pack, *report);
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (verify) {
    // The report has read, and so checked, every tile.
    std::printf("verified: %zu tiles\n", report->tiles.size());
  }
  return kExitPassed;
}

}  // namespace footfall::client
