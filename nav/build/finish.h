#ifndef FOOTFALL_NAV_BUILD_FINISH_H_
#define FOOTFALL_NAV_BUILD_FINISH_H_

#include <vector>

#include "absl/status/status.h"
#include "nav/build/annotations.h"
#include "nav/build/crossings.h"
#include "nav/build/palette.h"
#include "nav/build/world_builder.h"

namespace footfall::nav {

// Everything that the last step reads. Not owned.
struct FinishInput {
  const std::vector<TileWork>& tiles;  // Ascending index; polygons are final.
  const std::vector<SeamPair>& pairs;
  const std::vector<std::vector<CrossingEdge>>& crossings;  // Per tile.
  const SurfaceTable& surfaces;
  const Annotations& annotations;
  const BuildParams& params;
};

// Turns finished polygons into drafts: adjacency, flags, attributes, free space, cover, ladders, islands.
// INVALID_ARGUMENT for a ladder without ground. Adds its counts to `report`.
absl::Status MakeDrafts(const FinishInput& input, platform::WorkerPool& pool, std::vector<TileDraft>& drafts,
                        BuildReport& report);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_FINISH_H_
