#include "nav/upkeep/upkeep.h"

#include <algorithm>
#include <utility>

#include "platform/check.h"
#include "platform/sim_time.h"

namespace footfall::nav {
namespace {

constexpr int64_t Ns(int64_t ms) { return ms * platform::kNsPerMs; }

std::vector<MeshIndex> SortedUnique(std::vector<MeshIndex> tiles) {
  // total order: equal numbers are alike.
  std::sort(tiles.begin(), tiles.end());
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
  return tiles;
}

}  // namespace

Upkeep::Upkeep(const platform::Profile& profile, int hz, uint64_t seed)
    : profile_(profile), unit_ns_(profile.UnitNs(hz)), seed_(seed) {}

void Upkeep::TouchEdits() {
  edits_changed_ = true;
  ++edits_revision_;
}

void Upkeep::TouchJobs() {
  jobs_changed_ = true;
  ++jobs_revision_;
}

void Upkeep::Refresh(const NavView& view, const Area& area) {
  ForEachTileIn(view, area, [&](const NavView::Slot& slot) { refreshed_.push_back(slot.tile->index); });
}

// ---- Phase 1

bool Upkeep::SetSwitch(const NavView& view, const AreaSwitch& row) {
  AreaSwitches& switches = state_.edits.switches;
  const AreaSwitch* const before = switches.Find(row.owner, row.number);
  if (before != nullptr) Refresh(view, before->area);
  TouchEdits();
  if (!switches.Set(row, profile_.path_region_switches_max)) return false;
  Refresh(view, row.area);
  return true;
}

bool Upkeep::RemoveSwitch(const NavView& view, uint32_t owner, uint32_t number) {
  const AreaSwitch* const row = state_.edits.switches.Find(owner, number);
  if (row == nullptr) return false;
  Refresh(view, row->area);
  TouchEdits();
  return state_.edits.switches.Remove(owner, number);
}

bool Upkeep::DisableClimb(platform::Vec3 position) {
  TouchEdits();
  return state_.edits.climbs.Ask(position, profile_.deferred_disable_climbs_max);
}

bool Upkeep::BlockLadder(const NavView& view, platform::Vec3 position, int64_t now_ns) {
  const std::optional<LadderEnds> ladder = NearestLadder(view, position);
  if (!ladder.has_value()) return false;
  TouchEdits();
  state_.edits.ladders.Block(view, *ladder, now_ns, profile_.blocked_ladders_max, refreshed_);
  return true;
}

bool Upkeep::BlockSpawns(const SpawnBlockedArea& row) {
  TouchEdits();
  return state_.edits.spawn_blocks.Put(row, profile_.ped_gen_blocked_areas_max);
}

bool Upkeep::UnblockSpawns(uint32_t owner, uint32_t number) {
  TouchEdits();
  return state_.edits.spawn_blocks.Remove(owner, number);
}

bool Upkeep::StartSpawnSearch(const OpponentSpawnRequest& request, int64_t now_ns) {
  TouchJobs();
  return state_.jobs.opponent.Start(request, now_ns);
}

bool Upkeep::CancelSpawnSearch(uint32_t owner) {
  TouchJobs();
  return state_.jobs.opponent.Cancel(owner);
}

void Upkeep::EndOwner(const NavView& view, uint32_t owner) {
  std::vector<uint32_t> numbers;
  for (const AreaSwitch& row : state_.edits.switches.rows()) {
    if (row.owner == owner) numbers.push_back(row.number);
  }
  for (const uint32_t number : numbers) RemoveSwitch(view, owner, number);
  state_.edits.spawn_blocks.RemoveOwner(owner);
  state_.jobs.opponent.Cancel(owner);
  TouchEdits();
  TouchJobs();
}

// ---- Of the population

void Upkeep::SetAmbientDemand(AmbientSpawnDemand demand) {
  TouchJobs();
  state_.jobs.ambient.SetDemand(std::move(demand));
}

void Upkeep::SetFillsInstantly(bool on) {
  TouchJobs();
  state_.jobs.fills_instantly = on;
}

bool Upkeep::TakeAmbientCoords(std::vector<SpawnCoord>* coords) {
  if (!state_.jobs.ambient.is_complete()) return false;
  TouchJobs();
  *coords = state_.jobs.ambient.Take();
  return true;
}

// ---- Phase 2

void Upkeep::BeginSync(const NavView& view, int64_t now_ns) {
  WorldEdits& edits = state_.edits;
  const size_t ladders = edits.ladders.rows().size();
  edits.ladders.Expire(view, now_ns, refreshed_);
  if (edits.ladders.rows().size() != ladders) TouchEdits();
  if (edits.spawn_blocks.Expire(now_ns)) TouchEdits();
  if (now_ns < edits.housekeeping_due_ns) return;
  edits.housekeeping_due_ns = now_ns + Ns(kHousekeepingMs);
  edits.climbs.Process(view, refreshed_);
  TouchEdits();
}

std::vector<MeshIndex> Upkeep::TakeRefreshed() { return SortedUnique(std::exchange(refreshed_, {})); }

void Upkeep::Sync(const SyncInput& input) {
  UpkeepJobs& jobs = state_.jobs;
  if (jobs.mesh_changes != input.mesh_changes) {
    jobs.mesh_changes = input.mesh_changes;
    jobs.cover.MeshesChanged();
    jobs.water.MeshesChanged();
    jobs.ambient.MeshesChanged();
    jobs.opponent.MeshesChanged();
    TouchJobs();
    if (!state_.edits.climbs.disabled().empty()) {
      state_.edits.climbs.ForgetGone(*input.view, input.changed);
      TouchEdits();
    }
  }
  if (jobs.cover.OfferAreas(input.cover_areas, *input.view, profile_.cover_tiles_max)) TouchJobs();
  FOOTFALL_CHECK(unit_ns_ > 0);
  uint64_t left = static_cast<uint64_t>(std::max<int64_t>(input.left_ns, 0) / unit_ns_);
  RunCover(input, left);
  RunSpawns(input, left);
}

// Water edges have their own period and use the time slices of cover points (NAV-262).
void Upkeep::RunCover(const SyncInput& input, uint64_t& left) {
  UpkeepJobs& jobs = state_.jobs;
  if (input.now_ns >= jobs.water_due_ns && !jobs.water.has_work()) {
    jobs.water_due_ns = input.now_ns + Ns(kWaterEdgeExtractMs);
    jobs.water.Begin(jobs.cover.tiles(), input.origin);
    TouchJobs();
  }
  const bool has_work = jobs.cover.has_work() || jobs.water.has_work();
  if (input.now_ns >= jobs.cover_clock.due_ns) TouchJobs();
  jobs.cover_clock.Run(
      input.now_ns, Ns(kCoverExtractMs), has_work, kCoverSliceUnits + kWaterSliceUnits, left,
      [&](uint64_t units) {
        uint64_t used = 0;
        if (jobs.cover.has_work()) {
          used = jobs.cover.Slice(*input.view, std::min(units, kCoverSliceUnits), profile_.cover_points_max);
        }
        const uint64_t water =
            jobs.water.Slice(*input.view, std::min(units - used, kWaterSliceUnits), profile_.water_edges_max);
        jobs.water_units += water;
        return used + water;
      });
  const bool was_extracted = !jobs.cover.buffer().empty() || jobs.cover.is_draining();
  jobs.cover.Take(std::max(1, profile_.cover_points_max / kCoverTakenShare));
  if (was_extracted) TouchJobs();
}

// Ambient and opponent search take turns (NAV-120).
void Upkeep::RunSpawns(const SyncInput& input, uint64_t& left) {
  UpkeepJobs& jobs = state_.jobs;
  if (input.now_ns < jobs.spawn_clock.due_ns) return;
  jobs.ambient.BeginIfIdle(*input.view, seed_);
  const bool ambient = jobs.ambient.has_work();
  const bool opponent = jobs.opponent.has_work();
  const bool prefers_ambient = jobs.fills_instantly || !jobs.ambient_was_last;
  const bool takes_ambient = ambient && (prefers_ambient || !opponent);
  TouchJobs();
  jobs.spawn_clock.Run(input.now_ns, Ns(profile_.ped_gen_interval_ms), ambient || opponent, kSpawnSliceUnits,
                       left, [&](uint64_t units) {
                         jobs.ambient_was_last = takes_ambient;
                         ++(takes_ambient ? jobs.ambient_slices : jobs.opponent_slices);
                         if (takes_ambient) {
                           return jobs.ambient.Slice(*input.view, state_.edits.spawn_blocks, units,
                                                     profile_.ped_gen_coords_max);
                         }
                         return jobs.opponent.Slice(*input.view, seed_, units,
                                                    profile_.opponent_spawn_coords_max, input.now_ns);
                       });
}

void Upkeep::Apply(const TileView& tile, TileOverlay& overlay) const {
  state_.edits.switches.Apply(tile, overlay);
  state_.edits.climbs.Apply(tile, overlay);
  state_.edits.ladders.Apply(tile, overlay);
}

Upkeep::Unhashed Upkeep::unhashed() const {
  return {SortedUnique(refreshed_), edits_revision_, jobs_revision_};
}

void Upkeep::Restore(const UpkeepState& state, const Unhashed& unhashed) {
  state_ = state;
  refreshed_ = unhashed.refreshed;
  edits_revision_ = unhashed.edits_revision;
  jobs_revision_ = unhashed.jobs_revision;
  edits_changed_ = true;
  jobs_changed_ = true;
}

// Builds without NDEBUG hash what is said to be unchanged, as they do with cold leaves.
bool Upkeep::AreHashesFresh() const {
#ifndef NDEBUG
  const auto is_fresh = [](const platform::HashLeaf& leaf, const auto& state) {
    platform::HashLeaf whole(leaf.name(), platform::LeafKind::kHot);
    whole.Update(state);
    return whole.hash() == leaf.hash();
  };
  return (edits_changed_ || is_fresh(edits_leaf_, state_.edits)) &&
         (jobs_changed_ || is_fresh(jobs_leaf_, state_.jobs));
#else
  return true;
#endif
}

void Upkeep::UpdateHash() {
  FOOTFALL_CHECK(AreHashesFresh());
  if (edits_changed_) edits_leaf_.Update(state_.edits);
  if (jobs_changed_) jobs_leaf_.Update(state_.jobs);
  edits_changed_ = false;
  jobs_changed_ = false;
}

}  // namespace footfall::nav
