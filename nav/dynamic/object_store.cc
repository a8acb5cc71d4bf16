#include "nav/dynamic/object_store.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "absl/strings/str_format.h"
#include "nav/mesh/types.h"
#include "platform/check.h"
#include "platform/math.h"
#include "platform/profile_memory.h"

namespace footfall::nav {

using platform::Vec2;

namespace {

// Records for each slot: room for what is hidden, queued, waiting or not avoided.
constexpr uint32_t kRecordsPerSlot = 2;
// The records, and the object in a cell of the grid, of its snapshot and of the one before.
static_assert(kRecordsPerSlot * sizeof(ObjectRow) + 3 * (sizeof(DynamicObject) + sizeof(FixedBox)) <=
              platform::kObjectBytes);

ObjectDescription Normalised(ObjectDescription d) {
  d.pose.heading = platform::NormalizeAngle(d.pose.heading);
  d.pose.pitch = platform::NormalizeAngle(d.pose.pitch);
  d.pose.roll = platform::NormalizeAngle(d.pose.roll);
  return d;
}

PutOutcome OutcomeOf(ObjectPlacement placement) {
  switch (placement) {
    case ObjectPlacement::kPlaced:
      return PutOutcome::kPlaced;
    case ObjectPlacement::kQueued:
      return PutOutcome::kQueued;
    case ObjectPlacement::kWaiting:
      return PutOutcome::kWaiting;
    case ObjectPlacement::kHidden:
      return PutOutcome::kHidden;
    case ObjectPlacement::kNotAvoided:
      return PutOutcome::kNotAvoided;
  }
  FOOTFALL_CHECK(false);
}

std::vector<Hazard>::const_iterator FindIn(const std::vector<Hazard>& hazards, ObjectId id) {
  return std::lower_bound(hazards.begin(), hazards.end(), id,
                          [](const Hazard& hazard, ObjectId wanted) { return hazard.id < wanted; });
}

}  // namespace

ObjectStore::ObjectStore(uint32_t objects_max, uint32_t cells_max)
    : objects_max_(objects_max),
      records_max_(objects_max * kRecordsPerSlot),
      grid_(cells_max),
      hazards_(std::make_shared<const std::vector<Hazard>>()),
      seen_hazards_(hazards_) {}

// ---- Records

ObjectRow& ObjectStore::TakeRow(ObjectId id) {
  uint32_t index;
  if (free_.empty()) {
    index = static_cast<uint32_t>(rows_.size());
    rows_.emplace_back();
    if (live_.size() * 64 < rows_.size()) live_.push_back(0);
    leaf_.MarkAllDirty();
  } else {
    std::pop_heap(free_.begin(), free_.end(), std::greater<>());
    index = free_.back();
    free_.pop_back();
  }
  rows_[index] = ObjectRow();
  rows_[index].id = id;
  live_[index / 64] |= uint64_t{1} << (index % 64);
  by_id_.emplace(id.value, index);
  ++counters_.records;
  leaf_.MarkDirty(index);
  return rows_[index];
}

void ObjectStore::FreeRow(uint32_t index) {
  ObjectRow& row = rows_[index];
  by_id_.erase(row.id.value);
  row = ObjectRow();
  live_[index / 64] &= ~(uint64_t{1} << (index % 64));
  free_.push_back(index);
  std::push_heap(free_.begin(), free_.end(), std::greater<>());
  --counters_.records;
  leaf_.MarkDirty(index);
}

const ObjectRow* ObjectStore::Find(ObjectId id) const {
  const auto found = by_id_.find(id.value);
  return found == by_id_.end() ? nullptr : &rows_[found->second];
}

void ObjectStore::MarkChanged(uint32_t index) {
  leaf_.MarkDirty(index);
  if (rows_[index].changed) return;
  rows_[index].changed = true;
  changed_.push_back(index);
}

// ---- Placement

void ObjectStore::Place(ObjectRow& row) {
  row.placement = ObjectPlacement::kPlaced;
  row.arrival = 0;
  ++counters_.placed;
  counters_.placed_high_water = std::max(counters_.placed_high_water, counters_.placed);
  if (CanMakeRoom(row.wanted)) ++counters_.evictable;
}

void ObjectStore::Unplace(ObjectRow& row, ObjectPlacement placement) {
  if (row.placement == ObjectPlacement::kPlaced) {
    --counters_.placed;
    if (CanMakeRoom(row.wanted)) --counters_.evictable;
  }
  row.placement = placement;
  row.arrival = 0;
}

PutOutcome ObjectStore::Settle(uint32_t index, WhenFull when_full) {
  ObjectRow& row = rows_[index];
  if (!row.wanted.visible) {
    Unplace(row, ObjectPlacement::kHidden);
    return PutOutcome::kHidden;
  }
  if (ShouldAvoid(row.wanted) != AvoidVerdict::kAvoid) {
    Unplace(row, ObjectPlacement::kNotAvoided);
    ++counters_.not_avoided;
    return PutOutcome::kNotAvoided;
  }
  if (row.placement <= ObjectPlacement::kWaiting) return OutcomeOf(row.placement);
  if (row.wanted.kind == ObjectKind::kScriptBlocker) {
    row.placement = ObjectPlacement::kQueued;
    row.arrival = ++arrivals_;
    queued_.push_back(row.id);
    return PutOutcome::kQueued;
  }
  if (counters_.placed < objects_max_) {
    Place(row);
    return PutOutcome::kPlaced;
  }
  if (when_full == WhenFull::kRefuse) {
    ++counters_.refused_full;
    return PutOutcome::kFull;
  }
  row.placement = ObjectPlacement::kWaiting;
  row.arrival = ++arrivals_;
  waiting_.push_back(row.id);
  ++counters_.waited;
  return PutOutcome::kWaiting;
}

// ---- Changes

PutOutcome ObjectStore::Add(ObjectId id, const ObjectDescription& description, WhenFull when_full) {
  FOOTFALL_CHECK(id.valid());
  if (by_id_.contains(id.value)) return PutOutcome::kIdInUse;
  if (!CheckDescription(description).ok()) return PutOutcome::kBadDescription;
  if (counters_.records >= records_max_) {
    ++counters_.refused_full;
    return PutOutcome::kRecordsFull;
  }
  ObjectRow& row = TakeRow(id);
  row.wanted = Normalised(description);
  const uint32_t index = by_id_.at(id.value);
  const PutOutcome outcome = Settle(index, when_full);
  if (IsRefused(outcome)) {
    FreeRow(index);
    return outcome;
  }
  MarkChanged(index);
  return outcome;
}

PutOutcome ObjectStore::Update(ObjectId id, const ObjectDescription& description, WhenFull when_full) {
  const auto found = by_id_.find(id.value);
  if (found == by_id_.end()) return PutOutcome::kUnknown;
  ObjectRow& row = rows_[found->second];
  ObjectDescription wanted = Normalised(description);
  wanted.kind = row.wanted.kind;
  wanted.owner = row.wanted.owner;
  if (!CheckDescription(wanted).ok()) return PutOutcome::kBadDescription;

  const ObjectPose pose = wanted.pose;
  wanted.pose = row.wanted.pose;
  if (wanted == row.wanted && !MovedEnough(wanted.kind, row.wanted.pose, pose)) {
    ++counters_.below_threshold;
    return PutOutcome::kBelowThreshold;
  }
  wanted.pose = pose;
  const ObjectRow before = row;
  if (row.placement == ObjectPlacement::kPlaced && CanMakeRoom(row.wanted) != CanMakeRoom(wanted)) {
    counters_.evictable += CanMakeRoom(wanted) ? 1 : -1;
  }
  row.wanted = wanted;
  const PutOutcome outcome = Settle(found->second, when_full);
  if (IsRefused(outcome)) {
    // Only an object without a slot can be refused one.
    row = before;
    return outcome;
  }
  MarkChanged(found->second);
  return outcome;
}

PutOutcome ObjectStore::Move(ObjectId id, const ObjectPose& pose) {
  FOOTFALL_CHECK(platform::IsFinite(pose.origin) && std::isfinite(pose.heading) &&
                 std::isfinite(pose.pitch) && std::isfinite(pose.roll));
  const auto found = by_id_.find(id.value);
  if (found == by_id_.end()) return PutOutcome::kUnknown;
  ObjectRow& row = rows_[found->second];
  ObjectDescription moved = row.wanted;
  moved.pose = pose;
  moved = Normalised(moved);
  if (!MovedEnough(moved.kind, row.wanted.pose, moved.pose)) {
    ++counters_.below_threshold;
    return PutOutcome::kBelowThreshold;
  }
  row.wanted = moved;
  MarkChanged(found->second);
  return OutcomeOf(row.placement);
}

bool ObjectStore::Remove(ObjectId id) {
  const auto found = by_id_.find(id.value);
  if (found == by_id_.end()) return false;
  const uint32_t index = found->second;
  ObjectRow& row = rows_[index];
  if (row.is_seen) removed_.push_back({id, row.seen});
  Unplace(row, ObjectPlacement::kHidden);
  FreeRow(index);
  return true;
}

// ---- Hazards

absl::Status ObjectStore::CheckHazard(const Hazard& hazard) {
  if (!platform::IsFinite(hazard.centre) || !IsInsideWorld(hazard.centre)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("center: (%g, %g, %g) is not in the world, [%g, %g) in X and Y", hazard.centre.x,
                        hazard.centre.y, hazard.centre.z, kWorldMin, kWorldMax));
  }
  if (!(hazard.radius > 0 && hazard.radius <= kHazardRadiusMax)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("radius: %g is not in (0, %g]", hazard.radius, kHazardRadiusMax));
  }
  if (hazard.kind != HazardKind::kExplosive && hazard.kind != HazardKind::kGas) {
    return absl::InvalidArgumentError(absl::StrFormat("kind: %d is no kind", static_cast<int>(hazard.kind)));
  }
  return absl::OkStatus();
}

