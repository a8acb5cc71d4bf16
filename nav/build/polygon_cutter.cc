#include "nav/build/polygon_cutter.h"

#include <cmath>
#include <cstddef>

#include "platform/check.h"

namespace footfall::nav {
namespace {

struct Flat {
  double x;
  double y;
};

double Cross(Flat a, Flat b, Flat c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// Projects the face along the largest component of its normal, so that it turns counter-clockwise.
std::vector<Flat> Flatten(const std::vector<platform::Vec3>& vertices, const std::vector<uint32_t>& corners) {
  double nx = 0;
  double ny = 0;
  double nz = 0;
  for (size_t i = 0; i < corners.size(); ++i) {
    const platform::Vec3 a = vertices[corners[i]];
    const platform::Vec3 b = vertices[corners[i + 1 == corners.size() ? 0 : i + 1]];
    nx += (static_cast<double>(a.y) - b.y) * (static_cast<double>(a.z) + b.z);
    ny += (static_cast<double>(a.z) - b.z) * (static_cast<double>(a.x) + b.x);
    nz += (static_cast<double>(a.x) - b.x) * (static_cast<double>(a.y) + b.y);
  }
  const double ax = std::fabs(nx);
  const double ay = std::fabs(ny);
  const double az = std::fabs(nz);
  std::vector<Flat> flat;
  for (const uint32_t c : corners) {
    const platform::Vec3 v = vertices[c];
    if (az >= ax && az >= ay) {
      flat.push_back(nz >= 0 ? Flat{v.x, v.y} : Flat{v.y, v.x});
    } else if (ax >= ay) {
      flat.push_back(nx >= 0 ? Flat{v.y, v.z} : Flat{v.z, v.y});
    } else {
      flat.push_back(ny >= 0 ? Flat{v.z, v.x} : Flat{v.x, v.z});
    }
  }
  return flat;
}

// Whether corner `at` of the outline can be cut off: it turns left and no other corner lies in its triangle.
bool IsEar(const std::vector<Flat>& flat, const std::vector<size_t>& outline, size_t at) {
  const size_t count = outline.size();
  const Flat a = flat[outline[(at + count - 1) % count]];
  const Flat b = flat[outline[at]];
  const Flat c = flat[outline[(at + 1) % count]];
  if (Cross(a, b, c) <= 0) return false;
  for (size_t k = 2; k + 1 < count; ++k) {
    const Flat p = flat[outline[(at + k) % count]];
    const bool is_corner =
        (p.x == a.x && p.y == a.y) || (p.x == b.x && p.y == b.y) || (p.x == c.x && p.y == c.y);
    if (!is_corner && Cross(a, b, p) >= 0 && Cross(b, c, p) >= 0 && Cross(c, a, p) >= 0) return false;
  }
  return true;
}

}  // namespace

std::vector<std::array<uint32_t, 3>> CutFace(const std::vector<platform::Vec3>& vertices,
                                             const std::vector<uint32_t>& corners) {
  FOOTFALL_CHECK(corners.size() >= 3);
  std::vector<std::array<uint32_t, 3>> triangles;
  const auto add = [&](size_t a, size_t b, size_t c) {
    const std::array<uint32_t, 3> t{corners[a], corners[b], corners[c]};
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) triangles.push_back(t);
  };
  const std::vector<Flat> flat = Flatten(vertices, corners);
  std::vector<size_t> outline(corners.size());
  for (size_t i = 0; i < outline.size(); ++i) outline[i] = i;
  size_t at = 0;
  size_t refused = 0;  // Corners in a row that are no ears.
  while (outline.size() > 3) {
    at %= outline.size();
    // When nothing is an ear the face crosses itself or is flat; any corner then does.
    if (!IsEar(flat, outline, at) && refused < outline.size()) {
      ++at;
      ++refused;
      continue;
    }
    const size_t count = outline.size();
    add(outline[(at + count - 1) % count], outline[at], outline[(at + 1) % count]);
    outline.erase(outline.begin() + static_cast<std::ptrdiff_t>(at));
    refused = 0;
  }
  add(outline[0], outline[1], outline[2]);
  return triangles;
}

}  // namespace footfall::nav
