#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/movement_cost_names.h"
#include "platform/state_bytes.h"
#include "sim/snapshot_envelope.h"
#include "sim/snapshot_parts.h"
#include "sim/world_edit_command.h"
#include "sim/world_impl.h"

namespace footfall::sim {
namespace {

using platform::RestoreVisitor;
using platform::SaveVisitor;

// More units than the main core of any tick spends; their time in ns is a number.
constexpr uint64_t kUnitsMax = uint64_t{1} << 40;

absl::Status NotOfAWorld(std::string_view part, std::string_view fault) {
  return absl::DataLossError(absl::StrCat("snapshot: ", std::string(part), ": ", std::string(fault)));
}

absl::Status Another(const char* what, const std::string& found, const std::string& expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("snapshot: ", what, " ", found, " was found, expected is ", expected));
}

absl::Status AnotherId(const char* what, uint64_t found, uint64_t expected) {
  return Another(what, platform::HashText(found), platform::HashText(expected));
}

// Every part in its order, for both directions.
template <class P, class Sources, class Live, class Objects, class Visitor>
void VisitParts(P& parts, Sources& sources, Live& live, Objects& objects, Visitor& visitor) {
  visitor.Field("pins", parts.pins);
  visitor.Field("world", parts.fields);
  visitor.Field("digest", parts.digest);
  visitor.Field("streaming", parts.streaming);
  visitor.Field("upkeep", parts.upkeep);
  visitor.Field("sources", sources);
  visitor.Field("handles", live);
  visitor.Field("objects", objects);
  visitor.Field("path_server", parts.path_server);
  visitor.Field("seen", parts.seen);
}

}  // namespace

// ---- Save

SnapshotHeader World::Impl::MakeHeader(uint64_t state_hash) const {
  SnapshotHeader header;
  header.state_schema = kStateSchema;
  header.software = "footfall " FOOTFALL_VERSION;
  header.tick = fields.tick;
  header.seed = fields.seed;
  header.profile_hash = fields.profile_hash;
  header.world_build_id = streamer.tiles().base().build_id();
  header.hz = fields.hz;
  header.epoch = options.epoch;
  header.open_commands = fields.open_commands;
  header.state_hash = state_hash;
  return header;
}

void World::Impl::SaveTo(std::string& payload) {
  SnapshotParts parts;
  parts.pins = {streamer.tiles().digest(), options.corrections.digest()};
  parts.fields = fields;
  parts.digest = SavedDigest::Of(*digest);
  parts.streaming = streamer.Save();
  parts.upkeep = upkeep.Save();
  parts.path_server = path_server.Save();
  parts.seen.movement_costs = shown_costs();
  for (const nav::RequestHandle issue : carried) {
    if (live.Find(issue) != nullptr) parts.seen.carried.push_back(issue);
  }
  for (const WireHandle handle : finished) parts.seen.finished.push_back({handle.slot(), handle.counter()});
  live.ForEach([&](const LiveRequest& request) {
    const RequestView& view_of = *tables.requests.Find(WireOf(request));
    const bool is_fresh = view_of.state == path_server.State(request.issue) &&
                          view_of.request == *path_server.Request(request.issue) &&
                          view_of.timing == *path_server.Timing(request.issue);
    if (!is_fresh)
      parts.seen.stale.push_back({request.issue, view_of.state, view_of.request, view_of.timing});
  });
  objects.PrepareSave();
  SaveVisitor visitor(payload);
  const SourceRows sources{&tables.sources};
  VisitParts(std::as_const(parts), sources, std::as_const(live), std::as_const(objects), visitor);
}

std::string World::Save() {
  FOOTFALL_CHECK(impl_->failure.ok());
  std::string payload;
  impl_->SaveTo(payload);
  return SealSnapshot(impl_->MakeHeader(impl_->UpdateHash()->root), payload);
}

// ---- Restore

