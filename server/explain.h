#ifndef FOOTFALL_SERVER_EXPLAIN_H_
#define FOOTFALL_SERVER_EXPLAIN_H_

#include "footfall/v1/nav.pb.h"
#include "nav/path/path_result.h"
#include "nav/path/search_trace.h"

namespace footfall::server {

// Most entries of the lists of polygons, and most fragments, of an explanation: a batch of explanations must
// fit into a message.
inline constexpr int kExplainedPolysMax = 1024;
inline constexpr int kExplainedFragmentsMax = 64;
inline constexpr int kExplainedObstaclesMax = 256;

// `out` is clear.
void FillExplanation(const nav::SearchTrace& trace, const nav::PathResult& result,
                     v1::SearchExplanation* out);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_EXPLAIN_H_
