#include "nav/dynamic/object_grid.h"

#include <algorithm>
#include <utility>

#include "nav/mesh/fixed_box.h"
#include "platform/check.h"

namespace footfall::nav {

namespace {

int ColumnAt(float metres) {
  // Just below the rim the division may round up to the width itself.
  return std::min(static_cast<int>((metres - kWorldMin) / kObjectCellSize), kObjectCellsPerAxis - 1);
}

// Place of a cell among all of the world.
size_t PlaceOf(int x, int y) { return static_cast<size_t>(y) * kObjectCellsPerAxis + static_cast<size_t>(x); }

bool ReachesTooFar(const DynamicObject& object, int x, int y) {
  const float low_x = kWorldMin + static_cast<float>(x) * kObjectCellSize;
  const float low_y = kWorldMin + static_cast<float>(y) * kObjectCellSize;
  return MinMetres(object.coarse, 0) < low_x - kObjectCellReach ||
         MinMetres(object.coarse, 1) < low_y - kObjectCellReach ||
         MaxMetres(object.coarse, 0) > low_x + kObjectCellSize + kObjectCellReach ||
         MaxMetres(object.coarse, 1) > low_y + kObjectCellSize + kObjectCellReach;
}

void Grow(FixedBox& box, const FixedBox& other) {
  for (int axis = 0; axis < 3; ++axis) {
    box.min[axis] = std::min(box.min[axis], other.min[axis]);
    box.max[axis] = std::max(box.max[axis], other.max[axis]);
  }
}

}  // namespace

ObjectGrid::ObjectGrid(uint32_t cells_max)
    : cells_max_(cells_max),
      cells_(1),
      cell_at_(static_cast<size_t>(kObjectCellsPerAxis) * kObjectCellsPerAxis, kNoCell),
      page_is_new_(static_cast<size_t>(kObjectPagesPerAxis) * kObjectPagesPerAxis) {}

std::vector<DynamicObject>::iterator ObjectGrid::Find(Cell& cell, ObjectId id) {
  return std::lower_bound(cell.members.begin(), cell.members.end(), id,
                          [](const DynamicObject& object, ObjectId wanted) { return object.id < wanted; });
}

void ObjectGrid::Touch(uint32_t cell) {
  if (cells_[cell].touched) return;
  cells_[cell].touched = true;
  touched_.push_back(cell);
}

uint32_t ObjectGrid::CellFor(const DynamicObject& object) {
  FOOTFALL_CHECK(MeshIndexAt(object.bounds.origin.x, object.bounds.origin.y) != kNoNavMesh);
  const int x = ColumnAt(object.bounds.origin.x);
  const int y = ColumnAt(object.bounds.origin.y);
  if (ReachesTooFar(object, x, y)) return kOverflow;
  uint32_t& at = cell_at_[PlaceOf(x, y)];
  if (at != kNoCell) return at;
  if (cells_in_use_ == cells_max_) return kOverflow;
  if (free_.empty()) {
    cells_.emplace_back();
    at = static_cast<uint32_t>(cells_.size() - 1);
  } else {
    at = free_.back();
    free_.pop_back();
  }
  cells_[at].x = x;
  cells_[at].y = y;
  ++cells_in_use_;
  cells_high_water_ = std::max(cells_high_water_, cells_in_use_);
  return at;
}

void ObjectGrid::Put(const DynamicObject& object) {
  const uint32_t cell = CellFor(object);
  if (const auto home = home_.find(object.id.value); home != home_.end()) {
    if (home->second == cell) {
      *Find(cells_[cell], object.id) = object;
      Touch(cell);
      return;
    }
    Remove(object.id);
  }
  home_[object.id.value] = cell;
  std::vector<DynamicObject>& members = cells_[cell].members;
  members.insert(Find(cells_[cell], object.id), object);
  Touch(cell);
}

std::shared_ptr<const ObjectSnapshot> ObjectGrid::Restore(
    std::span<const DynamicObject> objects, std::span<const ObjectId> strays, uint32_t cells_high_water,
    uint64_t generation, std::shared_ptr<const std::vector<Hazard>> hazards) {
  FOOTFALL_CHECK(home_.empty());
  FOOTFALL_CHECK(generation > 0);
  for (const DynamicObject& object : objects) {
    if (!std::binary_search(strays.begin(), strays.end(), object.id)) {
      Put(object);
      continue;
    }
    home_[object.id.value] = kOverflow;
    std::vector<DynamicObject>& members = cells_[kOverflow].members;
    members.insert(Find(cells_[kOverflow], object.id), object);
    Touch(kOverflow);
  }
  cells_high_water_ = std::max(cells_in_use_, cells_high_water);
  ObjectSnapshot before;
  before.generation_ = generation - 1;
  return Freeze(before, std::move(hazards));
}

std::vector<ObjectId> ObjectGrid::strays() const {
  std::vector<ObjectId> ids;
  for (const DynamicObject& object : cells_[kOverflow].members) ids.push_back(object.id);
  return ids;
}

void ObjectGrid::Remove(ObjectId id) {
  const auto home = home_.find(id.value);
  if (home == home_.end()) return;
  Cell& cell = cells_[home->second];
  cell.members.erase(Find(cell, id));
  Touch(home->second);
  home_.erase(home);
}

// Cells are freed when a snapshot is made, not before: an object that leaves and comes back within a tick
// finds its cell again.
void ObjectGrid::BringHome() {
  // Making a cell may move `cells_`.
  for (size_t n = 0; n < cells_[kOverflow].members.size() && cells_in_use_ < cells_max_;) {
    const DynamicObject stray = cells_[kOverflow].members[n];
    if (CellFor(stray) == kOverflow) {
      ++n;
    } else {
      Put(stray);
    }
  }
}

Recycled<ObjectCell> ObjectGrid::Copy(const Cell& cell, uint64_t generation) {
  if (cell.members.empty()) return {};
  Recycled<ObjectCell> copy = cell_pool_->Take();
  ObjectCell& made = copy.Edit();
  made.generation = generation;
  made.objects = cell.members;
  made.boxes.clear();
  made.box = cell.members.front().coarse;
  for (const DynamicObject& object : cell.members) {
    made.boxes.push_back(object.coarse);
    Grow(made.box, object.coarse);
  }
  return copy;
}

ObjectPage& ObjectGrid::PageOf(const Cell& cell, ObjectSnapshot& next) {
  const size_t index = PageIndex(cell.x, cell.y);
  Recycled<ObjectPage>& page = next.pages_[index];
  if (!page_is_new_[index]) {
    page_is_new_[index] = true;
    Recycled<ObjectPage> copy = page_pool_->Take();
    copy.Edit() = page ? *page : ObjectPage();
    page = std::move(copy);
  }
  return page.Edit();
}

std::shared_ptr<const ObjectSnapshot> ObjectGrid::Freeze(const ObjectSnapshot& from,
                                                         std::shared_ptr<const std::vector<Hazard>> hazards) {
  auto next = std::make_shared<ObjectSnapshot>(from);
  ++next->generation_;
  next->hazards_ = std::move(hazards);
  page_is_new_.assign(page_is_new_.size(), false);
  // Emptied cells are free before strays look for one; what strays touch is appended.
  bool freed = false;
  for (const uint32_t index : touched_) {
    if (index == kOverflow || !cells_[index].members.empty()) continue;
    const Cell& cell = cells_[index];
    cell_at_[PlaceOf(cell.x, cell.y)] = kNoCell;
    PageOf(cell, *next).cells[SlotInPage(cell.x, cell.y)] = {};
    cells_[index].touched = false;
    free_.push_back(index);
    --cells_in_use_;
    freed = true;
  }
  if (freed) BringHome();
  for (const uint32_t index : touched_) {
    Cell& cell = cells_[index];
    if (!cell.touched) continue;
    cell.touched = false;
    if (index == kOverflow) {
      next->overflow_ = Copy(cell, next->generation_);
    } else {
      PageOf(cell, *next).cells[SlotInPage(cell.x, cell.y)] = Copy(cell, next->generation_);
    }
  }
  touched_.clear();
  next->objects_count_ = home_.size();
  return next;
}

}  // namespace footfall::nav
