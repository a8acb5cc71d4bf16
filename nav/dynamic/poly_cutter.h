#ifndef FOOTFALL_NAV_DYNAMIC_POLY_CUTTER_H_
#define FOOTFALL_NAV_DYNAMIC_POLY_CUTTER_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "platform/vec.h"

namespace footfall::nav {

// A point in XY, metres. In doubles, so that a thousand cuts move nothing that a float would show.
struct CutPoint {
  double x = 0;
  double y = 0;
};

// A line in XY; a point lies beyond it where nx * x + ny * y > offset. The normal has unit length.
struct CutLine {
  double nx = 0;
  double ny = 0;
  double offset = 0;
  double Beyond(CutPoint p) const { return nx * p.x + ny * p.y - offset; }
};

// What a polygon is cut by: the convex area beyond none of the lines. `low` and `high` hold it.
struct CutBlocker {
  static constexpr int kLinesMax = 10;  // a footprint and the planes of an object (NAV-214)
  std::array<CutLine, kLinesMax> lines;
  int count = 0;
  CutPoint low;
  CutPoint high;
};

// A stretch of a piece's outline over which it can be left, in the outline's direction. `to` is the number of
// the piece beyond, or, where the outline of the cut polygon is reached, kRim + the number of its edge.
struct CutPortal {
  static constexpr uint32_t kRim = 0x80000000U;
  CutPoint a;
  CutPoint b;
  uint32_t to = 0;
  bool is_rim() const { return (to & kRim) != 0; }
  uint32_t edge() const { return to & ~kRim; }
};

// A convex part of the cut polygon that no blocker covers.
struct CutPiece {
  uint32_t first_corner = 0;  // clockwise
  uint32_t corners_count = 0;
  uint32_t first_portal = 0;
  uint32_t portals_count = 0;
};

// Cuts a convex polygon along the sides of convex blockers and drops what lies inside them (NAV-234, OQ-42).
// What is left are convex pieces with the portals between them. Pure geometry, a function of its arguments
// alone; the object only keeps its buffers, so it does not allocate after warm-up. One a thread.
class PolyCutter {
 public:
  // Nearer to a line than this is on it, m: far below what anyone could walk through, far above what rounding
  // does.
  static constexpr double kTouch = 1e-4;
  // Shorter stretches are no portals, m.
  static constexpr double kPortalMin = 1e-3;
  // Polygons with more blockers are halved first, so that the sides of a blocker cut only what is near.
  static constexpr size_t kBlockersTogether = 3;
  // Parts smaller than this in both directions are not halved further, m.
  static constexpr double kHalveMin = 4.0;

  // `outline` is convex and clockwise from above. False when there would be more than `pieces_max` pieces:
  // then there are none. Blockers that do not overlap the polygon leave no trace.
  bool Cut(std::span<const CutPoint> outline, std::span<const CutBlocker> blockers, uint32_t pieces_max);

  // Of the last cut.
  std::span<const CutPiece> pieces() const { return pieces_; }
  std::span<const CutPoint> corners(const CutPiece& piece) const {
    return std::span<const CutPoint>(points_).subspan(piece.first_corner, piece.corners_count);
  }
  std::span<const CutPortal> portals(const CutPiece& piece) const {
    return std::span<const CutPortal>(portals_).subspan(piece.first_portal, piece.portals_count);
  }
  // Whether any blocker overlapped the polygon; otherwise there is one piece, the polygon.
  bool touched() const { return touched_; }

 private:
  struct Part {
    uint32_t first = 0;  // in points_ and labels_
    uint32_t count = 0;
  };
  // An edge along a cut, for matching with what lies on the other side.
  struct InnerEdge {
    uint32_t line;
    uint32_t piece;
    CutPoint a;
    CutPoint b;
  };
  struct FoundPortal {
    uint32_t piece;
    CutPortal portal;
  };

  bool Divide(Part part, uint32_t first_blocker);
  bool Subtract(Part part, uint32_t first_blocker);
  bool SubtractOne(Part part, const CutBlocker& blocker, uint32_t label);
  // The two sides of the part; count 0 where there is none.
  void Split(Part part, const CutLine& line, uint32_t label, Part& beyond, Part& within);
  bool IsApart(Part part, const CutBlocker& blocker) const;
  Part Copy(Part part);
  void FindPortals();
  void Match(uint32_t first, uint32_t last);

  std::span<const CutBlocker> blockers_;
  uint32_t pieces_max_ = 0;
  uint32_t halvings_ = 0;
  bool touched_ = false;
  std::vector<CutPoint> points_;  // corners of all parts ever made
  std::vector<uint32_t> labels_;  // parallel: what the edge that begins there lies on
  std::vector<uint32_t> chosen_;  // a stack of lists of blockers
  std::vector<Part> work_;
  std::vector<Part> next_;
  std::vector<Part> outer_;
  std::vector<Part> done_;
  std::vector<CutPiece> pieces_;
  std::vector<CutPortal> portals_;
  std::vector<InnerEdge> edges_;
  std::vector<InnerEdge> inner_;   // the same by line
  std::vector<uint32_t> buckets_;  // where they begin, for sorting
  std::vector<FoundPortal> found_;
  std::vector<double> beyond_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_DYNAMIC_POLY_CUTTER_H_
