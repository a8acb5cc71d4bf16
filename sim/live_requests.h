#ifndef FOOTFALL_SIM_LIVE_REQUESTS_H_
#define FOOTFALL_SIM_LIVE_REQUESTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "nav/server/request_types.h"
#include "platform/state_hash.h"
#include "sim/command.h"

namespace footfall::sim {

// What the world knows of a live request beside the path server: the two names of its handle, and what
// the client wants back. The epoch's tag is no part of it (R8).
struct LiveRequest {
  nav::RequestHandle issue;
  uint64_t counter = 0;
  uint16_t slot = 0;
  bool want_polys = false;
  ClientRef client_ref;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("issue", self.issue);
    visitor.Field("counter", self.counter);
    visitor.Field("slot", self.slot);
    visitor.Field("want_polys", self.want_polys);
    visitor.Field("client_ref", self.client_ref);
  }
};

// Issue numbers <-> (slot, counter) of the live requests: state, in rows that keep their place. Allocates
// only in the constructor. Not thread-safe.
class LiveRequests {
 public:
  // `capacity`: the slots of all types.
  explicit LiveRequests(size_t capacity);

  // Takes the lowest free row. REQUIRES: fewer than `capacity` are live; neither name is.
  void Add(const LiveRequest& request);
  // REQUIRES: it is live.
  void Remove(nav::RequestHandle issue);
  // Calls fn(request) for every live one, in the order of the rows.
  template <class Fn>
  void ForEach(const Fn& fn) const {
    for (size_t row = 0; row < rows_.size(); ++row) {
      if ((live_[row / 64] >> (row % 64) & 1) != 0) fn(rows_[row]);
    }
  }
  // Null when it is not live.
  const LiveRequest* Find(nav::RequestHandle issue) const;
  const LiveRequest* Find(uint16_t slot, uint64_t counter) const;
  size_t size() const { return by_issue_.size(); }

  void UpdateHash() { leaf_.Update(*this); }
  const platform::HashLeaf& hash_leaf() const { return leaf_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Rows("rows", self.rows_, self.live_);
    visitor.Omit("by_issue", self.by_issue_);  // derived
    visitor.Omit("by_name", self.by_name_);    // derived
    visitor.Omit("leaf", self.leaf_);
  }
  // Makes what is derived.
  std::string Restored();

 private:
  size_t TakeRow();

  const size_t capacity_;
  std::vector<LiveRequest> rows_;
  std::vector<uint64_t> live_;  // words of a LiveMask over rows_
  absl::flat_hash_map<uint64_t, uint32_t> by_issue_;
  absl::flat_hash_map<uint64_t, uint32_t> by_name_;  // slot << 36 | counter
  platform::HashLeaf leaf_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_LIVE_REQUESTS_H_
