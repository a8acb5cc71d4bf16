#include "nav/server/path_server_state.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "nav/server/path_server_impl.h"
#include "nav/server/schedule.h"
#include "platform/cost_meter.h"

// What a state that was read must hold so that no later call meets something that cannot be.
namespace footfall::nav {
namespace {

// More units than any tick or order comes to, and few enough that their time in ns is a number.
constexpr uint64_t kUnitsMax = uint64_t{1} << 40;

std::string FaultOfResult(const NavResult& result, bool is_query, int32_t points_max) {
  if (result.is_query != is_query) return "a result of another type of request";
  if (is_query) {
    return result.query.items.size() <= static_cast<size_t>(kQueryItemsMax) ? ""
                                                                            : "more items than an answer has";
  }
  const size_t points = result.path.points.size();
  if (points > static_cast<size_t>(points_max)) return "more points than a path has";
  const bool are_parallel =
      result.path.waypoint_flags.size() == points && result.path.point_polys.size() == points;
  return are_parallel ? "" : "points, flags and polygons that are not as many";
}

uint64_t CostOf(const NavResult& result) {
  return result.is_query ? result.query.cost_units : result.path.cost_units;
}

// Judges one state. Each step gives the first fault it finds, or nothing. Impl: the server's inside.
template <class Impl>
class Judge {
 public:
  Judge(const PathServerState& state, const Impl& impl) : state_(state), impl_(impl) {}

  std::string Run() {
    std::string fault = Fields();
    if (fault.empty()) fault = Slots();
    if (fault.empty()) fault = Closing();
    if (fault.empty()) fault = Counts();
    return fault;
  }

 private:
  std::string Fields() const {
    const PathServerFields& fields = state_.fields;
    if (fields.ledger.size() != impl_.works.size()) {
      return absl::StrCat("ledger: ", fields.ledger.size(), " rows, expected are ", impl_.works.size());
    }
    if (fields.slice_is_frozen != fields.main_is_settled) return "main_is_settled: only with a frozen slice";
    if (fields.main_units > kUnitsMax) return "main_units: out of bounds";
    if (fields.slice_tick >= platform::TickRate::kTickMax / 2) return "slice_tick: out of bounds";
    for (int type = 0; type < kRequestTypes; ++type) {
      const uint32_t size = impl_.table.range(static_cast<RequestType>(type)).size();
      if (fields.rotating_start[static_cast<size_t>(type)] >= size)
        return "rotating_start: not a slot of the type";
    }
    return "";
  }

  std::string Slots() {
    int64_t before = -1;
    for (const PathServerState::UsedSlot& used : state_.slots) {
      std::string fault = int64_t{used.index} <= before ? "not in ascending order" : FaultOfSlot(used);
      if (!fault.empty()) return absl::StrCat("slots: slot ", used.index, ": ", fault);
      before = used.index;
    }
    return "";
  }

  std::string FaultOfSlot(const PathServerState::UsedSlot& used) {
    const SlotData& slot = used.data;
    const SlotTable::Range range = impl_.table.range(slot.request.type());
    if (used.index < range.begin || used.index >= range.end) return "holds a request of another type";
    if (slot.state == SlotState::kEmpty) return "is empty";
    if (!state_.fields.slice_is_frozen && slot.state != SlotState::kPending)
      return "has begun without a slice";
    if (!slot.handle.valid()) return "has no handle";
    if (slot.state != SlotState::kCancelling && !handles_.insert(slot.handle.value).second) {
      return "has another slot's handle";
    }
    if (slot.priority_class >= kPriorityClasses) return "is of no class";
    if (slot.timing.submitted_tick > state_.fields.slice_tick + 1) return "was submitted later than now";
    if (!AreNumbersAllowed(slot.request)) return "has a number out of bounds";
    if (const PathRequest* path = slot.request.path(); path != nullptr) {
      PathRequest prepared = *path;
      if ((path->flags & ~impl_.supported_flags) != 0 || PrepareRequest(prepared) != RequestFault::kNone) {
        return "has flags that no request has";
      }
    }
    if (slot.state == SlotState::kActive) active_.insert(slot.handle.value);
    if (slot.state == SlotState::kPending) pending_.insert(slot.handle.value);
    ++used_[IndexOf(slot.request.type())];
    if (slot.state != SlotState::kComplete) return "";
    if (slot.request.path() != nullptr) points_ += used.result.path.points.size();
    return FaultOfResult(used.result, slot.request.path() == nullptr, PointsMax());
  }

