#ifndef FOOTFALL_NAV_STREAM_LOAD_REGIONS_H_
#define FOOTFALL_NAV_STREAM_LOAD_REGIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nav/mesh/types.h"
#include "platform/vec.h"

namespace footfall::nav {

// Radius of a tile: half of its diagonal in XY, metres (OQ-12).
inline constexpr float kTileRadius = 0.5F * kTileSize * 1.41421356F;

// What asks for tiles (NAV-064). The numbers are places in the table of regions; each further place, where a
// profile has more than three, is one more script-required region.
enum class LoadRegionKind : uint8_t {
  kGameplayOrigin = 0,  // follows the focus
  kNetworkRespawn = 1,
  kScriptRequired = 2,
};

// A circle in which tiles are wanted. Plain value.
struct LoadRegion {
  bool active = false;
  uint32_t owner = 0;  // source of the command that set it; it ends with its owner
  platform::Vec2 center;
  float radius = 0;  // metres
  friend bool operator==(const LoadRegion&, const LoadRegion&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("active", self.active);
    visitor.Field("owner", self.owner);
    visitor.Field("center", self.center);
    visitor.Field("radius", self.radius);
  }
  std::string Restored() const { return radius >= 0 ? "" : "a radius below 0"; }
};

// The middle of a map tile, metres.
platform::Vec2 TileCenter(MeshIndex tile);

// Whether the tile is within radius + kTileRadius + `margin` of the region, the rim included: with margin 0
// it is wanted, beyond evict_hysteresis it may go, between the two it keeps its state (NAV-067). Distances in
// XY from the region's centre to the tile's (OQ-12).
bool IsWithin(const LoadRegion& region, MeshIndex tile, float margin);

// The regions of a world: at most `profile.load_regions_max`. Main thread.
class LoadRegions {
 public:
  static constexpr int kNone = -1;

  // REQUIRES: count >= 1.
  explicit LoadRegions(int count) : regions_(static_cast<size_t>(count)) {}

  // The region that follows the focus (NAV-058).
  void SetOrigin(platform::Vec2 center, float radius);
  // Sets the caller's region of this kind, its former one is moved. Returns its place, or kNone when the
  // table has none left for it: nothing is changed then. REQUIRES: kind is not kGameplayOrigin.
  int Set(LoadRegionKind kind, uint32_t owner, platform::Vec2 center, float radius);
  // Takes the caller's region of this kind away; false when there is none.
  bool Clear(LoadRegionKind kind, uint32_t owner);
  // Takes all regions of an owner away.
  void ClearOwner(uint32_t owner);

  // The lowest active region within which the tile is, or kNone.
  int FirstWithin(MeshIndex tile, float margin) const;
  const std::vector<LoadRegion>& all() const { return regions_; }
  // For restoring. REQUIRES: as many as there are.
  void Replace(std::vector<LoadRegion> regions);

 private:
  int Find(LoadRegionKind kind, uint32_t owner) const;

  std::vector<LoadRegion> regions_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_LOAD_REGIONS_H_
