#include <cmath>

#include "absl/strings/str_cat.h"
#include "nav/upkeep/ambient_spawn_search.h"
#include "nav/upkeep/area.h"
#include "nav/upkeep/area_switches.h"
#include "nav/upkeep/climb_table.h"
#include "nav/upkeep/job_clock.h"
#include "nav/upkeep/opponent_spawn_search.h"
#include "nav/upkeep/spawn_blocked_areas.h"
#include "nav/upkeep/spawn_sampler.h"
#include "nav/upkeep/upkeep.h"

// What restored state of the upkeep must hold so that nothing that is computed from it leaves its bounds.
namespace footfall::nav {
namespace {

using platform::Vec3;

bool IsInReach(Vec3 p) {
  return std::fabs(p.x) <= kAreaReach && std::fabs(p.y) <= kAreaReach && std::fabs(p.z) <= kAreaReach;
}

std::string BoxOrSphere(const Area& area) {
  if (area.shape != AreaShape::kBox && area.shape != AreaShape::kSphere) return "neither a box nor a sphere";
  return FaultOf(area);
}

// Above all that a search's polygons may add up to, far below where doubles lose whole numbers.
constexpr double kSpawnSumMax = 1e12;
// Times the density of OQ-47; a population asks for a few times.
constexpr float kDensityScaleMax = 100;
// Simulation time, ns; leaves room for adding to it.
constexpr int64_t kMomentMax = int64_t{1} << 62;

std::string TooMany(const char* field, size_t count, int limit) {
  return count <= static_cast<size_t>(limit)
             ? ""
             : absl::StrCat(field, ": ", count, " rows, the limit is ", limit);
}

}  // namespace

std::string AreaSwitch::Restored() const { return BoxOrSphere(area); }

std::string SpawnBlockedArea::Restored() const { return BoxOrSphere(area); }

std::string ClimbTable::Restored() const {
  for (const Vec3& position : waiting_) {
    if (!IsInReach(position)) return "a waiting climb out of reach";
  }
  return "";
}

std::string JobClock::Restored() const {
  return due_ns >= 0 && due_ns <= kMomentMax ? "" : "a moment that no world reaches";
}

std::string AmbientSpawnDemand::Restored() const {
  for (const Vec3& observer : observers) {
    if (!IsInReach(observer)) return "an observer out of reach";
  }
  if (!(distance_min >= 0 && distance_min <= distance_max && distance_max <= kAreaReach)) {
    return "distances out of reach";
  }
  return density_scale >= 0 && density_scale <= kDensityScaleMax ? "" : "a density out of bounds";
}

std::string SpawnSampler::Restored() const {
  return sum_ >= 0 && sum_ <= kSpawnSumMax ? "" : "a sum out of bounds";
}

std::string OpponentSpawnSearch::Restored() const {
  if (complete_ns_ < 0) return "a moment before the world's beginning";
  if (state_ == SpawnSearchState::kIdle) return "";
  if (request_.area.shape != AreaShape::kCylinder && request_.area.shape != AreaShape::kAngled) {
    return "neither a cylinder nor an angled area";
  }
  return FaultOf(request_.area);
}

std::string Upkeep::FaultOf(const UpkeepState& state) const {
  const WorldEdits& edits = state.edits;
  const UpkeepJobs& jobs = state.jobs;
  const struct {
    const char* field;
    size_t count;
    int limit;
  } tables[] = {
      {"path_region_switches_max", edits.switches.rows().size(), profile_.path_region_switches_max},
      {"deferred_disable_climbs_max", edits.climbs.waiting().size(), profile_.deferred_disable_climbs_max},
      {"blocked_ladders_max", edits.ladders.rows().size(), profile_.blocked_ladders_max},
      {"ped_gen_blocked_areas_max", edits.spawn_blocks.rows().size(), profile_.ped_gen_blocked_areas_max},
      {"cover_points_max", jobs.cover.buffer().size(), profile_.cover_points_max},
      {"water_edges_max", jobs.water.edges().size(), profile_.water_edges_max},
      {"opponent_spawn_coords_max", jobs.opponent.coords().size(), profile_.opponent_spawn_coords_max},
  };
  for (const auto& table : tables) {
    if (std::string fault = TooMany(table.field, table.count, table.limit); !fault.empty()) return fault;
  }
  return "";
}

}  // namespace footfall::nav
