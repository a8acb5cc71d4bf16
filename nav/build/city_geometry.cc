#include "nav/build/city_geometry.h"

#include <algorithm>
#include <cmath>

#include "platform/check.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

constexpr float kPi = 3.14159265F;

void AddUnique(std::vector<float>& values, float v) {
  const auto it = std::lower_bound(values.begin(), values.end(), v);
  if (it == values.end() || *it != v) values.insert(it, v);
}

}  // namespace

float Quarter(float metres) { return std::floor(metres * 4) / 4; }

Vec2 Rect::Middle() const { return {Quarter((x0 + x1) / 2), Quarter((y0 + y1) / 2)}; }

Rect Intersection(const Rect& a, const Rect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

Facing Opposite(Facing f) { return static_cast<Facing>((static_cast<int>(f) + 2) % 4); }

Vec2 DirectionOf(Facing f) {
  switch (f) {
    case Facing::kEast:
      return {1, 0};
    case Facing::kNorth:
      return {0, 1};
    case Facing::kWest:
      return {-1, 0};
    case Facing::kSouth:
      return {0, -1};
  }
  return {};
}

float HeadingOf(Facing f) { return kPi / 2 * static_cast<float>(static_cast<int>(f)); }

float Frame::width() const {
  const bool is_along_x = front_ == Facing::kSouth || front_ == Facing::kNorth;
  return is_along_x ? rect_.width() : rect_.depth();
}

float Frame::depth() const {
  const bool is_along_x = front_ == Facing::kSouth || front_ == Facing::kNorth;
  return is_along_x ? rect_.depth() : rect_.width();
}

Vec2 Frame::Point(float u, float v) const {
  switch (front_) {
    case Facing::kEast:
      return {rect_.x1 - v, rect_.y0 + u};
    case Facing::kNorth:
      return {rect_.x1 - u, rect_.y1 - v};
    case Facing::kWest:
      return {rect_.x0 + v, rect_.y1 - u};
    case Facing::kSouth:
      return {rect_.x0 + u, rect_.y0 + v};
  }
  return {};
}

Rect Frame::Map(float u0, float v0, float u1, float v1) const {
  const Vec2 a = Point(u0, v0);
  const Vec2 b = Point(u1, v1);
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

void CityMesher::Quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, CityMaterial m) {
  const auto first = static_cast<uint32_t>(soup_->vertices.size());
  for (const Vec3 v : {a, b, c, d}) soup_->vertices.push_back(v);
  const auto material = static_cast<uint32_t>(m);
  soup_->triangles.push_back({first, first + 1, first + 2, material});
  soup_->triangles.push_back({first, first + 2, first + 3, material});
}

void CityMesher::Floor(const Rect& r, float z, CityMaterial m) {
  FOOTFALL_CHECK(!r.empty());
  Quad({r.x0, r.y0, z}, {r.x1, r.y0, z}, {r.x1, r.y1, z}, {r.x0, r.y1, z}, m);
}

void CityMesher::Face(Vec2 from, Vec2 to, float z0, float z1, CityMaterial m) {
  FOOTFALL_CHECK(z0 < z1);
  Quad({from.x, from.y, z0}, {to.x, to.y, z0}, {to.x, to.y, z1}, {from.x, from.y, z1}, m);
}

void CityMesher::Walls(const Rect& r, float z0, float z1) {
  const Rect b = r.Grown(-kInset);
  FOOTFALL_CHECK(!b.empty());
  Face({b.x0, b.y0}, {b.x1, b.y0}, z0, z1, CityMaterial::kWall);
  Face({b.x1, b.y0}, {b.x1, b.y1}, z0, z1, CityMaterial::kWall);
  Face({b.x1, b.y1}, {b.x0, b.y1}, z0, z1, CityMaterial::kWall);
  Face({b.x0, b.y1}, {b.x0, b.y0}, z0, z1, CityMaterial::kWall);
}

void CityMesher::Box(const Rect& r, float z0, float z1, CityMaterial top) {
  Walls(r, z0, z1);
  Floor(r.Grown(-kInset), z1, top);
}

void CityMesher::Steps(const Rect& r, Facing up, float z0, float z1, CityMaterial m) {
  const Frame frame(r, Opposite(up));
  const int count = static_cast<int>((z1 - z0) / kRise + 0.5F);
  FOOTFALL_CHECK(count >= 1);
  const float width = frame.width();
  const float tread = frame.depth() / static_cast<float>(count);
  for (int i = 0; i < count; ++i) {
    const float v = tread * static_cast<float>(i);
    const float below = z0 + (z1 - z0) * static_cast<float>(i) / static_cast<float>(count);
    const float z = z0 + (z1 - z0) * static_cast<float>(i + 1) / static_cast<float>(count);
    Face(frame.Point(0, v), frame.Point(width, v), below, z, m);
    Floor(frame.Map(0, v, width, i + 1 == count ? frame.depth() : v + tread), z, m);
  }
}

void CityMesher::Ramp(const Rect& r, Facing up, float z0, float z1, CityMaterial m) {
  const Frame frame(r, Opposite(up));
  const Vec2 a = frame.Point(0, 0);
  const Vec2 b = frame.Point(frame.width(), 0);
  const Vec2 c = frame.Point(frame.width(), frame.depth());
  const Vec2 d = frame.Point(0, frame.depth());
  Quad({a.x, a.y, z0}, {b.x, b.y, z0}, {c.x, c.y, z1}, {d.x, d.y, z1}, m);
}

void CityMesher::Slopes(const Rect& outer, float z_outer, const Rect& inner, float z_inner, CityMaterial m) {
  const Vec3 o[4] = {{outer.x0, outer.y0, z_outer},
                     {outer.x1, outer.y0, z_outer},
                     {outer.x1, outer.y1, z_outer},
                     {outer.x0, outer.y1, z_outer}};
  const Vec3 i[4] = {{inner.x0, inner.y0, z_inner},
                     {inner.x1, inner.y0, z_inner},
                     {inner.x1, inner.y1, z_inner},
                     {inner.x0, inner.y1, z_inner}};
  for (int k = 0; k < 4; ++k) Quad(o[k], o[(k + 1) % 4], i[(k + 1) % 4], i[k], m);
}

void Sheet::Emit(CityMesher& mesher) const {
  std::vector<float> xs;
  std::vector<float> ys;
  std::vector<Patch> patches = {{rect_, base_, false}};
  for (Patch patch : patches_) {
    patch.rect = Intersection(patch.rect, rect_);
    if (!patch.rect.empty()) patches.push_back(patch);
  }
  for (const Patch& patch : patches) {
    for (const float x : {patch.rect.x0, patch.rect.x1}) AddUnique(xs, x);
    for (const float y : {patch.rect.y0, patch.rect.y1}) AddUnique(ys, y);
  }
  const size_t columns = xs.size() - 1;
  const size_t rows = ys.size() - 1;
  // Last patch over each cell of the grid that all their sides make.
  const auto patch_at = [&](size_t column, size_t row) -> const Patch& {
    const Rect cell{xs[column], ys[row], xs[column + 1], ys[row + 1]};
    for (size_t i = patches.size() - 1; i > 0; --i) {
      if (patches[i].rect.Overlaps(cell)) return patches[i];
    }
    return patches[0];
  };
  constexpr int kHole = -1;
  constexpr int kDone = -2;
  std::vector<int> cells(columns * rows);
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < columns; ++column) {
      const Patch& patch = patch_at(column, row);
      cells[row * columns + column] = patch.is_hole ? kHole : static_cast<int>(patch.material);
    }
  }
  for (size_t row = 0; row < rows; ++row) {
    for (size_t column = 0; column < columns; ++column) {
      const int kind = cells[row * columns + column];
      if (kind < 0) continue;
      size_t right = column + 1;
      while (right < columns && cells[row * columns + right] == kind) ++right;
      const auto row_is_free = [&](size_t y) {
        for (size_t x = column; x < right; ++x) {
          if (cells[y * columns + x] != kind) return false;
        }
        return true;
      };
      size_t top = row + 1;
      while (top < rows && row_is_free(top)) ++top;
      for (size_t y = row; y < top; ++y) {
        std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(y * columns + column), right - column, kDone);
      }
      mesher.Floor({xs[column], ys[row], xs[right], ys[top]}, z_, static_cast<CityMaterial>(kind));
    }
  }
}

}  // namespace footfall::nav
