#ifndef FOOTFALL_TESTS_BENCH_DETOUR_MESH_H_
#define FOOTFALL_TESTS_BENCH_DETOUR_MESH_H_

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <memory>
#include <string>
#include <vector>

#include "nav/build/build_params.h"
#include "nav/build/triangle_soup.h"
#include "platform/vec.h"
#include "tests/bench/build_times.h"

namespace footfall::bench {

// The peer: the same triangles built the standard Recast way with the same cell and agent sizes, in the same
// 150 m tiles, and queried by Detour. Points are (x, z, -y) of ours.
class DetourMesh {
 public:
  // Ends the program with a message when Recast or Detour refuse.
  DetourMesh(const nav::TriangleSoup& soup, const nav::BuildParams& params);
  ~DetourMesh();

  const dtNavMesh& mesh() const { return *mesh_; }
  dtNavMeshQuery& query() const { return *query_; }
  const dtQueryFilter& filter() const { return filter_; }
  size_t bytes() const { return bytes_; }
  // What building took, on one thread: Recast's stages, and dtCreateNavMeshData in milliseconds.
  const StageTimes& stages() const { return stages_; }
  double create_millis() const { return create_millis_; }
  int polys_count() const;
  // One tile's serialised data, for the "tile open" line.
  const std::vector<std::vector<unsigned char>>& tiles() const { return tiles_; }

  // Nearest polygon within the box; 0 when there is none.
  dtPolyRef Nearest(const float (&point)[3], float (&at)[3]) const;
  // Corridor and corners, as a game asks for them: number of corners, 0 when not complete. `length` gets the
  // XY length.
  int Path(dtPolyRef start_ref, const float (&start)[3], dtPolyRef end_ref, const float (&end)[3],
           float* length) const;

 private:
  // One tile the standard way; empty when it has no polygons.
  std::vector<unsigned char> BuildTile(rcConfig config, const std::vector<float>& vertices,
                                       const std::vector<int>& triangles, int x, int y, const float (&low)[3],
                                       const float (&high)[3], const nav::BuildParams& params);

  static constexpr int kPathPolysMax = 4096;
  dtNavMesh* mesh_;
  dtNavMeshQuery* query_;
  dtQueryFilter filter_;
  std::vector<std::vector<unsigned char>> tiles_;
  size_t bytes_ = 0;
  StageTimes stages_;
  double create_millis_ = 0;
  mutable std::vector<dtPolyRef> corridor_;
  mutable std::vector<float> corners_;
  mutable std::vector<unsigned char> corner_flags_;
  mutable std::vector<dtPolyRef> corner_refs_;
};

inline void ToDetour(platform::Vec3 p, float (&out)[3]) {
  out[0] = p.x;
  out[1] = p.z;
  out[2] = -p.y;
}

}  // namespace footfall::bench

#endif  // FOOTFALL_TESTS_BENCH_DETOUR_MESH_H_
