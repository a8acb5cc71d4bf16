#ifndef FOOTFALL_NAV_SERVER_SLOT_TABLE_H_
#define FOOTFALL_NAV_SERVER_SLOT_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "nav/server/index_table.h"
#include "nav/server/order_executor.h"
#include "nav/server/path_server_state.h"
#include "nav/server/point_store.h"
#include "nav/server/published_path.h"

namespace footfall::nav {

// A set of slots, one bit each, walked in ascending order.
class SlotSet {
 public:
  explicit SlotSet(size_t slots_max) : words_((slots_max + 63) / 64) {}
  void Set(uint32_t slot, bool in);
  // The first member at or after `slot`, or kNone.
  uint32_t First(uint32_t slot) const;
  static constexpr uint32_t kNone = UINT32_MAX;
  const std::vector<uint64_t>& words() const { return words_; }

 private:
  std::vector<uint64_t> words_;
};

// The slots of path requests with their handles, published results and per-source counts. Knows the states
// and their transitions, but nothing of virtual time. Main thread only.
class SlotTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // `fields` and `store` are not owned.
  SlotTable(size_t slots_max, PathServerFields& fields, PointStore& store);

  size_t size() const { return slots_.size(); }
  const SlotData& slot(uint32_t index) const { return slots_[index]; }
  // For changes of any field but state and handle.
  SlotData& Change(uint32_t index);
  const PublishedPath& published(uint32_t index) const { return published_[index]; }
  // kNone when no slot answers to the handle.
  uint32_t Find(RequestHandle handle) const { return by_handle_.Find(handle.value); }
  const SlotSet& used() const { return used_; }
  const SlotSet& pending() const { return pending_; }
  const SlotSet& complete() const { return complete_; }
  // Slots that `source` holds, cancelling ones included.
  uint32_t HeldBy(SourceId source) const;

  // Takes the first reusable slot from the rotating start on (NAV-082), gives it the next handle and makes it
  // Pending. REQUIRES: a slot is reusable.
  uint32_t Fill(const PathRequest& request, const RequestOwner& owner, uint64_t tick);
  // Along NAV-103's table; any other change ends the process.
  void SetState(uint32_t index, SlotState state);
  // Publishes `output` in a slot that is Active and takes over its points. When there is no room for them
  // they are dropped and the code is NoPoints (R26).
  void Publish(uint32_t index, OrderOutput output, size_t points_max);
  // The handle is no longer known from here on; the slot is reusable once it is Empty.
  void Forget(uint32_t index);
  // Empties without a trace, as at construction.
  void Clear();
  // Puts a saved slot back. REQUIRES: the slot is Empty.
  void Load(const PathServerState::UsedSlot& saved);

  // Slots whose description changed since the last call of ForgetChanges.
  const SlotSet& changed() const { return changed_; }
  void ForgetChanges();

  // The fields and, of the slots in use, their data: the state hash.
  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("fields", self.fields_);
    visitor.Rows("slots", self.slots_, self.used_.words());
  }

 private:
  void Empty(uint32_t index);
  void SetPoints(uint32_t index, PointBlock points);
  RequestHandle NextHandle();
  void CountSource(SourceId source, int change);

  PathServerFields& fields_;
  PointStore& store_;
  std::vector<SlotData> slots_;
  std::vector<PublishedPath> published_;  // parallel to slots_
  std::vector<PointBlock> points_;        // parallel to slots_
  SlotSet reusable_;
  SlotSet used_;
  SlotSet pending_;
  SlotSet complete_;
  SlotSet changed_;
  IndexTable by_handle_;
  IndexTable held_by_source_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_SLOT_TABLE_H_
