#ifndef FOOTFALL_SIM_WORLD_FIELDS_H_
#define FOOTFALL_SIM_WORLD_FIELDS_H_

#include <array>
#include <cstdint>
#include <span>

#include "platform/profile_figures.h"
#include "sim/command.h"
#include "sim/source_slots.h"

namespace footfall::sim {

// State of the world that belongs to no subsystem.
struct WorldFields {
  uint64_t tick = 0;  // last finished
  uint64_t seed = 0;
  uint64_t profile_hash = 0;
  int32_t hz = 0;
  uint64_t commands_applied = 0;
  std::array<uint64_t, kCommandFaults> commands_refused{};  // by fault; the entry of kNone stays 0 (R2)
  uint64_t open_commands = 0;              // applied in the open phase of tick + 1, refused ones too
  uint64_t main_units = 0;                 // that phases of tick + 1 have spent so far (R14)
  platform::MovementCosts movement_costs;  // of searches that begin: the profile's until a command tunes one

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("tick", self.tick);
    visitor.Field("seed", self.seed);
    visitor.Field("profile_hash", self.profile_hash);
    visitor.Field("hz", self.hz);
    visitor.Field("commands_applied", self.commands_applied);
    visitor.Field("commands_refused", self.commands_refused);
    visitor.Field("open_commands", self.open_commands);
    visitor.Field("main_units", self.main_units);
    visitor.Field("movement_costs", self.movement_costs);
  }
};

// State of the mesh: what a search sees and where it came from (R22).
struct MeshFields {
  uint64_t build_id = 0;
  uint64_t generation = 0;
  uint64_t resident_tiles = 0;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("build_id", self.build_id);
    visitor.Field("generation", self.generation);
    visitor.Field("resident_tiles", self.resident_tiles);
  }
};

// The table of source slots as state.
struct SourceRows {
  const SourceSlots* slots = nullptr;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Rows("slots", *self.slots);
  }
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_WORLD_FIELDS_H_
