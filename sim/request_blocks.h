#ifndef FOOTFALL_SIM_REQUEST_BLOCKS_H_
#define FOOTFALL_SIM_REQUEST_BLOCKS_H_

#include "sim/handle_blocks.h"
#include "sim/published_view.h"

namespace footfall::sim {

// The live requests as readers see them.
using RequestBlocks = HandleBlocks<RequestView>;
// The same for obstacles and hazards.
using ObstacleBlocks = HandleBlocks<ObstacleView>;

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_REQUEST_BLOCKS_H_