PutOutcome ObjectStore::PutHazard(const Hazard& hazard) {
  FOOTFALL_CHECK(hazard.id.valid());
  if (!CheckHazard(hazard).ok()) return PutOutcome::kBadDescription;
  const auto at = FindIn(*hazards_, hazard.id);
  const bool replaces = at != hazards_->end() && at->id == hazard.id;
  if (!replaces && hazards_->size() >= static_cast<size_t>(kHazardsMax)) {
    ++counters_.hazards_refused;
    return PutOutcome::kFull;
  }
  auto changed = std::make_shared<std::vector<Hazard>>(*hazards_);
  const auto place = changed->begin() + (at - hazards_->begin());
  if (replaces) {
    *place = hazard;
  } else {
    changed->insert(place, hazard);
  }
  hazards_ = std::move(changed);
  hazards_changed_ = true;
  return PutOutcome::kPlaced;
}

bool ObjectStore::RemoveHazard(ObjectId id) {
  if (FindHazard(id) == nullptr) return false;
  auto changed = std::make_shared<std::vector<Hazard>>(*hazards_);
  changed->erase(changed->begin() + (FindIn(*hazards_, id) - hazards_->begin()));
  hazards_ = std::move(changed);
  hazards_changed_ = true;
  return true;
}

const Hazard* ObjectStore::FindHazard(ObjectId id) const {
  const auto at = FindIn(*hazards_, id);
  return at != hazards_->end() && at->id == id ? &*at : nullptr;
}

