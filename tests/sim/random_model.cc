#include "tests/sim/random_model.h"

#include <algorithm>
#include <variant>

#include "absl/strings/str_cat.h"
#include "nav/dynamic/object_snapshot.h"
#include "nav/query/query_result.h"

namespace footfall::sim::testing {

namespace {

// Handles that are kept for draws, the oldest dropped first.
constexpr size_t kRecentMax = 60;

void Keep(std::vector<WireHandle>& recent, WireHandle handle) {
  if (recent.size() == kRecentMax) recent.erase(recent.begin());
  recent.push_back(handle);
}

std::string Told(WireHandle handle) { return absl::StrCat("handle ", absl::Hex(handle.value)); }

// The handle that a command is about; null for commands that make something or take none.
WireHandle HandleIn(const CommandBody& body) {
  if (const auto* release = std::get_if<ReleasePath>(&body)) return release->handle;
  if (const auto* cancel = std::get_if<CancelPath>(&body)) return cancel->handle;
  if (const auto* remove = std::get_if<RemoveObstacle>(&body)) return remove->handle;
  if (const auto* put = std::get_if<PutObstacle>(&body)) return put->handle;
  if (const auto* hazard = std::get_if<PutHazard>(&body)) return hazard->handle;
  return {};
}

bool EndsRequest(const CommandBody& body) {
  return std::holds_alternative<ReleasePath>(body) || std::holds_alternative<CancelPath>(body);
}

bool IsAboutHandle(const CommandBody& body) {
  return EndsRequest(body) || std::holds_alternative<RemoveObstacle>(body) || HandleIn(body).valid();
}

bool IsAboutHandles(CommandFault fault) {
  return fault == CommandFault::kHandleUnknown || fault == CommandFault::kHandleExpired ||
         fault == CommandFault::kHandleKind || fault == CommandFault::kWorldChanged;
}

}  // namespace

RandomModel::RandomModel(const World& world, const RandomModel* before)
    : world_(world), epoch_tag_(static_cast<uint8_t>(world.options().epoch)) {
  if (before == nullptr) return;
  recent_requests_ = before->recent_requests_;
  recent_obstacles_ = before->recent_obstacles_;
}

std::vector<WireHandle> RandomModel::Of(const Table& table, nav::SourceId source) {
  std::vector<WireHandle> handles;
  for (const auto& [value, issued] : table) {
    if (issued.source == source) handles.push_back({value});
  }
  return handles;
}

void RandomModel::End(nav::SourceId source) {
  const auto is_its = [&](const auto& entry) { return entry.second.source == source; };
  std::erase_if(requests_, is_its);
  std::erase_if(obstacles_, is_its);
}

std::string RandomModel::TookHandle(const Command& command, const CommandResult& result) {
  const WireHandle handle = HandleIn(command.body);
  Table& table = EndsRequest(command.body) ? requests_ : obstacles_;
  const auto found = table.find(handle.value);
  const bool is_own = found != table.end() && found->second.source == command.source;
  const bool is_put =
      std::holds_alternative<PutObstacle>(command.body) || std::holds_alternative<PutHazard>(command.body);
  if (!is_own)
    return IsAboutHandles(result.fault) ? "" : absl::StrCat(Told(handle), " was taken, and is not its own");
  if (is_put) {
    const bool is_of_kind = found->second.is_hazard == std::holds_alternative<PutHazard>(command.body);
    if (!is_of_kind && result.fault != CommandFault::kHandleKind)
      return absl::StrCat(Told(handle), " is of another kind");
    return is_of_kind && IsAboutHandles(result.fault) ? absl::StrCat(Told(handle), " is live and was refused")
                                                      : "";
  }
  if (result.fault != CommandFault::kNone)
    return absl::StrCat(Told(handle), " is live and was refused: ", result.detail);
  table.erase(found);
  return "";
}

std::string RandomModel::TookNew(const Command& command, const CommandResult& result) {
  const HandleKind made = MadeBy(command.body);
  if (made == HandleKind::kNone || result.fault != CommandFault::kNone) {
    return result.handle.valid() ? absl::StrCat(Told(result.handle), " came of nothing") : "";
  }
  const WireHandle handle = result.handle;
  if (handle.kind() != made || handle.epoch_tag() != epoch_tag_)
    return absl::StrCat(Told(handle), " is of another kind or epoch");
  uint64_t& last = last_counters_[handle.slot()];
  if (handle.counter() <= last)
    return absl::StrCat(Told(handle), " does not rise, the last counter was ", last);
  last = handle.counter();
  Issued issued;
  issued.source = command.source;
  issued.is_hazard = std::holds_alternative<PutHazard>(command.body);
  if (const auto* query = std::get_if<SubmitQuery>(&command.body)) issued.type = query->request.type();
  const bool is_request = made == HandleKind::kPathRequest;
  (is_request ? requests_ : obstacles_).emplace(handle.value, issued);
  Keep(is_request ? recent_requests_ : recent_obstacles_, handle);
  submitted_ += is_request ? 1 : 0;
  return "";
}

std::string RandomModel::Took(uint64_t tick, const Command& command, const CommandResult& result) {
  if (result.applied_tick != tick) return "it was applied in another tick";
  if ((result.fault == CommandFault::kNone) != result.detail.empty())
    return "a refusal says why, and nothing else does";
  if (std::holds_alternative<EndSource>(command.body)) {
    End(command.source);
    return result.fault == CommandFault::kNone ? "" : "a source can always end";
  }
  return IsAboutHandle(command.body) ? TookHandle(command, result) : TookNew(command, result);
}

std::string RandomModel::SawRequests(const PublishedView& view) {
  for (const WireHandle handle : view.finished) {
    const auto found = requests_.find(handle.value);
    if (found == requests_.end()) return absl::StrCat(Told(handle), " is finished and not live");
    if (found->second.is_complete) return absl::StrCat(Told(handle), " finished twice");
    found->second.is_complete = true;
    ++completed_;
  }
  for (auto entry = requests_.begin(); entry != requests_.end();) {
    const WireHandle handle{entry->first};
    Issued& issued = entry->second;
    const RequestView* seen = view.Find(handle);
    if (seen == nullptr) {
      if (!issued.is_complete || issued.expires_tick != view.tick)
        return absl::StrCat(Told(handle), " is gone before its time");
      ++expired_;
      entry = requests_.erase(entry);
      continue;
    }
    if (seen->handle != handle || seen->source != issued.source)
      return absl::StrCat(Told(handle), " is another's");
    if (seen->request.type() != issued.type) return absl::StrCat(Told(handle), " changed its type");
    if (seen->is_complete() != issued.is_complete)
      return absl::StrCat(Told(handle), " has a result and did not finish, or the other way round");
    if (issued.is_complete != (seen->state == nav::SlotState::kComplete))
      return absl::StrCat(Told(handle), " is in a wrong state");
    if (issued.is_complete && seen->timing.expires_tick <= view.tick)
      return absl::StrCat(Told(handle), " has outlived itself");
    issued.expires_tick = seen->timing.expires_tick;
    ++entry;
  }
  return "";
}

int RandomModel::SlotsOf(nav::RequestType type) const {
  const platform::Profile& profile = world_.options().profile;
  switch (type) {
    case nav::RequestType::kPath:
      return profile.path_requests_max;
    case nav::RequestType::kLineOfSight:
      return profile.los_requests_max;
    case nav::RequestType::kAudioProperties:
      return profile.audio_requests_max;
    case nav::RequestType::kFloodFill:
      return profile.flood_fill_requests_max;
    case nav::RequestType::kClearArea:
      return profile.clear_area_requests_max;
    case nav::RequestType::kClosestPosition:
      return profile.closest_position_requests_max;
    default:
      return 0;
  }
}

// Each type's slots by itself; what was cancelled in this tick is gone with the sync before.
std::string RandomModel::SawSlots(const PublishedView& view) const {
  std::array<uint32_t, nav::kRequestTypes> live{};
  std::map<nav::SourceId, int> of_source;
  for (const auto& [handle, issued] : requests_) {
    ++live[static_cast<size_t>(issued.type)];
    ++of_source[issued.source];
  }
  uint32_t in_use = 0;
  for (int i = 0; i < nav::kRequestTypes; ++i) {
    const RequestTypeFigures& figures = view.figures.by_type[static_cast<size_t>(i)];
    const auto slots = static_cast<uint32_t>(SlotsOf(static_cast<nav::RequestType>(i)));
    if (figures.slots_in_use > slots)
      return absl::StrCat("type ", i, ": ", figures.slots_in_use, " of ", slots, " slots in use");
    if (live[static_cast<size_t>(i)] != figures.slots_in_use) {
      return absl::StrCat("type ", i, ": ", live[static_cast<size_t>(i)], " live, ", figures.slots_in_use,
                          " slots in use");
    }
    in_use += figures.slots_in_use;
  }
  if (in_use != view.figures.slots_in_use) return "the pools' slots do not add up";
  if (view.figures.submitted != submitted_)
    return absl::StrCat(view.figures.submitted, " submitted, expected ", submitted_);
  if (view.figures.completed != completed_)
    return absl::StrCat(view.figures.completed, " completed, expected ", completed_);
  if (view.figures.expired != expired_)
    return absl::StrCat(view.figures.expired, " expired, expected ", expired_);
  for (const auto& [source, count] : of_source) {
    if (view.OfSource(source).size() != static_cast<size_t>(count))
      return absl::StrCat("source ", source, " shows other requests");
  }
  return "";
}

std::string RandomModel::SawObstacles(const PublishedView& view) const {
  const platform::Profile& profile = world_.options().profile;
  uint32_t hazards = 0;
  std::map<nav::SourceId, int> of_source;
  for (const auto& [value, issued] : obstacles_) {
    const ObstacleView* seen = view.FindObstacle({value});
    if (seen == nullptr) return absl::StrCat(Told({value}), " is gone");
    if (seen->source != issued.source || seen->hazard.has_value() != issued.is_hazard)
      return absl::StrCat(Told({value}), " is another");
    hazards += issued.is_hazard ? 1 : 0;
    ++of_source[issued.source];
  }
  const ObjectFigures& figures = view.objects;
  if (figures.hazards != hazards) return absl::StrCat(figures.hazards, " hazards, expected ", hazards);
  if (figures.records + hazards != obstacles_.size())
    return absl::StrCat(figures.records, " obstacles, expected ", obstacles_.size() - hazards);
  if (figures.placed > static_cast<uint32_t>(profile.dynamic_objects_max))
    return "more obstacles are placed than may be";
  const nav::ObjectSnapshot* snapshot = view.mesh->objects();
  const size_t in_mesh = snapshot == nullptr ? 0 : snapshot->objects_count();
  if (in_mesh != figures.placed)
    return absl::StrCat(in_mesh, " obstacles in the snapshot, placed are ", figures.placed);
  const size_t hazards_in_mesh = snapshot == nullptr ? 0 : snapshot->hazards().size();
  if (hazards_in_mesh != hazards)
    return absl::StrCat(hazards_in_mesh, " hazards in the snapshot, expected ", hazards);
  for (const auto& [source, count] : of_source) {
    if (source != 0 && count > profile.obstacles_per_session_max)
      return absl::StrCat("source ", source, " has ", count, " obstacles");
    if (view.ObstaclesOfSource(source).size() != static_cast<size_t>(count))
      return absl::StrCat("source ", source, " shows other obstacles");
  }
  return "";
}

std::string RandomModel::SawTiles(const PublishedView& view) const {
  const nav::Pack& pack = *world_.options().pack;
  const std::vector<nav::MeshIndex>& resident = view.mesh->resident();
  for (const nav::MeshIndex index : resident) {
    if (pack.Find(index) == nullptr) return absl::StrCat("tile ", index, " is not in the pack");
  }
  const size_t most = view.streaming->is_streaming
                          ? static_cast<size_t>(world_.options().profile.resident_tiles_max)
                          : pack.entries().size();
  if (resident.size() > most)
    return absl::StrCat(resident.size(), " tiles are resident, the most are ", most);
  if (!view.streaming->is_streaming && resident.size() != most) return "a tile is missing";
  return "";
}

std::string RandomModel::Saw(const PublishedView& view) {
  if (view.tick != world_.tick() || view.world_epoch != world_.options().epoch)
    return "the view is of another moment";
  if (std::string fault = SawRequests(view); !fault.empty()) return fault;
  if (std::string fault = SawSlots(view); !fault.empty()) return fault;
  if (std::string fault = SawObstacles(view); !fault.empty()) return fault;
  return SawTiles(view);
}

}  // namespace footfall::sim::testing
