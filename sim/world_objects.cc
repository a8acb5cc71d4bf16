#include "sim/world_objects.h"

#include "absl/strings/str_cat.h"
#include "platform/check.h"

namespace footfall::sim {

WorldObjects::WorldObjects(const platform::Profile& profile)
    : per_session_max_(profile.obstacles_per_session_max),
      store_(static_cast<uint32_t>(profile.dynamic_objects_max),
             static_cast<uint32_t>(profile.dynamic_object_grids_max)) {}

uint32_t& WorldObjects::CountOf(WireHandle handle) {
  if (counts_.size() <= handle.slot()) counts_.resize(size_t{handle.slot()} + 1);
  return counts_[handle.slot()];
}

bool WorldObjects::HasRoom(uint16_t slot, bool exempt, CommandResult& result) const {
  if (exempt || slot >= counts_.size() || counts_[slot] < static_cast<uint32_t>(per_session_max_))
    return true;
  result.fault = CommandFault::kSourceQuota;
  result.detail = absl::StrCat("obstacles_per_session_max: the session has as many obstacles as it may, ",
                               per_session_max_);
  return false;
}

void WorldObjects::Refuse(nav::PutOutcome outcome, const absl::Status& description,
                          CommandResult& result) const {
  switch (outcome) {
    case nav::PutOutcome::kBadDescription:
      result.fault = CommandFault::kBadNumber;
      result.detail = std::string(description.message());
      return;
    case nav::PutOutcome::kFull:
      result.fault = CommandFault::kTableFull;
      result.detail =
          absl::StrCat("dynamic_objects_max: all ", store_.objects_max(), " obstacles are in use");
      return;
    case nav::PutOutcome::kRecordsFull:
      result.fault = CommandFault::kTableFull;
      result.detail = absl::StrCat("dynamic_objects_max: ", store_.records_max(),
                                   " obstacles are known, hidden and queued ones too, which is the most");
      return;
    default:
      FOOTFALL_CHECK(!nav::IsRefused(outcome));
  }
}

nav::ObjectDescription WorldObjects::Owned(const PutObstacle& put, nav::ObjectId id) {
  nav::ObjectDescription description = put.description;
  switch (description.kind) {
    case nav::ObjectKind::kBlocker:
    case nav::ObjectKind::kScriptBlocker:
      description.owner = {nav::ObjectOwnerKind::kScript, 0, id.value};
      break;
    case nav::ObjectKind::kVehicleDoor:
      description.owner = {nav::ObjectOwnerKind::kVehicleDoor, put.door, ObjectIdOf(put.vehicle).value};
      break;
    default:
      description.owner = {nav::ObjectOwnerKind::kEntity, 0, id.value};
  }
  return description;
}

void WorldObjects::Add(WireHandle handle, nav::SourceId source, const PutObstacle& put,
                       PublishedView::Tables& tables, CommandResult& result) {
  const nav::ObjectId id = ObjectIdOf(handle);
  const nav::ObjectDescription description = Owned(put, id);
  const nav::PutOutcome outcome = store_.Add(id, description, nav::WhenFull::kRefuse);
  Refuse(outcome, nav::CheckDescription(description), result);
  if (result.fault != CommandFault::kNone) return;
  ++CountOf(handle);
  ObstacleView view;
  view.handle = handle;
  view.source = source;
  if (description.kind == nav::ObjectKind::kVehicleDoor) view.vehicle = put.vehicle;
  view.description = store_.Find(id)->wanted;
  view.placement = store_.Find(id)->placement;
  tables.obstacles.Insert(view);
  result.handle = handle;
}

void WorldObjects::Add(WireHandle handle, nav::SourceId source, const PutHazard& put,
                       PublishedView::Tables& tables, CommandResult& result) {
  nav::Hazard hazard = put.hazard;
  hazard.id = ObjectIdOf(handle);
  const nav::PutOutcome outcome = store_.PutHazard(hazard);
  if (outcome == nav::PutOutcome::kFull) {
    result.fault = CommandFault::kTableFull;
    result.detail = absl::StrCat("hazards: all ", nav::kHazardsMax, " are in use");
    return;
  }
  Refuse(outcome, nav::ObjectStore::CheckHazard(hazard), result);
  if (result.fault != CommandFault::kNone) return;
  ++CountOf(handle);
  ObstacleView view;
  view.handle = handle;
  view.source = source;
  view.hazard = hazard;
  tables.obstacles.Insert(view);
  result.handle = handle;
}

void WorldObjects::Move(const PutObstacle& put, PublishedView::Tables& tables, CommandResult& result) {
  const ObstacleView* view = tables.obstacles.Find(put.handle);
  if (view->hazard.has_value()) {
    result.fault = CommandFault::kHandleKind;
    result.detail = "obstacle_handle: it is a hazard's";
    return;
  }
  const nav::ObjectId id = ObjectIdOf(put.handle);
  nav::ObjectDescription description = put.description;
  const nav::ObjectDescription& before = store_.Find(id)->wanted;
  if (put.keeps_kind) {
    description.kind = before.kind;
  } else if (description.kind != before.kind) {
    result.fault = CommandFault::kBadNumber;
    result.detail = "kind: an obstacle keeps its kind; leave it unset or put a new obstacle";
    return;
  }
  description.owner = before.owner;
  const absl::Status checked = nav::CheckDescription(description);
  Refuse(store_.Update(id, description, nav::WhenFull::kRefuse), checked, result);
  if (result.fault != CommandFault::kNone) return;
  ObstacleView& seen = tables.obstacles.Mutable(put.handle);
  seen.description = store_.Find(id)->wanted;
  seen.placement = store_.Find(id)->placement;
  result.handle = put.handle;
}

void WorldObjects::Move(const PutHazard& put, PublishedView::Tables& tables, CommandResult& result) {
  if (!tables.obstacles.Find(put.handle)->hazard.has_value()) {
    result.fault = CommandFault::kHandleKind;
    result.detail = "hazard_handle: it is an obstacle's";
    return;
  }
  nav::Hazard hazard = put.hazard;
  hazard.id = ObjectIdOf(put.handle);
  Refuse(store_.PutHazard(hazard), nav::ObjectStore::CheckHazard(hazard), result);
  if (result.fault != CommandFault::kNone) return;
  tables.obstacles.Mutable(put.handle).hazard = hazard;
  result.handle = put.handle;
}

void WorldObjects::Remove(WireHandle handle, PublishedView::Tables& tables) {
  const nav::ObjectId id = ObjectIdOf(handle);
  FOOTFALL_CHECK(store_.Remove(id) || store_.RemoveHazard(id));
  tables.obstacles.Erase(handle);
  --CountOf(handle);
}

void WorldObjects::RemoveOf(uint16_t slot, uint8_t epoch_tag, PublishedView::Tables& tables) {
  if (slot >= counts_.size() || counts_[slot] == 0) return;
  std::vector<WireHandle> handles;
  for (const ObstacleView* view : tables.ObstaclesOfSlot(slot, epoch_tag)) handles.push_back(view->handle);
  for (const WireHandle handle : handles) Remove(handle, tables);
  FOOTFALL_CHECK(counts_[slot] == 0);
}

bool WorldObjects::Sync(platform::Vec2 origin, uint8_t epoch_tag, PublishedView::Tables& tables,
                        bool& tables_changed) {
  const bool changed = store_.Sync(origin);
  for (const nav::ObjectId id : store_.synced()) {
    const WireHandle handle = ObstacleHandleOf(id, epoch_tag);
    if (tables.obstacles.Find(handle) == nullptr) continue;
    const nav::ObjectRow* row = store_.Find(id);
    FOOTFALL_CHECK(row != nullptr);  // no command can move one out of the world
    tables.obstacles.Mutable(handle).placement = row->placement;
    tables_changed = true;
  }
  return changed;
}

std::string WorldObjects::RestoreTables(uint8_t epoch_tag, PublishedView::Tables& tables) {
  std::string fault;
  const auto add = [&](nav::ObjectId id, ObstacleView view) {
    view.handle = ObstacleHandleOf(id, epoch_tag);
    const std::optional<nav::SourceId> source =
        tables.sources.OwnerOf(view.handle.slot(), view.handle.counter());
    if (ObjectIdOf(view.handle) != id || !source.has_value()) {
      fault = absl::StrCat("id ", id.value, ": no source has it");
      return;
    }
    view.source = *source;
    ++CountOf(view.handle);
    tables.obstacles.Insert(std::move(view));
  };
  store_.ForEach([&](const nav::ObjectRow& row) {
    ObstacleView view;
    view.description = row.wanted;
    view.placement = row.placement;
    if (row.wanted.kind == nav::ObjectKind::kVehicleDoor) {
      view.vehicle = ObstacleHandleOf({row.wanted.owner.id}, epoch_tag);
    }
    add(row.id, std::move(view));
  });
  for (const nav::Hazard& hazard : store_.hazards()) {
    ObstacleView view;
    view.hazard = hazard;
    add(hazard.id, std::move(view));
  }
  return fault;
}

ObjectFigures WorldObjects::figures() const {
  const nav::ObjectCounters& counters = store_.counters();
  ObjectFigures figures;
  figures.placed = counters.placed;
  figures.placed_high_water = counters.placed_high_water;
  figures.records = counters.records;
  figures.hazards = static_cast<uint32_t>(store_.hazards().size());
  figures.refused = counters.refused_full + counters.hazards_refused;
  figures.waited = counters.waited;
  figures.updates = counters.updates;
  figures.below_threshold = counters.below_threshold;
  figures.cells_in_use = store_.grid().cells_in_use();
  figures.cells_high_water = store_.grid().cells_high_water();
  figures.overflow = store_.grid().overflow_count();
  return figures;
}

}  // namespace footfall::sim
