#include "sim/published_view.h"

#include "sim/published_tables.h"

namespace footfall::sim {

CommandFault PublishedView::Tables::Judge(WireHandle handle, nav::SourceId source, uint8_t epoch_tag,
                                          HandleKind wanted) const {
  const HandleKind kind = handle.kind();
  if (kind == HandleKind::kNone || kind > HandleKind::kObstacle) {
    return CommandFault::kHandleUnknown;
  }
  if (handle.epoch_tag() != epoch_tag) {
    return CommandFault::kWorldChanged;
  }
  if (kind != wanted) {
    return CommandFault::kHandleKind;
  }
  if (handle.slot() >= sources.size()) {
    return CommandFault::kHandleUnknown;
  }
  const SourceSlot& slot = sources[handle.slot()];
  const bool is_own = slot.in_use && slot.source == source;
  if (!is_own || handle.counter() < slot.first_counter || handle.counter() >= slot.next_counter) {
    return CommandFault::kHandleUnknown;
  }
  const bool is_live =
      wanted == HandleKind::kObstacle ? obstacles.Find(handle) != nullptr : requests.Find(handle) != nullptr;
  return is_live ? CommandFault::kNone : CommandFault::kHandleExpired;
}

std::vector<const RequestView*> PublishedView::Tables::OfSlot(uint16_t slot, uint8_t epoch_tag) const {
  return requests.Range(WireHandle::Make(HandleKind::kPathRequest, epoch_tag, slot, 0),
                        WireHandle::Make(HandleKind::kPathRequest, epoch_tag, slot, WireHandle::kCounterMax));
}

std::vector<const ObstacleView*> PublishedView::Tables::ObstaclesOfSlot(uint16_t slot,
                                                                        uint8_t epoch_tag) const {
  return obstacles.Range(WireHandle::Make(HandleKind::kObstacle, epoch_tag, slot, 0),
                         WireHandle::Make(HandleKind::kObstacle, epoch_tag, slot, WireHandle::kCounterMax));
}

const ObstacleView* PublishedView::FindObstacle(WireHandle handle) const {
  return tables->obstacles.Find(handle);
}

std::vector<const ObstacleView*> PublishedView::ObstaclesOfSource(nav::SourceId source) const {
  const auto slot = tables->sources.Find(source);
  return slot.has_value() ? tables->ObstaclesOfSlot(*slot, static_cast<uint8_t>(world_epoch))
                          : std::vector<const ObstacleView*>();
}

std::vector<const ObstacleView*> PublishedView::Obstacles() const {
  return tables->obstacles.Range({0}, {UINT64_MAX});
}

const RequestView* PublishedView::Find(WireHandle handle) const { return tables->requests.Find(handle); }

std::vector<const RequestView*> PublishedView::OfSource(nav::SourceId source) const {
  const auto slot = tables->sources.Find(source);
  return slot.has_value() ? tables->OfSlot(*slot, static_cast<uint8_t>(world_epoch))
                          : std::vector<const RequestView*>();
}

CommandFault PublishedView::Judge(WireHandle handle, nav::SourceId source) const {
  return tables->Judge(handle, source, static_cast<uint8_t>(world_epoch), HandleKind::kPathRequest);
}

}  // namespace footfall::sim
