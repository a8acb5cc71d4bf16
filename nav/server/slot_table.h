#ifndef FOOTFALL_NAV_SERVER_SLOT_TABLE_H_
#define FOOTFALL_NAV_SERVER_SLOT_TABLE_H_

#include <array>
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

// How many slots each type has (NAV-076 to NAV-079).
using SlotCapacities = std::array<size_t, kRequestTypes>;

// The slots of all requests with their handles, published results and per-source counts: one fixed range of
// slots a type, in the order of the types (NAV-076). Knows the states and their transitions, but nothing of
// virtual time. Main thread only.
class SlotTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
    uint32_t size() const { return end - begin; }
  };

  // `fields` and `store` are not owned.
  SlotTable(const SlotCapacities& capacities, PathServerFields& fields, PointStore& store);

  size_t size() const { return slots_.size(); }
  Range range(RequestType type) const { return ranges_[IndexOf(type)]; }
  const SlotData& slot(uint32_t index) const { return slots_[index]; }
  // For changes of any field but state and handle.
  SlotData& Change(uint32_t index);
  const PublishedPath& path(uint32_t index) const { return paths_[index]; }
  const PublishedQuery& query(uint32_t index) const { return queries_[index]; }
  // kNone when no slot answers to the handle.
  uint32_t Find(RequestHandle handle) const { return by_handle_.Find(handle.value); }
  const SlotSet& used() const { return used_; }
  const SlotSet& pending() const { return pending_; }
  const SlotSet& complete() const { return complete_; }
  // Slots of a type that `source` holds, cancelling ones included.
  uint32_t HeldBy(SourceId source, RequestType type) const;

  // Takes the type's first reusable slot from its rotating start on (NAV-082), gives it the next handle,
  // which the types share (OQ-16), and makes it Pending. REQUIRES: a slot of the type is reusable.
  uint32_t Fill(const NavRequest& request, const RequestOwner& owner, uint64_t tick);
  // Along NAV-103's table; any other change ends the process.
  void SetState(uint32_t index, SlotState state);
  // Publishes `output` in a slot that is Active and takes over its points. When a path's have no room they
  // are dropped and the code is NoPoints (R26). Items of queries always have room: a slot has kQueryItemsMax
  // at most.
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
  void SetOutput(uint32_t index, const OrderOutput& output);
  RequestHandle NextHandle();
  void CountUse(const SlotData& slot, int change);
  void CountSource(SourceId source, RequestType type, int change);

  PathServerFields& fields_;
  PointStore& store_;
  std::vector<SlotData> slots_;
  std::array<Range, kRequestTypes> ranges_;
  std::vector<PublishedPath> paths_;     // parallel to slots_
  std::vector<PublishedQuery> queries_;  // parallel to slots_
  std::vector<PointBlock> points_;       // parallel to slots_
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
