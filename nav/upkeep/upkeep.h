#ifndef FOOTFALL_NAV_UPKEEP_UPKEEP_H_
#define FOOTFALL_NAV_UPKEEP_UPKEEP_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/stream/overlay_source.h"
#include "nav/upkeep/upkeep_state.h"
#include "platform/profile.h"
#include "platform/state_hash.h"

namespace footfall::nav {

inline constexpr int64_t kHousekeepingMs = 1000;      // (NAV-118)
inline constexpr int64_t kCoverExtractMs = 600;       // (NAV-119)
inline constexpr int64_t kWaterEdgeExtractMs = 4000;  // (NAV-119)

// The most that one slice of a job uses, in units of search work. Ours: what keeps a slice below 0.1 ms of
// host time.
inline constexpr uint64_t kCoverSliceUnits = 1024;
inline constexpr uint64_t kWaterSliceUnits = 1024;
inline constexpr uint64_t kSpawnSliceUnits = 256;
// The consumer takes this part of the cover buffer each tick, one point at the least.
inline constexpr int kCoverTakenShare = 8;

// What the world does about its mesh besides answering requests: edits of places, which become overlays of
// tiles (sections 18 and 19 of the navigation specification), and background jobs, which run on what requests
// left of a slice's budget (R16). Edits that change what a search sees name the tiles to refresh; the world
// hands them to TileStreamer::RefreshOverlay before its sync, so that an edit of phase 1 shows in the sync of
// its tick. Not thread-safe: the main thread, in phases 1 and 2.
class Upkeep final : public OverlaySource {
 public:
  // `profile` is not owned and must outlive this object. `seed`: of the world.
  Upkeep(const platform::Profile& profile, int hz, uint64_t seed);

  // --- Phase 1. `view`: what searches see now.

  // The table says what false means. REQUIRES: a valid area of the shapes that it takes.
  bool SetSwitch(const NavView& view, const AreaSwitch& row);
  bool RemoveSwitch(const NavView& view, uint32_t owner, uint32_t number);
  bool DisableClimb(platform::Vec3 position);
  // False when no ladder is near (ladder_table.h).
  bool BlockLadder(const NavView& view, platform::Vec3 position, int64_t now_ns);
  bool BlockSpawns(const SpawnBlockedArea& row);
  bool UnblockSpawns(uint32_t owner, uint32_t number);
  bool StartSpawnSearch(const OpponentSpawnRequest& request, int64_t now_ns);
  bool CancelSpawnSearch(uint32_t owner);
  // Takes back all that the owner switched, blocked and searches (NAV-268). What peds asked for, climbs and
  // ladders, stays.
  void EndOwner(const NavView& view, uint32_t owner);

  // --- Of the population

  void SetAmbientDemand(AmbientSpawnDemand demand);
  void SetFillsInstantly(bool on);
  // The candidates of a complete ambient search, after which the next one may begin; false when there is none
  // (NAV-263).
  bool TakeAmbientCoords(std::vector<SpawnCoord>* coords);

  // --- Phase 2

  // Before the streaming's sync: what has expired, and housekeeping if it is due (NAV-118).
  void BeginSync(const NavView& view, int64_t now_ns);
  // Tiles whose overlay is to be asked for again. Each is told once.
  std::vector<MeshIndex> TakeRefreshed();

  struct SyncInput {
    int64_t now_ns = 0;
    int64_t left_ns = 0;  // PathServer::left_ns
    const NavView* view = nullptr;
    std::span<const MeshIndex> changed;  // TileStreamer::changed
    uint64_t mesh_changes = 0;           // StreamCounters::mesh_changes
    platform::Vec3 origin;               // of the streaming
    std::span<const Area> cover_areas;   // of the cover system (NAV-059)
  };
  // After it: step 3 of NAV-057, then the jobs.
  void Sync(const SyncInput& input);

  void Apply(const TileView& tile, TileOverlay& overlay) const override;

  const UpkeepState& state() const { return state_; }
  // What is needed beside the state to go on: what readers know of it, and edits whose overlays are still to
  // come.
  struct Unhashed {
    std::vector<MeshIndex> refreshed;  // for TakeRefreshed, ascending
    uint64_t edits_revision = 0;
    uint64_t jobs_revision = 0;

    template <class Self, class Visitor>
    static void Describe(Self& self, Visitor& visitor) {
      visitor.Column("refreshed", self.refreshed);
      visitor.Field("edits_revision", self.edits_revision);
      visitor.Field("jobs_revision", self.jobs_revision);
    }
  };
  Unhashed unhashed() const;
  // What is wrong with a state that was read; empty: nothing that this profile does not allow.
  std::string FaultOf(const UpkeepState& state) const;
  // Takes over a saved state. REQUIRES: FaultOf(state) is empty.
  void Restore(const UpkeepState& state, const Unhashed& unhashed);

  // --- Phase 9

  void UpdateHash();
  const platform::HashLeaf& edits_leaf() const { return edits_leaf_; }
  const platform::HashLeaf& jobs_leaf() const { return jobs_leaf_; }
  // Rise whenever their part of the state may have changed: what readers hold may be kept as long as they
  // stand.
  uint64_t edits_revision() const { return edits_revision_; }
  uint64_t jobs_revision() const { return jobs_revision_; }

 private:
  void Refresh(const NavView& view, const Area& area);
  void TouchEdits();
  void TouchJobs();
  bool AreHashesFresh() const;
  void RunCover(const SyncInput& input, uint64_t& left);
  void RunSpawns(const SyncInput& input, uint64_t& left);

  const platform::Profile& profile_;
  const int64_t unit_ns_;
  const uint64_t seed_;
  UpkeepState state_;
  std::vector<MeshIndex> refreshed_;
  uint64_t edits_revision_ = 0;
  uint64_t jobs_revision_ = 0;
  bool edits_changed_ = true;
  bool jobs_changed_ = true;
  platform::HashLeaf edits_leaf_{"world_edits", platform::LeafKind::kHot};
  platform::HashLeaf jobs_leaf_{"upkeep", platform::LeafKind::kHot};
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_UPKEEP_H_
