#ifndef FOOTFALL_NAV_BUILD_TILE_MESH_H_
#define FOOTFALL_NAV_BUILD_TILE_MESH_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "nav/build/lattice.h"

namespace footfall::nav {

// The polygons of one tile while they are worked on. Convex, clockwise seen from above, on the lattice. Not
// thread-safe; each tile has its own.
struct TileMesh {
  static constexpr int kNone = -1;

  struct Poly {
    std::vector<int> corners;   // Indices into `vertices`. Empty: the polygon is gone.
    std::vector<int> across;    // Per edge: the polygon beyond it, or kNone. Kept up to date while merging.
    std::vector<int> probe;     // Per edge: index of its EdgeProbe, or kNone.
    uint8_t area = 0;           // Palette entry + 1.
    uint16_t region = 0;        // Of the voxel stage; 0 once regions are merged.
    float error = 0;            // Largest distance from the ground, metres.
    bool is_sheltered = false;  // More than half of it has a roof.

    int size() const { return static_cast<int>(corners.size()); }
    int next(int i) const { return i + 1 == size() ? 0 : i + 1; }
    int prev(int i) const { return i == 0 ? size() - 1 : i - 1; }
    bool alive() const { return !corners.empty(); }
  };

  std::vector<LatticePoint> vertices;
  std::vector<Poly> polys;

  LatticePoint Corner(const Poly& poly, int i) const { return vertices[poly.corners[i]]; }
};

// One edge of one polygon.
struct EdgeAt {
  int poly = TileMesh::kNone;
  int edge = TileMesh::kNone;
};

// Directed edge (from vertex, to vertex) -> where it is.
class EdgeMap {
 public:
  explicit EdgeMap(const TileMesh& mesh);
  // The edge that runs from `a` to `b`, or one with poly kNone. A second edge in the same direction, which
  // only overlapping polygons have, is not found.
  EdgeAt Find(int a, int b) const;

 private:
  struct Entry {
    uint64_t key;
    EdgeAt at;
  };
  std::vector<Entry> entries_;  // Ascending key; of equal keys the lowest polygon comes first.
};

// Twice the XY area in square units, positive for clockwise polygons.
int64_t ClockwiseArea(const TileMesh& mesh, const std::vector<int>& corners);
double AreaSquareMetres(const TileMesh& mesh, const TileMesh::Poly& poly);
// No wrong turn, collinear corners allowed, no vertex twice, area above 0.01 m2 (R30).
bool IsConvexClockwise(const TileMesh& mesh, const std::vector<int>& corners);

// Puts vertex `vertex` between corner `edge` and the next.
void InsertCorner(TileMesh::Poly& poly, int edge, int vertex);

// Fills `across` of every polygon from shared vertices.
void ConnectPolys(TileMesh& mesh);

// Removes the polygons that are gone. Changes polygon numbers, not `across`.
void DropDeadPolys(TileMesh& mesh);

// Cuts polygons of more than `corners_max` corners by chords into convex parts, at least area-positive.
// Leaves `across` of the parts unset.
void CutLargePolys(TileMesh& mesh, int corners_max);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_TILE_MESH_H_
