#include "nav/upkeep/spawn_blocked_areas.h"

#include <algorithm>

namespace footfall::nav {
namespace {

template <class Pred>
bool EraseIf(std::vector<SpawnBlockedArea>& rows, Pred&& pred) {
  const auto end = std::remove_if(rows.begin(), rows.end(), pred);
  const bool any = end != rows.end();
  rows.erase(end, rows.end());
  return any;
}

}  // namespace

bool SpawnBlockedAreas::Put(const SpawnBlockedArea& row, int rows_max) {
  const auto same = std::find_if(rows_.begin(), rows_.end(), [&](const SpawnBlockedArea& other) {
    return other.owner == row.owner && other.number == row.number;
  });
  if (same != rows_.end()) {
    *same = row;
    return true;
  }
  if (rows_.size() >= static_cast<size_t>(rows_max)) {
    ++counts_.full;
    return false;
  }
  rows_.push_back(row);
  counts_.Saw(rows_.size());
  return true;
}

bool SpawnBlockedAreas::Remove(uint32_t owner, uint32_t number) {
  return EraseIf(rows_,
                 [&](const SpawnBlockedArea& row) { return row.owner == owner && row.number == number; });
}

void SpawnBlockedAreas::RemoveOwner(uint32_t owner) {
  EraseIf(rows_, [&](const SpawnBlockedArea& row) { return row.owner == owner; });
}

bool SpawnBlockedAreas::Expire(int64_t now_ns) {
  return EraseIf(
      rows_, [&](const SpawnBlockedArea& row) { return row.expires_ns != 0 && row.expires_ns <= now_ns; });
}

bool SpawnBlockedAreas::Blocks(platform::Vec3 point) const {
  return std::any_of(rows_.begin(), rows_.end(),
                     [&](const SpawnBlockedArea& row) { return Contains(row.area, point); });
}

}  // namespace footfall::nav
