#ifndef FOOTFALL_SIM_WORLD_UPKEEP_H_
#define FOOTFALL_SIM_WORLD_UPKEEP_H_

#include <memory>
#include <string>
#include <vector>

#include "nav/stream/tile_streamer.h"
#include "nav/upkeep/upkeep.h"
#include "platform/profile.h"
#include "platform/state_dump.h"
#include "sim/command.h"
#include "sim/published_view.h"

namespace footfall::sim {

// All of it, as a snapshot holds it.
struct UpkeepSave {
  nav::UpkeepState state;
  nav::Upkeep::Unhashed unhashed;
  std::shared_ptr<const std::vector<nav::SpawnCoord>> ambient;  // that readers see

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("state", self.state);
    visitor.Keep("unhashed", self.unhashed);
    visitor.Keep("ambient", self.ambient);
  }
};

// Edits of places and background jobs as commands change them and readers see them. The world's thread.
class WorldUpkeep {
 public:
  // `profile` and `streamer` are not owned and outlive this object. Before TileStreamer::Begin: it becomes a
  // source of overlays.
  WorldUpkeep(const platform::Profile& profile, int hz, uint64_t seed, nav::TileStreamer& streamer);

  // --- Phase 1. On a refusal the fault is filled and nothing but counters has changed.

  void Apply(nav::SourceId source, const SetAreaSwitch& edit, CommandResult& result);
  void Apply(nav::SourceId source, const RemoveAreaSwitch& edit, CommandResult& result);
  void Apply(nav::SourceId source, const DisableClimb& edit, CommandResult& result);
  void Apply(nav::SourceId source, const BlockLadder& edit, int64_t now_ns, CommandResult& result);
  void Apply(nav::SourceId source, const BlockSpawns& edit, int64_t now_ns, CommandResult& result);
  void Apply(nav::SourceId source, const UnblockSpawns& edit, CommandResult& result);
  void Apply(nav::SourceId source, const StartSpawnSearch& edit, int64_t now_ns, CommandResult& result);
  void Apply(nav::SourceId source, const CancelSpawnSearch& edit, CommandResult& result);
  // All that the source switched, blocked and searches for.
  void EndSource(nav::SourceId source);

  // --- Phase 2, before and after TileStreamer::Sync

  void BeginSync(int64_t now_ns);
  // `left_ns`: what requests left of the slice that was settled (R16).
  void Sync(int64_t now_ns, int64_t left_ns);

  const nav::UpkeepJobs& jobs() const { return upkeep_.state().jobs; }

  // --- Between ticks

  UpkeepSave Save() const { return {upkeep_.state(), upkeep_.unhashed(), ambient_}; }
  // What is wrong with it, empty: nothing. Unchanged if so.
  std::string Restore(const UpkeepSave& save);

  // --- Phase 9

  void UpdateHash() { upkeep_.UpdateHash(); }
  const platform::HashLeaf& edits_leaf() const { return upkeep_.edits_leaf(); }
  const platform::HashLeaf& jobs_leaf() const { return upkeep_.jobs_leaf(); }
  // What both leaves cover, as text (platform/state_dump.h).
  std::string Dump() const {
    return platform::DumpState(edits_leaf().name(), upkeep_.state().edits) +
           platform::DumpState(jobs_leaf().name(), upkeep_.state().jobs);
  }
  // What readers see; the parts that did not change are those of `before`, which may be null.
  std::shared_ptr<const UpkeepView> View(const std::shared_ptr<const UpkeepView>& before) const;

 private:
  void SetDemand(platform::Vec3 origin);
  // Fills cover_areas_.
  void FindCoverAreas();
  static bool HasFault(std::string fault, CommandResult& result);

  const platform::Profile& profile_;
  nav::TileStreamer& streamer_;
  nav::Upkeep upkeep_;
  std::vector<nav::Area> cover_areas_;  // of the running sync
  // Of the last complete ambient search. Until there is a population the world takes each result itself.
  std::shared_ptr<const std::vector<nav::SpawnCoord>> ambient_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_WORLD_UPKEEP_H_
