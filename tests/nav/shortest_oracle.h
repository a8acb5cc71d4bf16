#ifndef FOOTFALL_TESTS_NAV_SHORTEST_ORACLE_H_
#define FOOTFALL_TESTS_NAV_SHORTEST_ORACLE_H_

#include <vector>

#include "nav/mesh/nav_view.h"
#include "platform/vec.h"

namespace footfall::tests {

// The exact shortest XY length over Normal adjacency (R38): Dijkstra on the visibility graph of the mesh's
// reflex corners, visibility judged by CanWalk. Slow; sight between corners is found once and kept.
class ShortestOracle {
 public:
  explicit ShortestOracle(const nav::NavView& view);
  // Negative when there is no way.
  double Length(nav::PolyRef start_poly, platform::Vec3 start, nav::PolyRef goal_poly, platform::Vec3 goal);
  // The same for large meshes, where a way of `known` metres is known: looks at no corner that no shorter way
  // can touch, follows taut ways alone, and keeps nothing.
  double LengthWithin(double known, nav::PolyRef start_poly, platform::Vec3 start, nav::PolyRef goal_poly,
                      platform::Vec3 goal) const;
  size_t corners_count() const { return corners_.size(); }

 private:
  // What blocks at a corner lies between the boundary that comes from `before` and the one on to `after`.
  struct Corner {
    platform::Vec3 point;
    nav::PolyRef poly;
    platform::Vec3 before;
    platform::Vec3 after;
  };
  struct Sight {
    size_t corner;
    double distance;
  };
  static int SideOf(const Corner& corner, platform::Vec3 from, platform::Vec3 to);
  std::vector<Sight> SeenFrom(nav::PolyRef poly, platform::Vec3 point) const;
  const std::vector<Sight>& SeenFromCorner(size_t corner);

  const nav::NavView& view_;
  std::vector<Corner> corners_;
  std::vector<std::vector<Sight>> seen_;
  std::vector<bool> known_;
};

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_SHORTEST_ORACLE_H_
