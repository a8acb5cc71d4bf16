#include "nav/path/far_target.h"

#include <algorithm>

#include "nav/mesh/types.h"

namespace footfall::nav {

using platform::Vec2;

NearestResult FarTarget(const NavView& view, platform::Vec3 target) {
  Vec2 border;
  float best = -1;
  for (const MeshIndex index : view.resident()) {
    const int column = index % kTilesX;
    const int row = index / kTilesX;
    const Vec2 low{kWorldMin + kTileSize * static_cast<float>(column),
                   kWorldMin + kTileSize * static_cast<float>(row)};
    const Vec2 nearest{std::clamp(target.x, low.x, low.x + kTileSize),
                       std::clamp(target.y, low.y, low.y + kTileSize)};
    const float distance = platform::LengthSq(nearest - platform::Xy(target));
    // Indices rise.
    if (best < 0 || distance < best) {
      best = distance;
      border = nearest;
    }
  }
  if (best < 0) return {};
  return NearestPoly(view, {border.x, border.y, target.z},
                     {kFarTargetSearchRadius, kFarTargetSearchRadius, kFarTargetSearchRadius});
}

}  // namespace footfall::nav