namespace {

bool AreCosts(platform::MovementCosts costs) {
  for (uint8_t cost = 0; cost < platform::MovementCostNames().size(); ++cost) {
    if (!FaultOf(TuneMovementCost{cost, platform::MovementCost(costs, cost)}).empty()) return false;
  }
  return true;
}

std::string FaultOfFields(const WorldFields& fields, const SnapshotHeader& header) {
  const bool fits = fields.tick == header.tick && fields.seed == header.seed &&
                    fields.profile_hash == header.profile_hash && fields.hz == header.hz &&
                    fields.open_commands == header.open_commands;
  if (!fits) return "not the numbers of the header";
  if (fields.tick >= platform::TickRate::kTickMax / 2) return "a tick that no world reaches";
  if (!AreCosts(fields.movement_costs)) return "movement_costs: out of bounds";
  return fields.main_units <= kUnitsMax ? "" : "main_units: out of bounds";
}

}  // namespace

absl::Status World::CheckHeader(const WorldOptions& options, const SnapshotHeader& header) {
  if (header.state_schema != kStateSchema) {
    return Another("state schema", absl::StrCat(header.state_schema), absl::StrCat(kStateSchema));
  }
  if (options.pack == nullptr) return absl::InvalidArgumentError("pack: a world needs one");
  if (header.world_build_id != options.pack->build_id()) {
    return AnotherId("world build id", header.world_build_id, options.pack->build_id());
  }
  const uint64_t profile = platform::ProfileHash(options.profile);
  if (header.profile_hash != profile) return AnotherId("profile hash", header.profile_hash, profile);
  if (header.hz != options.hz) return Another("hz", absl::StrCat(header.hz), absl::StrCat(options.hz));
  return absl::OkStatus();
}

std::string World::Impl::RestoreRequests() {
  std::string fault;
  size_t known = 0;
  for (int i = 0; i < path_server.slots_count(); ++i) {
    const nav::SlotState state = path_server.slot(i).state;
    known += state != nav::SlotState::kEmpty && state != nav::SlotState::kCancelling ? 1 : 0;
  }
  if (known != live.size()) return "not one for each request";
  live.ForEach([&](const LiveRequest& request) {
    const auto source = tables.sources.OwnerOf(request.slot, request.counter);
    const nav::RequestOwner* owner = path_server.Owner(request.issue);
    if (owner == nullptr || !source.has_value() || owner->source != *source) {
      fault = absl::StrCat("request ", request.issue.value, ": of no source or not there");
      return;
    }
    RequestView seen;
    seen.handle = WireOf(request);
    seen.source = *source;
    seen.client_ref = request.client_ref;
    seen.want_polys = request.want_polys;
    tables.requests.Insert(std::move(seen));
    Refresh(request.issue);
  });
  return fault;
}

std::string World::Impl::RestoreSeen(const SavedSeen& seen) {
  if (!AreCosts(seen.movement_costs)) return "movement_costs: out of bounds";
  for (const nav::RequestHandle issue : seen.carried) {
    if (live.Find(issue) == nullptr) return "carried: not live";
  }
  carried = seen.carried;
  for (const auto& [slot, counter] : seen.finished) {
    if (slot >= tables.sources.size() || counter > WireHandle::kCounterMax) return "finished: of no source";
    finished.push_back(WireHandle::Make(HandleKind::kPathRequest, epoch_tag(), slot, counter));
  }
  for (const SavedSeen::Stale& stale : seen.stale) {
    const LiveRequest* request = live.Find(stale.issue);
    if (request == nullptr) return "stale: not live";
    RequestView& view_of = tables.requests.Mutable(WireOf(*request));
    const bool is_waiting = stale.state == nav::SlotState::kPending || stale.state == nav::SlotState::kActive;
    if (!is_waiting || view_of.is_complete() || stale.request.type() != view_of.request.type()) {
      return "stale: what the request never was";
    }
    view_of.state = stale.state;
    view_of.request = stale.request;
    view_of.timing = stale.timing;
  }
  return "";
}

