#ifndef FOOTFALL_NAV_UPKEEP_WATER_EXTRACTION_H_
#define FOOTFALL_NAV_UPKEEP_WATER_EXTRACTION_H_

#include <cstdint>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/upkeep/poly_cursor.h"
#include "nav/upkeep/table_counts.h"

namespace footfall::nav {

// Where water meets land: the edge of a water polygon over which another polygon lies that is none.
struct WaterEdge {
  platform::Vec3 position;  // the point of the edge nearest to the origin in XY
  PolyRef poly;             // the water's
  uint32_t edge = 0;
  float distance = 0;  // in space, from the origin of its round
  friend bool operator==(const WaterEdge&, const WaterEdge&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("position", self.position);
    visitor.Field("poly", self.poly.value);
    visitor.Field("edge", self.edge);
    visitor.Field("distance", self.distance);
  }
};

// The water edges nearest to the streaming's origin, found anew once a period in the time slices of cover
// extraction (NAV-262). Copied as a whole to save and restore; main thread.
class WaterExtraction {
 public:
  // A round over the polygons of these tiles. The last round's edges stay until it ends.
  void Begin(std::vector<MeshIndex> tiles, platform::Vec3 origin);
  // Tiles were placed or removed: a running round is given up.
  void MeshesChanged();

  bool has_work() const { return is_running_; }
  // Looks at as many polygons as there are units; returns the units used. In a full list only nearer edges
  // replace others, and what finds no room is counted.
  uint64_t Slice(const NavView& view, uint64_t units, int edges_max);

  // Of the last whole round: the nearest first, then the lower polygon, then the lower edge.
  const std::vector<WaterEdge>& edges() const { return edges_; }
  const TableCounts& counts() const { return counts_; }
  uint64_t rounds() const { return rounds_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("cursor", self.cursor_);
    visitor.Field("origin", self.origin_);
    visitor.Field("is_running", self.is_running_);
    visitor.Rows("found", self.found_);
    visitor.Rows("edges", self.edges_);
    visitor.Field("counts", self.counts_);
    visitor.Field("rounds", self.rounds_);
  }

 private:
  void Look(const NavView& view, const PolyView& poly, size_t edges_max);

  PolyCursor cursor_;
  platform::Vec3 origin_;
  bool is_running_ = false;
  std::vector<WaterEdge> found_;  // by the running round
  std::vector<WaterEdge> edges_;
  TableCounts counts_;
  uint64_t rounds_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_WATER_EXTRACTION_H_
