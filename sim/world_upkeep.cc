#include "sim/world_upkeep.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/sim_time.h"
#include "sim/world_edit_command.h"

namespace footfall::sim {
namespace {

using nav::Area;

void Full(const char* field, int limit, const char* what, CommandResult& result) {
  result.fault = CommandFault::kTableFull;
  result.detail = absl::StrCat(field, ": all ", limit, " ", what, " are in use");
}

// Everything that is on the mesh.
Area Everywhere() {
  return Area::Box({nav::kWorldMin, nav::kWorldMin, -nav::kAreaReach},
                   {nav::kWorldMax, nav::kWorldMax, nav::kAreaReach});
}

}  // namespace

WorldUpkeep::WorldUpkeep(const platform::Profile& profile, int hz, uint64_t seed, nav::TileStreamer& streamer)
    : profile_(profile),
      streamer_(streamer),
      upkeep_(profile, hz, seed),
      ambient_(std::make_shared<const std::vector<nav::SpawnCoord>>()) {
  streamer.AddOverlaySource(&upkeep_);
}

bool WorldUpkeep::HasFault(std::string fault, CommandResult& result) {
  if (fault.empty()) return false;
  result.fault = CommandFault::kBadNumber;
  result.detail = std::move(fault);
  return true;
}

void WorldUpkeep::Apply(nav::SourceId source, const SetAreaSwitch& edit, CommandResult& result) {
  if (HasFault(FaultOf(edit), result)) return;
  if (!upkeep_.SetSwitch(*streamer_.view(), {source, edit.number, edit.kind, edit.on, edit.area})) {
    Full("path_region_switches_max", profile_.path_region_switches_max, "area switches", result);
  }
}

void WorldUpkeep::Apply(nav::SourceId source, const RemoveAreaSwitch& edit, CommandResult& /*result*/) {
  upkeep_.RemoveSwitch(*streamer_.view(), source, edit.number);
}

void WorldUpkeep::Apply(nav::SourceId /*source*/, const DisableClimb& edit, CommandResult& result) {
  if (HasFault(FaultOf(edit), result)) return;
  if (!upkeep_.DisableClimb(edit.position)) {
    Full("deferred_disable_climbs_max", profile_.deferred_disable_climbs_max, "places for waiting climbs",
         result);
  }
}

void WorldUpkeep::Apply(nav::SourceId /*source*/, const BlockLadder& edit, int64_t now_ns,
                        CommandResult& result) {
  if (HasFault(FaultOf(edit), result)) return;
  if (!upkeep_.BlockLadder(*streamer_.view(), edit.position, now_ns)) {
    HasFault(absl::StrCat("position: no ladder ends within ", nav::kLadderCrowdDistance, " m"), result);
  }
}

void WorldUpkeep::Apply(nav::SourceId source, const BlockSpawns& edit, int64_t now_ns,
                        CommandResult& result) {
  if (HasFault(FaultOf(edit), result)) return;
  const int64_t expires_ns =
      edit.duration_ms == 0 ? 0 : now_ns + int64_t{edit.duration_ms} * platform::kNsPerMs;
  if (!upkeep_.BlockSpawns({source, edit.number, edit.area, expires_ns})) {
    Full("ped_gen_blocked_areas_max", profile_.ped_gen_blocked_areas_max, "spawn-blocked areas", result);
  }
}

void WorldUpkeep::Apply(nav::SourceId source, const UnblockSpawns& edit, CommandResult& /*result*/) {
  upkeep_.UnblockSpawns(source, edit.number);
}

void WorldUpkeep::Apply(nav::SourceId source, const StartSpawnSearch& edit, int64_t now_ns,
                        CommandResult& result) {
  if (HasFault(FaultOf(edit), result)) return;
  if (upkeep_.StartSpawnSearch({source, edit.area, edit.all_polys}, now_ns)) return;
  result.fault = CommandFault::kTableFull;
  result.detail = upkeep_.state().jobs.opponent.has_work()
                      ? "start_spawn_search: one search runs, and there is no place for another"
                      : absl::StrCat("start_spawn_search: another session's result is kept for ",
                                     nav::kOpponentResultKeptMs, " ms");
}

void WorldUpkeep::Apply(nav::SourceId source, const CancelSpawnSearch& /*edit*/, CommandResult& /*result*/) {
  upkeep_.CancelSpawnSearch(source);
}

void WorldUpkeep::EndSource(nav::SourceId source) { upkeep_.EndOwner(*streamer_.view(), source); }

// ---- Phase 2

void WorldUpkeep::BeginSync(int64_t now_ns) {
  upkeep_.BeginSync(*streamer_.view(), now_ns);
  for (const nav::MeshIndex tile : upkeep_.TakeRefreshed()) streamer_.RefreshOverlay(tile);
}

// Until there are observers, the streaming's focus stands for them.
void WorldUpkeep::SetDemand(platform::Vec3 origin) {
  const nav::AmbientSpawnDemand& demand = upkeep_.state().jobs.ambient.demand();
  if (demand.observers.size() == 1 && demand.observers.front() == origin) return;
  nav::AmbientSpawnDemand wanted;
  wanted.observers = {origin};
  upkeep_.SetAmbientDemand(std::move(wanted));
}

// Of the cover system: where tiles are loaded for somebody (NAV-059).
void WorldUpkeep::FindCoverAreas() {
  cover_areas_.clear();
  if (!streamer_.is_streaming()) return cover_areas_.push_back(Everywhere());
  for (const nav::LoadRegion& region : streamer_.state().regions) {
    if (!region.active) continue;
    cover_areas_.push_back(Area::Sphere({region.center.x, region.center.y, 0}, region.radius));
  }
}

void WorldUpkeep::Sync(int64_t now_ns, int64_t left_ns) {
  const platform::Vec3 origin = streamer_.state().focus.PositionAt(now_ns);
  SetDemand(origin);
  FindCoverAreas();
  nav::Upkeep::SyncInput input;
  input.now_ns = now_ns;
  input.left_ns = left_ns;
  input.view = streamer_.view().get();
  input.changed = streamer_.changed();
  input.mesh_changes = streamer_.state().counters.mesh_changes;
  input.origin = origin;
  input.cover_areas = cover_areas_;
  upkeep_.Sync(input);
  std::vector<nav::SpawnCoord> coords;
  if (upkeep_.TakeAmbientCoords(&coords)) {
    ambient_ = std::make_shared<const std::vector<nav::SpawnCoord>>(std::move(coords));
  }
}

std::string WorldUpkeep::Restore(const UpkeepSave& save) {
  std::string fault = upkeep_.FaultOf(save.state);
  if (!fault.empty()) return fault;
  upkeep_.Restore(save.state, save.unhashed);
  ambient_ = save.ambient;
  return fault;
}

// ---- Phase 9

std::shared_ptr<const UpkeepView> WorldUpkeep::View(const std::shared_ptr<const UpkeepView>& before) const {
  const bool same_edits = before != nullptr && before->edits_revision == upkeep_.edits_revision();
  const bool same_jobs = before != nullptr && before->jobs_revision == upkeep_.jobs_revision();
  if (same_edits && same_jobs) return before;
  const nav::UpkeepState& state = upkeep_.state();
  const nav::UpkeepJobs& jobs = state.jobs;
  auto view = std::make_shared<UpkeepView>();
  view->edits_revision = upkeep_.edits_revision();
  view->jobs_revision = upkeep_.jobs_revision();
  view->edits = same_edits ? before->edits : std::make_shared<const nav::WorldEdits>(state.edits);
  view->cover = jobs.cover.complete();
  view->ambient = ambient_;
  const bool same_water = before != nullptr && before->figures.water_rounds == jobs.water.rounds();
  view->water =
      same_water ? before->water : std::make_shared<const std::vector<nav::WaterEdge>>(jobs.water.edges());
  const nav::OpponentSpawnSearch& opponent = jobs.opponent;
  if (before != nullptr && before->opponent->number == opponent.number() &&
      before->opponent->state == opponent.state()) {
    view->opponent = before->opponent;
  } else {
    auto seen = std::make_shared<SpawnSearchView>();
    seen->state = opponent.state();
    seen->number = opponent.number();
    seen->request = opponent.request();
    if (opponent.state() == nav::SpawnSearchState::kComplete) {
      seen->coords = opponent.coords();
      seen->found = opponent.good();
    }
    view->opponent = std::move(seen);
  }
  view->figures = {.switches = state.edits.switches.counts(),
                   .climbs = state.edits.climbs.counts(),
                   .climbs_unmatched = state.edits.climbs.unmatched(),
                   .ladders = state.edits.ladders.counts(),
                   .spawn_blocks = state.edits.spawn_blocks.counts(),
                   .cover = jobs.cover.counts(),
                   .cover_buffered = jobs.cover.buffer().size(),
                   .cover_rounds = jobs.cover.rounds(),
                   .cover_restarts = jobs.cover.restarts(),
                   .cover_tiles_refused = jobs.cover.tiles_refused(),
                   .water = jobs.water.counts(),
                   .water_rounds = jobs.water.rounds(),
                   .ambient = jobs.ambient.counts(),
                   .ambient_searches = jobs.ambient.searches(),
                   .ambient_restarts = jobs.ambient.restarts(),
                   .opponent = opponent.counts(),
                   .opponent_searches = opponent.number(),
                   .opponent_restarts = opponent.restarts(),
                   .opponent_refused = opponent.refused(),
                   .cover_job = jobs.cover_clock,
                   .spawn_job = jobs.spawn_clock};
  return view;
}

}  // namespace footfall::sim
