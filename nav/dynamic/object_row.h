#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_ROW_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_ROW_H_

#include <cstdint>

#include "nav/dynamic/object_description.h"
#include "nav/dynamic/object_types.h"

namespace footfall::nav {

// Where an object that the store knows stands.
enum class ObjectPlacement : uint8_t {
  kPlaced = 0,      // has one of the slots, blocks from the sync after
  kQueued = 1,      // script blocker before its sync (NAV-228)
  kWaiting = 2,     // carries the mark of a failed insertion (NAV-221)
  kHidden = 3,      // not visible
  kNotAvoided = 4,  // let through by the should-avoid filter
};
constexpr uint64_t EnumEnd(ObjectPlacement) { return 5; }

// One record of the store.
struct ObjectRow {
  ObjectId id;
  ObjectDescription wanted;  // the new bound set and all the rest, as last told
  ObjectPlacement placement = ObjectPlacement::kHidden;
  uint64_t arrival = 0;    // orders those that are queued or wait; 0 otherwise
  bool changed = false;    // new bounds are available: the next sync takes `wanted` over
  bool is_seen = false;    // the snapshot has it, with:
  ObjectDescription seen;  // the current bound set

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("id", self.id);
    visitor.Field("wanted", self.wanted);
    visitor.Field("placement", self.placement);
    visitor.Field("arrival", self.arrival);
    visitor.Field("changed", self.changed);
    visitor.Field("is_seen", self.is_seen);
    visitor.Field("seen", self.seen);
  }
};

// What the store counted. Present numbers and their greatest values, then sums since the world began.
struct ObjectCounters {
  uint32_t placed = 0;
  uint32_t placed_high_water = 0;
  uint32_t records = 0;          // placed or not
  uint32_t evictable = 0;        // placed, and could make room for a script blocker
  uint64_t refused_full = 0;     // adds that found no slot or no record and did not wait (NAV-215)
  uint64_t waited = 0;           // times that an object got the mark (NAV-221)
  uint64_t retried = 0;          // of these, times that a retry succeeded
  uint64_t made_room = 0;        // objects that lost their slot to a script blocker (OQ-41)
  uint64_t updates = 0;          // bounds taken over
  uint64_t below_threshold = 0;  // updates skipped (NAV-222)
  uint64_t not_avoided = 0;      // adds that the filter let through (NAV-220)
  uint64_t left_world = 0;       // taken away beyond the world's limits (NAV-225)
  uint64_t hazards_refused = 0;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("placed", self.placed);
    visitor.Field("placed_high_water", self.placed_high_water);
    visitor.Field("records", self.records);
    visitor.Field("evictable", self.evictable);
    visitor.Field("refused_full", self.refused_full);
    visitor.Field("waited", self.waited);
    visitor.Field("retried", self.retried);
    visitor.Field("made_room", self.made_room);
    visitor.Field("updates", self.updates);
    visitor.Field("below_threshold", self.below_threshold);
    visitor.Field("not_avoided", self.not_avoided);
    visitor.Field("left_world", self.left_world);
    visitor.Field("hazards_refused", self.hazards_refused);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_ROW_H_
