#include "nav/build/voxel_grid.h"

#include <Recast.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

// Raising the grid by less than a lattice step makes ground at an exact multiple of the cell height fill the
// cell below it, so that flat floors keep their height.
constexpr float kHeightBias = 1.0F / 1024.0F;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Recast's view of a point: Y up.
void ToRecast(platform::Vec3 v, float (&out)[3]) {
  out[0] = v.x;
  out[1] = v.z;
  out[2] = v.y;
}

int FirstSpan(const rcCompactCell& column) { return static_cast<int>(column.index); }
int EndSpan(const rcCompactCell& column) { return static_cast<int>(column.index + column.count); }

// The surface of a polygon: a fan around its vertex mean (R31). Units of the lattice.
class Fan {
 public:
  Fan(const TileMesh& mesh, const std::vector<int>& corners) {
    for (const int c : corners) {
      points_.push_back(mesh.vertices[c]);
      x_ += mesh.vertices[c].x;
      y_ += mesh.vertices[c].y;
      z_ += mesh.vertices[c].z;
    }
    const auto count = static_cast<double>(corners.size());
    x_ /= count;
    y_ /= count;
    z_ /= count;
  }

  std::pair<double, double> YRange() const {
    double low = kInfinity;
    double high = -kInfinity;
    for (const LatticePoint& p : points_) {
      low = std::min<double>(low, p.y);
      high = std::max<double>(high, p.y);
    }
    return {low, high};
  }

  // X extent of the outline at one Y; the first above the second when there is none.
  std::pair<double, double> RowAt(double y) const {
    double left = kInfinity;
    double right = -kInfinity;
    for (size_t i = 0; i < points_.size(); ++i) {
      const LatticePoint& a = points_[i];
      const LatticePoint& b = points_[Next(i)];
      if ((a.y <= y) == (b.y <= y)) continue;
      const double x = a.x + (y - a.y) * (b.x - a.x) / static_cast<double>(b.y - a.y);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    return {left, right};
  }

  // Remembers the wedge of the last point, as neighbouring points mostly share it.
  double HeightAt(double x, double y) {
    for (size_t tried = 0; tried < points_.size(); ++tried) {
      const LatticePoint& a = points_[wedge_];
      const LatticePoint& b = points_[Next(wedge_)];
      // Barycentric coordinates in the triangle (mean, a, b).
      const double ux = a.x - x_;
      const double uy = a.y - y_;
      const double vx = b.x - x_;
      const double vy = b.y - y_;
      const double area = ux * vy - uy * vx;
      const double s = ((x - x_) * vy - (y - y_) * vx) / area;
      const double t = (ux * (y - y_) - uy * (x - x_)) / area;
      if (area != 0 && s >= -1e-9 && t >= -1e-9) return z_ + s * (a.z - z_) + t * (b.z - z_);
      wedge_ = Next(wedge_);
    }
    return z_;
  }

 private:
  size_t Next(size_t i) const { return i + 1 == points_.size() ? 0 : i + 1; }

  std::vector<LatticePoint> points_;
  double x_ = 0;
  double y_ = 0;
  double z_ = 0;
  size_t wedge_ = 0;
};

absl::Status Refused(MeshIndex tile, const char* step) {
  return absl::InternalError(absl::StrCat("tile ", tile, ": Recast refused at ", step));
}

}  // namespace

VoxelGrid::VoxelGrid() = default;
VoxelGrid::~VoxelGrid() = default;

