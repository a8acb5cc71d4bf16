#ifndef FOOTFALL_NAV_PATH_FRAGMENT_OVERLAY_H_
#define FOOTFALL_NAV_PATH_FRAGMENT_OVERLAY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "nav/dynamic/poly_cutter.h"
#include "nav/mesh/nav_view.h"
#include "nav/path/funnel.h"
#include "nav/path/search_nodes.h"
#include "nav/path/search_obstacles.h"
#include "nav/path/turn_points.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"

namespace footfall::nav {

// One way from a node to another, as a search among objects sees it.
struct NodeWay {
  platform::Vec3 a;  // the part of the edge that the way leads over, in the outline's direction
  platform::Vec3 b;
  NodeId to;
  uint16_t entry = 0;     // edge of a polygon, link of a fragment: what SearchNode::entry takes
  int16_t edge = 0;       // edge of the polygon left; negative between two fragments of one polygon
  bool is_normal = true;  // false: a climb or drop
};

// Runtime tessellation (NAV-231 to NAV-237): what objects make of the polygons that one search meets. A
// polygon is cut when it is met first, along the sides of the objects on it, into convex fragments; those
// under the objects are dropped. From then on its fragments stand for it (R23). All of it lives here, in the
// scratch of a search: the mesh is never written, and beginning the next search forgets it at no cost. One a
// worker.
class FragmentOverlay {
 public:
  explicit FragmentOverlay(const platform::Profile& profile)
      : fragments_max_(static_cast<uint32_t>(profile.tessellated_polys_max)) {}

  // Begins with no fragments. `obstacles` may be null; all arguments must outlive the search. Charges a unit
  // a fragment (R13).
  void Begin(const NavView& view, SearchNodes& nodes, SearchObstacles* obstacles, platform::CostMeter& meter);
  // Whether objects play a part in this search; if not, nothing else is to be asked.
  bool active() const { return active_; }

  // Fragments of this search.
  uint32_t fragments_count() const { return static_cast<uint32_t>(fragments_.size()); }
  // How many polygons stayed whole, and blocked, because there was no room for their fragments (OQ-42).
  uint32_t refused() const { return refused_; }

  // The polygon's node for a point on it: itself, or the fragment that holds the point or is nearest to it,
  // within `reach` metres. Invalid when objects cover that place, or the store of nodes is full.
  NodeId Locate(PolyRef ref, platform::Vec3 point, float reach);
  // Cuts what lies within `radius` metres of a point, beginning with its polygon (NAV-236).
  bool CutAround(PolyRef ref, platform::Vec3 point, float radius);

  // All ways out of a node over edges that are not disabled, into polygons that are not; valid until the next
  // call. False when the store of nodes is full.
  bool FindWays(NodeId id, std::span<const NodeWay>* ways);

  // The node of the polygon that a node is or is a fragment of.
  NodeId PolygonOf(NodeId id) const {
    return nodes_->IsFragment(id) ? fragments_[nodes_->FragmentOf(id)].polygon : id;
  }
  // The edge that a way with this `entry` leads over; negative between two fragments of one polygon.
  int EdgeOf(NodeId from, uint16_t entry) const;
  Portal PortalOf(NodeId from, uint16_t entry, NodeId to);
  // Where shortest ways may turn, as far as it is known: corners of objects on polygons that were met.
  TurnPoints& turns() { return turns_; }
  // The turning point at a corner of the node's outline; TurnPoints::kNone when no way need turn there.
  uint32_t TurnAt(CutPoint p, NodeId node);
  // Outline of a fragment. REQUIRES: it is one.
  std::span<const platform::Vec3> CornersOf(NodeId id) const {
    return CornersOfFragment(nodes_->FragmentOf(id));
  }
  // The same by number, from 0 to fragments_count().
  std::span<const platform::Vec3> CornersOfFragment(uint32_t number) const;
  // Point of a node nearest to `p` in XY, on the surface.
  platform::Vec3 ClosestPoint(NodeId id, platform::Vec2 p) const;
  // TARGET_CLOSEST: the fragment's candidate point closest to the target (NAV-136). REQUIRES: a fragment.
  platform::Vec3 CandidateOf(NodeId id, platform::Vec3 target) const;

 private:
  static constexpr uint32_t kUnknown = 0;
  static constexpr uint32_t kWhole = 1;
  static constexpr uint32_t kBlocked = 2;
  static constexpr uint32_t kFirstCut = 3;  // and its number
  static constexpr uint32_t kRim = CutPortal::kRim;

  struct Fragment {
    NodeId polygon;
    NodeId node;
    uint32_t first_corner = 0;
    uint32_t first_link = 0;
    uint16_t corners_count = 0;
    uint16_t links_count = 0;
  };
  struct Link {
    platform::Vec3 a;
    platform::Vec3 b;
    uint32_t to = 0;  // a fragment, or kRim + edge of the polygon
  };
  // A link at the polygon's outline.
  struct RimPart {
    uint32_t link;
    uint32_t fragment;
  };
  struct Cut {
    uint32_t first_fragment = 0;
    uint32_t fragments_count = 0;
    uint32_t first_rim = 0;
    uint32_t rim_count = 0;
  };

  bool Visit(NodeId polygon) { return nodes_->Visit(polygon) != nullptr; }
  // What became of a visited polygon; cuts it at the first time.
  uint32_t Meet(NodeId polygon);
  uint32_t CutPolygon(NodeId polygon, std::span<const CutBlocker> blockers);
  bool AddWays(NodeId polygon, int edge, platform::Vec3 a, platform::Vec3 b, uint16_t entry);
  void AddWaysInto(const Cut& cut, PolyRef from, NodeWay way);
  NodeId LocateIn(const Cut& cut, platform::Vec2 point, float reach) const;
  bool Overlap(const Link& part, platform::Vec3 a, platform::Vec3 b, Portal* portal) const;

  const uint32_t fragments_max_;
  const NavView* view_ = nullptr;
  SearchNodes* nodes_ = nullptr;
  SearchObstacles* obstacles_ = nullptr;
  platform::CostMeter* meter_ = nullptr;
  bool active_ = false;
  uint32_t refused_ = 0;
  PolyCutter cutter_;
  std::vector<CutPoint> outline_;
  std::vector<Fragment> fragments_;
  std::vector<platform::Vec3> corners_;
  std::vector<Link> links_;
  std::vector<RimPart> rims_;
  std::vector<Cut> cuts_;
  TurnPoints turns_;
  std::vector<NodeWay> ways_;
  std::vector<NodeId> around_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_FRAGMENT_OVERLAY_H_
