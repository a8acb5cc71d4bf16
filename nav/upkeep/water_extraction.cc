#include "nav/upkeep/water_extraction.h"

#include <algorithm>
#include <utility>

#include "nav/query/water_edges.h"

namespace footfall::nav {
namespace {

bool ComesBefore(const WaterEdge& a, const WaterEdge& b) {
  if (a.distance != b.distance) return a.distance < b.distance;
  if (a.poly != b.poly) return a.poly < b.poly;
  return a.edge < b.edge;
}

}  // namespace

void WaterExtraction::Begin(std::vector<MeshIndex> tiles, platform::Vec3 origin) {
  cursor_.Begin(std::move(tiles));
  origin_ = origin;
  is_running_ = true;
  found_.clear();
}

void WaterExtraction::MeshesChanged() {
  is_running_ = false;
  found_.clear();
}

void WaterExtraction::Look(const NavView& view, const PolyView& poly, size_t edges_max) {
  ForEachWaterEdge(view, poly, Xy(origin_), [&](int edge, platform::Vec3 at) {
    const WaterEdge found{at, poly.ref(), static_cast<uint32_t>(edge), Distance(at, origin_)};
    if (found_.size() >= edges_max) {
      ++counts_.full;
      if (found_.empty() || !ComesBefore(found, found_.back())) return;
      found_.pop_back();
    }
    found_.insert(std::upper_bound(found_.begin(), found_.end(), found, ComesBefore), found);
    counts_.Saw(found_.size());
  });
}

uint64_t WaterExtraction::Slice(const NavView& view, uint64_t units, int edges_max) {
  if (!is_running_) return 0;
  const uint64_t used = cursor_.Walk(
      view, units, [&](const PolyView& poly) { Look(view, poly, static_cast<size_t>(edges_max)); });
  if (cursor_.at_end()) {
    is_running_ = false;
    edges_ = std::move(found_);
    found_.clear();
    ++rounds_;
  }
  return used;
}

}  // namespace footfall::nav