absl::StatusOr<std::unique_ptr<VoxelGrid>> VoxelGrid::Build(const Input& input, const BuildParams& params,
                                                            TilePalette& palette) {
  std::unique_ptr<VoxelGrid> grid(new VoxelGrid);
  const float cs = input.cell_size;
  const float ch = params.cell_height;
  float z_min = std::numeric_limits<float>::max();
  float z_max = std::numeric_limits<float>::lowest();
  for (const VoxelTriangle& t : input.triangles) {
    for (const platform::Vec3& v : t.corners) {
      z_min = std::min(z_min, v.z);
      z_max = std::max(z_max, v.z);
    }
  }
  FOOTFALL_CHECK(z_min <= z_max);
  grid->cell_size_ = cs;
  grid->cell_height_ = ch;
  grid->shelter_ = params.shelter_height;
  grid->border_ = static_cast<int>(std::ceil(kBorder / cs));
  const int radius = static_cast<int>(std::ceil(params.agent_radius / cs));
  grid->erosion_ = radius * static_cast<double>(cs);
  const int tile_x = input.tile % kTilesX;
  const int tile_y = input.tile / kTilesX;
  grid->tile_corner_ = {kWorldMinUnits + tile_x * kTileUnits, kWorldMinUnits + tile_y * kTileUnits, 0};
  grid->x_base_ = static_cast<double>(kWorldMin) + tile_x * static_cast<double>(kTileSize) -
                  grid->border_ * static_cast<double>(cs);
  grid->y_base_ = static_cast<double>(kWorldMin) + tile_y * static_cast<double>(kTileSize) -
                  grid->border_ * static_cast<double>(cs);
  grid->z_base_ = (std::floor(z_min / ch) - 1) * static_cast<double>(ch);
  const double levels = (z_max - grid->z_base_) / ch + 2;
  if (levels > RC_SPAN_MAX_HEIGHT) {
    return absl::InvalidArgumentError(absl::StrCat("tile ", input.tile, ": height span ", z_max - z_min,
                                                   " m, limit ", RC_SPAN_MAX_HEIGHT * ch, " m"));
  }

  const int side = static_cast<int>(std::floor(kTileSize / cs + 0.5F)) + 2 * grid->border_;
  const float bmin[3] = {static_cast<float>(grid->x_base_), static_cast<float>(grid->z_base_) + kHeightBias,
                         static_cast<float>(grid->y_base_)};
  const float bmax[3] = {static_cast<float>(grid->x_base_ + side * static_cast<double>(cs)),
                         static_cast<float>(grid->z_base_ + (std::ceil(levels) + 1) * ch),
                         static_cast<float>(grid->y_base_ + side * static_cast<double>(cs))};
  rcContext quiet(false);
  const int climb = static_cast<int>(std::floor(params.agent_climb / ch));
  const int height = static_cast<int>(std::ceil(params.agent_height / ch));

  grid->solid_ = std::make_unique<rcHeightfield>();
  rcHeightfield shallow;
  rcHeightfield deep;
  bool has_shallow = false;
  bool has_deep = false;
  if (!rcCreateHeightfield(&quiet, *grid->solid_, side, side, bmin, bmax, cs, ch))
    return Refused(input.tile, "the grid");
  for (const VoxelTriangle& t : input.triangles) {
    rcHeightfield* field = grid->solid_.get();
    if (t.kind != VoxelTriangle::Kind::kSolid) {
      const bool is_deep = t.kind == VoxelTriangle::Kind::kDeepWater;
      field = is_deep ? &deep : &shallow;
      bool& has = is_deep ? has_deep : has_shallow;
      if (!has && !rcCreateHeightfield(&quiet, *field, side, side, bmin, bmax, cs, ch)) {
        return Refused(input.tile, "the water grid");
      }
      has = true;
    }
    float a[3];
    float b[3];
    float c[3];
    ToRecast(t.corners[0], a);
    ToRecast(t.corners[1], b);
    ToRecast(t.corners[2], c);
    if (!rcRasterizeTriangle(&quiet, a, b, c, t.area, *field, climb))
      return Refused(input.tile, "a triangle");
  }

  // No ledge filter: erosion by the agent's radius keeps peds off ledges, and the filter would also remove
  // every slope above 37 degrees at this cell size.
  rcFilterLowHangingWalkableObstacles(&quiet, climb, *grid->solid_);
  rcFilterWalkableLowHeightSpans(&quiet, height, *grid->solid_);
  grid->ground_ = std::make_unique<rcCompactHeightfield>();
  if (!rcBuildCompactHeightfield(&quiet, height, climb, *grid->solid_, *grid->ground_)) {
    return Refused(input.tile, "the open space");
  }
  grid->MeasureGround(input.triangles);
  if (has_deep) grid->MarkWater(deep, true, params, palette);
  if (has_shallow) grid->MarkWater(shallow, false, params, palette);
  if (grid->ground_->spanCount > 0) {
    if (!rcErodeWalkableArea(&quiet, radius, *grid->ground_)) return Refused(input.tile, "erosion");
    if (!rcMedianFilterWalkableArea(&quiet, *grid->ground_)) return Refused(input.tile, "smoothing");
  }
  return grid;
}

