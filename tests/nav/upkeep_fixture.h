#ifndef FOOTFALL_TESTS_NAV_UPKEEP_FIXTURE_H_
#define FOOTFALL_TESTS_NAV_UPKEEP_FIXTURE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nav/upkeep/upkeep.h"
#include "platform/state_hash.h"
#include "tests/nav/stream_fixture.h"

namespace footfall::tests {

inline nav::Area Everywhere() {
  return nav::Area::Box({nav::kWorldMin, nav::kWorldMin, -1000}, {nav::kWorldMax, nav::kWorldMax, 1000});
}

// Enough for every job.
inline constexpr int64_t kPlenty = 1'000'000'000;

inline std::shared_ptr<const nav::Pack> PackOf(const nav::WorldDraft& world) {
  auto pack = nav::Pack::FromBytes(BytesOf(world));
  REQUIRE(pack.ok());
  return *pack;
}

// A streamer and its upkeep, synced as the world does it. All tiles are resident unless `sets` says
// otherwise.
struct UpkeepWorld {
  explicit UpkeepWorld(std::shared_ptr<const nav::Pack> pack, std::vector<std::string> sets = {},
                       uint64_t seed = 1)
      : profile(StreamingProfile(WithDefaults(std::move(sets)))),
        streamer(profile, {SetOf(std::move(pack)), {}, false, {}}),
        upkeep(profile, 30, seed) {
    streamer.AddOverlaySource(&upkeep);
    REQUIRE(streamer.Begin({75, 75, 0}).ok());
  }
  explicit UpkeepWorld(const nav::WorldDraft& world, std::vector<std::string> sets = {})
      : UpkeepWorld(PackOf(world), std::move(sets)) {}

  static std::vector<std::string> WithDefaults(std::vector<std::string> sets) {
    sets.insert(sets.begin(), "streaming_enabled=false");
    return sets;
  }

  const nav::NavView& view() const { return *streamer.view(); }

  void Sync(int64_t ms, int64_t left_ns = kPlenty) {
    now_ns = ms * kMs;
    upkeep.BeginSync(view(), now_ns);
    for (const nav::MeshIndex tile : upkeep.TakeRefreshed()) streamer.RefreshOverlay(tile);
    REQUIRE(streamer.Sync(now_ns).ok());
    nav::Upkeep::SyncInput input;
    input.now_ns = now_ns;
    input.left_ns = left_ns;
    input.view = &view();
    input.changed = streamer.changed();
    input.mesh_changes = streamer.state().counters.mesh_changes;
    input.origin = streamer.state().focus.PositionAt(now_ns);
    input.cover_areas = cover_areas;
    upkeep.Sync(input);
  }
  // Ticks of 33 ms.
  void Run(int ticks, int64_t left_ns = kPlenty) {
    for (int i = 0; i < ticks; ++i) Sync(now_ns / kMs + 33, left_ns);
  }
  uint64_t Hash() {
    upkeep.UpdateHash();
    return platform::MixHash(upkeep.edits_leaf().hash(), upkeep.jobs_leaf().hash());
  }

  platform::Profile profile;
  nav::TileStreamer streamer;
  nav::Upkeep upkeep;
  std::vector<nav::Area> cover_areas = {Everywhere()};
  int64_t now_ns = 0;
};

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_UPKEEP_FIXTURE_H_
