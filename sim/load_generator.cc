#include "sim/load_generator.h"

#include "nav/query/random_point.h"
#include "platform/check.h"
#include "platform/random.h"

namespace footfall::sim {
namespace {

using platform::RandomStream;
using platform::Vec3;

constexpr float kReachMin = 5.0F;   // m, of what a request is told to look at
constexpr float kReachMax = 40.0F;  // m

// Somewhere on the resident tiles: each tile, and in it each polygon, is as likely as the others.
Vec3 AnyPoint(const nav::NavView& mesh, RandomStream& random) {
  const std::span<const nav::MeshIndex> tiles = mesh.resident();
  const nav::MeshIndex tile = tiles[random.NextBelow(static_cast<uint32_t>(tiles.size()))];
  const auto polys = static_cast<uint32_t>(mesh.slot(tile).tile->polys.size());
  if (polys == 0) return {};
  const nav::PolyRef poly(tile, static_cast<nav::PolyIndex>(random.NextBelow(polys)));
  return nav::RandomPointOn(mesh.Poly(poly), random);
}

CommandBody AnySubmit(const nav::NavView& mesh, RandomStream& random) {
  const uint32_t kind = random.NextBelow(6);
  const Vec3 from = AnyPoint(mesh, random);
  const float reach = random.NextRange(kReachMin, kReachMax);
  switch (kind) {
    case 0: {
      nav::LineOfSightRequest sight;
      sight.points[0] = from;
      sight.points[1] = AnyPoint(mesh, random);
      sight.points_count = 2;
      return SubmitQuery{sight, {}};
    }
    case 1: {
      nav::AudioPropertiesRequest audio;
      audio.position = from;
      audio.radius = reach;
      return SubmitQuery{audio, {}};
    }
    case 2: {
      nav::FloodFillRequest flood;
      flood.start = from;
      flood.goal = static_cast<nav::FloodFillGoal>(random.NextBelow(nav::kFloodFillGoals));
      flood.distance_max = reach;
      return SubmitQuery{flood, {}};
    }
    case 3: {
      nav::ClearAreaRequest area;
      area.center = from;
      area.search_radius = reach;
      area.clear_radius = 1;
      return SubmitQuery{area, {}};
    }
    case 4: {
      nav::ClosestPositionRequest closest;
      closest.position = from;
      closest.search_radius = reach;
      closest.results_max = 4;
      return SubmitQuery{closest, {}};
    }
    default: {
      SubmitPath path;
      path.request.start = from;
      path.request.end = AnyPoint(mesh, random);
      return path;
    }
  }
}

}  // namespace

LoadGenerator::LoadGenerator(uint64_t seed, uint32_t requests_a_tick)
    : seed_(seed), requests_a_tick_(requests_a_tick) {
  FOOTFALL_CHECK(requests_a_tick >= 1 && requests_a_tick <= kLoadRequestsMax);
}

std::vector<CommandBody> LoadGenerator::CommandsFor(const PublishedView& view) {
  std::vector<CommandBody> commands;
  std::erase_if(held_, [&](WireHandle handle) {
    const RequestView* request = view.Find(handle);
    if (request != nullptr && request->is_complete()) commands.push_back(ReleasePath{handle});
    return request == nullptr || request->is_complete();
  });
  if (view.mesh->resident().empty()) return commands;
  for (uint32_t i = 0; i < requests_a_tick_; ++i) {
    RandomStream stream(seed_, platform::RandomPurpose::kLoad, i, view.tick + 1);
    commands.push_back(AnySubmit(*view.mesh, stream));
  }
  return commands;
}

void LoadGenerator::Take(std::span<const CommandResult> results) {
  for (const CommandResult& result : results) {
    if (result.handle.valid()) held_.push_back(result.handle);
  }
}

}  // namespace footfall::sim