void VoxelGrid::MeasureGround(const std::vector<VoxelTriangle>& triangles) {
  // A cell's top is above its middle by rounding and by what the ground rises inside it.
  const double below_max = cell_height_ + 2 * cell_size_;
  const double unset = -kInfinity;
  std::vector<double> heights(static_cast<size_t>(ground_->spanCount), unset);
  for (const VoxelTriangle& t : triangles) {
    if (t.kind != VoxelTriangle::Kind::kSolid || t.area == RC_NULL_AREA) continue;
    const auto [a, b, c] = t.corners;
    const double area = (static_cast<double>(b.x) - a.x) * (static_cast<double>(c.y) - a.y) -
                        (static_cast<double>(b.y) - a.y) * (static_cast<double>(c.x) - a.x);
    if (area <= 0) continue;
    const auto cell_at = [](double metres, double base, double size) {
      return static_cast<int>(std::floor((metres - base) / size - 0.5));
    };
    const int x_low = std::max(0, cell_at(std::min({a.x, b.x, c.x}), x_base_, cell_size_));
    const int x_high =
        std::min(ground_->width - 1, cell_at(std::max({a.x, b.x, c.x}), x_base_, cell_size_) + 1);
    const int y_low = std::max(0, cell_at(std::min({a.y, b.y, c.y}), y_base_, cell_size_));
    const int y_high =
        std::min(ground_->height - 1, cell_at(std::max({a.y, b.y, c.y}), y_base_, cell_size_) + 1);
    for (int cy = y_low; cy <= y_high; ++cy) {
      for (int cx = x_low; cx <= x_high; ++cx) {
        const double px = x_base_ + (cx + 0.5) * cell_size_ - a.x;
        const double py = y_base_ + (cy + 0.5) * cell_size_ - a.y;
        const double s =
            (px * (static_cast<double>(c.y) - a.y) - py * (static_cast<double>(c.x) - a.x)) / area;
        const double u =
            ((static_cast<double>(b.x) - a.x) * py - (static_cast<double>(b.y) - a.y) * px) / area;
        if (s < 0 || u < 0 || s + u > 1) continue;
        const double z = a.z + s * (static_cast<double>(b.z) - a.z) + u * (static_cast<double>(c.z) - a.z);
        const rcCompactCell& column = ground_->cells[cx + cy * ground_->width];
        for (int i = FirstSpan(column); i < EndSpan(column); ++i) {
          const double below = SpanZ(ground_->spans[i].y) - z;
          if (below >= -kHeightBias && below <= below_max) heights[i] = std::max(heights[i], z);
        }
      }
    }
  }
  height_.resize(heights.size());
  for (size_t i = 0; i < heights.size(); ++i) {
    const double middle = SpanZ(ground_->spans[i].y) - cell_height_ / 2;
    height_[i] = static_cast<float>(heights[i] == unset ? middle : heights[i]);
  }
}