// ---- Sync

bool ObjectStore::MakeRoom(Vec2 origin) {
  if (counters_.evictable == 0) return false;
  if (candidates_.empty()) {
    for (const ObjectRow& row : rows_) {
      if (!row.id.valid() || row.placement != ObjectPlacement::kPlaced || !CanMakeRoom(row.wanted)) continue;
      const float distance_sq = LengthSq(Xy(row.wanted.pose.origin) - origin);
      candidates_.push_back({VolumeOf(row.wanted), distance_sq, row.id});
    }
    // total order: volume, distance, then the id, which is unique
    std::sort(candidates_.begin(), candidates_.end());
  }
  const uint32_t index = by_id_.at(candidates_.back().id.value);
  candidates_.pop_back();
  ObjectRow& row = rows_[index];
  Unplace(row, ObjectPlacement::kWaiting);
  row.arrival = ++arrivals_;
  waiting_.push_back(row.id);
  ++counters_.waited;
  ++counters_.made_room;
  MarkChanged(index);
  synced_.push_back(row.id);
  return true;
}

// Step 7 (NAV-062, NAV-228). No search is aborted for it: a carried one ends on the view it began with (R4).
void ObjectStore::AddQueued(Vec2 origin) {
  size_t kept = 0;
  for (size_t n = 0; n < queued_.size(); ++n) {
    const auto found = by_id_.find(queued_[n].value);
    if (found == by_id_.end() || rows_[found->second].placement != ObjectPlacement::kQueued) continue;
    if (counters_.placed < objects_max_ || MakeRoom(origin)) {
      Place(rows_[found->second]);
      MarkChanged(found->second);
      synced_.push_back(queued_[n]);
    } else {
      queued_[kept++] = queued_[n];
    }
  }
  queued_.resize(kept);
  candidates_.clear();
}

