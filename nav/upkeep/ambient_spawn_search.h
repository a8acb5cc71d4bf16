#ifndef FOOTFALL_NAV_UPKEEP_AMBIENT_SPAWN_SEARCH_H_
#define FOOTFALL_NAV_UPKEEP_AMBIENT_SPAWN_SEARCH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/upkeep/poly_cursor.h"
#include "nav/upkeep/spawn_blocked_areas.h"
#include "nav/upkeep/spawn_sampler.h"
#include "nav/upkeep/table_counts.h"

namespace footfall::nav {

// Candidates a square metre of a polygon of the highest ped density (OQ-47).
inline constexpr double kAmbientSpawnsPerSquareMetre = 0.01;

// What the population wants candidates for: it hands this over before its creation cycles.
struct AmbientSpawnDemand {
  std::vector<platform::Vec3> observers;  // without one there are no candidates
  // Of the nearest observer in XY, m; both rims included. The defaults: of ambient peds, from out of view to
  // in view, as the population has them before scaling.
  float distance_min = 20;
  float distance_max = 85;
  float density_scale = 1;  // times what OQ-47 expects

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Column("observers", self.observers);
    visitor.Field("distance_min", self.distance_min);
    visitor.Field("distance_max", self.distance_max);
    visitor.Field("density_scale", self.density_scale);
  }
  std::string Restored() const;
};

// Finds where ambient peds may be spawned, in slices over the tiles around the observers (NAV-263): points of
// polygons that are neither switched off, disabled nor of density 0, outside all blocked areas (NAV-264), in
// the wanted density. Copied as a whole to save and restore; main thread.
class AmbientSpawnSearch {
 public:
  // Of the searches that begin from now on.
  void SetDemand(AmbientSpawnDemand demand) { wanted_ = std::move(demand); }
  const AmbientSpawnDemand& demand() const { return wanted_; }

  // Begins a search unless one is under way or has ended and was not taken.
  void BeginIfIdle(const NavView& view, uint64_t seed);
  bool has_work() const { return stage_ == Stage::kRunning; }
  bool is_complete() const { return stage_ == Stage::kComplete; }
  // Looks at as many polygons as there are units; returns the units used. What the last slice finds is judged
  // again as a whole, so that a result holds what was allowed when it ended.
  uint64_t Slice(const NavView& view, const SpawnBlockedAreas& blocked, uint64_t units, int coords_max);
  // The candidates of the complete search; the next one may begin. REQUIRES: is_complete().
  std::vector<SpawnCoord> Take();
  // Tiles were placed or removed: the search begins again from its beginning (NAV-070), and what was not
  // taken is given up.
  void MeshesChanged();

  const TableCounts& counts() const { return counts_; }
  uint64_t searches() const { return searches_; }
  uint64_t restarts() const { return restarts_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("wanted", self.wanted_);
    visitor.Field("demand", self.demand_);
    visitor.Field("stage", self.stage_);
    visitor.Field("cursor", self.cursor_);
    visitor.Field("sampler", self.sampler_);
    visitor.Field("counts", self.counts_);
    visitor.Field("searches", self.searches_);
    visitor.Field("restarts", self.restarts_);
  }

 private:
  enum class Stage : uint8_t { kIdle, kRunning, kComplete };
  friend constexpr uint64_t EnumEnd(Stage) { return 3; }

  bool IsAllowed(const PolyView& poly) const;
  bool IsWithin(platform::Vec3 point) const;
  bool MayTouch(const PolyView& poly) const;

  AmbientSpawnDemand wanted_;
  AmbientSpawnDemand demand_;  // of the running search
  Stage stage_ = Stage::kIdle;
  PolyCursor cursor_;
  SpawnSampler sampler_;
  TableCounts counts_;  // `full`: good points beyond the room for them
  uint64_t searches_ = 0;
  uint64_t restarts_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_AMBIENT_SPAWN_SEARCH_H_
