#ifndef FOOTFALL_NAV_QUERY_FLOOD_H_
#define FOOTFALL_NAV_QUERY_FLOOD_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nav/mesh/nav_view.h"

namespace footfall::nav {

// The parts of a view's map tiles that Normal adjacency joins (R38: reachable means the same component). An
// edge joins when it may be crossed both ways; disabled polygons and adjacencies and tiles that are not
// resident do not join. Components are numbered in the order of their lowest polygon. Made once a view, in
// time linear in its edges; constant afterwards: any thread. Keeps the view alive.
class MeshComponents {
 public:
  static constexpr uint32_t kNone = 0xFFFFFFFFU;

  explicit MeshComponents(std::shared_ptr<const NavView> view);

  const NavView& view() const { return *view_; }
  uint32_t count() const { return static_cast<uint32_t>(first_.size() - 1); }
  // kNone for polygons that are disabled or not in a resident map tile.
  uint32_t ComponentOf(PolyRef poly) const;
  // Ascending. REQUIRES: component < count().
  std::span<const PolyRef> Polys(uint32_t component) const {
    return std::span(polys_).subspan(first_[component], first_[component + 1] - first_[component]);
  }
  // Square metres in XY. REQUIRES: component < count().
  double Area(uint32_t component) const { return areas_[component]; }

 private:
  friend class PointSampler;
  size_t NumberOf(PolyRef poly) const { return offsets_[poly.mesh()] + poly.poly(); }
  void Fill(PolyRef start, uint32_t component);

  std::shared_ptr<const NavView> view_;
  std::vector<uint32_t> offsets_;     // by mesh index: number of its first polygon
  std::vector<uint32_t> labels_;      // by polygon number
  std::vector<PolyRef> polys_;        // component by component
  std::vector<double> summed_areas_;  // parallel to polys_: area of the component up to and with this polygon
  std::vector<uint32_t> first_;       // into polys_, one more than components
  std::vector<double> areas_;
};

// XY area of a polygon, square metres.
double PolyArea(const PolyView& poly);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_QUERY_FLOOD_H_
