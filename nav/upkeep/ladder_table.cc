#include "nav/upkeep/ladder_table.h"

#include <algorithm>

#include "platform/sim_time.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

// The two directions of a ladder are two links whose ends lie this near to each other, m.
constexpr float kSameEnd = 0.5F;

bool IsLadder(const LinkRecord& link) { return static_cast<LinkKind>(link.kind) != LinkKind::kClimbObject; }

bool IsNear(Vec3 p, Vec3 q) { return LengthSq(p - q) <= kSameEnd * kSameEnd; }

bool IsSame(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  return (IsNear(a, c) && IsNear(b, d)) || (IsNear(a, d) && IsNear(b, c));
}

// Adds the resident tiles that hold a link of the ladder.
void AddTilesOf(const NavView& view, Vec3 a, Vec3 b, std::vector<MeshIndex>& tiles) {
  for (const MeshIndex index : view.resident()) {
    const TileView& tile = *view.slot(index).tile;
    const bool has_link = std::any_of(tile.links.begin(), tile.links.end(), [&](const LinkRecord& link) {
      return IsLadder(link) && IsSame(tile.Decode(link.start), tile.Decode(link.end), a, b);
    });
    if (has_link) tiles.push_back(index);
  }
}

}  // namespace

std::optional<LadderEnds> NearestLadder(const NavView& view, Vec3 point) {
  std::optional<LadderEnds> best;
  float best_sq = kLadderCrowdDistance * kLadderCrowdDistance;
  for (const MeshIndex index : view.resident()) {
    const TileView& tile = *view.slot(index).tile;
    for (const LinkRecord& link : tile.links) {
      if (!IsLadder(link)) continue;
      const LadderEnds ends{tile.Decode(link.start), tile.Decode(link.end)};
      const float distance_sq = std::min(LengthSq(ends.a - point), LengthSq(ends.b - point));
      if (distance_sq < best_sq || (distance_sq == best_sq && !best.has_value())) {
        best = ends;
        best_sq = distance_sq;
      }
    }
  }
  return best;
}

bool IsCrowded(const LadderEnds& ladder, std::span<const Vec3> peds) {
  for (const Vec3 end : {ladder.a, ladder.b}) {
    const auto near = std::count_if(peds.begin(), peds.end(), [&](Vec3 ped) {
      return LengthSq(ped - end) <= kLadderCrowdDistance * kLadderCrowdDistance;
    });
    if (near >= kLadderCrowd) return true;
  }
  return false;
}

void LadderTable::Block(const NavView& view, const LadderEnds& ladder, int64_t now_ns, int rows_max,
                        std::vector<MeshIndex>& changed) {
  const auto same = std::find_if(rows_.begin(), rows_.end(), [&](const BlockedLadder& row) {
    return IsSame(row.a, row.b, ladder.a, ladder.b);
  });
  if (same != rows_.end()) {
    rows_.erase(same);
  } else {
    AddTilesOf(view, ladder.a, ladder.b, changed);
  }
  if (rows_.size() >= static_cast<size_t>(rows_max)) {
    ++counts_.full;
    if (rows_max == 0) return;
    AddTilesOf(view, rows_.front().a, rows_.front().b, changed);
    rows_.erase(rows_.begin());
  }
  rows_.push_back({ladder.a, ladder.b, now_ns + kLadderBlockedMs * platform::kNsPerMs});
  counts_.Saw(rows_.size());
}

void LadderTable::Expire(const NavView& view, int64_t now_ns, std::vector<MeshIndex>& changed) {
  while (!rows_.empty() && rows_.front().expires_ns <= now_ns) {
    AddTilesOf(view, rows_.front().a, rows_.front().b, changed);
    rows_.erase(rows_.begin());
  }
}

void LadderTable::Apply(const TileView& tile, TileOverlay& overlay) const {
  for (const BlockedLadder& row : rows_) {
    for (uint32_t number = 0; number < tile.links.size(); ++number) {
      const LinkRecord& link = tile.links[number];
      if (!IsLadder(link)) continue;
      if (IsSame(tile.Decode(link.start), tile.Decode(link.end), row.a, row.b)) {
        overlay.SetLinkBlocked(number, true);
      }
    }
  }
}

}  // namespace footfall::nav
