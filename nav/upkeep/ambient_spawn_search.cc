#include "nav/upkeep/ambient_spawn_search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/tile_square.h"
#include "nav/query/flood.h"
#include "nav/query/nearest_on_poly.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// A polygon may lie this far outside its tile's square, m: as far as vertices are written.
constexpr float kOverhang = 53;

// Distance in XY from a point to a tile's square, at least.
float DistanceSqToTile(MeshIndex tile, Vec3 point) {
  const float low_x = TileLowX(tile) - kOverhang;
  const float low_y = TileLowY(tile) - kOverhang;
  const float side = kTileSize + 2 * kOverhang;
  const float dx = std::max({low_x - point.x, point.x - low_x - side, 0.0F});
  const float dy = std::max({low_y - point.y, point.y - low_y - side, 0.0F});
  return dx * dx + dy * dy;
}

}  // namespace

void AmbientSpawnSearch::BeginIfIdle(const NavView& view, uint64_t seed) {
  if (stage_ != Stage::kIdle) return;
  demand_ = wanted_;
  std::vector<MeshIndex> tiles;
  for (const MeshIndex index : view.resident()) {
    const bool is_near = std::any_of(demand_.observers.begin(), demand_.observers.end(), [&](Vec3 observer) {
      return DistanceSqToTile(index, observer) <= demand_.distance_max * demand_.distance_max;
    });
    if (is_near) tiles.push_back(index);
  }
  cursor_.Begin(std::move(tiles));
  sampler_.Begin(seed, platform::RandomPurpose::kPedGenCoords, searches_);
  stage_ = Stage::kRunning;
}

bool AmbientSpawnSearch::IsAllowed(const PolyView& poly) const {
  return poly.record().ped_density() > 0 && !poly.is_disabled() && !poly.is_switched_off();
}

bool AmbientSpawnSearch::IsWithin(Vec3 point) const {
  float nearest_sq = std::numeric_limits<float>::infinity();
  for (const Vec3& observer : demand_.observers) {
    nearest_sq = std::min(nearest_sq, LengthSq(Xy(point) - Xy(observer)));
  }
  return nearest_sq >= demand_.distance_min * demand_.distance_min &&
         nearest_sq <= demand_.distance_max * demand_.distance_max;
}

bool AmbientSpawnSearch::MayTouch(const PolyView& poly) const {
  const FixedBox& box = poly.tile().boxes[poly.ref().poly()];
  return std::any_of(demand_.observers.begin(), demand_.observers.end(), [&](Vec3 observer) {
    return OverlapsXy(box, RangeAround(Xy(observer), demand_.distance_max));
  });
}

uint64_t AmbientSpawnSearch::Slice(const NavView& view, const SpawnBlockedAreas& blocked, uint64_t units,
                                   int coords_max) {
  if (stage_ != Stage::kRunning) return 0;
  const uint64_t used = cursor_.Walk(view, units, [&](const PolyView& poly) {
    if (!IsAllowed(poly) || !MayTouch(poly)) return;
    const double share = static_cast<double>(poly.record().ped_density()) / kMaxPedDensity;
    const double expected =
        PolyArea(poly) * share * kAmbientSpawnsPerSquareMetre * static_cast<double>(demand_.density_scale);
    const uint64_t good_before = sampler_.good();
    const size_t kept_before = sampler_.kept().size();
    sampler_.Add(poly, sampler_.CountOn(expected), coords_max,
                 [&](Vec3 point) { return IsWithin(point) && !blocked.Blocks(point); });
    counts_.full += sampler_.good() - good_before - (sampler_.kept().size() - kept_before);
  });
  if (cursor_.at_end()) {
    sampler_.KeepOnly([&](const SpawnCoord& coord) {
      return view.Contains(coord.poly) && IsAllowed(view.Poly(coord.poly)) && !blocked.Blocks(coord.position);
    });
    counts_.Saw(sampler_.kept().size());
    stage_ = Stage::kComplete;
    ++searches_;
  }
  return used;
}

std::vector<SpawnCoord> AmbientSpawnSearch::Take() {
  FOOTFALL_CHECK(is_complete());
  stage_ = Stage::kIdle;
  return sampler_.Release();
}

void AmbientSpawnSearch::MeshesChanged() {
  if (stage_ == Stage::kIdle) return;
  ++restarts_;
  stage_ = Stage::kIdle;
  cursor_.Begin({});
  sampler_.Release();
}

}  // namespace footfall::nav
