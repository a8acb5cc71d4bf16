#ifndef FOOTFALL_TESTS_SIM_SIM_FIXTURE_H_
#define FOOTFALL_TESTS_SIM_SIM_FIXTURE_H_

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nav/mesh/pack.h"
#include "nav/mesh/pack_writer.h"
#include "platform/profile.h"
#include "platform/random.h"
#include "sim/command_log.h"
#include "sim/world.h"
#include "tests/nav/hand_packs.h"

namespace footfall::sim::testing {

inline std::shared_ptr<const nav::Pack> PackOf(const nav::WorldDraft& draft) {
  auto bytes = nav::PackWorld(draft);
  REQUIRE(bytes.ok());
  auto pack = nav::Pack::FromBytes(*bytes);
  REQUIRE(pack.ok());
  return *pack;
}

// 20 x 20 squares of 2 m from (0, 0) to (40, 40) with an unwalkable pillar in the middle.
inline std::shared_ptr<const nav::Pack> YardPack() {
  static const std::shared_ptr<const nav::Pack> pack = [] {
    tests::HandWorld world;
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < 20; ++x) {
        const bool is_pillar = x >= 8 && x < 12 && y >= 4 && y < 16;
        if (!is_pillar) {
          const auto low_x = static_cast<float>(2 * x);
          const auto low_y = static_cast<float>(2 * y);
          world.Quad(low_x, low_y, low_x + 2, low_y + 2);
        }
      }
    }
    return PackOf(world.Finish());
  }();
  return pack;
}

inline platform::Profile ProfileOf(const std::string& name, const std::vector<std::string>& sets = {}) {
  auto profile = platform::LoadProfile(name, sets);
  INFO(profile.status().ToString());
  REQUIRE(profile.ok());
  return *std::move(profile);
}

inline std::unique_ptr<World> WorldOf(WorldOptions options) {
  auto world = World::Create(std::move(options));
  INFO(world.status().ToString());
  REQUIRE(world.ok());
  return *std::move(world);
}

inline WorldOptions YardOptions(const std::string& profile = "server",
                                const std::vector<std::string>& sets = {}) {
  WorldOptions options;
  options.pack = YardPack();
  options.profile = ProfileOf(profile, sets);
  return options;
}

inline Command SubmitOf(nav::SourceId source, uint64_t sequence, platform::Vec3 start, platform::Vec3 end) {
  SubmitPath submit;
  submit.request.start = start;
  submit.request.end = end;
  return {source, sequence, submit};
}

// A log of `ticks` ticks by three sources: submits at points drawn from `seed`, cancels and releases of what
// an earlier run of the same commands made, some refused, and one source that ends. Recorded from a world,
// because handles come from one.
CommandLog RecordLog(World& world, uint64_t ticks, uint64_t seed);

// The roots after each tick.
std::vector<uint64_t> RootsOf(const std::vector<platform::StateDigest>& digests);

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_SIM_FIXTURE_H_