void VoxelGrid::MarkWater(rcHeightfield& water, bool is_deep, const BuildParams& params,
                          TilePalette& palette) {
  const rcCompactHeightfield& ground = *ground_;
  const int wade = static_cast<int>(std::floor(params.wade_depth / params.cell_height));
  for (int cell = 0; cell < ground.width * ground.height; ++cell) {
    if (water.spans[cell] == nullptr) continue;
    const rcCompactCell& column = ground.cells[cell];
    for (int i = FirstSpan(column); i < EndSpan(column); ++i) {
      const int floor = ground.spans[i].y;
      const int ceiling = floor + ground.spans[i].h;
      uint8_t& area = ground.areas[i];
      for (const rcSpan* w = water.spans[cell]; w != nullptr && area != RC_NULL_AREA; w = w->next) {
        const int surface = static_cast<int>(w->smax);
        // A surface at the ground itself is where water runs out: dry.
        if (surface <= floor || surface > ceiling) continue;
        const bool is_culled = is_deep || surface - floor > wade;
        area = is_culled ? static_cast<uint8_t>(RC_NULL_AREA) : palette.UnderShallowWater(area);
        break;
      }
    }
  }
}

bool VoxelGrid::CellOf(double x, double y, int& cx, int& cy) const {
  cx = static_cast<int>(std::floor((x - x_base_) / cell_size_));
  cy = static_cast<int>(std::floor((y - y_base_) / cell_size_));
  return cx >= 0 && cy >= 0 && cx < ground_->width && cy < ground_->height;
}

std::optional<int> VoxelGrid::SpanNear(int cx, int cy, double z, double tolerance, uint16_t region) const {
  if (cx < 0 || cy < 0 || cx >= ground_->width || cy >= ground_->height) return std::nullopt;
  const rcCompactCell& column = ground_->cells[cx + cy * ground_->width];
  std::optional<int> best;
  double best_distance = tolerance;
  for (int i = FirstSpan(column); i < EndSpan(column); ++i) {
    if (region != 0 && ground_->spans[i].reg == region) return i;
    const double distance = std::fabs(height_[i] - z);
    if (distance > best_distance) continue;
    best = i;
    best_distance = distance;
  }
  return best;
}

std::optional<double> VoxelGrid::RegionHeightNear(int cx, int cy, uint16_t region) const {
  // Outlines leave their region by the contour error, a cell or two.
  constexpr int kRings = 3;
  constexpr double kRegionOnly = -1;
  if (region == 0) return std::nullopt;
  for (int ring = 0; ring <= kRings; ++ring) {
    // The first ring is the two by two cells around a corner.
    for (int y = cy - ring; y <= cy + 1 + ring; ++y) {
      for (int x = cx - ring; x <= cx + 1 + ring; ++x) {
        const std::optional<int> span = SpanNear(x, y, 0, kRegionOnly, region);
        if (span.has_value()) return height_[*span];
      }
    }
  }
  return std::nullopt;
}

std::optional<int> VoxelGrid::Walk(LatticePoint from, LatticePoint to) const {
  constexpr double kStartTolerance = 1.0;
  const double x0 = (static_cast<double>(from.x) / kUnitsPerMetre - x_base_) / cell_size_;
  const double y0 = (static_cast<double>(from.y) / kUnitsPerMetre - y_base_) / cell_size_;
  const double dx = static_cast<double>(to.x - from.x) / kUnitsPerMetre / cell_size_;
  const double dy = static_cast<double>(to.y - from.y) / kUnitsPerMetre / cell_size_;
  const int steps = 2 + static_cast<int>(4 * std::max(std::fabs(dx), std::fabs(dy)));
  int cx = 0;
  int cy = 0;
  std::optional<int> span;
  // The first step leaves the corner, on which no cell is nearer than the others.
  for (int i = 1; i < steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    const int next_x = static_cast<int>(std::floor(x0 + dx * t));
    const int next_y = static_cast<int>(std::floor(y0 + dy * t));
    if (i == 1) {
      cx = next_x;
      cy = next_y;
      span = SpanNear(cx, cy, static_cast<double>(from.z) / kUnitsPerMetre, kStartTolerance, 0);
    }
    while (span.has_value() && (cx != next_x || cy != next_y)) {
      // A diagonal step goes along X first, along Y where that is closed.
      const int along_x = next_x > cx ? 2 : 0;
      const int along_y = next_y > cy ? 1 : 3;
      const bool x_first = cx != next_x && (cy == next_y || Across(*span, cx, cy, along_x).has_value());
      span = Across(*span, cx, cy, x_first ? along_x : along_y);
      (x_first ? cx : cy) += (x_first ? along_x == 2 : along_y == 1) ? 1 : -1;
    }
    if (!span.has_value()) return std::nullopt;
  }
  return span;
}

