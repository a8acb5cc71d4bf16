#include "nav/query/clear_area.h"

#include <algorithm>
#include <cmath>

#include "nav/dynamic/object_snapshot.h"
#include "nav/mesh/quadtree.h"
#include "nav/query/crossing.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/outline.h"
#include "nav/query/query_start.h"
#include "platform/check.h"
#include "platform/math.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

class ClearRun {
 public:
  ClearRun(const NavView& view, const ClearAreaRequest& request, QueryScratch& scratch,
           platform::CostMeter& meter)
      : view_(view), request_(request), scratch_(scratch), meter_(meter) {
    objects_.radius = request.clear_radius;
  }

  CompletionCode Search();
  uint32_t visited() const { return visited_; }
  const RingPlace& found() const { return found_; }

 private:
  // Places of one ring, the best first.
  void CollectRing(uint32_t ring);
  void CollectAt(Vec2 at, uint32_t number);
  void CollectIn(const NavView::Slot& slot, Vec2 at, uint32_t number);
  bool IsClear(const RingPlace& place);
  // Whether every edge of the polygon inside the circle can be walked over; reaches the polygons beyond.
  bool IsOpenWithin(PolyRef ref, Vec2 center);
  void Visit() {
    ++visited_;
    meter_.Charge(1);
  }
  bool IsOver() const { return meter_.ShouldStop() || visited_ >= scratch_.nodes.nodes_max(); }

  const NavView& view_;
  const ClearAreaRequest& request_;
  QueryScratch& scratch_;
  platform::CostMeter& meter_;
  ObjectFilter objects_;
  uint32_t visited_ = 0;
  RingPlace found_;
};

void ClearRun::CollectIn(const NavView::Slot& slot, Vec2 at, uint32_t number) {
  if (slot.tile == nullptr) return;
  ForEachPolyTouching(*slot.tile, RangeAround(at, 0), [&](PolyIndex index) {
    Visit();
    const PolyView poly(*slot.tile, slot.overlay, index);
    if (poly.is_disabled() || !poly.ContainsXy(at)) return;
    const Vec3 point{at.x, at.y, poly.Height(at)};
    const float rise = std::fabs(point.z - request_.center.z);
    if (rise <= request_.search_radius) scratch_.places.push_back({rise, poly.ref(), number, point});
  });
}

void ClearRun::CollectAt(Vec2 at, uint32_t number) {
  Visit();
  const TileRange tiles = TilesTouching(at, at);
  for (int y = tiles.low_y; y <= tiles.high_y; ++y) {
    for (int x = tiles.low_x; x <= tiles.high_x; ++x) {
      CollectIn(view_.slot(static_cast<MeshIndex>(y * kTilesX + x)), at, number);
    }
  }
}

void ClearRun::CollectRing(uint32_t ring) {
  scratch_.places.clear();
  const Vec2 center = Xy(request_.center);
  const float radius = static_cast<float>(ring) * request_.clear_radius;
  const uint32_t count = ClearRingPlaces(ring);
  for (uint32_t number = 0; number < count && !IsOver(); ++number) {
    const float angle = platform::kTwoPi * static_cast<float>(number) / static_cast<float>(count);
    CollectAt(center + Vec2{platform::Cos(angle), platform::Sin(angle)} * radius, number);
  }
  // total order: a polygon and a number name one place.
  std::sort(scratch_.places.begin(), scratch_.places.end(), [](const RingPlace& a, const RingPlace& b) {
    if (a.rise != b.rise) return a.rise < b.rise;
    if (a.poly != b.poly) return a.poly < b.poly;
    return a.number < b.number;
  });
}

bool ClearRun::IsOpenWithin(PolyRef ref, Vec2 center) {
  const float radius_sq = request_.clear_radius * request_.clear_radius;
  const PolyView poly = view_.Poly(ref);
  for (int edge = 0; edge < poly.vertex_count(); ++edge) {
    const Vec3 nearest = NearestOnEdge(poly.Vertex(edge), poly.EdgeEnd(edge), center);
    if (LengthSq(Xy(nearest) - center) >= radius_sq) continue;
    const PolyRef beyond = BeyondNormalEdge(view_, poly, edge);
    if (!beyond.valid()) return false;
    scratch_.nodes.Reach(beyond, 0, nearest);
  }
  return true;
}

bool ClearRun::IsClear(const RingPlace& place) {
  if (view_.objects() != nullptr && view_.objects()->CircleOverlaps(place.point, objects_)) return false;
  scratch_.nodes.Begin();
  scratch_.nodes.Reach(place.poly, 0, place.point);
  while (const FloodNode* node = scratch_.nodes.Next()) {
    const PolyRef poly = node->poly;
    Visit();
    if (IsOver() || !IsOpenWithin(poly, Xy(place.point))) return false;
  }
  return !scratch_.nodes.full();
}

CompletionCode ClearRun::Search() {
  for (uint32_t ring = 0; static_cast<float>(ring) * request_.clear_radius <= request_.search_radius;
       ++ring) {
    CollectRing(ring);
    for (const RingPlace& place : scratch_.places) {
      if (IsOver()) break;
      if (!IsClear(place)) continue;
      found_ = place;
      return CompletionCode::kFound;
    }
    if (meter_.ShouldStop()) return CompletionCode::kCancelled;
    if (IsOver()) return CompletionCode::kRanOutOfVisitedPolysSpace;
  }
  return CompletionCode::kNotFound;
}

}  // namespace

uint32_t ClearRingPlaces(uint32_t ring) {
  return ring == 0 ? 1 : static_cast<uint32_t>(std::ceil(platform::kTwoPi * static_cast<float>(ring)));
}

void RunClearArea(const NavView& view, const ClearAreaRequest& request, QueryScratch& scratch,
                  platform::CostMeter& meter, QueryResult& result) {
  FOOTFALL_CHECK(request.clear_radius > 0);
  const uint64_t units_before = meter.units();
  result.Clear();
  ClearRun run(view, request, scratch, meter);
  result.code = run.Search();
  if (result.code == CompletionCode::kFound) {
    const RingPlace& place = run.found();
    result.value = Distance(place.point, request.center);
    result.items.push_back(ItemOn(view, place.poly, place.point, result.value));
  }
  result.polys_visited = run.visited();
  result.cost_units = meter.units() - units_before;
}

}  // namespace footfall::nav
