#ifndef FOOTFALL_NAV_DYNAMIC_OBJECT_STORE_H_
#define FOOTFALL_NAV_DYNAMIC_OBJECT_STORE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "nav/dynamic/hazard.h"
#include "nav/dynamic/object_description.h"
#include "nav/dynamic/object_grid.h"
#include "nav/dynamic/object_row.h"
#include "nav/dynamic/object_snapshot.h"
#include "platform/state_hash.h"
#include "platform/vec.h"

namespace footfall::nav {

// What became of a call.
enum class PutOutcome : uint8_t {
  kPlaced,          // it has a slot and blocks from the next sync on
  kQueued,          // a script blocker: it gets its slot at the next sync with room (NAV-228)
  kWaiting,         // the table is full; it carries the mark and is tried at every sync (NAV-221)
  kNotAvoided,      // the should-avoid filter let it through; it takes no slot
  kHidden,          // not visible; it takes no slot
  kBelowThreshold,  // an update that moves it too little: nothing changed (NAV-222)
  // --- From here on: refused, nothing changed.
  kBadDescription,  // CheckDescription says why
  kFull,            // all slots for placed objects are taken, and the caller would not wait
  kRecordsFull,     // no record is free, whatever its state
  kUnknown,         // no object has this id
  kIdInUse,
};
constexpr bool IsRefused(PutOutcome outcome) { return outcome >= PutOutcome::kBadDescription; }

// What to do with an object for which there is no slot.
enum class WhenFull : uint8_t { kRefuse, kWait };

// All objects of a world, placed or not, and the hazards. Changes are made at any time by the main thread and
// seen by nobody: they write new bounds and mark them (NAV-224's steps as phases of one writer, decision 1 of
// the specification). Sync, once a tick, copies marked bounds to current ones, fills slots and makes the
// snapshot that searches read (NAV-225); snapshots may be read on any thread while this changes. Not
// thread-safe itself. A change costs constant time, a sync what changed and the cells it touches.
class ObjectStore {
 public:
  // objects_max: profile.dynamic_objects_max (NAV-215); cells_max: profile.dynamic_object_grids_max
  // (NAV-216).
  ObjectStore(uint32_t objects_max, uint32_t cells_max);

  // Adds an object. REQUIRES: the id is valid and was never used before.
  PutOutcome Add(ObjectId id, const ObjectDescription& description, WhenFull when_full);
  // New pose, extents, traits, search bits, mass or visibility; kind and owner stay. Below the thresholds of
  // its kind, with nothing else changed, it is skipped; what was skipped adds up. One that is refused keeps
  // its place. An object outside the world's limits is refused here and removed by Move.
  PutOutcome Update(ObjectId id, const ObjectDescription& description, WhenFull when_full);
  // Only the pose, for what moves by itself: one that leaves the world's limits is taken away at the sync
  // (NAV-225). REQUIRES: finite pose.
  PutOutcome Move(ObjectId id, const ObjectPose& pose);
  // Takes it away, at the next sync for readers; its slot and record are free at once. False: unknown.
  bool Remove(ObjectId id);

  // Adds a hazard or replaces the one with this id: kPlaced, kFull or kBadDescription.
  PutOutcome PutHazard(const Hazard& hazard);
  bool RemoveHazard(ObjectId id);
  static absl::Status CheckHazard(const Hazard& hazard);

  // Step 7 of the tick and NAV-225: queued script blockers, then those that wait, then new bounds; ends with
  // a new snapshot if anything that readers see changed, and says so. `origin`: where on ties in volume the
  // farthest object makes room for a script blocker (OQ-41).
  bool Sync(platform::Vec2 origin);
  // As of the last sync; null while nothing was ever there.
  const std::shared_ptr<const ObjectSnapshot>& snapshot() const { return snapshot_; }

  // Null when there is no such object. Valid until the next change.
  const ObjectRow* Find(ObjectId id) const;
  const Hazard* FindHazard(ObjectId id) const;
  const std::vector<Hazard>& hazards() const { return *hazards_; }
  // Ids of objects that Sync gave another placement or took away, in the order in which it did.
  const std::vector<ObjectId>& synced() const { return synced_; }

  uint32_t objects_max() const { return objects_max_; }
  uint32_t records_max() const { return records_max_; }
  const ObjectCounters& counters() const { return counters_; }
  const ObjectGrid& grid() const { return grid_; }