std::optional<int> VoxelGrid::Across(int span, int cx, int cy, int direction) const {
  const int connection = rcGetCon(ground_->spans[span], direction);
  if (connection == RC_NOT_CONNECTED) return std::nullopt;
  const int x = cx + rcGetDirOffsetX(direction);
  const int y = cy + rcGetDirOffsetY(direction);
  return FirstSpan(ground_->cells[x + y * ground_->width]) + connection;
}

int32_t VoxelGrid::MeanHeight(LatticePoint p, double near, uint16_t region) const {
  constexpr double kTolerance = 1.0;
  // Lower left cell of the four that a cell-sized square around the point touches, and the point's share.
  const double fx = (static_cast<double>(p.x) / kUnitsPerMetre - x_base_) / cell_size_ - 0.5;
  const double fy = (static_cast<double>(p.y) / kUnitsPerMetre - y_base_) / cell_size_ - 0.5;
  const int cx = static_cast<int>(std::floor(fx));
  const int cy = static_cast<int>(std::floor(fy));
  double sum = 0;
  double weight = 0;
  for (int i = 0; i < 4; ++i) {
    const int dx = i & 1;
    const int dy = i >> 1;
    const double share = (dx == 1 ? fx - cx : 1 - (fx - cx)) * (dy == 1 ? fy - cy : 1 - (fy - cy));
    const std::optional<int> span = SpanNear(cx + dx, cy + dy, near, kTolerance, region);
    if (!span.has_value() || share <= 0) continue;
    sum += share * height_[*span];
    weight += share;
  }
  return weight <= 0 ? p.z : RoundHeight(sum / weight * kUnitsPerMetre);
}

int32_t VoxelGrid::GroundHeight(LatticePoint p, uint16_t region) const {
  const int cx =
      static_cast<int>(std::floor((static_cast<double>(p.x) / kUnitsPerMetre - x_base_) / cell_size_ - 0.5));
  const int cy =
      static_cast<int>(std::floor((static_cast<double>(p.y) / kUnitsPerMetre - y_base_) / cell_size_ - 0.5));
  const double own = static_cast<double>(p.z) / kUnitsPerMetre;
  return MeanHeight(p, RegionHeightNear(cx, cy, region).value_or(own), region);
}

int32_t VoxelGrid::GroundBetween(LatticePoint a, LatticePoint b, LatticePoint middle, uint16_t region) const {
  std::optional<int> span = Walk(a, middle);
  if (!span.has_value()) span = Walk(b, middle);
  return span.has_value() ? MeanHeight(middle, height_[*span], 0) : GroundHeight(middle, region);
}

