#include "clients/cli/picture.h"

#include <algorithm>
#include <cmath>

#include "nav/build/svg_export.h"
#include "nav/mesh/pack.h"
#include "nav/query/nearest.h"
#include "platform/files.h"
#include "platform/state_hash.h"

namespace footfall::cli {
namespace {

// Metres of world around a path and its corridor that the picture shows.
constexpr float kMargin = 30;
// A pack of so many tiles is small enough to be drawn whole.
constexpr size_t kWholeTilesMax = 1;
// Metres between the points of a path at which the polygon below is looked for.
constexpr float kSampling = 0.5F;

// The polygons under a path, each once where it is entered.
std::vector<nav::PolyRef> PolysUnder(const nav::NavView& view, const std::vector<platform::Vec3>& path) {
  std::vector<nav::PolyRef> polys;
  for (size_t i = 0; i + 1 < path.size(); ++i) {
    const platform::Vec3 step = path[i + 1] - path[i];
    const int pieces = std::max(1, static_cast<int>(std::ceil(platform::Length(step) / kSampling)));
    for (int piece = 0; piece <= pieces; ++piece) {
      const platform::Vec3 point = path[i] + step * (static_cast<float>(piece) / static_cast<float>(pieces));
      const nav::PolyRef poly = nav::NearestPoly(view, point, {}).poly;
      if (poly.valid() && std::find(polys.begin(), polys.end(), poly) == polys.end()) {
        polys.push_back(poly);
      }
    }
  }
  return polys;
}

// References of the wire are one more than ours.
std::vector<nav::PolyRef> PolysOf(const std::vector<std::uint64_t>& refs) {
  std::vector<nav::PolyRef> polys;
  for (const std::uint64_t ref : refs) {
    nav::PolyRef poly;
    poly.value = static_cast<std::uint32_t>(ref - 1);
    polys.push_back(poly);
  }
  return polys;
}

// The part of the world that a path and its corridor lie in. Without either, all of it.
nav::SvgOptions Around(const nav::NavView& view, const nav::SvgOverlay& overlay) {
  std::vector<platform::Vec3> points = overlay.path;
  for (const nav::PolyRef ref : overlay.corridor) {
    if (!view.Contains(ref)) continue;
    const nav::PolyView poly = view.Poly(ref);
    for (int i = 0; i < poly.vertex_count(); ++i) points.push_back(poly.Vertex(i));
  }
  nav::SvgOptions options;
  if (points.empty()) return options;
  options.min = options.max = platform::Xy(points.front());
  for (const platform::Vec3& point : points) {
    options.min = {std::min(options.min.x, point.x - kMargin), std::min(options.min.y, point.y - kMargin)};
    options.max = {std::max(options.max.x, point.x + kMargin), std::max(options.max.y, point.y + kMargin)};
  }
  return options;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenPackOf(const std::string& pack_path,
                                                            const std::string& world_build_id) {
  auto pack = nav::Pack::Open(pack_path);
  if (!pack.ok()) {
    return absl::Status(pack.status().code(), "--pack: " + std::string(pack.status().message()));
  }
  std::uint64_t served = 0;
  for (const char byte : world_build_id) {
    served = served << 8 | static_cast<unsigned char>(byte);
  }
  if ((*pack)->build_id() != served) {
    return absl::InvalidArgumentError("--pack: " + pack_path + " has build id " +
                                      platform::HashText((*pack)->build_id()) + ", the server's world has " +
                                      platform::HashText(served));
  }
  return pack;
}

absl::StatusOr<std::string> PathSvg(const nav::Pack& pack, const PathPicture& picture) {
  const std::vector<platform::Vec3>& path = picture.path;
  const auto view = pack.ViewOfAll();
  if (!view.ok()) {
    return view.status();
  }
  nav::SvgOverlay overlay;
  overlay.path = path;
  overlay.pulled = picture.pulled;
  overlay.corridor = picture.corridor.empty() ? PolysUnder(**view, path) : PolysOf(picture.corridor);
  overlay.visited = PolysOf(picture.visited);
  overlay.outlines = picture.fragments;
  overlay.obstacles = picture.obstacles;
  const bool is_small = (*view)->resident().size() <= kWholeTilesMax;
  const nav::SvgOptions options = is_small ? nav::SvgOptions{} : Around(**view, overlay);
  return nav::DrawSvg(**view, options, overlay);
}

absl::Status WriteText(const std::string& path, std::string_view text) {
  return platform::WriteOutput(path, text);
}

absl::Status CheckText(const std::string& path) {
  return path.empty() ? absl::OkStatus() : platform::CheckOutput(path);
}

}  // namespace footfall::cli
