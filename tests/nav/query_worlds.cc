#include <cmath>

#include "tests/nav/hand_packs.h"
#include "tests/nav/query_judges.h"

namespace footfall::tests {

using nav::PolyRef;
using platform::RandomStream;
using platform::Vec3;

std::shared_ptr<const nav::NavView> RaggedWorld(uint64_t seed) {
  RandomStream random(seed, platform::RandomPurpose::kTest, 700, 0);
  HandWorld world;
  const auto square = [&](float x, float y, float z, float holes) {
    const uint32_t bits = random.NextU32();
    if (random.NextUnit() < holes) return;
    uint8_t flags = 0;
    if (bits % 5 == 0) flags |= nav::kPolyPavement;
    if (bits / 8 % 4 == 0) flags |= nav::kPolySheltered;
    if (bits / 64 % 6 == 0) flags |= nav::kPolyWater;
    uint16_t attributes = 0;
    if (bits / 512 % 40 == 0) attributes |= nav::kAttrNearVehicleLane;
    if (bits / 32768 % 3 == 0) attributes |= nav::kAttrIsolated;
    if (bits / 262144 % 4 == 0) attributes |= nav::kAttrInterior;
    if (bits / 2097152 % 8 == 0) attributes |= nav::kAttrNetworkSpawnCandidate;
    const PolyRef ref =
        world.Add({{x, y, z}, {x, y + 2, z}, {x + 2, y + 2, z}, {x + 2, y, z}}, flags, attributes);
    world.Poly(ref).audio = static_cast<uint8_t>(bits >> 28);
  };
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < 30; ++column) {
      square(120 + 2 * static_cast<float>(column), 100 + 2 * static_cast<float>(row), 0, 0.15F);
    }
  }
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 10; ++column) {
      square(140 + 2 * static_cast<float>(column), 110 + 2 * static_cast<float>(row), 4, 0.1F);
    }
  }
  // A slope of its own, 30 m up over 20 m.
  for (int i = 0; i < 10; ++i) {
    const float x = 120 + 2 * static_cast<float>(i);
    const float z = 3 * static_cast<float>(i);
    world.Add({{x, 60, z}, {x, 80, z}, {x + 2, 80, z + 3}, {x + 2, 60, z + 3}});
  }
  return ViewOf(world.Finish());
}

std::vector<PolyRef> AllPolys(const nav::NavView& view) {
  std::vector<PolyRef> all;
  for (const nav::MeshIndex index : view.resident()) {
    for (size_t i = 0; i < view.slot(index).tile->polys.size(); ++i) {
      all.emplace_back(index, static_cast<nav::PolyIndex>(i));
    }
  }
  return all;
}

Vec3 DrawQueryPoint(const nav::NavView& view, const std::vector<PolyRef>& polys, RandomStream& random) {
  const PolyRef ref = polys[random.NextBelow(static_cast<uint32_t>(polys.size()))];
  const uint32_t kind = random.NextBelow(16);
  Vec3 p = view.Poly(ref).Centroid();
  if (kind == 0) return view.Poly(ref).Vertex(0);
  if (kind == 1) return p + Vec3{1000, 0, 0};
  p.x += random.NextRange(-2, 2);
  p.y += random.NextRange(-2, 2);
  p.z += random.NextRange(-0.5F, 1);
  if (kind < 4) p = {std::floor(p.x), std::floor(p.y), std::floor(p.z)};
  return p;
}

}  // namespace footfall::tests
