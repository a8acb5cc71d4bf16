#include "nav/dynamic/poly_cutter.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "platform/random.h"

namespace footfall::nav {
namespace {

using platform::RandomPurpose;
using platform::RandomStream;

// A box with its centre, half edges and heading.
CutBlocker Box(double x, double y, double half_x, double half_y, double heading) {
  const double c = std::cos(heading);
  const double s = std::sin(heading);
  CutBlocker blocker;
  const double normals[4][2] = {{c, s}, {-c, -s}, {-s, c}, {s, -c}};
  for (int side = 0; side < 4; ++side) {
    const double* n = normals[side];
    blocker.lines[static_cast<size_t>(side)] = {n[0], n[1],
                                                n[0] * x + n[1] * y + (side < 2 ? half_x : half_y)};
  }
  blocker.count = 4;
  const double reach_x = std::fabs(c) * half_x + std::fabs(s) * half_y;
  const double reach_y = std::fabs(s) * half_x + std::fabs(c) * half_y;
  blocker.low = {x - reach_x, y - reach_y};
  blocker.high = {x + reach_x, y + reach_y};
  return blocker;
}

// How deep the point lies in the blocker, m; negative outside.
double Depth(const CutBlocker& blocker, CutPoint p) {
  double depth = 1e9;
  for (int side = 0; side < blocker.count; ++side) {
    depth = std::min(depth, -blocker.lines[static_cast<size_t>(side)].Beyond(p));
  }
  return depth;
}

// The same for a clockwise outline.
double Depth(std::span<const CutPoint> outline, CutPoint p) {
  double depth = 1e9;
  for (size_t n = 0; n < outline.size(); ++n) {
    const CutPoint a = outline[n];
    const CutPoint b = outline[(n + 1) % outline.size()];
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    if (length < 1e-9) continue;
    depth = std::min(depth, ((b.y - a.y) * (p.x - a.x) - (b.x - a.x) * (p.y - a.y)) / length);
  }
  return depth;
}

double Area(std::span<const CutPoint> outline) {
  double twice = 0;
  for (size_t n = 0; n < outline.size(); ++n) {
    const CutPoint a = outline[n];
    const CutPoint b = outline[(n + 1) % outline.size()];
    twice += b.x * a.y - a.x * b.y;
  }
  return twice / 2;
}

// Every point of the polygon lies in a piece or in a blocker and not in both; what a piece can be left over
// is a portal, and nothing else is; portals come in pairs.
void CheckCut(const PolyCutter& cutter, const std::vector<CutPoint>& outline,
              const std::vector<CutBlocker>& blockers, RandomStream& random) {
  constexpr double kClear = 0.0005;  // m: nearer to a border than this nothing is asked
  const auto blocked = [&](CutPoint p) {
    double deepest = -1e9;
    for (const CutBlocker& blocker : blockers) deepest = std::max(deepest, Depth(blocker, p));
    return deepest;
  };
  const auto pieces = cutter.pieces();
  for (int sample = 0; sample < 60; ++sample) {
    const CutPoint p{random.NextRange(0, 20), random.NextRange(0, 20)};
    if (Depth(outline, p) < kClear || std::fabs(blocked(p)) < kClear) continue;
    int deep = 0;
    int near = 0;
    for (const CutPiece& piece : pieces) {
      const double depth = Depth(cutter.corners(piece), p);
      deep += depth > kClear ? 1 : 0;
      near += depth > -kClear ? 1 : 0;
    }
    if (blocked(p) > 0) {
      CHECK(deep == 0);
    } else {
      CHECK(deep <= 1);
      CHECK(near >= 1);
    }
  }
  for (uint32_t n = 0; n < pieces.size(); ++n) {
    const auto corners = cutter.corners(pieces[n]);
    REQUIRE(corners.size() >= 3);
    CHECK(Area(corners) > 0);
    const auto portals = cutter.portals(pieces[n]);
    for (const CutPortal& portal : portals) {
      if (portal.is_rim()) {
        REQUIRE(portal.edge() < outline.size());
        continue;
      }
      REQUIRE(portal.to < pieces.size());
      const auto back = cutter.portals(pieces[portal.to]);
      CHECK(std::any_of(back.begin(), back.end(), [&](const CutPortal& other) {
        return other.to == n && other.a.x == portal.b.x && other.a.y == portal.b.y &&
               other.b.x == portal.a.x && other.b.y == portal.a.y;
      }));
    }
    for (size_t edge = 0; edge < corners.size(); ++edge) {
      const CutPoint a = corners[edge];
      const CutPoint b = corners[(edge + 1) % corners.size()];
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      if (length < 0.02) continue;
      const double t = random.NextRange(0.1F, 0.9F);
      const CutPoint on{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
      // A little outside.
      const CutPoint out{on.x - (b.y - a.y) / length * kClear * 2, on.y + (b.x - a.x) / length * kClear * 2};
      const double depth = blocked(out);
      const bool leaves = Depth(outline, out) < 0;
      if (std::fabs(depth) < kClear * 3 || (leaves && depth > 0)) continue;
      const bool open = std::any_of(portals.begin(), portals.end(), [&](const CutPortal& portal) {
        const double along = ((on.x - portal.a.x) * (b.x - a.x) + (on.y - portal.a.y) * (b.y - a.y)) / length;
        const double off =
            std::fabs((on.x - portal.a.x) * (b.y - a.y) - (on.y - portal.a.y) * (b.x - a.x)) / length;
        const double reach = std::hypot(portal.b.x - portal.a.x, portal.b.y - portal.a.y);
        return off < 0.001 && along > -kClear && along < reach + kClear && portal.is_rim() == leaves;
      });
      INFO("piece " << n << " edge " << edge << " at " << on.x << " " << on.y << " depth beyond " << depth);
      CHECK(open == (leaves || depth < 0));
    }
  }
}

std::vector<CutPoint> Square() { return {{0, 0}, {0, 20}, {20, 20}, {20, 0}}; }

TEST_CASE("a polygon is cut along its blockers into convex pieces with all their portals", "[NAV-234]") {
  PolyCutter cutter;
  for (uint64_t layout = 0; layout < 2000; ++layout) {
    INFO("layout " << layout);
    RandomStream random(layout, RandomPurpose::kTest, 1, 0);
    std::vector<CutPoint> outline = Square();
    if (layout % 3 == 1) outline = {{2, 1}, {0, 12}, {9, 20}, {20, 15}, {18, 3}};
    if (layout % 3 == 2) outline = {{0, 0}, {0, 20}, {20, 0}};
    std::vector<CutBlocker> blockers;
    const int count = 1 + static_cast<int>(random.NextBelow(20));
    for (int n = 0; n < count; ++n) {
      const double x = random.NextRange(-2, 22);
      const double y = random.NextRange(-2, 22);
      const double half_x = random.NextRange(0.1F, 3);
      const double half_y = random.NextRange(0.1F, 3);
      if (layout % 5 == 0) {
        // Edges on edges, corners on corners.
        blockers.push_back(Box(std::floor(x), std::floor(y), std::ceil(half_x), std::ceil(half_y), 0));
      } else {
        blockers.push_back(Box(x, y, half_x, half_y, random.NextRange(-3, 3)));
      }
    }
    REQUIRE(cutter.Cut(outline, blockers, 4096));
    CheckCut(cutter, outline, blockers, random);
  }
}

}  // namespace
}  // namespace footfall::nav