void ObjectStore::RetryWaiting() {
  size_t kept = 0;
  for (size_t n = 0; n < waiting_.size(); ++n) {
    const auto found = by_id_.find(waiting_[n].value);
    if (found == by_id_.end() || rows_[found->second].placement != ObjectPlacement::kWaiting) continue;
    if (counters_.placed < objects_max_) {
      Place(rows_[found->second]);
      MarkChanged(found->second);
      ++counters_.retried;
      synced_.push_back(waiting_[n]);
    } else {
      waiting_[kept++] = waiting_[n];
    }
  }
  waiting_.resize(kept);
}

DynamicObject ObjectStore::Built(ObjectId id, const ObjectDescription& description) {
  DynamicObject object;
  object.id = id;
  object.owner = description.owner;
  object.kind = description.kind;
  object.blocks = description.blocks;
  object.flags = ObjectFlagsOf(description);
  object.bounds = MakeObjectBounds(description.pose, description.half_extents);
  object.half_extents = description.half_extents;
  object.heading = description.pose.heading;
  object.corners = FootprintCorners(object.bounds, 0);
  object.coarse = CoarseBoxOf(object.bounds);
  return object;
}

void ObjectStore::ApplyChanged() {
  for (const uint32_t index : changed_) {
    ObjectRow& row = rows_[index];
    if (!row.changed) continue;  // its object is gone
    row.changed = false;
    leaf_.MarkDirty(index);
    if (!IsInsideWorld(row.wanted.pose.origin)) {
      ++counters_.left_world;
      synced_.push_back(row.id);
      Remove(row.id);
      continue;
    }
    const bool is_seen = row.placement == ObjectPlacement::kPlaced;
    if (is_seen) {
      grid_.Put(Built(row.id, row.wanted));
      ++counters_.updates;
    } else if (row.is_seen) {
      grid_.Remove(row.id);
    }
    row.is_seen = is_seen;
    row.seen = is_seen ? row.wanted : ObjectDescription();
  }
  changed_.clear();
  for (const Removed& removed : removed_) grid_.Remove(removed.id);
  removed_.clear();
}

bool ObjectStore::Sync(Vec2 origin) {
  synced_.clear();
  AddQueued(origin);
  RetryWaiting();
  ApplyChanged();
  if (!grid_.IsTouched() && !hazards_changed_) return false;
  hazards_changed_ = false;
  seen_hazards_ = hazards_;
  static const ObjectSnapshot kNothing;
  snapshot_ = grid_.Freeze(snapshot_ == nullptr ? kNothing : *snapshot_, hazards_);
  generation_ = snapshot_->generation();
  return true;
}

}  // namespace footfall::nav