  void UpdateHash() { leaf_.Update(*this); }
  const platform::HashLeaf& hash_leaf() const { return leaf_; }

  // Calls fn(row) for every object.
  template <class Fn>
  void ForEach(const Fn& fn) const {
    for (const ObjectRow& row : rows_) {
      if (row.id.valid()) fn(row);
    }
  }

  // Before this is saved through its description: brings what is saved beside the hashed state into its one
  // form. Changes nothing else.
  void PrepareSave();

  // Restored into a new store. What is kept beside the hashed state tells what changed since the last sync
  // and the snapshot as of it.
  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("counters", self.counters_);
    visitor.Field("arrivals", self.arrivals_);
    visitor.Field("generation", self.generation_);
    visitor.Field("hazards", self.hazards_);
    visitor.Rows("rows", self.rows_, self.live_);
    visitor.Keep("changed", self.changed_);
    visitor.Keep("removed", self.removed_);
    visitor.Keep("queued", self.queued_);
    visitor.Keep("waiting", self.waiting_);
    visitor.Keep("hazards_changed", self.hazards_changed_);
    visitor.Keep("seen_hazards", self.seen_hazards_);
    visitor.Keep("strays", self.strays_);
    visitor.Keep("cells_high_water", self.cells_high_water_);
  }
  // Makes all that is derived, the snapshot too.
  std::string Restored();

 private:
  ObjectRow& TakeRow(ObjectId id);
  void FreeRow(uint32_t index);
  // Gives a row the placement that its description asks for.
  PutOutcome Settle(uint32_t index, WhenFull when_full);
  void Place(ObjectRow& row);
  void Unplace(ObjectRow& row, ObjectPlacement placement);
  void MarkChanged(uint32_t index);
  void AddQueued(platform::Vec2 origin);
  bool MakeRoom(platform::Vec2 origin);
  void RetryWaiting();
  void ApplyChanged();
  static DynamicObject Built(ObjectId id, const ObjectDescription& description);
  std::string FaultOfRows() const;
  std::string FaultOfHazards(const std::vector<Hazard>& hazards) const;
  std::string FaultOfChanges() const;
  void RestoreSnapshot();

  const uint32_t objects_max_;
  const uint32_t records_max_;
  std::vector<ObjectRow> rows_;
  std::vector<uint64_t> live_;  // words of a LiveMask over rows_
  std::vector<uint32_t> free_;  // a heap, the lowest first
  absl::flat_hash_map<uint64_t, uint32_t> by_id_;
  std::vector<uint32_t> changed_;  // rows that the next sync looks at
  struct Removed {
    ObjectId id;
    ObjectDescription seen;

    template <class Self, class Visitor>
    static void Describe(Self& self, Visitor& visitor) {
      visitor.Field("id", self.id);
      visitor.Field("seen", self.seen);
    }
  };
  std::vector<Removed> removed_;   // of which the grid still has the last bounds
  std::vector<ObjectId> queued_;   // by arrival; may name some that are no longer queued
  std::vector<ObjectId> waiting_;  // the same
  std::vector<ObjectId> synced_;
  // Ordered so that the one to make room comes last: the smallest volume, then the farthest, then the lowest
  // id.
  struct Candidate {
    float volume;
    float distance_sq;
    ObjectId id;
    bool operator<(const Candidate& other) const {
      if (volume != other.volume) return volume > other.volume;
      if (distance_sq != other.distance_sq) return distance_sq < other.distance_sq;
      return id > other.id;
    }
  };
  std::vector<Candidate> candidates_;  // who makes room, the next one last; only within a sync
  uint64_t arrivals_ = 0;
  uint64_t generation_ = 0;  // of the snapshot
  ObjectCounters counters_;
  ObjectGrid grid_;
  std::shared_ptr<const std::vector<Hazard>> hazards_;  // ascending id
  bool hazards_changed_ = false;
  std::shared_ptr<const std::vector<Hazard>> seen_hazards_;  // of the snapshot
  std::vector<ObjectId> strays_;                             // of the grid; only while saving and restoring
  uint32_t cells_high_water_ = 0;                            // the same
  std::shared_ptr<const ObjectSnapshot> snapshot_;
  platform::HashLeaf leaf_{"objects", platform::LeafKind::kCold};
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_OBJECT_STORE_H_
