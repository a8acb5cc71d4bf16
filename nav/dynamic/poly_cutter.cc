#include "nav/dynamic/poly_cutter.h"

#include <algorithm>
#include <cmath>

namespace footfall::nav {
namespace {

// Labels of edges: the polygon's own edges, then the sides of blockers, then the lines that halve.
constexpr uint32_t kFirstBlockerLabel = 1U << 8;
constexpr uint32_t kFirstHalvingLabel = 1U << 30;

struct Range {
  CutPoint low;
  CutPoint high;
};

Range RangeOf(std::span<const CutPoint> points) {
  Range range{points[0], points[0]};
  for (const CutPoint& p : points) {
    range.low.x = std::min(range.low.x, p.x);
    range.low.y = std::min(range.low.y, p.y);
    range.high.x = std::max(range.high.x, p.x);
    range.high.y = std::max(range.high.y, p.y);
  }
  return range;
}

bool Touch(const Range& range, const CutBlocker& blocker) {
  return range.low.x < blocker.high.x && range.high.x > blocker.low.x && range.low.y < blocker.high.y &&
         range.high.y > blocker.low.y;
}

}  // namespace

bool PolyCutter::Cut(std::span<const CutPoint> outline, std::span<const CutBlocker> blockers,
                     uint32_t pieces_max) {
  blockers_ = blockers;
  pieces_max_ = pieces_max;
  halvings_ = 0;
  touched_ = false;
  points_.assign(outline.begin(), outline.end());
  labels_.clear();
  for (uint32_t n = 0; n < outline.size(); ++n) labels_.push_back(n);
  chosen_.clear();
  done_.clear();
  pieces_.clear();
  portals_.clear();
  const Range range = RangeOf(outline);
  const Part whole{0, static_cast<uint32_t>(outline.size())};
  for (uint32_t n = 0; n < blockers.size(); ++n) {
    if (Touch(range, blockers[n]) && !IsApart(whole, blockers[n])) chosen_.push_back(n);
  }
  if (!Divide(whole, 0)) return false;
  FindPortals();
  return true;
}

// The blockers are those of chosen_ from `first_blocker` on; they are taken off it.
bool PolyCutter::Divide(Part part, uint32_t first_blocker) {
  const uint32_t count = static_cast<uint32_t>(chosen_.size()) - first_blocker;
  const Range range = RangeOf({points_.data() + part.first, part.count});
  const double width = range.high.x - range.low.x;
  const double depth = range.high.y - range.low.y;
  if (count <= kBlockersTogether || std::max(width, depth) < kHalveMin) return Subtract(part, first_blocker);

  CutLine line;
  if (width >= depth) {
    line = {1, 0, 0.5 * (range.low.x + range.high.x)};
  } else {
    line = {0, 1, 0.5 * (range.low.y + range.high.y)};
  }
  Part halves[2];
  Split(part, line, kFirstHalvingLabel + halvings_++, halves[0], halves[1]);
  for (const Part& half : halves) {
    if (half.count == 0) continue;
    const Range half_range = RangeOf({points_.data() + half.first, half.count});
    const uint32_t first = static_cast<uint32_t>(chosen_.size());
    for (uint32_t n = first_blocker; n < first_blocker + count; ++n) {
      if (Touch(half_range, blockers_[chosen_[n]])) chosen_.push_back(chosen_[n]);
    }
    if (!Divide(half, first)) return false;
  }
  chosen_.resize(first_blocker);
  return true;
}

bool PolyCutter::Subtract(Part part, uint32_t first_blocker) {
  work_.assign(1, part);
  for (size_t n = first_blocker; n < chosen_.size(); ++n) {
    const CutBlocker& blocker = blockers_[chosen_[n]];
    const uint32_t label = kFirstBlockerLabel + chosen_[n] * CutBlocker::kLinesMax;
    next_.clear();
    for (const Part& piece : work_) {
      if (!SubtractOne(piece, blocker, label)) next_.push_back(piece);
    }
    std::swap(work_, next_);
  }
  done_.insert(done_.end(), work_.begin(), work_.end());
  chosen_.resize(first_blocker);
  return done_.size() <= pieces_max_;
}

// True when all of the part lies beyond one of the lines.
bool PolyCutter::IsApart(Part part, const CutBlocker& blocker) const {
  for (int side = 0; side < blocker.count; ++side) {
    bool apart = true;
    for (uint32_t n = 0; n < part.count && apart; ++n) {
      apart = blocker.lines[static_cast<size_t>(side)].Beyond(points_[part.first + n]) >= -kTouch;
    }
    if (apart) return true;
  }
  return false;
}

// Puts what is left of the part into next_. False, and nothing done, when the blocker does not overlap it.
bool PolyCutter::SubtractOne(Part part, const CutBlocker& blocker, uint32_t label) {
  if (!Touch(RangeOf({points_.data() + part.first, part.count}), blocker) || IsApart(part, blocker)) {
    return false;
  }
  outer_.clear();
  Part rest = part;
  for (int side = 0; side < blocker.count; ++side) {
    Part beyond;
    Part within;
    Split(rest, blocker.lines[static_cast<size_t>(side)], label + static_cast<uint32_t>(side), beyond,
          within);
    if (within.count == 0) return false;
    if (beyond.count != 0) outer_.push_back(beyond);
    rest = within;
  }
  touched_ = true;
  next_.insert(next_.end(), outer_.begin(), outer_.end());
  return true;
}

void PolyCutter::Split(Part part, const CutLine& line, uint32_t label, Part& beyond, Part& within) {
  beyond_.clear();
  bool any_beyond = false;
  bool any_within = false;
  for (uint32_t n = 0; n < part.count; ++n) {
    double d = line.Beyond(points_[part.first + n]);
    if (std::fabs(d) <= kTouch) d = 0;
    any_beyond |= d > 0;
    any_within |= d < 0;
    beyond_.push_back(d);
  }
  beyond = any_beyond ? part : Part();
  within = any_within ? part : Part();
  if (!any_beyond || !any_within) return;

  // One walk round for each side. An edge that crosses gives its crossing to both; the cut begins where the
  // outline goes over to the other side.
  for (const double sign : {1.0, -1.0}) {
    const uint32_t first = static_cast<uint32_t>(points_.size());
    for (uint32_t n = 0; n < part.count; ++n) {
      const uint32_t next = n + 1 == part.count ? 0 : n + 1;
      const double d = sign * beyond_[n];
      const double d_next = sign * beyond_[next];
      const CutPoint p = points_[part.first + n];
      const uint32_t own = labels_[part.first + n];
      if (d > 0 || (d == 0 && (d_next > 0 || sign * beyond_[n == 0 ? part.count - 1 : n - 1] > 0))) {
        points_.push_back(p);
        labels_.push_back(d == 0 && d_next <= 0 ? label : own);
      }
      if (d * d_next < 0) {
        // From the same end on both sides, so that they get the same point.
        const CutPoint q = points_[part.first + next];
        const double t = beyond_[n] / (beyond_[n] - beyond_[next]);
        points_.push_back({p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t});
        labels_.push_back(d > 0 ? label : own);
      }
    }
    const Part side{first, static_cast<uint32_t>(points_.size()) - first};
    (sign > 0 ? beyond : within) = side;
  }
}

void PolyCutter::FindPortals() {
  edges_.clear();
  found_.clear();
  const uint32_t halving_bucket = static_cast<uint32_t>(blockers_.size()) * CutBlocker::kLinesMax;
  buckets_.assign(halving_bucket + halvings_ + 1, 0);
  for (uint32_t piece = 0; piece < done_.size(); ++piece) {
    const Part& part = done_[piece];
    for (uint32_t n = 0; n < part.count; ++n) {
      const CutPoint a = points_[part.first + n];
      const CutPoint b = points_[part.first + (n + 1 == part.count ? 0 : n + 1)];
      const uint32_t label = labels_[part.first + n];
      if (label < kFirstBlockerLabel) {
        if (std::fabs(b.x - a.x) + std::fabs(b.y - a.y) <= kPortalMin) continue;
        found_.push_back({piece, {a, b, CutPortal::kRim | label}});
      } else {
        const uint32_t bucket = label < kFirstHalvingLabel ? label - kFirstBlockerLabel
                                                           : label - kFirstHalvingLabel + halving_bucket;
        edges_.push_back({bucket, piece, a, b});
        ++buckets_[bucket + 1];
      }
    }
  }
  // Edges by the line that they lie on, then by piece.
  for (size_t n = 1; n < buckets_.size(); ++n) buckets_[n] += buckets_[n - 1];
  inner_.resize(edges_.size());
  for (const InnerEdge& edge : edges_) inner_[buckets_[edge.line]++] = edge;
  uint32_t first = 0;
  while (first < inner_.size()) {
    const uint32_t last = buckets_[inner_[first].line];
    Match(first, last);
    first = last;
  }
  // Portals by piece.
  buckets_.assign(done_.size() + 1, 0);
  for (const FoundPortal& found : found_) ++buckets_[found.piece + 1];
  for (size_t n = 1; n < buckets_.size(); ++n) buckets_[n] += buckets_[n - 1];
  for (uint32_t piece = 0; piece < done_.size(); ++piece) {
    pieces_.push_back(
        {done_[piece].first, done_[piece].count, buckets_[piece], buckets_[piece + 1] - buckets_[piece]});
  }
  portals_.resize(found_.size());
  for (const FoundPortal& found : found_) portals_[buckets_[found.piece]++] = found.portal;
}

// Portals where two edges along one cut overlap in opposite directions.
void PolyCutter::Match(uint32_t first, uint32_t last) {
  if (last - first < 2) return;
  CutPoint along{inner_[first].b.x - inner_[first].a.x, inner_[first].b.y - inner_[first].a.y};
  for (uint32_t n = first + 1; n < last; ++n) {
    const CutPoint other{inner_[n].b.x - inner_[n].a.x, inner_[n].b.y - inner_[n].a.y};
    if (std::fabs(other.x) + std::fabs(other.y) > std::fabs(along.x) + std::fabs(along.y)) along = other;
  }
  const double length = std::sqrt(along.x * along.x + along.y * along.y);
  if (!(length > kPortalMin)) return;
  const auto at = [&](CutPoint p) { return (p.x * along.x + p.y * along.y) / length; };
  for (uint32_t i = first; i < last; ++i) {
    const InnerEdge& one = inner_[i];
    const double a = at(one.a);
    const double b = at(one.b);
    if (!(b > a)) continue;
    for (uint32_t j = first; j < last; ++j) {
      const InnerEdge& two = inner_[j];
      const double c = at(two.b);
      const double d = at(two.a);
      if (!(d > c) || !(std::min(b, d) - std::max(a, c) > kPortalMin)) continue;
      const CutPoint from = a >= c ? one.a : two.b;
      const CutPoint to = b <= d ? one.b : two.a;
      found_.push_back({one.piece, {from, to, two.piece}});
      found_.push_back({two.piece, {to, from, one.piece}});
    }
  }
}

}  // namespace footfall::nav
