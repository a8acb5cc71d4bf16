#ifndef FOOTFALL_TESTS_NAV_STREAM_FIXTURE_H_
#define FOOTFALL_TESTS_NAV_STREAM_FIXTURE_H_

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nav/mesh/pack.h"
#include "nav/mesh/pack_writer.h"
#include "nav/stream/tile_streamer.h"
#include "platform/profile.h"
#include "platform/state_hash.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {

inline constexpr int64_t kMs = 1'000'000;

// `count` tiles in a row eastwards from kHandTile, a square of 40 m in the middle of each.
inline nav::WorldDraft StripWorld(int count) {
  HandWorld world;
  for (int i = 0; i < count; ++i) {
    const float x = static_cast<float>(i) * nav::kTileSize;
    world.Quad(x + 55, 55, x + 95, 95);
  }
  return world.Finish();
}

inline std::shared_ptr<const nav::Pack> StripPack(int count) {
  auto pack = nav::Pack::FromBytes(BytesOf(StripWorld(count)));
  REQUIRE(pack.ok());
  return *pack;
}

inline platform::Profile StreamingProfile(const std::vector<std::string>& sets = {}) {
  auto profile = platform::LoadProfile("ps3", sets);
  INFO(profile.status().ToString());
  REQUIRE(profile.ok());
  return *std::move(profile);
}

inline nav::TileSet SetOf(std::shared_ptr<const nav::Pack> pack,
                          std::vector<nav::TileSet::ContentPack> content = {}) {
  auto set = nav::TileSet::Create(std::move(pack), std::move(content));
  INFO(set.status().ToString());
  REQUIRE(set.ok());
  return *std::move(set);
}

inline uint64_t HashOf(const nav::StreamState& state) {
  platform::HashLeaf leaf("streaming", platform::LeafKind::kHot);
  leaf.Update(state);
  return leaf.hash();
}

// The middle of the strip's tile `number`.
inline platform::Vec3 MiddleOfTile(int number) {
  return {(static_cast<float>(number) + 0.5F) * nav::kTileSize, 75, 0};
}

// Residents as numbers of the strip.
inline std::vector<int> Numbers(const nav::TileStreamer& streamer) {
  std::vector<int> numbers;
  for (const nav::MeshIndex index : streamer.view()->resident()) numbers.push_back(index - kHandTile);
  return numbers;
}

// A streamer over a strip whose focus begins in tile 3: tiles 2 to 4 are within 206 m.
struct StripStreamer {
  explicit StripStreamer(const std::vector<std::string>& sets = {}, int tiles = 20)
      : profile(StreamingProfile(sets)), streamer(profile, {SetOf(StripPack(tiles)), {}, false, {}}) {
    REQUIRE(streamer.Begin(MiddleOfTile(3)).ok());
  }
  void Sync(int64_t ms) { REQUIRE(streamer.Sync(ms * kMs).ok()); }

  platform::Profile profile;
  nav::TileStreamer streamer;
};

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_STREAM_FIXTURE_H_