VoxelGrid::Deviation VoxelGrid::Measure(const TileMesh& mesh, const std::vector<int>& where,
                                        const std::vector<int>& judged, uint16_t region, float limit) const {
  constexpr double kTolerance = 1.5;  // Ground farther away belongs to another floor.
  Deviation result;
  Fan own(mesh, where);
  Fan other(mesh, judged);
  const double cell = cell_size_ * kUnitsPerMetre;
  const double x0 = x_base_ * kUnitsPerMetre;
  const double y0 = y_base_ * kUnitsPerMetre;
  const auto [y_low, y_high] = own.YRange();
  const int row_low = std::max(0, static_cast<int>(std::ceil((y_low - y0) / cell - 0.5)));
  const int row_high =
      std::min(ground_->height - 1, static_cast<int>(std::floor((y_high - y0) / cell - 0.5)));
  for (int row = row_low; row <= row_high; ++row) {
    const double y = y0 + (row + 0.5) * cell;
    const auto [left, right] = own.RowAt(y);
    if (left > right) continue;
    const int first = std::max(0, static_cast<int>(std::ceil((left - x0) / cell - 0.5)));
    const int end = std::min(ground_->width - 1, static_cast<int>(std::floor((right - x0) / cell - 0.5)));
    std::optional<int> last;
    for (int column = first; column <= end; ++column) {
      const double x = x0 + (column + 0.5) * cell;
      const double own_z = own.HeightAt(x, y);
      // Triangles of one region may be far from their ground, so that "nearest" would find another floor.
      const std::optional<int> connected =
          last.has_value() && region != 0 ? Across(*last, column - 1, row, 2) : std::nullopt;
      const std::optional<int> span = connected.has_value()
                                          ? connected
                                          : SpanNear(column, row, own_z / kUnitsPerMetre, kTolerance, region);
      last = span;
      if (!span.has_value()) continue;
      const rcCompactSpan& s = ground_->spans[*span];
      const double z = &where == &judged ? own_z : other.HeightAt(x, y);
      const double distance = std::fabs(height_[*span] - z / kUnitsPerMetre);
      ++result.cells;
      result.sum += distance;
      if (s.h < 0xFF && s.h * cell_height_ <= shelter_) ++result.sheltered;
      result.max = std::max(result.max, static_cast<float>(distance));
      if (result.max > limit) return result;
    }
  }
  return result;
}

double VoxelGrid::WalkableArea() const {
  int64_t cells = 0;
  for (int y = border_; y < ground_->height - border_; ++y) {
    for (int x = border_; x < ground_->width - border_; ++x) {
      const rcCompactCell& column = ground_->cells[x + y * ground_->width];
      for (int i = FirstSpan(column); i < EndSpan(column); ++i) {
        if (ground_->areas[i] != RC_NULL_AREA) ++cells;
      }
    }
  }
  return static_cast<double>(cells) * cell_size_ * cell_size_;
}

std::optional<VoxelGrid::Gap> VoxelGrid::GapAbove(double x, double y, double z) const {
  int cx = 0;
  int cy = 0;
  if (!CellOf(x, y, cx, cy)) return std::nullopt;
  const int cell = cx + cy * ground_->width;
  Gap gap{-kInfinity, kInfinity, false, 0};
  int floor_level = -1;
  for (const rcSpan* span = solid_->spans[cell]; span != nullptr; span = span->next) {
    const double bottom = SpanZ(static_cast<int>(span->smin));
    if (bottom > z) {
      gap.ceiling = bottom;
      break;
    }
    floor_level = static_cast<int>(span->smax);
    gap.floor = SpanZ(floor_level);
  }
  const rcCompactCell& column = ground_->cells[cell];
  for (int i = FirstSpan(column); i < EndSpan(column); ++i) {
    if (ground_->spans[i].y != floor_level) continue;
    gap.walkable = ground_->areas[i] != RC_NULL_AREA;
    gap.ground = height_[i];
  }
  return gap;
}

std::optional<double> VoxelGrid::SolidTop(double x, double y, double z) const {
  int cx = 0;
  int cy = 0;
  if (!CellOf(x, y, cx, cy)) return std::nullopt;
  for (const rcSpan* span = solid_->spans[cx + cy * ground_->width]; span != nullptr; span = span->next) {
    const double top = SpanZ(static_cast<int>(span->smax));
    if (SpanZ(static_cast<int>(span->smin)) <= z && z < top) return top;
  }
  return std::nullopt;
}

}  // namespace footfall::nav
