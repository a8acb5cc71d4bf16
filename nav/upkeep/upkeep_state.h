#ifndef FOOTFALL_NAV_UPKEEP_UPKEEP_STATE_H_
#define FOOTFALL_NAV_UPKEEP_UPKEEP_STATE_H_

#include <cstdint>

#include "nav/upkeep/ambient_spawn_search.h"
#include "nav/upkeep/area_switches.h"
#include "nav/upkeep/climb_table.h"
#include "nav/upkeep/cover_extraction.h"
#include "nav/upkeep/job_clock.h"
#include "nav/upkeep/ladder_table.h"
#include "nav/upkeep/opponent_spawn_search.h"
#include "nav/upkeep/spawn_blocked_areas.h"
#include "nav/upkeep/water_extraction.h"

namespace footfall::nav {

// What was changed about the world's places: the tables behind its overlays, and where nobody is spawned.
struct WorldEdits {
  AreaSwitches switches;
  ClimbTable climbs;
  LadderTable ladders;
  SpawnBlockedAreas spawn_blocks;
  int64_t housekeeping_due_ns = 0;  // (NAV-118)

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("switches", self.switches);
    visitor.Field("climbs", self.climbs);
    visitor.Field("ladders", self.ladders);
    visitor.Field("spawn_blocks", self.spawn_blocks);
    visitor.Field("housekeeping_due_ns", self.housekeeping_due_ns);
  }
};

// The background jobs with their cursors.
struct UpkeepJobs {
  CoverExtraction cover;
  WaterExtraction water;
  AmbientSpawnSearch ambient;
  OpponentSpawnSearch opponent;
  JobClock cover_clock;
  JobClock spawn_clock;
  int64_t water_due_ns = 0;  // when the next round of water edges begins (NAV-119)
  uint64_t water_units = 0;
  uint64_t mesh_changes = 0;      // of the streaming, as last seen
  bool fills_instantly = false;   // the ambient search goes first (NAV-120)
  bool ambient_was_last = false;  // whose turn it is
  uint64_t ambient_slices = 0;
  uint64_t opponent_slices = 0;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("cover", self.cover);
    visitor.Field("water", self.water);
    visitor.Field("ambient", self.ambient);
    visitor.Field("opponent", self.opponent);
    visitor.Field("cover_clock", self.cover_clock);
    visitor.Field("spawn_clock", self.spawn_clock);
    visitor.Field("water_due_ns", self.water_due_ns);
    visitor.Field("water_units", self.water_units);
    visitor.Field("mesh_changes", self.mesh_changes);
    visitor.Field("fills_instantly", self.fills_instantly);
    visitor.Field("ambient_was_last", self.ambient_was_last);
    visitor.Field("ambient_slices", self.ambient_slices);
    visitor.Field("opponent_slices", self.opponent_slices);
  }
};

// Everything of the upkeep: a pure function of scenario, seed, profile and log. Hashed, saved and restored as
// a copy.
struct UpkeepState {
  WorldEdits edits;
  UpkeepJobs jobs;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("edits", self.edits);
    visitor.Field("jobs", self.jobs);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_UPKEEP_STATE_H_
