#ifndef FOOTFALL_SIM_PUBLISHED_TABLES_H_
#define FOOTFALL_SIM_PUBLISHED_TABLES_H_

#include <cstdint>

#include "sim/published_view.h"
#include "sim/request_blocks.h"
#include "sim/source_slots.h"

namespace footfall::sim {

// What PublishedView reads through. The world holds one for writing and publishes copies of it.
struct PublishedView::Tables {
  RequestBlocks requests;
  ObstacleBlocks obstacles;
  SourceSlots sources;

  // PublishedView::Judge, for an epoch with this tag and handles of the kind `wanted`.
  CommandFault Judge(WireHandle handle, nav::SourceId source, uint8_t epoch_tag, HandleKind wanted) const;
  // The live requests of the owner of a slot.
  std::vector<const RequestView*> OfSlot(uint16_t slot, uint8_t epoch_tag) const;
  // The obstacles and hazards of the owner of a slot.
  std::vector<const ObstacleView*> ObstaclesOfSlot(uint16_t slot, uint8_t epoch_tag) const;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_PUBLISHED_TABLES_H_
