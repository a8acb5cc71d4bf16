#ifndef FOOTFALL_TESTS_NAV_MESH_WALKER_H_
#define FOOTFALL_TESTS_NAV_MESH_WALKER_H_

#include <vector>

#include "nav/mesh/nav_view.h"
#include "platform/vec.h"

// An independent judge of straight walks, for tests of code that casts rays and pulls strings: it grows the
// set of polygons that cover the segment instead of walking from edge to edge, in doubles, with a stated
// tolerance.
namespace footfall::tests {

inline constexpr double kWalkTolerance = 0.002;  // m: points of a path are floats on a lattice of 1/256 m

// True when the whole XY segment lies on polygons connected by Normal adjacency, from `poly`, and its end
// lies on `end_poly` (or on any polygon when that is invalid).
bool CanWalk(const nav::NavView& view, nav::PolyRef poly, platform::Vec3 from, platform::Vec3 to,
             nav::PolyRef end_poly = nav::PolyRef());

// The polygons of each component by Normal adjacency: component number by polygon, in the order of
// view.resident().
class Components {
 public:
  explicit Components(const nav::NavView& view);
  int Of(nav::PolyRef ref) const;
  int count() const { return count_; }
  const std::vector<nav::PolyRef>& polys() const { return polys_; }

 private:
  std::vector<nav::PolyRef> polys_;  // ascending
  std::vector<int> component_;       // parallel
  int count_ = 0;
};

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_MESH_WALKER_H_
