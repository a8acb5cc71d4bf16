#ifndef FOOTFALL_SIM_WORLD_OBJECTS_H_
#define FOOTFALL_SIM_WORLD_OBJECTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nav/dynamic/object_store.h"
#include "platform/profile.h"
#include "platform/state_dump.h"
#include "sim/command.h"
#include "sim/published_tables.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

// The name of an obstacle below the wire: its handle without kind and epoch, which are no state (R8).
constexpr nav::ObjectId ObjectIdOf(WireHandle handle) {
  return {(static_cast<uint64_t>(handle.slot()) << 36) | handle.counter()};
}
constexpr WireHandle ObstacleHandleOf(nav::ObjectId id, uint8_t epoch_tag) {
  return WireHandle::Make(HandleKind::kObstacle, epoch_tag, static_cast<uint16_t>(id.value >> 36), id.value);
}

// Obstacles and hazards as commands change them and readers see them: the store, whose each is, quotas. The
// world's thread.
class WorldObjects {
 public:
  explicit WorldObjects(const platform::Profile& profile);

  // Whether the owner of the slot may have one more; fills the fault if not. `exempt`: the world itself.
  bool HasRoom(uint16_t slot, bool exempt, CommandResult& result) const;
  // Adds a new one under this handle, which was made for it. On a refusal the fault is filled and nothing is
  // there.
  void Add(WireHandle handle, nav::SourceId source, const PutObstacle& put, PublishedView::Tables& tables,
           CommandResult& result);
  void Add(WireHandle handle, nav::SourceId source, const PutHazard& put, PublishedView::Tables& tables,
           CommandResult& result);
  // Moves a live one. REQUIRES: the handle was judged to be the source's own.
  void Move(const PutObstacle& put, PublishedView::Tables& tables, CommandResult& result);
  void Move(const PutHazard& put, PublishedView::Tables& tables, CommandResult& result);
  void Remove(WireHandle handle, PublishedView::Tables& tables);
  // All of a slot's owner.
  void RemoveOf(uint16_t slot, uint8_t epoch_tag, PublishedView::Tables& tables);

  // At the sync; true when there is a new snapshot. `origin`: of the streaming, in XY (OQ-41).
  bool Sync(platform::Vec2 origin, uint8_t epoch_tag, PublishedView::Tables& tables, bool& tables_changed);
  const std::shared_ptr<const nav::ObjectSnapshot>& snapshot() const { return store_.snapshot(); }

  // Before this is saved through its description.
  void PrepareSave() { store_.PrepareSave(); }
  // After it was restored: what is derived, here and in the tables, whose sources are there already. What is
  // wrong, empty: nothing.
  std::string RestoreTables(uint8_t epoch_tag, PublishedView::Tables& tables);

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("store", self.store_);
    visitor.Omit("counts", self.counts_);  // derived
  }

  ObjectFigures figures() const;
  void UpdateHash() { store_.UpdateHash(); }
  const platform::HashLeaf& hash_leaf() const { return store_.hash_leaf(); }
  // What the leaf covers, as text (platform/state_dump.h).
  std::string Dump() const { return platform::DumpState(hash_leaf().name(), store_); }

 private:
  // What is wrong with a description that the store will not have; kNone: nothing.
  void Refuse(nav::PutOutcome outcome, const absl::Status& description, CommandResult& result) const;
  uint32_t& CountOf(WireHandle handle);
  // The owner that the kind asks for.
  static nav::ObjectDescription Owned(const PutObstacle& put, nav::ObjectId id);

  const int32_t per_session_max_;
  nav::ObjectStore store_;
  std::vector<uint32_t> counts_;  // obstacles and hazards of each source slot; derived
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_WORLD_OBJECTS_H_
