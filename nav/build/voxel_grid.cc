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

  const int side = static_cast<int>(kTileSize / cs + 0.5F) + 2 * grid->border_;
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
  if (has_deep) grid->MarkWater(deep, true, params, palette);
  if (has_shallow) grid->MarkWater(shallow, false, params, palette);
  if (grid->ground_->spanCount > 0) {
    if (!rcErodeWalkableArea(&quiet, radius, *grid->ground_)) return Refused(input.tile, "erosion");
    if (!rcMedianFilterWalkableArea(&quiet, *grid->ground_)) return Refused(input.tile, "smoothing");
  }
  return grid;
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

std::optional<int> VoxelGrid::SpanNear(int cx, int cy, double z, double tolerance) const {
  if (cx < 0 || cy < 0 || cx >= ground_->width || cy >= ground_->height) return std::nullopt;
  const rcCompactCell& column = ground_->cells[cx + cy * ground_->width];
  std::optional<int> best;
  double best_distance = tolerance;
  for (int i = FirstSpan(column); i < EndSpan(column); ++i) {
    const double distance = std::fabs(SpanZ(ground_->spans[i].y) - z);
    if (distance > best_distance) continue;
    best = i;
    best_distance = distance;
  }
  return best;
}

int32_t VoxelGrid::GroundHeight(LatticePoint p) const {
  constexpr double kTolerance = 1.0;
  const double x = static_cast<double>(p.x) / kUnitsPerMetre;
  const double y = static_cast<double>(p.y) / kUnitsPerMetre;
  const double z = static_cast<double>(p.z) / kUnitsPerMetre;
  // Lower left cell of the four that a cell-sized square around the point touches, and the point's share.
  const double fx = (x - x_base_) / cell_size_ - 0.5;
  const double fy = (y - y_base_) / cell_size_ - 0.5;
  const int cx = static_cast<int>(std::floor(fx));
  const int cy = static_cast<int>(std::floor(fy));
  double sum = 0;
  double weight = 0;
  for (int i = 0; i < 4; ++i) {
    const int dx = i & 1;
    const int dy = i >> 1;
    const double share = (dx == 1 ? fx - cx : 1 - (fx - cx)) * (dy == 1 ? fy - cy : 1 - (fy - cy));
    const std::optional<int> span = SpanNear(cx + dx, cy + dy, z, kTolerance);
    if (!span.has_value() || share <= 0) continue;
    sum += share * SpanZ(ground_->spans[*span].y);
    weight += share;
  }
  return weight <= 0 ? p.z : RoundHeight(sum / weight * kUnitsPerMetre);
}

VoxelGrid::Deviation VoxelGrid::Measure(const TileMesh& mesh, const std::vector<int>& corners,
                                        float limit) const {
  constexpr double kTolerance = 1.5;  // Ground farther away belongs to another floor.
  Deviation result;
  const size_t count = corners.size();
  double mean_x = 0;
  double mean_y = 0;
  double mean_z = 0;
  int32_t y_low = std::numeric_limits<int32_t>::max();
  int32_t y_high = std::numeric_limits<int32_t>::min();
  for (const int c : corners) {
    const LatticePoint& v = mesh.vertices[c];
    mean_x += v.x;
    mean_y += v.y;
    mean_z += v.z;
    y_low = std::min(y_low, v.y);
    y_high = std::max(y_high, v.y);
  }
  mean_x /= static_cast<double>(count);
  mean_y /= static_cast<double>(count);
  mean_z /= static_cast<double>(count);
  const double cell = cell_size_ * kUnitsPerMetre;
  const double x0 = x_base_ * kUnitsPerMetre;
  const double y0 = y_base_ * kUnitsPerMetre;
  const int row_low = std::max(0, static_cast<int>(std::ceil((y_low - y0) / cell - 0.5)));
  const int row_high =
      std::min(ground_->height - 1, static_cast<int>(std::floor((y_high - y0) / cell - 0.5)));
  for (int row = row_low; row <= row_high; ++row) {
    const double y = y0 + (row + 0.5) * cell;
    // Clockwise: an edge that goes up bounds the row on the left, one that goes down on the right.
    double left = kInfinity;
    double right = -kInfinity;
    for (size_t i = 0; i < count; ++i) {
      const LatticePoint& a = mesh.vertices[corners[i]];
      const LatticePoint& b = mesh.vertices[corners[i + 1 == count ? 0 : i + 1]];
      if ((a.y <= y) == (b.y <= y)) continue;
      const double x = a.x + (y - a.y) * (b.x - a.x) / static_cast<double>(b.y - a.y);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    if (left > right) continue;
    const int first = std::max(0, static_cast<int>(std::ceil((left - x0) / cell - 0.5)));
    const int last = std::min(ground_->width - 1, static_cast<int>(std::floor((right - x0) / cell - 0.5)));
    size_t wedge = 0;
    for (int column = first; column <= last; ++column) {
      const double x = x0 + (column + 0.5) * cell;
      double z = mean_z;
      for (size_t tried = 0; tried < count; ++tried) {
        const LatticePoint& a = mesh.vertices[corners[wedge]];
        const LatticePoint& b = mesh.vertices[corners[wedge + 1 == count ? 0 : wedge + 1]];
        // Barycentric coordinates in the triangle (mean, a, b).
        const double ux = a.x - mean_x;
        const double uy = a.y - mean_y;
        const double vx = b.x - mean_x;
        const double vy = b.y - mean_y;
        const double area = ux * vy - uy * vx;
        const double px = x - mean_x;
        const double py = y - mean_y;
        if (area != 0) {
          const double s = (px * vy - py * vx) / area;
          const double t = (ux * py - uy * px) / area;
          if (s >= -1e-9 && t >= -1e-9) {
            z = mean_z + s * (a.z - mean_z) + t * (b.z - mean_z);
            break;
          }
        }
        wedge = wedge + 1 == count ? 0 : wedge + 1;
      }
      const std::optional<int> span = SpanNear(column, row, z / kUnitsPerMetre, kTolerance);
      if (!span.has_value()) continue;
      const rcCompactSpan& s = ground_->spans[*span];
      const double distance = std::fabs(SpanZ(s.y) - z / kUnitsPerMetre);
      ++result.cells;
      result.sum += distance;
      if (s.h < 0xFF && s.h * cell_height_ <= shelter_) ++result.sheltered;
      if (distance > result.max) {
        result.max = static_cast<float>(distance);
        result.worst = {static_cast<int32_t>(x), static_cast<int32_t>(y),
                        static_cast<int32_t>(SpanZ(s.y) * kUnitsPerMetre)};
        if (result.max > limit) return result;
      }
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
  Gap gap{-kInfinity, kInfinity, false};
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
    if (ground_->spans[i].y == floor_level) gap.walkable = ground_->areas[i] != RC_NULL_AREA;
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
