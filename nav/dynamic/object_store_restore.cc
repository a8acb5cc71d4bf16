#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "absl/strings/str_cat.h"
#include "nav/dynamic/object_store.h"
#include "platform/math.h"

namespace footfall::nav {
namespace {

// Keeps the first of equal entries that pass, in their order.
template <class T, class Passes>
void KeepFirst(std::vector<T>& entries, const Passes& passes) {
  std::set<T> seen;
  const auto goes = [&](const T& entry) { return !passes(entry) || !seen.insert(entry).second; };
  entries.erase(std::remove_if(entries.begin(), entries.end(), goes), entries.end());
}

// As the store keeps it: checked, with angles in one turn.
bool IsKept(const ObjectDescription& d) {
  const auto is_in_turn = [](float angle) { return std::fabs(angle) <= 1.001F * platform::kPi; };
  return CheckDescription(d).ok() && is_in_turn(d.pose.heading) && is_in_turn(d.pose.pitch) &&
         is_in_turn(d.pose.roll);
}

}  // namespace

void ObjectStore::PrepareSave() {
  KeepFirst(changed_, [&](uint32_t index) { return rows_[index].changed; });
  const auto has = [&](ObjectId id, ObjectPlacement placement) {
    const ObjectRow* row = Find(id);
    return row != nullptr && row->placement == placement;
  };
  KeepFirst(queued_, [&](ObjectId id) { return has(id, ObjectPlacement::kQueued); });
  KeepFirst(waiting_, [&](ObjectId id) { return has(id, ObjectPlacement::kWaiting); });
  strays_ = grid_.strays();
  cells_high_water_ = grid_.cells_high_water();
}

std::string ObjectStore::FaultOfRows() const {
  uint32_t records = 0;
  uint32_t placed = 0;
  uint32_t evictable = 0;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const ObjectRow& row = rows_[i];
    if ((live_[i / 64] >> (i % 64) & 1) == 0) continue;
    const auto fault = [&](const char* what) { return absl::StrCat("rows[", i, "]: ", what); };
    if (!row.id.valid() || by_id_.at(row.id.value) != i) return fault("no id of its own");
    if (!IsKept(row.wanted) || (row.is_seen && !IsKept(row.seen))) return fault("no object is like this");
    const bool is_script = row.wanted.kind == ObjectKind::kScriptBlocker;
    if (row.placement == ObjectPlacement::kQueued && !is_script)
      return fault("queued, but no script blocker");
    const bool is_placed = row.placement == ObjectPlacement::kPlaced;
    if (row.is_seen != is_placed && !row.changed) return fault("placed and not seen, or seen and not placed");
    ++records;
    placed += is_placed ? 1 : 0;
    evictable += is_placed && CanMakeRoom(row.wanted) ? 1 : 0;
  }
  if (records != counters_.records || placed != counters_.placed || evictable != counters_.evictable) {
    return "counters: not those of the rows";
  }
  if (records > records_max_ || rows_.size() > records_max_) return "rows: more than there may be";
  return placed <= objects_max_ ? "" : "rows: more are placed than there are slots";
}

std::string ObjectStore::FaultOfHazards(const std::vector<Hazard>& hazards) const {
  if (hazards.size() > static_cast<size_t>(kHazardsMax)) return "hazards: more than there may be";
  ObjectId before;
  for (const Hazard& hazard : hazards) {
    if (hazard.id <= before || by_id_.contains(hazard.id.value))
      return "hazards: not by ascending ids of their own";
    if (!CheckHazard(hazard).ok()) return "hazards: no hazard is like this";
    before = hazard.id;
  }
  return "";
}

std::string ObjectStore::FaultOfChanges() const {
  std::set<uint32_t> changed;
  for (const uint32_t index : changed_) {
    if (index >= rows_.size() || !rows_[index].id.valid() || !rows_[index].changed)
      return "changed: of no row";
    if (!changed.insert(index).second) return "changed: a row twice";
  }
  const auto fault_of_list = [&](const std::vector<ObjectId>& ids, ObjectPlacement placement) {
    const std::set<ObjectId> unique(ids.begin(), ids.end());
    size_t count = 0;
    bool all_listed = true;
    ForEach([&](const ObjectRow& row) {
      if (row.placement != placement) return;
      ++count;
      all_listed = all_listed && unique.count(row.id) != 0;
    });
    return unique.size() != ids.size() || count != ids.size() || !all_listed;
  };
  if (fault_of_list(queued_, ObjectPlacement::kQueued)) return "queued: not the rows that are";
  if (fault_of_list(waiting_, ObjectPlacement::kWaiting)) return "waiting: not the rows that are";
  size_t changed_rows = 0;
  bool was_seen = false;
  ForEach([&](const ObjectRow& row) {
    changed_rows += row.changed ? 1 : 0;
    was_seen = was_seen || row.is_seen;
  });
  if (changed_rows != changed_.size()) return "changed: not the rows that are";
  std::set<ObjectId> removed;
  for (const Removed& gone : removed_) {
    if (!gone.id.valid() || by_id_.contains(gone.id.value) || !removed.insert(gone.id).second) {
      return "removed: no id of its own";
    }
    if (!IsKept(gone.seen)) return "removed: no object is like this";
  }
  if (generation_ == 0 && (was_seen || !removed_.empty() || !seen_hazards_->empty())) {
    return "generation: 0, and something was seen";
  }
  return std::is_sorted(strays_.begin(), strays_.end()) ? "" : "strays: not ascending";
}

void ObjectStore::RestoreSnapshot() {
  if (generation_ == 0) return;
  std::vector<DynamicObject> objects;
  ForEach([&](const ObjectRow& row) {
    if (row.is_seen) objects.push_back(Built(row.id, row.seen));
  });
  for (const Removed& gone : removed_) objects.push_back(Built(gone.id, gone.seen));
  snapshot_ = grid_.Restore(objects, strays_, cells_high_water_, generation_, seen_hazards_);
}

std::string ObjectStore::Restored() {
  by_id_.clear();
  free_.clear();
  for (uint32_t i = 0; i < rows_.size(); ++i) {
    if ((live_[i / 64] >> (i % 64) & 1) != 0) {
      by_id_[rows_[i].id.value] = i;
    } else {
      free_.push_back(i);  // ascending, which is a heap with the lowest first
    }
  }
  std::string fault = FaultOfRows();
  if (fault.empty()) fault = FaultOfHazards(*hazards_);
  if (fault.empty()) fault = FaultOfHazards(*seen_hazards_);
  if (fault.empty()) fault = FaultOfChanges();
  if (fault.empty()) RestoreSnapshot();
  leaf_.MarkAllDirty();
  return fault;
}

}  // namespace footfall::nav
