#include "nav/server/path_server.h"

#include <algorithm>
#include <numeric>

#include "nav/server/path_server_impl.h"
#include "platform/profile_memory.h"
#include "platform/state_dump.h"

namespace footfall::nav {
namespace {

constexpr uint64_t kSchedulerFlags =
    PathFlagMask(kFlagScriptedRoute) | PathFlagMask(kFlagMissionPed) | PathFlagMask(kFlagHighPrioRoute);

// A slot, its order and what of both is kept beside them; twice the summary and the places in queues.
static_assert(sizeof(SlotData) + 2 * sizeof(NavRequest) + 2 * sizeof(OrderOutput) + sizeof(PublishedPath) +
                  sizeof(PublishedQuery) + 512 <=
              platform::kRequestBytes);

SlotCapacities CapacitiesOf(const platform::Profile& profile) {
  return {Size(profile.path_requests_max),
          Size(profile.grid_requests_max),
          Size(profile.los_requests_max),
          Size(profile.audio_requests_max),
          Size(profile.flood_fill_requests_max),
          Size(profile.clear_area_requests_max),
          Size(profile.closest_position_requests_max)};
}

size_t Total(const SlotCapacities& capacities) {
  return std::accumulate(capacities.begin(), capacities.end(), size_t{0});
}

SubmitRefusal RefusalOf(RequestFault fault) {
  if (fault == RequestFault::kNone) return SubmitRefusal::kNone;
  const bool is_of_flags = fault == RequestFault::kTwoTypes || fault == RequestFault::kMesh;
  return is_of_flags ? SubmitRefusal::kBadFlags : SubmitRefusal::kBadNumber;
}

// NAV-117.
uint64_t PriorityFlagsOf(const Traveller& traveller) {
  return (traveller.is_mission_ped ? PathFlagMask(kFlagMissionPed) : 0) |
         (traveller.is_player ? PathFlagMask(kFlagHighPrioRoute) : 0);
}

// The part of a type's slots that `figure` is of the path slots: what the profile grants and reserves there
// holds for every type alike (R9).
uint32_t Share(size_t slots, int32_t figure, int32_t path_slots, bool round_up) {
  const auto whole = static_cast<uint64_t>(path_slots);
  const uint64_t product = slots * static_cast<uint64_t>(figure);
  return static_cast<uint32_t>((product + (round_up ? whole - 1 : 0)) / whole);
}

}  // namespace

PathServer::Impl::Impl(const platform::Profile& platform_profile, const platform::TickRate& tick_rate,
                       const OrderRunnerFactory& runners, int order_threads, uint64_t issue)
    : profile(platform_profile),
      rate(tick_rate),
      unit_ns(profile.UnitNs(rate.hz())),
      first_issue(issue),
      supported_flags(runners.supported_flags() | kSchedulerFlags),
      stale_check(profile, rate),
      store(2 * (Total(CapacitiesOf(profile)) + Size(profile.path_workers))),
      table(CapacitiesOf(profile), fields, store),
      executor(runners, order_threads, table.size() + Size(profile.path_workers),
               Size(profile.path_points_max) + 1, Size(profile.path_polys_max), store),
      works(Size(profile.path_workers)),
      leaf("path_server", platform::LeafKind::kCold) {
  FOOTFALL_CHECK(first_issue != 0);
  const size_t orders_max = table.size() + works.size();
  slice.carried.reserve(works.size());
  slice.sequence.reserve(table.size());
  closed.orders.reserve(orders_max);
  candidates.reserve(table.size());
  sequence.reserve(orders_max);
  publications.reserve(orders_max);
  completed.reserve(table.size());
  expired.reserve(table.size());
  peds_with_results.reserve(table.range(RequestType::kPath).size());
  cancelling.reserve(table.size());
  SetInitialFields();
}

SubmitRefusal PathServer::Impl::WhyRefused(const NavRequest& request, const RequestOwner& owner) const {
  const PathRequest* path = request.path();
  if (path != nullptr && (path->flags & ~supported_flags) != 0) {
    return SubmitRefusal::kBadFlags;
  }
  if (!AreNumbersAllowed(request)) {
    return SubmitRefusal::kBadNumber;
  }
  const RequestType type = request.type();
  const uint32_t slots = table.range(type).size();
  const uint32_t free_count = slots - fields.counters.by_type[IndexOf(type)].slots_in_use;
  if (free_count == 0) {
    return SubmitRefusal::kSlotsFull;
  }
  if (owner.source == kWorldSource) {
    return SubmitRefusal::kNone;
  }
  const int32_t path_slots = profile.path_requests_max;
  if (table.HeldBy(owner.source, type) >= Share(slots, profile.requests_per_session_max, path_slots, true)) {
    return SubmitRefusal::kSourceQuota;
  }
  return free_count <= Share(slots, profile.in_world_reserve, path_slots, false) ? SubmitRefusal::kReserve
                                                                                 : SubmitRefusal::kNone;
}

bool PathServer::Impl::Free(RequestHandle handle, bool is_release) {
  const uint32_t index = table.Find(handle);
  if (index == SlotTable::kNone) {
    return false;
  }
  const SlotState state = table.slot(index).state;
  ++(is_release && state == SlotState::kComplete ? fields.counters.released : fields.counters.cancelled);
  if (state != SlotState::kActive) {
    table.SetState(index, SlotState::kEmpty);
    return true;
  }
  table.SetState(index, SlotState::kCancelling);
  SlotData& slot = table.Change(index);
  (slot.request.path() != nullptr ? slot.summary.code : slot.answer.code) = CompletionCode::kCancelled;
  table.Forget(index);
  cancelling.push_back(index);
  // Once a slice is frozen, what it charges is settled as if nobody had cancelled (R12).
  if (!fields.slice_is_frozen) {
    DropRow(RowOf(handle));
  }
  return true;
}

PathServer::PathServer(const platform::Profile& profile, const platform::TickRate& rate,
                       const OrderRunnerFactory& runners, int order_threads, uint64_t first_issue)
    : impl_(std::make_unique<Impl>(profile, rate, runners, order_threads, first_issue)) {}

PathServer::~PathServer() = default;

SubmitOutcome PathServer::Submit(const NavRequest& request, const RequestOwner& owner, uint64_t tick) {
  PathServerFields& fields = impl_->fields;
  // Between a freeze and the next tick no slot is filled (R3).
  FOOTFALL_CHECK(!fields.slice_is_frozen || tick == fields.slice_tick + 1);
  SubmitRefusal refusal = impl_->WhyRefused(request, owner);
  NavRequest prepared = request;
  if (PathRequest* path = prepared.path()) path->flags |= PriorityFlagsOf(owner.traveller);
  if (PathRequest* path = prepared.path(); path != nullptr && refusal == SubmitRefusal::kNone) {
    refusal = RefusalOf(PrepareRequest(*path));
  }
  TypeCounters& counters = fields.counters.by_type[IndexOf(request.type())];
  if (refusal != SubmitRefusal::kNone) {
    counters.full += refusal == SubmitRefusal::kSlotsFull ? 1 : 0;
    return impl_->Refuse(refusal);
  }
  ++fields.counters.submitted;
  ++counters.submitted;
  const uint32_t index = impl_->table.Fill(prepared, owner, tick);
  impl_->table.Change(index).waiting_since_tick = tick;
  return {impl_->table.slot(index).handle, SubmitRefusal::kNone};
}

SubmitOutcome PathServer::SubmitGrid() { return impl_->Refuse(SubmitRefusal::kTypeNotInUse); }

bool PathServer::PatchPending(RequestHandle handle, const platform::Vec3* start, PolyRef start_poly,
                              const platform::Vec3* end) {
  const uint32_t index = impl_->table.Find(handle);
  if (index == SlotTable::kNone || impl_->table.slot(index).state != SlotState::kPending) {
    return false;
  }
  if (impl_->table.slot(index).request.path() == nullptr) {
    return false;
  }
  PathRequest& request = *impl_->table.Change(index).request.path();
  if (start != nullptr) {
    FOOTFALL_CHECK(IsPointAllowed(*start));
    request.start = *start;
    request.start_poly = start_poly;
  }
  if (end != nullptr) {
    FOOTFALL_CHECK(IsPointAllowed(*end));
    request.end = *end;
  }
  return true;
}

bool PathServer::Release(RequestHandle handle) { return impl_->Free(handle, true); }

CompletionCode PathServer::FetchAnswer(RequestHandle handle, QueryResult& answer) {
  const uint32_t index = impl_->table.Find(handle);
  if (index == SlotTable::kNone || impl_->table.slot(index).request.path() != nullptr) {
    return CompletionCode::kInvalidHandle;
  }
  if (impl_->table.slot(index).state != SlotState::kComplete) {
    return CompletionCode::kStillPending;
  }
  impl_->table.query(index).CopyTo(answer);
  Release(handle);
  return answer.code;
}

bool PathServer::Cancel(RequestHandle handle) { return impl_->Free(handle, false); }

int PathServer::ReleaseSource(SourceId source) {
  int count = 0;
  const SlotSet& used = impl_->table.used();
  for (uint32_t i = used.First(0); i != SlotSet::kNone; i = used.First(i + 1)) {
    const SlotData& slot = impl_->table.slot(i);
    if (slot.owner.source == source && slot.state != SlotState::kCancelling) {
      count += Release(slot.handle) ? 1 : 0;
    }
  }
  return count;
}

PollResult PathServer::Poll(RequestHandle handle, std::optional<RequestType> only) const {
  const NavRequest* request = Request(handle);
  if (only.has_value() && request != nullptr && request->type() != *only) {
    return PollResult::kNotFound;
  }
  switch (State(handle)) {
    case SlotState::kEmpty:
      return PollResult::kNotFound;
    case SlotState::kComplete:
      return PollResult::kReady;
    default:
      return PollResult::kNotReady;
  }
}

CompletionCode PathServer::Code(RequestHandle handle) const {
  switch (Poll(handle)) {
    case PollResult::kNotFound:
      return CompletionCode::kInvalidHandle;
    case PollResult::kNotReady:
      return CompletionCode::kStillPending;
    case PollResult::kReady:
      break;
  }
  const SlotData& slot = impl_->table.slot(impl_->table.Find(handle));
  return slot.request.path() != nullptr ? slot.summary.code : slot.answer.code;
}

const PublishedPath* PathServer::Result(RequestHandle handle) const {
  const uint32_t index = impl_->table.Find(handle);
  const bool is_ready = index != SlotTable::kNone && impl_->table.slot(index).state == SlotState::kComplete;
  return is_ready && impl_->table.slot(index).request.path() != nullptr ? &impl_->table.path(index) : nullptr;
}

const PublishedQuery* PathServer::Answer(RequestHandle handle) const {
  const uint32_t index = impl_->table.Find(handle);
  const bool is_ready = index != SlotTable::kNone && impl_->table.slot(index).state == SlotState::kComplete;
  return is_ready && impl_->table.slot(index).request.path() == nullptr ? &impl_->table.query(index)
                                                                        : nullptr;
}

const RequestTiming* PathServer::Timing(RequestHandle handle) const {
  const uint32_t index = impl_->table.Find(handle);
  return index == SlotTable::kNone ? nullptr : &impl_->table.slot(index).timing;
}

const NavRequest* PathServer::Request(RequestHandle handle) const {
  const uint32_t index = impl_->table.Find(handle);
  return index == SlotTable::kNone ? nullptr : &impl_->table.slot(index).request;
}

const RequestOwner* PathServer::Owner(RequestHandle handle) const {
  const uint32_t index = impl_->table.Find(handle);
  return index == SlotTable::kNone ? nullptr : &impl_->table.slot(index).owner;
}

SlotState PathServer::State(RequestHandle handle) const {
  const uint32_t index = impl_->table.Find(handle);
  return index == SlotTable::kNone ? SlotState::kEmpty : impl_->table.slot(index).state;
}

int PathServer::slots_count() const { return static_cast<int>(impl_->table.size()); }

const SlotData& PathServer::slot(int index) const {
  FOOTFALL_CHECK(index >= 0);
  FOOTFALL_CHECK(index < slots_count());
  return impl_->table.slot(static_cast<uint32_t>(index));
}

const std::vector<Completion>& PathServer::completed() const { return impl_->completed; }

const std::vector<Completion>& PathServer::expired() const { return impl_->expired; }

std::span<const uint64_t> PathServer::peds_with_results() const { return impl_->peds_with_results; }

int64_t PathServer::left_ns() const { return impl_->left_ns; }

void PathServer::UpdateHash() {
  const SlotSet& changed = impl_->table.changed();
  for (uint32_t i = changed.First(0); i != SlotSet::kNone; i = changed.First(i + 1)) {
    impl_->leaf.MarkDirty(i);
  }
  impl_->table.ForgetChanges();
  impl_->leaf.Update(impl_->table);
}

const platform::HashLeaf& PathServer::hash_leaf() const { return impl_->leaf; }

std::string PathServer::Dump() const { return platform::DumpState(impl_->leaf.name(), impl_->table); }

const PathCounters& PathServer::counters() const { return impl_->fields.counters; }

std::span<const LedgerRow> PathServer::ledger() const { return impl_->fields.ledger; }

void PathServer::set_wait_observer(WaitObserver* observer) { impl_->executor.set_wait_observer(observer); }

void PathServer::set_slice_observer(SliceObserver* observer) { impl_->slice_observer = observer; }

void PathServer::set_search_observer(SearchObserver* observer) {
  impl_->executor.set_search_observer(observer);
}

platform::HostPin PathServer::PinWorker() {
  const platform::Profile& profile = impl_->profile;
  if (profile.path_workers != 1)
    return {false, "several path workers share the host's cores: none is pinned"};
  return impl_->executor.PinFirstThread(profile.WorkerCore(profile.path_core));
}

}  // namespace footfall::nav
