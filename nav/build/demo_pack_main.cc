// footfall-demo-pack OUT.ffnav: writes the demo world (R48).
#include <cstdio>

#include "absl/strings/str_format.h"
#include "nav/build/city.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack_writer.h"

namespace footfall::nav {
namespace {

absl::Status MakeDemoPack(const std::string& path) {
  const absl::StatusOr<City> city = BuildCity(kDemoCity);
  if (!city.ok()) return city.status();
  // One thread: this runs beside compilers.
  WorldDraft draft;
  const absl::StatusOr<BuildReport> report =
      BuildWorld(city->soup, city->materials, city->annotations, city->params, 1, {}, &draft);
  if (!report.ok()) return report.status();
  for (const std::string& warning : report->warnings) absl::FPrintF(stderr, "%s\n", warning);
  if (absl::Status status = WritePack(draft, path); !status.ok()) return status;
  absl::PrintF("%s: %d tiles from %d triangles, build id %016x\n", path, report->tiles, report->triangles,
               draft.build_id);
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
