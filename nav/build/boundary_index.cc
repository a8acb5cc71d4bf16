#include "nav/build/boundary_index.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "nav/build/edge_probe.h"

namespace footfall::nav {
namespace {

constexpr double kReach = kFreeSpaceStep * kFreeSpaceMax;
constexpr int32_t kBinUnits = 8 * kUnitsPerMetre;  // At least the reach, so that three by three bins hold it.
constexpr double kFloorHeight = 2.0 * kUnitsPerMetre;
constexpr int64_t kBinsPerRow = 1 << 20;

int64_t BinOf(int32_t units) {
  return static_cast<int64_t>(std::floor(static_cast<double>(units) / kBinUnits)) + kBinsPerRow / 2;
}

uint8_t ToSteps(double metres) {
  return static_cast<uint8_t>(std::clamp(static_cast<int>(metres / kFreeSpaceStep), 0, kFreeSpaceMax));
}

}  // namespace

void BoundaryIndex::Add(LatticePoint a, LatticePoint b) {
  const int segment = static_cast<int>(segments_.size());
  segments_.push_back({a, b});
  for (int64_t y = BinOf(std::min(a.y, b.y)); y <= BinOf(std::max(a.y, b.y)); ++y) {
    for (int64_t x = BinOf(std::min(a.x, b.x)); x <= BinOf(std::max(a.x, b.x)); ++x) {
      entries_.push_back({y * kBinsPerRow + x, segment});
    }
  }
}

void BoundaryIndex::Sort() {
  // total order: a segment is in a bin once.
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.bin, a.segment) < std::tie(b.bin, b.segment);
  });
}

template <class Visit>
void BoundaryIndex::VisitNear(double x, double y, Visit visit) const {
  const int64_t bin_x = BinOf(static_cast<int32_t>(std::floor(x)));
  const int64_t bin_y = BinOf(static_cast<int32_t>(std::floor(y)));
  for (int64_t by = bin_y - 1; by <= bin_y + 1; ++by) {
    // The three bins of a row are neighbours in the order of the entries.
    const int64_t first = by * kBinsPerRow + bin_x - 1;
    auto it = std::lower_bound(entries_.begin(), entries_.end(), first,
                               [](const Entry& entry, int64_t bin) { return entry.bin < bin; });
    for (; it != entries_.end() && it->bin <= first + 2; ++it) visit(segments_[it->segment]);
  }
}

uint8_t BoundaryIndex::SpaceAround(LatticePoint vertex) const {
  double best = kReach * kUnitsPerMetre;
  VisitNear(vertex.x, vertex.y, [&](const Segment& s) {
    if (s.a == vertex || s.b == vertex) return;
    const double t = std::clamp(ParameterOn(s.a, s.b, vertex), 0.0, 1.0);
    const double dz = s.a.z + t * (s.b.z - s.a.z) - vertex.z;
    if (std::fabs(dz) > kFloorHeight) return;
    const double dx = s.a.x + t * (s.b.x - s.a.x) - vertex.x;
    const double dy = s.a.y + t * (s.b.y - s.a.y) - vertex.y;
    best = std::min(best, std::sqrt(dx * dx + dy * dy));
  });
  return ToSteps(best / kUnitsPerMetre);
}

uint8_t BoundaryIndex::SpaceBeyond(LatticePoint a, LatticePoint b) const {
  const platform::Vec2 out = OutwardNormal(a, b);
  const double x = (a.x + b.x) / 2.0;
  const double y = (a.y + b.y) / 2.0;
  const double z = (a.z + b.z) / 2.0;
  double best = kReach * kUnitsPerMetre;
  VisitNear(x, y, [&](const Segment& s) {
    const double dx = s.b.x - s.a.x;
    const double dy = s.b.y - s.a.y;
    const double denominator = out.x * dy - out.y * dx;
    if (denominator == 0) return;  // Parallel to the run.
    const double run = ((s.a.x - x) * dy - (s.a.y - y) * dx) / denominator;
    const double t = ((s.a.x - x) * out.y - (s.a.y - y) * out.x) / denominator;
    if (run <= 0 || run >= best || t < 0 || t > 1) return;
    if (std::fabs(s.a.z + t * (s.b.z - s.a.z) - z) > kFloorHeight) return;
    best = run;
  });
  return ToSteps(best / kUnitsPerMetre);
}

}  // namespace footfall::nav
