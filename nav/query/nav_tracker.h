#ifndef FOOTFALL_NAV_QUERY_NAV_TRACKER_H_
#define FOOTFALL_NAV_QUERY_NAV_TRACKER_H_

#include <cstdint>

#include "nav/mesh/nav_view.h"
#include "nav/query/nearest.h"
#include "platform/vec.h"

namespace footfall::nav {

// A move beyond one of these makes the polygon be looked up again (NAV-257, OQ-46). Metres.
inline constexpr float kTrackerMoveXy = 0.25F;
inline constexpr float kTrackerMoveZ = 1.0F;

enum class TrackerState : uint8_t {
  kUnknown = 0,  // never looked up, or set invalid: the next update looks up
  kOnMesh = 1,
  kOffMesh = 2,  // looked up, and there was no surface
};

// Where something that moves is on the mesh (NAV-256): one a tracked thing, an element of a column. Whose
// position it is, it does not know. While on the mesh, `surface` and `poly` can be used as the start of a
// request as they are. Plain value; updated by one thread at a time, before whoever reads it.
struct NavTracker {
  platform::Vec3 position;  // at the last look-up
  platform::Vec3 surface;   // on `poly`
  PolyRef poly;             // valid exactly while on the mesh
  // Of the tile that the answer came from: a tile that was placed anew or changed makes it void.
  uint32_t tile_generation = 0;
  TrackerState state = TrackerState::kUnknown;

  bool is_valid() const { return state == TrackerState::kOnMesh; }
  void Invalidate() { *this = NavTracker(); }
  friend bool operator==(const NavTracker&, const NavTracker&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("position", self.position);
    visitor.Field("surface", self.surface);
    visitor.Field("poly", self.poly);
    visitor.Field("tile_generation", self.tile_generation);
    visitor.Field("state", self.state);
  }
};

enum class TrackerUpdate : uint8_t { kKept, kLookedUp, kSetInvalid };

// Once a tick for each thing, or when the state of a replicated one arrives (NAV-258). `rides`: it is carried
// by a vehicle and no player's, so it is set invalid at once (NAV-257). Otherwise the polygon nearest within
// the limits is looked up when there was no look-up, after a move beyond a threshold, and when the tile of
// the last answer changed. A position that is not finite sets it invalid.
TrackerUpdate UpdateTracker(const NavView& view, platform::Vec3 position, bool rides,
                            const SnapLimits& limits, NavTracker& tracker);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_NAV_TRACKER_H_
