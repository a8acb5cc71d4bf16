#ifndef FOOTFALL_NAV_BUILD_BOUNDARY_INDEX_H_
#define FOOTFALL_NAV_BUILD_BOUNDARY_INDEX_H_

#include <cstdint>
#include <vector>

#include "nav/build/lattice.h"
#include "platform/vec.h"

namespace footfall::nav {

// Largest free space that an edge can tell: 31 steps of 0.25 m (NAV-036, OQ-09).
inline constexpr double kFreeSpaceStep = 0.25;
inline constexpr int kFreeSpaceMax = 31;

// All edges of a world at which walking ends, for the free space around vertices and beyond edges (R34).
// Only edges of the same floor count: within 2 m of height. Read-only once sorted; any thread.
class BoundaryIndex {
 public:
  void Add(LatticePoint a, LatticePoint b);
  // Call once, after the last Add.
  void Sort();

  // Distance in XY from a vertex to the nearest boundary edge not incident to it, in steps, saturating.
  uint8_t SpaceAround(LatticePoint vertex) const;
  // Free run from the middle of edge a, b along its outward normal, in steps, saturating.
  uint8_t SpaceBeyond(LatticePoint a, LatticePoint b) const;

 private:
  struct Segment {
    LatticePoint a;
    LatticePoint b;
  };
  struct Entry {
    int64_t bin;
    int segment;
  };
  template <class Visit>
  void VisitNear(double x, double y, Visit visit) const;

  std::vector<Segment> segments_;
  std::vector<Entry> entries_;  // Ascending (bin, segment); a segment is in every bin that its box touches.
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_BOUNDARY_INDEX_H_
