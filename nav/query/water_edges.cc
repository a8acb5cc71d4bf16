#include "nav/query/water_edges.h"

#include <algorithm>

#include "nav/mesh/quadtree.h"
#include "nav/query/nearest_on_poly.h"
#include "nav/query/outline.h"
#include "nav/query/query_start.h"

namespace footfall::nav {
namespace {

using platform::Vec3;

class WaterRun {
 public:
  WaterRun(const NavView& view, const WaterEdgesRequest& request, size_t edges_max, QueryResult& result)
      : view_(view), request_(request), edges_max_(edges_max), result_(result) {}

  void Look(const PolyView& poly) {
    ForEachWaterEdge(view_, poly, Xy(request_.position), [&](int edge, Vec3 at) {
      const float distance = Distance(at, request_.position);
      if (!(distance <= request_.radius)) return;
      Insert(ItemOn(view_, poly.ref(), at, distance, static_cast<uint32_t>(edge)));
    });
  }

 private:
  static bool ComesBefore(const QueryItem& a, const QueryItem& b) {
    if (a.value != b.value) return a.value < b.value;
    if (a.poly != b.poly) return a.poly < b.poly;
    return a.bits < b.bits;
  }

  void Insert(const QueryItem& item) {
    std::vector<QueryItem>& items = result_.items;
    if (items.size() == edges_max_) {
      if (!ComesBefore(item, items.back())) return;
      items.pop_back();
    }
    items.insert(std::upper_bound(items.begin(), items.end(), item, ComesBefore), item);
  }

  const NavView& view_;
  const WaterEdgesRequest& request_;
  const size_t edges_max_;
  QueryResult& result_;
};

}  // namespace

void RunWaterEdges(const NavView& view, const WaterEdgesRequest& request, QueryScratch& scratch,
                   platform::CostMeter& meter, QueryResult& result) {
  const uint64_t units_before = meter.units();
  result.Clear();
  const float radius = request.radius;
  if (platform::IsFinite(request.position) && radius > 0) {
    WaterRun run(view, request, static_cast<size_t>(scratch.profile->water_edges_max), result);
    const Vec3 p = request.position;
    const TileRange tiles = TilesTouching({p.x - radius, p.y - radius}, {p.x + radius, p.y + radius});
    for (int y = tiles.low_y; y <= tiles.high_y; ++y) {
      for (int x = tiles.low_x; x <= tiles.high_x; ++x) {
        const NavView::Slot& slot = view.slot(static_cast<MeshIndex>(y * kTilesX + x));
        if (slot.tile == nullptr || meter.ShouldStop()) continue;
        ForEachPolyTouching(*slot.tile, RangeAround(Xy(p), radius), [&](PolyIndex poly) {
          meter.Charge(1);
          ++result.polys_visited;
          if (!meter.ShouldStop()) run.Look(PolyView(*slot.tile, slot.overlay, poly));
        });
      }
    }
  }
  if (!result.items.empty()) {
    result.code = CompletionCode::kFound;
    result.value = result.items.front().value;
  }
  if (meter.ShouldStop()) result.code = CompletionCode::kCancelled;
  result.cost_units = meter.units() - units_before;
}

}  // namespace footfall::nav