  // Points of a result: one beyond the limit of a request, as the executor has room for.
  int32_t PointsMax() const { return impl_.profile.path_points_max + 1; }

  std::string Closing() {
    const bool has_entries = !state_.closing.empty();
    if (!state_.fields.slice_is_frozen && has_entries) return "closing: without a slice";
    if (state_.closing_left_ns < 0) return "closing_left_ns: below 0";
    for (const LedgerRow& row : state_.fields.ledger) {
      if (row.handle.valid() && !state_.fields.slice_is_frozen) return "ledger: an order without a slice";
    }
    std::set<uint64_t> closed;
    std::set<int32_t> carrying;
    for (const ClosingEntry& entry : state_.closing) {
      std::string fault = FaultOfEntry(entry);
      if (fault.empty() && !closed.insert(entry.handle.value).second) fault = "its handle is there twice";
      if (fault.empty() && !entry.complete && !carrying.insert(entry.worker).second) {
        fault = "its worker carries another one";
      }
      if (!fault.empty()) return absl::StrCat("closing: ", entry.handle.value, ": ", fault);
    }
    for (const uint64_t handle : active_) {
      if (closed.count(handle) == 0)
        return absl::StrCat("slots: ", handle, " is active and in no closing list");
    }
    return "";
  }

  std::string FaultOfEntry(const ClosingEntry& entry) const {
    if (entry.worker < 0 || entry.worker >= impl_.profile.path_workers)
      return "of a worker that there is not";
    const uint64_t units = CostOf(entry.result);
    if (units < platform::kOrderUnitsMin || units > kUnitsMax) return "a cost out of bounds";
    const int64_t cost_ns = platform::UnitsToNs(units, impl_.unit_ns);
    const bool is_within = entry.charged_ns >= 0 && entry.charged_ns <= cost_ns;
    if (!is_within || entry.complete != (entry.charged_ns == cost_ns))
      return "a charge that does not fit its cost";
    const uint64_t handle = entry.handle.value;
    const bool is_of_slot = handles_.count(handle) != 0;
    if (is_of_slot && active_.count(handle) == 0 && pending_.count(handle) == 0)
      return "its request has ended";
    bool is_query = entry.result.is_query;
    for (const PathServerState::UsedSlot& used : state_.slots) {
      if (is_of_slot && used.data.handle == entry.handle && used.data.state != SlotState::kCancelling) {
        is_query = used.data.request.path() == nullptr;
      }
    }
    return FaultOfResult(entry.result, is_query, PointsMax());
  }

  std::string Counts() const {
    const PathCounters& counters = state_.fields.counters;
    uint64_t all = 0;
    for (size_t type = 0; type < used_.size(); ++type) {
      all += used_[type];
      if (counters.by_type[type].slots_in_use != used_[type]) return "counters: slots in use that are not";
    }
    if (counters.slots_in_use != all) return "counters: slots in use that are not";
    return counters.points_in_use == points_ ? "" : "counters: points in use that are not";
  }

  const PathServerState& state_;
  const Impl& impl_;
  std::set<uint64_t> handles_;  // that are known
  std::set<uint64_t> active_;
  std::set<uint64_t> pending_;
  std::array<uint32_t, kRequestTypes> used_{};
  uint64_t points_ = 0;
};

}  // namespace

std::string PathServer::FaultOf(const PathServerState& state) const {
  return Judge<Impl>(state, *impl_).Run();
}

}  // namespace footfall::nav
