#include "clients/cli/comparison_figures.h"

#include "absl/strings/str_cat.h"
#include "nav/server/request_types.h"

namespace footfall::cli {

std::vector<PoolUse> PoolsOf(const sim::ComparedRun& run) {
  constexpr const char* kSlots[nav::kRequestTypes] = {"path_requests_max",
                                                      "grid_requests_max",
                                                      "los_requests_max",
                                                      "audio_requests_max",
                                                      "flood_fill_requests_max",
                                                      "clear_area_requests_max",
                                                      "closest_position_requests_max"};
  std::vector<PoolUse> pools;
  for (size_t type = 0; type < run.path_server.by_type.size(); ++type) {
    const sim::RequestTypeFigures& of_type = run.path_server.by_type[type];
    pools.push_back({kSlots[type], of_type.slots, of_type.slots_high_water, of_type.full});
  }
  const platform::Profile& profile = run.profile;
  pools.push_back(
      {"result_points_max", profile.result_points_max, run.points_high_water, run.path_server.no_room});
  pools.push_back({"dynamic_objects_max", profile.dynamic_objects_max, run.objects.placed_high_water,
                   run.objects.refused});
  pools.push_back(
      {"dynamic_object_grids_max", profile.dynamic_object_grids_max, run.objects.cells_high_water, 0});
  pools.push_back({"resident_tiles_max", profile.resident_tiles_max, run.tiles_high_water, 0});
  return pools;
}

double MeanTicks(const sim::ComparedRun& run, int64_t sum_ns) {
  if (run.paths.sum.total_ns() == 0) {
    return 0;
  }
  return static_cast<double>(sum_ns) / static_cast<double>(run.paths.sum.total_ns()) *
         static_cast<double>(run.paths.ticks) / static_cast<double>(run.paths.count);
}

std::string AnsweredText(const sim::ComparedRun& run) {
  return absl::StrCat(run.paths.count, "/", run.paths_asked);
}

std::string UnansweredWarning(const sim::ComparedRun& run) {
  if (run.paths.count >= run.paths_asked) {
    return "";
  }
  return absl::StrCat(
      "warning: ", run.profile.name, run.variant.key.empty() ? "" : " ", run.variant.Text(), ": ",
      run.paths_asked - run.paths.count, " of ", run.paths_asked,
      " path requests were not answered and are in no latency (refused, given up or waiting)");
}

double GenerationRate(const sim::ComparedRun& run) {
  return static_cast<double>(run.upkeep.spawn_job.slices) * run.hz / static_cast<double>(run.ticks);
}

}  // namespace footfall::cli
