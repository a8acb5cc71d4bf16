#include "sim/world.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nav/server/wait_observer.h"
#include "platform/movement_cost_names.h"
#include "sim/request_bounds.h"
#include "sim/request_objects.h"
#include "sim/streaming_command.h"
#include "sim/world_edit_command.h"
#include "sim/world_impl.h"

namespace footfall::sim {

namespace {

CommandFault FaultOf(nav::SubmitRefusal refusal) {
  switch (refusal) {
    case nav::SubmitRefusal::kNone:
      return CommandFault::kNone;
    case nav::SubmitRefusal::kSlotsFull:
      return CommandFault::kSlotsFull;
    case nav::SubmitRefusal::kSourceQuota:
      return CommandFault::kSourceQuota;
    case nav::SubmitRefusal::kReserve:
      return CommandFault::kReserve;
    case nav::SubmitRefusal::kBadFlags:
      return CommandFault::kBadFlags;
    case nav::SubmitRefusal::kBadNumber:
      return CommandFault::kBadNumber;
    case nav::SubmitRefusal::kTypeNotInUse:
      return CommandFault::kTypeNotInUse;
  }
  FOOTFALL_CHECK(false);
}

// Where a world without a focus of its own is entered: the middle of its tiles.
platform::Vec3 MiddleOf(const nav::TileSet& tiles) {
  int low[2] = {nav::kTilesX, nav::kTilesY};
  int high[2] = {0, 0};
  for (const nav::MeshIndex index : tiles.map_tiles()) {
    const int at[2] = {index % nav::kTilesX, index / nav::kTilesX};
    for (int axis = 0; axis < 2; ++axis) {
      low[axis] = std::min(low[axis], at[axis]);
      high[axis] = std::max(high[axis], at[axis] + 1);
    }
  }
  if (tiles.map_tiles().empty()) return {};
  const auto middle = [&](int axis) {
    return nav::kWorldMin + static_cast<float>(low[axis] + high[axis]) * 0.5F * nav::kTileSize;
  };
  return {middle(0), middle(1), 0};
}

// A type's slots, as messages and metrics call them.
struct RequestPool {
  const char* field;
  const char* name;
  int32_t slots;
};

RequestPool PoolOf(const platform::Profile& profile, nav::RequestType type) {
  switch (type) {
    case nav::RequestType::kPath:
      return {"path_requests_max", "path", profile.path_requests_max};
    case nav::RequestType::kGrid:
      return {"grid_requests_max", "grid", profile.grid_requests_max};
    case nav::RequestType::kLineOfSight:
      return {"los_requests_max", "line-of-sight", profile.los_requests_max};
    case nav::RequestType::kAudioProperties:
      return {"audio_requests_max", "audio", profile.audio_requests_max};
    case nav::RequestType::kFloodFill:
      return {"flood_fill_requests_max", "flood-fill", profile.flood_fill_requests_max};
    case nav::RequestType::kClearArea:
      return {"clear_area_requests_max", "clear-area", profile.clear_area_requests_max};
    case nav::RequestType::kClosestPosition:
      return {"closest_position_requests_max", "closest-position", profile.closest_position_requests_max};
  }
  FOOTFALL_CHECK(false);
}

// Slots of all types.
size_t SlotsOf(const platform::Profile& profile) {
  size_t sum = 0;
  for (int type = 0; type < nav::kRequestTypes; ++type) {
    sum += static_cast<size_t>(PoolOf(profile, static_cast<nav::RequestType>(type)).slots);
  }
  return sum;
}

uint64_t Sum(const auto& counts) { return std::accumulate(counts.begin(), counts.end(), uint64_t{0}); }

}  // namespace

World::Impl::Impl(WorldOptions given, const platform::TickRate& tick_rate, nav::TileSet tiles)
    : options(std::move(given)),
      rate(tick_rate),
      runners(options.profile),
      path_server(options.profile, rate, runners, options.order_threads),
      streamer(options.profile, {.tiles = std::move(tiles),
                                 .corrections = options.corrections,
                                 .before_read = options.before_tile_read}),
      upkeep(options.profile, rate.hz(), options.seed, streamer),
      live(SlotsOf(options.profile)),
      objects(options.profile),
      reporter(options.schedule_observer, options.profile, rate, live, epoch_tag()) {
  path_server.set_wait_observer(options.wait_observer);
  path_server.set_search_observer(options.search_observer);
  if (reporter.is_watched()) path_server.set_slice_observer(&reporter);
  fields.seed = options.seed;
  fields.profile_hash = platform::ProfileHash(options.profile);
  fields.hz = rate.hz();
  fields.movement_costs = options.profile.movement_costs;
}

absl::Status World::Impl::Begin(platform::Vec3 focus) {
  if (absl::Status status = streamer.Begin(focus); !status.ok()) {
    return status;
  }
  mesh = streamer.view();
  digest = UpdateHash();
  Publish();
  return absl::OkStatus();
}

// ---- Phase 1: commands

CommandResult World::Impl::Apply(const Command& command) {
  CommandResult result;
  result.applied_tick = fields.tick + 1;
  std::visit([&](const auto& body) { ApplyBody(command.source, body, result); }, command.body);
  if (result.fault == CommandFault::kNone) {
    ++fields.commands_applied;
    fields.main_units += static_cast<uint64_t>(options.profile.main_command_units);
  } else {
    ++fields.commands_refused[static_cast<size_t>(result.fault)];
  }
  reporter.CommandGiven(command, result);
  if (sink) {
    sink(fields.tick + 1, command, result);
  }
  return result;
}

std::optional<uint16_t> World::Impl::SlotForHandle(nav::SourceId source, CommandResult& result) {
  const std::optional<uint16_t> slot = SlotFor(source);
  if (!slot.has_value()) {
    result.fault = CommandFault::kTableFull;
    result.detail = absl::StrCat("source: no slot is free for source ", source, ", the limit is ",
                                 SourceSlots::kSlotsMax);
    return std::nullopt;
  }
  if (tables.sources[*slot].next_counter > WireHandle::kCounterMax) {
    result.fault = CommandFault::kTableFull;
    result.detail =
        absl::StrCat("source: source ", source, " has used all ", WireHandle::kCounterMax, " handles");
    return std::nullopt;
  }
  return slot;
}

void World::Impl::ApplyBody(nav::SourceId source, const SubmitPath& submit, CommandResult& result) {
  nav::PathRequest searched = submit.request;
  searched.random_seed = options.seed;  // NAV-007
  result.fault = ResolveObjects(tables, source, epoch_tag(), searched, &result.detail);
  if (result.fault != CommandFault::kNone) {
    return;
  }
  nav::RequestOwner owner{.source = source};
  if (submit.follow) {
    result.fault = tables.Judge(*submit.follow, source, epoch_tag(), HandleKind::kObstacle);
    if (result.fault != CommandFault::kNone) {
      result.detail = absl::StrCat("path.follow_handle: ", absl::Hex(submit.follow->value, absl::kZeroPad16),
                                   ": ", std::string(ReasonOf(result.fault)));
      return;
    }
    owner.follow_entity = ObjectIdOf(*submit.follow).value;
  }
  Submit(owner, searched, submit.client_ref, submit.want_polys, result);
}

void World::Impl::ApplyBody(nav::SourceId source, const SubmitQuery& submit, CommandResult& result) {
  FOOTFALL_CHECK(submit.request.path() == nullptr);
  Submit({.source = source}, submit.request, submit.client_ref, false, result);
}

void World::Impl::Submit(const nav::RequestOwner& owner, const nav::NavRequest& request,
                         const ClientRef& client_ref, bool want_polys, CommandResult& result) {
  const nav::SourceId source = owner.source;
  const std::optional<uint16_t> slot = SlotForHandle(source, result);
  if (!slot.has_value()) {
    return;
  }
  const nav::SubmitOutcome outcome = path_server.Submit(request, owner, fields.tick + 1);
  if (!outcome.handle.valid()) {
    result.fault = FaultOf(outcome.refusal);
    FOOTFALL_CHECK(result.fault != CommandFault::kNone);
    result.detail = RefusalDetail(source, request, result.fault);
    return;
  }

  const uint64_t counter = *tables.sources.TakeCounter(*slot);
  sources_leaf.MarkDirty(*slot);
  const LiveRequest named{outcome.handle, counter, *slot, want_polys, client_ref};
  live.Add(named);
  RequestView seen;
  seen.handle = WireOf(named);
  seen.source = source;
  seen.client_ref = client_ref;
  seen.want_polys = want_polys;
  tables.requests.Insert(std::move(seen));
  Refresh(outcome.handle);
  result.handle = WireOf(named);
}

void World::Impl::ApplyBody(nav::SourceId source, const ReleasePath& release, CommandResult& result) {
  GiveUp(source, release.handle, false, result);
}

void World::Impl::ApplyBody(nav::SourceId source, const CancelPath& cancel, CommandResult& result) {
  GiveUp(source, cancel.handle, true, result);
}

void World::Impl::ApplyBody(nav::SourceId /*source*/, const SetFocus& focus, CommandResult& result) {
  if (result.detail = FaultOf(focus); !result.detail.empty()) {
    result.fault = CommandFault::kBadNumber;
  } else if (focus.switch_ms != 0) {
    streamer.SwitchFocus(focus.position, int64_t{focus.switch_ms} * platform::kNsPerMs, now_ns());
  } else {
    streamer.SetFocus(focus.position, focus.velocity, now_ns());
  }
}

void World::Impl::ApplyBody(nav::SourceId source, const SetRequiredRegion& region, CommandResult& result) {
  if (result.detail = FaultOf(region); !result.detail.empty()) {
    result.fault = CommandFault::kBadNumber;
  } else if (!streamer.SetRegion(region.kind, source, platform::Xy(region.center), region.radius)) {
    result.fault = CommandFault::kTableFull;
    result.detail =
        absl::StrCat("load_regions_max: all ", options.profile.load_regions_max, " load regions are in use");
  }
}

void World::Impl::ApplyBody(nav::SourceId source, const ClearRequiredRegion& region,
                            CommandResult& /*result*/) {
  streamer.ClearRegion(region.kind, source);
}

void World::Impl::ApplyBody(nav::SourceId /*source*/, const SetContentPack& pack, CommandResult& result) {
  if (!streamer.SetGroup(pack.group, pack.on)) {
    result.fault = CommandFault::kBadNumber;
    result.detail = absl::StrCat("group: ", pack.group, " is no content pack of this world");
  }
}

void World::Impl::ApplyBody(nav::SourceId /*source*/, const TuneMovementCost& tune, CommandResult& result) {
  if (result.detail = FaultOf(tune); !result.detail.empty()) {
    result.fault = CommandFault::kBadNumber;
    return;
  }
  platform::MovementCost(fields.movement_costs, tune.cost) = tune.value;
}

void World::Impl::ApplyBody(nav::SourceId source, const EndSource& /*end*/, CommandResult& /*result*/) {
  streamer.ClearOwner(source);
  upkeep.EndSource(source);
  const std::optional<uint16_t> slot = tables.sources.Find(source);
  if (!slot.has_value()) {
    return;  // it never gave a command that needs a slot
  }
  const int released = path_server.ReleaseSource(source);
  const auto requests = tables.OfSlot(*slot, epoch_tag());
  FOOTFALL_CHECK(static_cast<size_t>(released) == requests.size());
  std::vector<nav::RequestHandle> issues;
  issues.reserve(requests.size());
  for (const RequestView* request : requests) {
    issues.push_back(live.Find(*slot, request->handle.counter())->issue);
  }
  for (const nav::RequestHandle issue : issues) {
    Forget(issue);
  }
  objects.RemoveOf(*slot, epoch_tag(), tables);
  tables.sources.Close(*slot);
  sources_leaf.MarkDirty(*slot);
  tables_changed = true;
}

bool World::Impl::IsOwnObstacle(nav::SourceId source, WireHandle handle, const char* field,
                                CommandResult& result) const {
  result.fault = tables.Judge(handle, source, epoch_tag(), HandleKind::kObstacle);
  if (result.fault == CommandFault::kNone) {
    return true;
  }
  result.detail = absl::StrCat(field, ": ", absl::Hex(handle.value, absl::kZeroPad16), ": ",
                               std::string(ReasonOf(result.fault)));
  return false;
}

template <class Put>
void World::Impl::PutOne(nav::SourceId source, const Put& put, CommandResult& result) {
  constexpr bool kIsObstacle = std::is_same_v<Put, PutObstacle>;
  if (put.handle.valid()) {
    if (IsOwnObstacle(source, put.handle, kIsObstacle ? "obstacle_handle" : "hazard_handle", result)) {
      objects.Move(put, tables, result);
      tables_changed = true;
    }
    return;
  }
  if constexpr (kIsObstacle) {
    if (put.description.kind == nav::ObjectKind::kVehicleDoor) {
      if (!IsOwnObstacle(source, put.vehicle, "vehicle_handle", result)) {
        return;
      }
      const ObstacleView& vehicle = *tables.obstacles.Find(put.vehicle);
      if (vehicle.hazard.has_value() || vehicle.description.kind != nav::ObjectKind::kVehicle) {
        result.fault = CommandFault::kHandleKind;
        result.detail = "vehicle_handle: it is no vehicle's";
        return;
      }
    }
  }
  const std::optional<uint16_t> slot = SlotForHandle(source, result);
  if (!slot.has_value() || !objects.HasRoom(*slot, source == 0, result)) {
    return;
  }
  const uint64_t counter = *tables.sources.TakeCounter(*slot);
  sources_leaf.MarkDirty(*slot);
  objects.Add(WireHandle::Make(HandleKind::kObstacle, epoch_tag(), *slot, counter), source, put, tables,
              result);
  tables_changed = true;
}

void World::Impl::ApplyBody(nav::SourceId source, const RemoveObstacle& remove, CommandResult& result) {
  if (IsOwnObstacle(source, remove.handle, "handle", result)) {
    objects.Remove(remove.handle, tables);
    tables_changed = true;
  }
}

std::optional<uint16_t> World::Impl::SlotFor(nav::SourceId source) {
  std::optional<uint16_t> slot = tables.sources.Find(source);
  if (!slot.has_value()) {
    const size_t before = tables.sources.size();
    slot = tables.sources.Open(source);
    if (slot.has_value()) {
      tables_changed = true;
      sources_leaf.MarkDirty(*slot);
      if (tables.sources.size() != before) {
        sources_leaf.MarkAllDirty();
      }
    }
  }
  return slot;
}

std::string World::Impl::RefusalDetail(nav::SourceId source, const nav::NavRequest& request,
                                       CommandFault fault) const {
  const platform::Profile& profile = options.profile;
  const RequestPool pool = PoolOf(profile, request.type());
  const nav::PathRequest* path = request.path();
  switch (fault) {
    case CommandFault::kSlotsFull:
      return absl::StrCat(pool.field, ": all ", pool.slots, " ", pool.name, " slots are in use");
    case CommandFault::kReserve:
      return absl::StrCat("in_world_reserve: of ", pool.slots, " ", pool.name,
                          " slots only the reserve for peds of the world is left, ", profile.in_world_reserve,
                          " of ", profile.path_requests_max, " path slots and that share of the others");
    case CommandFault::kSourceQuota:
      return absl::StrCat("requests_per_session_max: source ", source, " holds as many ", pool.name,
                          " requests as a session may, ", profile.requests_per_session_max, " of ",
                          profile.path_requests_max, " path slots and that share of the others");
    case CommandFault::kBadFlags:
      return absl::StrCat("flags: the mask 0x", absl::Hex(path == nullptr ? 0 : path->flags),
                          " holds a bit that has no effect in this version");
    case CommandFault::kBadNumber: {
      const std::string number = path == nullptr ? std::string() : FirstBadNumber(*path);
      return number.empty() ? "request: a number is out of its bounds" : number;
    }
    default:
      return "request: this type is not in use";
  }
}

void World::Impl::GiveUp(nav::SourceId source, WireHandle handle, bool cancel, CommandResult& result) {
  result.fault = tables.Judge(handle, source, epoch_tag(), HandleKind::kPathRequest);
  if (result.fault != CommandFault::kNone) {
    result.detail = absl::StrCat("handle: ", absl::Hex(handle.value, absl::kZeroPad16), ": ",
                                 std::string(ReasonOf(result.fault)));
    return;
  }
  const nav::RequestHandle issue = live.Find(handle.slot(), handle.counter())->issue;
  const bool was_live = cancel ? path_server.Cancel(issue) : path_server.Release(issue);
  FOOTFALL_CHECK(was_live);
  Forget(issue);
}

// ---- Phase 2: settle, publish, reclaim

void World::Impl::SyncPathServer() {
  reporter.CommandsEnd(fields.main_units);
  path_server.Sync(fields.tick + 1);
  for (const nav::RequestHandle issue : carried) {
    Refresh(issue);
  }
  carried.clear();
  for (const nav::LedgerRow& row : path_server.ledger()) {
    if (row.handle.valid()) {
      carried.push_back(row.handle);
      Refresh(row.handle);
    }
  }
  finished.clear();
  for (const nav::Completion& completion : path_server.completed()) {
    Refresh(completion.handle);
    const LiveRequest* request = live.Find(completion.handle);
    FOOTFALL_CHECK(request != nullptr);
    finished.push_back(WireOf(*request));
  }
  for (const nav::Completion& completion : path_server.expired()) {
    Forget(completion.handle);
  }
  fields.main_units +=
      path_server.completed().size() * static_cast<uint64_t>(options.profile.main_publish_units);
}

// Steps 1 to 3 of NAV-057. Tiles that come or go send searches back before anything is patched (R4).
void World::Impl::SyncTiles() {
  upkeep.BeginSync(now_ns());
  failure = streamer.Sync(now_ns());
  if (!failure.ok()) return;
  mesh = streamer.view();
  path_server.AbortForTiles(streamer.changed());
  reporter.JobsBegin(upkeep.jobs());
  upkeep.Sync(now_ns(), path_server.left_ns());
  reporter.JobsEnd(upkeep.jobs(), path_server.counters());
}

// What commands changed shows from here on (R2): searches that begin in this tick see it. Step 7 of NAV-057.
void World::Impl::SyncObjects() {
  const platform::Vec2 origin = streamer.state().regions.front().center;
  const bool objects_changed = objects.Sync(origin, epoch_tag(), tables, tables_changed);
  const bool costs_changed = !(shown_costs() == fields.movement_costs);
  if (objects_changed || costs_changed) {
    nav::NavViewBuilder builder(*mesh);
    builder.SetObjects(objects.snapshot());
    if (costs_changed) {
      builder.SetMovementCosts(std::make_shared<const platform::MovementCosts>(fields.movement_costs));
    }
    mesh = builder.Build();
    streamer.Continue(mesh);
  }
}

// ---- Phase 8's end

void World::Impl::SettleMainCore() {
  reporter.SyncEnds(fields.main_units);
  fields.main_units += static_cast<uint64_t>(options.profile.main_load_units);
  path_server.SettleMain(fields.tick + 1, fields.main_units);
}

// ---- Phase 9

void World::Impl::Commit() {
  ++fields.tick;
  fields.open_commands = 0;
  fields.main_units = 0;
  if (options.hash_observer != nullptr) options.hash_observer->WaitBegins();
  digest = UpdateHash();
  if (options.hash_observer != nullptr) options.hash_observer->WaitEnds();
  Publish();
}

void World::Impl::Refresh(nav::RequestHandle issue) {
  const LiveRequest* request = live.Find(issue);
  if (request == nullptr) {
    return;
  }
  RequestView& seen = tables.requests.Mutable(WireOf(*request));
  seen.state = path_server.State(issue);
  seen.request = *path_server.Request(issue);
  seen.timing = *path_server.Timing(issue);
  if (!seen.is_complete() && seen.state == nav::SlotState::kComplete) {
    if (const nav::PublishedPath* path = path_server.Result(issue)) {
      auto result = std::make_shared<nav::PathResult>();
      path->CopyTo(*result);
      seen.result = std::move(result);
    } else {
      auto answer = std::make_shared<nav::QueryResult>();
      path_server.Answer(issue)->CopyTo(*answer);
      seen.answer = std::move(answer);
    }
  }
  tables_changed = true;
}

void World::Impl::Forget(nav::RequestHandle issue) {
  tables.requests.Erase(WireOf(*live.Find(issue)));
  live.Remove(issue);
  tables_changed = true;
}

std::shared_ptr<const platform::StateDigest> World::Impl::UpdateHash() {
  world_leaf.Update(fields);
  path_server.UpdateHash();
  mesh_leaf.Update(MeshFields{mesh->build_id(), mesh->generation(), mesh->resident().size()});
  stream_leaf.Update(streamer.state());
  sources_leaf.Update(SourceRows{&tables.sources});
  live.UpdateHash();
  objects.UpdateHash();
  upkeep.UpdateHash();
  const platform::HashLeaf* const leaves[] = {
      &world_leaf,   &mesh_leaf,        &stream_leaf,         &upkeep.edits_leaf(),    &upkeep.jobs_leaf(),
      &sources_leaf, &live.hash_leaf(), &objects.hash_leaf(), &path_server.hash_leaf()};
  auto made = std::make_shared<platform::StateDigest>();
  platform::CopyDigest(leaves, made.get());
  return made;
}

std::shared_ptr<const StreamingView> World::Impl::SeenStreaming() const {
  const nav::StreamState& state = streamer.state();
  const platform::Vec3 focus = state.focus.PositionAt(rate.StartOf(fields.tick).ns);
  // Without streaming all stays as it is but for swaps of content packs and another focus.
  if (!streamer.is_streaming() && view != nullptr && view->streaming->focus == focus &&
      view->streaming->counters == state.counters && view->streaming->regions == state.regions) {
    return view->streaming;
  }
  auto seen = std::make_shared<StreamingView>();
  seen->is_streaming = streamer.is_streaming();
  seen->focus = focus;
  seen->resident_bytes = streamer.resident_bytes();
  seen->disk_waits = streamer.disk_waits();
  seen->counters = state.counters;
  seen->regions = state.regions;
  seen->requested = state.requested;
  return seen;
}

void World::Impl::Publish() {
  auto next = std::make_shared<PublishedView>();
  next->world_epoch = options.epoch;
  next->tick = fields.tick;
  next->open_commands = fields.open_commands;
  next->sim_time_ns = rate.StartOf(fields.tick).ns;
  next->mesh = mesh;
  next->hash = digest;
  next->finished = finished;
  next->streaming = SeenStreaming();
  next->upkeep = upkeep.View(view == nullptr ? nullptr : view->upkeep);
  const nav::PathCounters& counters = path_server.counters();
  const auto completed = [&](nav::CompletionCode code) {
    return counters.completed[static_cast<size_t>(code)];
  };
  next->figures = {.slots_in_use = counters.slots_in_use,
                   .slots_high_water = counters.slots_high_water,
                   .submitted = counters.submitted,
                   .refused = Sum(counters.refused),
                   .completed = Sum(counters.completed),
                   .cancelled = counters.cancelled,
                   .expired = counters.expired,
                   .restarts = counters.restarts,
                   .heaps_full = counters.heaps_full,
                   .fragments_full = counters.fragments_full,
                   .points_full = counters.points_full,
                   .visited_full = completed(nav::CompletionCode::kRanOutOfVisitedPolysSpace),
                   .polys_full = completed(nav::CompletionCode::kReachedMaxPathPolys),
                   .no_room = counters.results_without_room};
  next->objects = objects.figures();
  for (size_t type = 0; type < counters.by_type.size(); ++type) {
    const nav::TypeCounters& of_type = counters.by_type[type];
    const int32_t slots = PoolOf(options.profile, static_cast<nav::RequestType>(type)).slots;
    next->figures.by_type[type] = {static_cast<uint32_t>(slots),
                                   of_type.slots_in_use,
                                   of_type.slots_high_water,
                                   of_type.submitted,
                                   of_type.full,
                                   of_type.completed};
  }
  if (tables_changed || view == nullptr) {
    next->tables = std::make_shared<const PublishedView::Tables>(tables);
    tables.requests.Seal();
    tables.obstacles.Seal();
    tables.sources.Seal();
    tables_changed = false;
  } else {
    next->tables = view->tables;
  }
  std::shared_ptr<const PublishedView> shared = std::move(next);
  const std::lock_guard lock(view_mutex);
  view.swap(shared);
}

// ---- World

World::World() = default;
World::~World() = default;

absl::StatusOr<std::unique_ptr<World>> World::Make(WorldOptions options) {
  const absl::StatusOr<platform::TickRate> rate = platform::TickRate::FromHz(options.hz);
  if (!rate.ok()) {
    return rate.status();
  }
  if (options.threads < 1 || options.threads > kHostThreadsMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("threads: ", options.threads, " is not in [1, ", kHostThreadsMax, "]"));
  }
  if (options.order_threads < 0 || options.order_threads > kHostThreadsMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("order_threads: ", options.order_threads, " is not in [0, ", kHostThreadsMax, "]"));
  }
  if (const absl::Status status = platform::ValidateProfile(options.profile); !status.ok()) {
    return status;
  }
  if (options.pack == nullptr) {
    return absl::InvalidArgumentError("pack: a world needs one");
  }
  absl::StatusOr<nav::TileSet> tiles = nav::TileSet::Create(options.pack, options.content_packs);
  if (!tiles.ok()) {
    return tiles.status();
  }
  if (options.focus.has_value()) {
    if (const std::string fault = FaultOf(SetFocus{*options.focus, {}, 0}); !fault.empty()) {
      return absl::InvalidArgumentError(absl::StrCat("focus.", fault));
    }
  }
  std::unique_ptr<World> world(new World());
  world->impl_ = std::make_unique<Impl>(std::move(options), *rate, *std::move(tiles));
  return world;
}

