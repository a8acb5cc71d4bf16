// footfall-demo-pack OUT.ffnav: writes the demo world (R48), unless the file is already of the same build id.
#include <cstdio>

#include "absl/strings/str_format.h"
#include "nav/build/city.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack.h"
#include "nav/mesh/pack_writer.h"

namespace footfall::nav {
namespace {

absl::Status MakeDemoPack(const std::string& path) {
  const absl::StatusOr<City> city = BuildCity(kDemoCity);
  if (!city.ok()) return city.status();
  const uint64_t build_id = WorldBuildId(city->soup, city->materials, city->annotations, city->params);
  const absl::StatusOr<std::shared_ptr<const Pack>> old = Pack::Open(path);
  if (old.ok() && (*old)->build_id() == build_id) {
    absl::PrintF("%s: up to date, build id %016x\n", path, build_id);
    return absl::OkStatus();
  }
  // One thread: this runs beside compilers.
  WorldDraft draft;
  const absl::StatusOr<BuildReport> report =
      BuildWorld(city->soup, city->materials, city->annotations, city->params, 1, {}, &draft);
  if (!report.ok()) return report.status();
  for (const std::string& warning : report->warnings) absl::FPrintF(stderr, "%s\n", warning);
  if (absl::Status status = WritePack(draft, path); !status.ok()) return status;
  absl::PrintF("%s: %d tiles from %d triangles, build id %016x\n", path, report->tiles, report->triangles,
               build_id);
  return absl::OkStatus();
}

}  // namespace
}  // namespace footfall::nav

int main(int argc, char** argv) {
  if (argc != 2) {
    absl::FPrintF(stderr, "usage: footfall-demo-pack OUT.ffnav\n");
    return 4;
  }
  const absl::Status status = footfall::nav::MakeDemoPack(argv[1]);
  if (status.ok()) return 0;
  absl::FPrintF(stderr, "%s\n", std::string(status.message()));
  return 1;
}