absl::Status World::Impl::RestoreFrom(const SnapshotHeader& header, std::string_view payload, size_t offset) {
  SnapshotParts parts;
  SavedSources sources;
  RestoreVisitor visitor(payload, offset);
  VisitParts(parts, sources, live, objects, visitor);
  if (!visitor.ok()) return absl::DataLossError(absl::StrCat("snapshot: ", visitor.fault()));
  if (!visitor.at_end()) return NotOfAWorld("payload", "bytes after its end");
  const uint64_t packs = streamer.tiles().digest();
  if (parts.pins.packs != packs) return AnotherId("set of packs", parts.pins.packs, packs);
  const uint64_t corrections = options.corrections.digest();
  if (parts.pins.corrections != corrections) {
    return AnotherId("list of adjacency corrections", parts.pins.corrections, corrections);
  }

  if (std::string fault = FaultOfFields(parts.fields, header); !fault.empty()) {
    return NotOfAWorld("world", fault);
  }
  options.focus = parts.streaming.state.focus.base;
  fields = parts.fields;
  digest = parts.digest.Digest();
  if (std::string fault = upkeep.Restore(parts.upkeep); !fault.empty()) return NotOfAWorld("upkeep", fault);
  if (absl::Status status = streamer.Restore(parts.streaming); !status.ok()) {
    return absl::IsInvalidArgument(status) ? NotOfAWorld("streaming", std::string(status.message())) : status;
  }
  if (std::string fault = tables.sources.Load(sources.slots); !fault.empty()) {
    return NotOfAWorld("sources", fault);
  }
  const nav::PathServerFields& served = parts.path_server.fields;
  const bool is_at_tick = served.slice_tick == fields.tick && served.slice_is_frozen == (fields.tick > 0);
  if (!is_at_tick) return NotOfAWorld("path_server", "slice_tick: not of the last tick");
  if (std::string fault = path_server.FaultOf(parts.path_server); !fault.empty()) {
    return NotOfAWorld("path_server", fault);
  }
  path_server.Restore(parts.path_server);
  if (std::string fault = objects.RestoreTables(epoch_tag(), tables); !fault.empty()) {
    return NotOfAWorld("objects", fault);
  }
  if (std::string fault = RestoreRequests(); !fault.empty()) return NotOfAWorld("handles", fault);
  if (std::string fault = RestoreSeen(parts.seen); !fault.empty()) return NotOfAWorld("seen", fault);
  RestoreMesh(parts.seen.movement_costs);

  const std::shared_ptr<const platform::StateDigest> now = UpdateHash();
  if (now->root != header.state_hash) {
    return NotOfAWorld("state", absl::StrCat("its hash is ", platform::HashText(now->root),
                                             ", that of the header ", platform::HashText(header.state_hash)));
  }
  if (fields.open_commands == 0 && *now != *digest) return NotOfAWorld("digest", "not that of the state");
  Publish();
  return absl::OkStatus();
}

void World::Impl::RestoreMesh(const platform::MovementCosts& costs) {
  mesh = streamer.view();
  const bool is_tuned = !(costs == options.profile.movement_costs);
  if (objects.snapshot() == nullptr && !is_tuned) return;
  nav::NavViewBuilder builder(*mesh);
  builder.SetObjects(objects.snapshot());
  if (is_tuned) builder.SetMovementCosts(std::make_shared<const platform::MovementCosts>(costs));
  builder.SetGeneration(mesh->generation());
  mesh = builder.Build();
  streamer.Continue(mesh);
}

absl::StatusOr<std::unique_ptr<World>> World::Restore(WorldOptions options, std::string_view snapshot) {
  const absl::StatusOr<OpenedSnapshot> opened = OpenSnapshot(snapshot);
  if (!opened.ok()) return opened.status();
  if (absl::Status status = CheckHeader(options, opened->header); !status.ok()) return status;
  options.seed = opened->header.seed;
  absl::StatusOr<std::unique_ptr<World>> world = Make(std::move(options));
  if (!world.ok()) return world;
  Impl& impl = *(*world)->impl_;
  absl::Status status = impl.RestoreFrom(opened->header, opened->payload, opened->payload_offset);
  if (!status.ok()) return status;
  return world;
}

}  // namespace footfall::sim
