#ifndef FOOTFALL_NAV_BUILD_PACK_REPORT_H_
#define FOOTFALL_NAV_BUILD_PACK_REPORT_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "platform/vec.h"

namespace footfall::nav {

// The figures of `footfall info`, from any pack.
struct PackReport {
  struct Tile {
    MeshIndex index = kNoNavMesh;
    uint64_t bytes = 0;
    int polys = 0;
    int edges = 0;
  };
  std::vector<Tile> tiles;  // Ascending index.
  platform::Vec3 min;       // Box of all vertices; zero for a pack without polygons.
  platform::Vec3 max;
  int64_t polys = 0;
  double area = 0;                               // m2, seen from above
  std::array<int64_t, 8> polys_by_flag{};        // By bit of PolyFlag
  std::array<int64_t, 10> polys_by_attribute{};  // By bit of PolyAttribute
  std::array<int64_t, 4> edges_by_type{};        // By AdjacencyType, edges with a neighbour only
  int64_t edges_boundary = 0;                    // Without any neighbour
  int64_t edges_high_drop = 0;
  int64_t seam_edges_matched = 0;    // Normal edges into another tile
  int64_t seam_edges_unmatched = 0;  // Edges on a tile's border with ground across them and no partner (R30)
  int64_t links = 0;
  int64_t cover_points = 0;
  int64_t cover_edges = 0;
  int islands = 0;  // Components by normal edges and links.
  double island_area_largest = 0;
};

// Reads every tile of the pack. Errors are those of Pack::ViewOfAll.
absl::StatusOr<PackReport> ReportPack(const Pack& pack);

// Lines for a terminal, `name: value`.
std::string PackReportText(const Pack& pack, const PackReport& report);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_PACK_REPORT_H_