absl::StatusOr<std::unique_ptr<World>> World::Create(WorldOptions options) {
  absl::StatusOr<std::unique_ptr<World>> world = Make(std::move(options));
  if (!world.ok()) {
    return world;
  }
  Impl& impl = *(*world)->impl_;
  const platform::Vec3 focus = impl.options.focus.value_or(MiddleOf(impl.streamer.tiles()));
  if (absl::Status status = impl.Begin(focus); !status.ok()) {
    return status;
  }
  return world;
}

uint64_t World::tick() const { return impl_->fields.tick; }

CommandResult World::ApplyOpen(const Command& command) {
  CommandResult result = impl_->Apply(command);
  ++impl_->fields.open_commands;
  impl_->Publish();
  return result;
}

void World::Step(std::span<const Command> commands, std::vector<CommandResult>* results) {
  FOOTFALL_CHECK(impl_->failure.ok());
  for (const Command& command : commands) {
    CommandResult result = impl_->Apply(command);
    if (results != nullptr) {
      results->push_back(std::move(result));
    }
  }
  impl_->SyncPathServer();
  impl_->SyncTiles();
  impl_->SyncObjects();
  impl_->path_server.PatchPending(ObstacleGame(impl_->tables, impl_->epoch_tag()), *impl_->mesh);
  impl_->path_server.Freeze(impl_->fields.tick + 1, impl_->mesh);
  impl_->SettleMainCore();
  impl_->Commit();
}

std::shared_ptr<const PublishedView> World::view() const {
  const std::lock_guard lock(impl_->view_mutex);
  return impl_->view;
}

const platform::StateDigest& World::hash() const { return *impl_->digest; }

const absl::Status& World::failure() const { return impl_->failure; }

void World::set_command_sink(CommandSink sink) { impl_->sink = std::move(sink); }

const WorldOptions& World::options() const { return impl_->options; }

std::string World::PinPathWorker() { return impl_->path_server.PinWorker().note; }

}  // namespace footfall::sim
