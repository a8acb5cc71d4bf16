#include "nav/stream/load_regions.h"

#include <algorithm>
#include <utility>

#include "platform/check.h"

namespace footfall::nav {

platform::Vec2 TileCenter(MeshIndex tile) {
  FOOTFALL_CHECK(tile <= kLastMapIndex);
  const auto middle = [](int number) { return kWorldMin + (static_cast<float>(number) + 0.5F) * kTileSize; };
  return {middle(tile % kTilesX), middle(tile / kTilesX)};
}

bool IsWithin(const LoadRegion& region, MeshIndex tile, float margin) {
  const float reach = region.radius + kTileRadius + margin;
  return platform::LengthSq(TileCenter(tile) - region.center) <= reach * reach;
}

void LoadRegions::SetOrigin(platform::Vec2 center, float radius) {
  regions_.front() = {true, 0, center, radius};
}

int LoadRegions::Find(LoadRegionKind kind, uint32_t owner) const {
  const int first = static_cast<int>(kind);
  const int last = kind == LoadRegionKind::kScriptRequired ? static_cast<int>(regions_.size()) - 1 : first;
  for (int i = first; i <= last && i < static_cast<int>(regions_.size()); ++i) {
    const LoadRegion& region = regions_[static_cast<size_t>(i)];
    if (region.active && region.owner == owner) return i;
  }
  return kNone;
}

int LoadRegions::Set(LoadRegionKind kind, uint32_t owner, platform::Vec2 center, float radius) {
  FOOTFALL_CHECK(kind != LoadRegionKind::kGameplayOrigin);
  int place = Find(kind, owner);
  const int first = static_cast<int>(kind);
  const int last = kind == LoadRegionKind::kScriptRequired ? static_cast<int>(regions_.size()) - 1 : first;
  for (int i = first; place == kNone && i <= last && i < static_cast<int>(regions_.size()); ++i) {
    if (!regions_[static_cast<size_t>(i)].active) place = i;
  }
  if (place != kNone) regions_[static_cast<size_t>(place)] = {true, owner, center, radius};
  return place;
}

bool LoadRegions::Clear(LoadRegionKind kind, uint32_t owner) {
  const int place = Find(kind, owner);
  if (place == kNone) return false;
  regions_[static_cast<size_t>(place)] = {};
  return true;
}

void LoadRegions::ClearOwner(uint32_t owner) {
  for (size_t i = 1; i < regions_.size(); ++i) {
    if (regions_[i].active && regions_[i].owner == owner) regions_[i] = {};
  }
}

int LoadRegions::FirstWithin(MeshIndex tile, float margin) const {
  for (size_t i = 0; i < regions_.size(); ++i) {
    if (regions_[i].active && IsWithin(regions_[i], tile, margin)) return static_cast<int>(i);
  }
  return kNone;
}

void LoadRegions::Replace(std::vector<LoadRegion> regions) {
  FOOTFALL_CHECK(regions.size() == regions_.size());
  regions_ = std::move(regions);
}

}  // namespace footfall::nav
