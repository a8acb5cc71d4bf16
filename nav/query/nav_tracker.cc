#include "nav/query/nav_tracker.h"

#include <cmath>

namespace footfall::nav {
namespace {

using platform::Vec3;

// The tile that an answer for this polygon, or for none, came from.
uint32_t GenerationAt(const NavView& view, PolyRef poly, Vec3 position) {
  return view.slot(poly.valid() ? poly.mesh() : MeshIndexAt(position.x, position.y)).generation;
}

bool NeedsLookUp(const NavView& view, Vec3 position, const NavTracker& tracker) {
  if (tracker.state == TrackerState::kUnknown) return true;
  const Vec3 moved = position - tracker.position;
  if (LengthSq(Xy(moved)) > kTrackerMoveXy * kTrackerMoveXy || std::fabs(moved.z) > kTrackerMoveZ)
    return true;
  if (tracker.poly.valid() && !view.Contains(tracker.poly)) return true;
  return GenerationAt(view, tracker.poly, tracker.position) != tracker.tile_generation;
}

}  // namespace

TrackerUpdate UpdateTracker(const NavView& view, Vec3 position, bool rides, const SnapLimits& limits,
                            NavTracker& tracker) {
  if (rides || !platform::IsFinite(position)) {
    tracker.Invalidate();
    return TrackerUpdate::kSetInvalid;
  }
  if (!NeedsLookUp(view, position, tracker)) return TrackerUpdate::kKept;
  const NearestResult near = NearestPoly(view, position, limits);
  tracker.position = position;
  tracker.surface = near.point;
  tracker.poly = near.poly;
  tracker.tile_generation = GenerationAt(view, near.poly, position);
  tracker.state = near.poly.valid() ? TrackerState::kOnMesh : TrackerState::kOffMesh;
  return TrackerUpdate::kLookedUp;
}

}  // namespace footfall::nav
