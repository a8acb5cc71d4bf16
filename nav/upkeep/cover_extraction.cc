#include "nav/upkeep/cover_extraction.h"

#include <algorithm>
#include <utility>

#include "nav/mesh/tile_square.h"
#include "platform/describe.h"
#include "platform/state_hash.h"

namespace footfall::nav {
namespace {

using platform::Vec2;

constexpr float kHalfTile = kTileSize / 2;

Vec2 MiddleOf(MeshIndex tile) { return {TileLowX(tile) + kHalfTile, TileLowY(tile) + kHalfTile}; }

bool TouchesTile(const Area& area, MeshIndex tile) {
  const AreaBounds bounds = BoundsOf(area);
  const Vec2 middle = MiddleOf(tile);
  return bounds.low.x <= middle.x + kHalfTile && bounds.high.x >= middle.x - kHalfTile &&
         bounds.low.y <= middle.y + kHalfTile && bounds.high.y >= middle.y - kHalfTile;
}

uint64_t DigestOf(const CoverPoint& point, std::vector<std::byte>& bytes) {
  bytes.clear();
  platform::ByteVisitor visitor(bytes);
  CoverPoint::Describe(point, visitor);
  return platform::HashBytes(bytes.data(), bytes.size());
}

}  // namespace

std::vector<MeshIndex> CoverExtraction::TilesOf(const NavView& view, int tiles_max) {
  std::vector<std::pair<float, MeshIndex>> found;
  if (!areas_.empty()) {
    const AreaBounds first = BoundsOf(areas_.front());
    const Vec2 origin = Xy(first.low + first.high) * 0.5F;
    for (const MeshIndex index : view.resident()) {
      const bool is_wanted = std::any_of(areas_.begin(), areas_.end(),
                                         [&](const Area& area) { return TouchesTile(area, index); });
      if (is_wanted) found.push_back({LengthSq(MiddleOf(index) - origin), index});
    }
  }
  // total order: indices differ.
  std::sort(found.begin(), found.end());
  std::vector<MeshIndex> tiles;
  for (const auto& [distance_sq, index] : found) {
    if (tiles.size() < static_cast<size_t>(tiles_max)) {
      tiles.push_back(index);
    } else {
      ++tiles_refused_;
    }
  }
  return tiles;
}

bool CoverExtraction::OfferAreas(std::span<const Area> areas, const NavView& view, int tiles_max) {
  if (!buffer_.empty()) return false;
  const bool are_others = !std::equal(areas.begin(), areas.end(), areas_.begin(), areas_.end());
  if (are_others) {
    areas_.assign(areas.begin(), areas.end());
    is_stale_ = true;
  }
  if (!is_stale_ || stage_ != Stage::kDone) return are_others;
  is_stale_ = false;
  std::vector<MeshIndex> tiles = TilesOf(view, tiles_max);
  if (!must_begin_ && tiles == tiles_) return true;
  must_begin_ = false;
  tiles_ = std::move(tiles);
  tile_at_ = 0;
  point_at_ = 0;
  stage_ = Stage::kExtracting;
  return true;
}

void CoverExtraction::MeshesChanged() {
  if (stage_ != Stage::kDone) ++restarts_;
  stage_ = Stage::kDone;
  is_stale_ = true;
  must_begin_ = true;
  buffer_.clear();
  taken_.clear();
  taken_digest_ = 0;
}

uint64_t CoverExtraction::Slice(const NavView& view, uint64_t units, int buffer_max) {
  uint64_t used = 0;
  while (has_work() && used < units) {
    if (tile_at_ >= tiles_.size()) {
      stage_ = Stage::kDraining;
      break;
    }
    const NavView::Slot& slot = view.slot(tiles_[tile_at_]);
    if (slot.tile == nullptr || point_at_ >= slot.tile->cover.size()) {
      ++used;
      ++tile_at_;
      point_at_ = 0;
      continue;
    }
    if (buffer_.size() >= static_cast<size_t>(buffer_max)) {
      ++counts_.full;
      break;
    }
    ++used;
    const CoverRecord& record = slot.tile->cover[point_at_++];
    buffer_.push_back({slot.tile->Decode(record.position), slot.tile->index,
                       static_cast<CoverType>(record.type), record.direction});
    counts_.Saw(buffer_.size());
  }
  return used;
}

void CoverExtraction::Take(int count) {
  const auto taken = std::min(static_cast<ptrdiff_t>(count), static_cast<ptrdiff_t>(buffer_.size()));
  std::vector<std::byte> bytes;
  for (ptrdiff_t i = 0; i < taken; ++i) {
    const CoverPoint& point = buffer_[static_cast<size_t>(i)];
    taken_digest_ = platform::MixHash(taken_digest_, DigestOf(point, bytes));
    taken_.push_back(point);
  }
  buffer_.erase(buffer_.begin(), buffer_.begin() + taken);
  if (stage_ != Stage::kDraining || !buffer_.empty()) return;
  stage_ = Stage::kDone;
  ++rounds_;
  complete_ = std::make_shared<const CoverPoints>(std::move(taken_));
  complete_digest_ = taken_digest_;
  taken_.clear();
  taken_digest_ = 0;
}

}  // namespace footfall::nav
