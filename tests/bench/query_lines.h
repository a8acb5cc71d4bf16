#ifndef FOOTFALL_TESTS_BENCH_QUERY_LINES_H_
#define FOOTFALL_TESTS_BENCH_QUERY_LINES_H_

#include <string>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "platform/vec.h"
#include "tests/bench/detour_mesh.h"

namespace footfall::bench {

// A place on both meshes, and another one in some direction.
struct QueryPoint {
  platform::Vec3 position;
  platform::Vec3 towards;
  float detour_position[3];
  dtPolyRef detour_ref;
};

// The lines of every query type on one level, beside Detour where it has the like. The mesh, the peer and the
// points are not owned and must outlive the run.
void RegisterQueryLines(const std::string& level, const nav::NavView& view, const DetourMesh& detour,
                        const std::vector<QueryPoint>& points);

}  // namespace footfall::bench

#endif  // FOOTFALL_TESTS_BENCH_QUERY_LINES_H_
