#include "nav/query/flood.h"

#include <algorithm>
#include <utility>

#include "nav/query/crossing.h"
#include "nav/query/outline.h"

namespace footfall::nav {
namespace {

// The polygon of the map beyond an edge that may be walked over, or the invalid reference.
PolyRef BeyondNormal(const NavView& view, const PolyView& poly, int edge) {
  const PolyRef beyond = BeyondNormalEdge(view, poly, edge);
  return beyond.valid() && beyond.mesh() <= kLastMapIndex ? beyond : PolyRef();
}

bool LeadsBack(const NavView& view, PolyRef from, PolyRef to) {
  const PolyView poly = view.Poly(from);
  for (int edge = 0; edge < poly.vertex_count(); ++edge) {
    if (BeyondNormal(view, poly, edge) == to) return true;
  }
  return false;
}

}  // namespace

double PolyArea(const PolyView& poly) {
  const PolyOutline outline(poly.tile(), poly.ref().poly());
  const platform::Vec2 origin = outline.Xy(0);
  double twice = 0;
  for (int n = 1; n + 1 < outline.count; ++n) {
    const double ax = static_cast<double>(outline.x[n]) - origin.x;
    const double ay = static_cast<double>(outline.y[n]) - origin.y;
    const double bx = static_cast<double>(outline.x[n + 1]) - origin.x;
    const double by = static_cast<double>(outline.y[n + 1]) - origin.y;
    twice += ay * bx - ax * by;
  }
  return twice * 0.5;
}

MeshComponents::MeshComponents(std::shared_ptr<const NavView> view) : view_(std::move(view)) {
  uint32_t polys_count = 0;
  for (const MeshIndex index : view_->resident()) {
    offsets_.resize(index + 1U, 0);
    offsets_[index] = polys_count;
    polys_count += static_cast<uint32_t>(view_->slot(index).tile->polys.size());
  }
  labels_.assign(polys_count, kNone);
  polys_.reserve(polys_count);
  for (const MeshIndex index : view_->resident()) {
    const size_t count = view_->slot(index).tile->polys.size();
    for (size_t i = 0; i < count; ++i) {
      const PolyRef ref(index, static_cast<PolyIndex>(i));
      if (labels_[NumberOf(ref)] != kNone || view_->Poly(ref).is_disabled()) continue;
      Fill(ref, static_cast<uint32_t>(areas_.size()));
    }
  }
  first_.push_back(static_cast<uint32_t>(polys_.size()));
}

void MeshComponents::Fill(PolyRef start, uint32_t component) {
  const auto begin = static_cast<uint32_t>(polys_.size());
  first_.push_back(begin);
  labels_[NumberOf(start)] = component;
  polys_.push_back(start);
  for (size_t at = begin; at < polys_.size(); ++at) {
    const PolyRef from = polys_[at];
    const PolyView poly = view_->Poly(from);
    for (int edge = 0; edge < poly.vertex_count(); ++edge) {
      const PolyRef beyond = BeyondNormal(*view_, poly, edge);
      if (!beyond.valid() || labels_[NumberOf(beyond)] != kNone || !LeadsBack(*view_, beyond, from)) continue;
      labels_[NumberOf(beyond)] = component;
      polys_.push_back(beyond);
    }
  }
  // total order: no polygon is there twice.
  std::sort(polys_.begin() + begin, polys_.end());
  double area = 0;
  for (size_t at = begin; at < polys_.size(); ++at) {
    area += PolyArea(view_->Poly(polys_[at]));
    summed_areas_.push_back(area);
  }
  areas_.push_back(area);
}

uint32_t MeshComponents::ComponentOf(PolyRef poly) const {
  if (!poly.valid() || poly.mesh() > kLastMapIndex || !view_->Contains(poly)) return kNone;
  return labels_[NumberOf(poly)];
}

}  // namespace footfall::nav
