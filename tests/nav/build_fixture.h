#ifndef FOOTFALL_TESTS_NAV_BUILD_FIXTURE_H_
#define FOOTFALL_TESTS_NAV_BUILD_FIXTURE_H_

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "nav/build/world_builder.h"
#include "nav/mesh/pack.h"

namespace footfall::nav {

// Makes small levels: level floors, boxes and slopes, metres.
class Level {
 public:
  // A level rectangle that faces up.
  Level& Floor(float x0, float y0, float x1, float y1, float z, const std::string& material = "");
  // A closed box.
  Level& Box(float x0, float y0, float z0, float x1, float y1, float z1, const std::string& material = "");
  // A rectangle that rises along X from z0 at x0 to z1 at x1.
  Level& Slope(float x0, float y0, float x1, float y1, float z0, float z1, const std::string& material = "");
  const TriangleSoup& soup() const { return soup_; }

 private:
  void Quad(platform::Vec3 a, platform::Vec3 b, platform::Vec3 c, platform::Vec3 d,
            const std::string& material);
  TriangleSoup soup_;
};

// A world that was built, packed and opened.
struct BuiltWorld {
  BuildReport report;
  std::string bytes;
  std::shared_ptr<const Pack> pack;
  std::shared_ptr<const NavView> view;
};

// Builds or fails the test case.
BuiltWorld Build(const TriangleSoup& soup, const MaterialMap& materials = {},
                 const Annotations& annotations = {}, const BuildParams& params = {}, int threads = 2);
inline BuiltWorld Build(const Level& level) { return Build(level.soup()); }

// Every polygon of a view, in order.
std::vector<PolyView> AllPolys(const NavView& view);
// The polygon whose outline contains the point and whose surface is within 0.5 m of its height, or a polygon
// with an invalid ref: check with `found`.
PolyRef PolyAt(const NavView& view, platform::Vec3 p);
double AreaOf(const PolyView& poly);
double AreaOf(const NavView& view);
// Edges of one type from any polygon at height `z` (within 0.3 m) to any polygon at height `to_z`.
int CountEdges(const NavView& view, AdjacencyType type, float z, float to_z);
int CountEdges(const NavView& view, AdjacencyType type);
// Whether two points are joined by normal edges.
bool IsWalkable(const NavView& view, platform::Vec3 from, platform::Vec3 to);

// The invariants of every built mesh (R30, NAV-025): convex, clockwise, no doubled corner, area above
// 0.01 m2; each normal edge has its reverse with the same end points to the bit.
void CheckInvariants(const NavView& view);

}  // namespace footfall::nav

#endif  // FOOTFALL_TESTS_NAV_BUILD_FIXTURE_H_
