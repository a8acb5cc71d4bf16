#include "nav/build/svg_export.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_format.h"
#include "nav/build/surface_style.h"

namespace footfall::nav {
namespace {

constexpr float kMargin = 2;  // metres around the world
constexpr int kLegendRow = 18;

struct EdgeStyle {
  const char* name;
  const char* stroke;
  float width_px;
};

// The first is for edges without a neighbour; then by AdjacencyType, of which normal edges are thin.
constexpr EdgeStyle kWallStyle{"boundary", "#333333", 1.4F};
constexpr EdgeStyle kTypeStyles[] = {{"shared edge", "#7f8b7a", 0.35F},
                                     {"climb low", "#1b9e4b", 2.4F},
                                     {"climb high", "#0b5fd0", 2.4F},
                                     {"drop", "#f08a00", 2.4F}};
constexpr EdgeStyle kHighDropStyle{"high drop", "#d01c1c", 2.4F};
constexpr EdgeStyle kSeamStyle{"seam edge", "#b000b0", 0.9F};
constexpr EdgeStyle kLinkStyle{"ladder", "#5b2bd0", 2.8F};
constexpr EdgeStyle kCoverStyle{"cover point", "#000000", 0.8F};
constexpr EdgeStyle kGridStyle{"tile border", "#888888", 0.6F};
constexpr EdgeStyle kPathStyle{"path", "#e6004c", 3};
constexpr EdgeStyle kOutlineStyle{"fragment, pulled string", "#6030a0", 1};
constexpr EdgeStyle kObstacleStyle{"obstacle", "#7a1f00", 2};

class Drawing {
 public:
  Drawing(const NavView& view, const SvgOptions& options) : view_(view) {
    low_ = options.min;
    high_ = options.max;
    if (low_ == high_) FindBox();
    scale_ = static_cast<float>(options.size_px) / std::max({high_.x - low_.x, high_.y - low_.y, 1.0F});
    width_ = std::max(1, static_cast<int>(std::ceil((high_.x - low_.x) * scale_)));
    height_ = std::max(1, static_cast<int>(std::ceil((high_.y - low_.y) * scale_)));
    const int legend = (static_cast<int>(kSurfaceStylesCount + std::size(kTypeStyles)) + 9) * kLegendRow;
    const int total = std::max(height_, legend);
    text_ = absl::StrFormat(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
        "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
        width_ + kLegendWidth, total, width_ + kLegendWidth, total);
  }

  std::string Draw(const SvgOverlay& overlay) {
    Grid();
    FindPolys();
    for (const size_t layer : LowestFirst()) FillPoly(polys_[layer], nullptr);
    for (const PolyRef ref : overlay.visited) {
      if (view_.Contains(ref) && IsSeen(view_.Poly(ref))) FillPoly(view_.Poly(ref), "#d8c8f0");
    }
    for (const PolyRef ref : overlay.corridor) {
      if (view_.Contains(ref) && IsSeen(view_.Poly(ref))) FillPoly(view_.Poly(ref), "#ffd34d");
    }
    for (const PolyView& poly : polys_) Edges(poly);
    for (const MeshIndex index : view_.resident()) {
      Links(*view_.slot(index).tile);
      Cover(*view_.slot(index).tile);
    }
    for (const std::vector<platform::Vec3>& outline : overlay.outlines) Closed(outline, kOutlineStyle);
    for (const std::vector<platform::Vec3>& outline : overlay.obstacles) Closed(outline, kObstacleStyle);
    for (size_t i = 0; i + 1 < overlay.pulled.size(); ++i) {
      Line(overlay.pulled[i], overlay.pulled[i + 1], kOutlineStyle, " stroke-dasharray=\"4 3\"");
    }
    Path(overlay.path);
    Legend();
    return text_ + "</svg>\n";
  }

 private:
  static constexpr int kLegendWidth = 150;

  void Closed(const std::vector<platform::Vec3>& outline, const EdgeStyle& style) {
    for (size_t i = 0; i < outline.size(); ++i) {
      Line(outline[i], outline[i + 1 == outline.size() ? 0 : i + 1], style);
    }
  }

  void FindBox() {
    const float big = std::numeric_limits<float>::max();
    low_ = {big, big};
    high_ = {-big, -big};
    for (const MeshIndex index : view_.resident()) {
      const TileView& tile = *view_.slot(index).tile;
      for (uint32_t e = 0; e < tile.edges.size(); ++e) {
        const platform::Vec3 v = tile.EdgeA(e);
        low_ = {std::min(low_.x, v.x), std::min(low_.y, v.y)};
        high_ = {std::max(high_.x, v.x), std::max(high_.y, v.y)};
      }
    }
    if (low_.x > high_.x) low_ = high_ = {0, 0};
    low_ = low_ - platform::Vec2{kMargin, kMargin};
    high_ = high_ + platform::Vec2{kMargin, kMargin};
  }

  // What is not seen is not written: the picture of a path would otherwise hold a whole city.
  bool IsSeen(platform::Vec2 low, platform::Vec2 high) const {
    return low.x <= high_.x && low.y <= high_.y && high.x >= low_.x && high.y >= low_.y;
  }
  bool IsSeen(platform::Vec3 p) const { return IsSeen(platform::Xy(p), platform::Xy(p)); }
  bool IsSeen(const PolyView& poly) const {
    platform::Vec2 low = platform::Xy(poly.Vertex(0));
    platform::Vec2 high = low;
    for (int i = 1; i < poly.vertex_count(); ++i) {
      const platform::Vec3 v = poly.Vertex(i);
      low = {std::min(low.x, v.x), std::min(low.y, v.y)};
      high = {std::max(high.x, v.x), std::max(high.y, v.y)};
    }
    return IsSeen(low, high);
  }

  void FindPolys() {
    for (const MeshIndex index : view_.resident()) {
      const TileView& tile = *view_.slot(index).tile;
      for (size_t p = 0; p < tile.polys.size(); ++p) {
        const PolyView poly = view_.Poly(PolyRef(index, static_cast<PolyIndex>(p)));
        if (IsSeen(poly)) polys_.push_back(poly);
      }
    }
  }

  // Floors over floors: the lower is drawn first. Ties by polygon id.
  std::vector<size_t> LowestFirst() const {
    std::vector<float> height;
    for (const PolyView& poly : polys_) height.push_back(poly.Centroid().z);
    std::vector<size_t> order(polys_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&height](size_t a, size_t b) { return height[a] < height[b]; });
    return order;
  }

  float X(float x) const { return (x - low_.x) * scale_; }
  float Y(float y) const { return (high_.y - y) * scale_; }

  void Line(platform::Vec3 a, platform::Vec3 b, const EdgeStyle& style, const char* more = "") {
    if (!IsSeen({std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)})) return;
    absl::StrAppendFormat(
        &text_,
        "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\" stroke-width=\"%g\"%s/>\n",
        X(a.x), Y(a.y), X(b.x), Y(b.y), style.stroke, style.width_px, more);
  }

  void Grid() {
    for (int i = 0; i <= kTilesX; ++i) {
      const float at = kWorldMin + static_cast<float>(i) * kTileSize;
      if (at >= low_.x && at <= high_.x)
        Line({at, low_.y, 0}, {at, high_.y, 0}, kGridStyle, " stroke-dasharray=\"6 4\"");
      if (at >= low_.y && at <= high_.y)
        Line({low_.x, at, 0}, {high_.x, at, 0}, kGridStyle, " stroke-dasharray=\"6 4\"");
    }
  }

  void FillPoly(const PolyView& poly, const char* fill) {
    text_ += "<polygon points=\"";
    for (int i = 0; i < poly.vertex_count(); ++i) {
      absl::StrAppendFormat(&text_, "%.2f,%.2f ", X(poly.Vertex(i).x), Y(poly.Vertex(i).y));
    }
    const bool is_sheltered = (poly.flags() & kPolySheltered) != 0;
    absl::StrAppendFormat(&text_, "\" fill=\"%s\"%s/>\n",
                          fill != nullptr ? fill : kSurfaceStyles[StyleOf(poly)].fill,
                          is_sheltered ? " fill-opacity=\"0.75\"" : "");
  }

  void Edges(const PolyView& poly) {
    for (int i = 0; i < poly.vertex_count(); ++i) {
      const PolyRef neighbour = poly.Neighbour(i);
      const EdgeStyle* style = &kWallStyle;
      if (neighbour.valid()) {
        const AdjacencyType type = poly.Edge(i).type();
        // A shared edge is drawn once.
        if (type == AdjacencyType::kNormal && neighbour < poly.ref()) continue;
        style = &kTypeStyles[static_cast<size_t>(type)];
        if (type == AdjacencyType::kNormal && neighbour.mesh() != poly.ref().mesh()) style = &kSeamStyle;
        if ((poly.EdgeFlags(i) & kEdgeHighDrop) != 0) style = &kHighDropStyle;
      }
      Line(poly.Vertex(i), poly.EdgeEnd(i), *style);
    }
  }

  void Links(const TileView& tile) {
    for (const LinkRecord& link : tile.links) {
      const platform::Vec3 a = tile.Decode(link.start);
      const platform::Vec3 b = tile.Decode(link.end);
      Line(a, b, kLinkStyle);
      for (const platform::Vec3 end : {a, b}) {
        if (!IsSeen(end)) continue;
        absl::StrAppendFormat(&text_, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3\" fill=\"%s\"/>\n", X(end.x),
                              Y(end.y), kLinkStyle.stroke);
      }
    }
  }

  void Cover(const TileView& tile) {
    for (const CoverRecord& cover : tile.cover) {
      const platform::Vec3 p = tile.Decode(cover.position);
      if (!IsSeen(p)) continue;
      const bool is_low = static_cast<CoverType>(cover.type) <= CoverType::kLowWallOpenRight;
      absl::StrAppendFormat(&text_, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"1.6\" fill=\"%s\"/>\n", X(p.x),
                            Y(p.y), is_low ? "#00a0a0" : kCoverStyle.stroke);
    }
  }

  void Path(const std::vector<platform::Vec3>& path) {
    for (size_t i = 0; i + 1 < path.size(); ++i)
      Line(path[i], path[i + 1], kPathStyle, " stroke-linecap=\"round\"");
    for (const platform::Vec3 p : path) {
      absl::StrAppendFormat(&text_, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"3\" fill=\"%s\"/>\n", X(p.x), Y(p.y),
                            kPathStyle.stroke);
    }
  }

  void LegendRow(int& y, const char* mark, const char* name) {
    absl::StrAppendFormat(
        &text_,
        "<g transform=\"translate(%d %d)\">%s<text x=\"24\" y=\"11\" font-family=\"sans-serif\" "
        "font-size=\"12\">%s</text></g>\n",
        width_ + 8, y, mark, name);
    y += kLegendRow;
  }

  void Legend() {
    int y = 6;
    absl::StrAppendFormat(&text_, "<rect x=\"%d\" y=\"0\" width=\"%d\" height=\"100%%\" fill=\"#ffffff\"/>\n",
                          width_, kLegendWidth);
    for (const SurfaceStyle& style : kSurfaceStyles) {
      LegendRow(y, absl::StrFormat("<rect width=\"18\" height=\"13\" fill=\"%s\"/>", style.fill).c_str(),
                style.name);
    }
    const auto edge_row = [this, &y](const EdgeStyle& style) {
      const std::string mark =
          absl::StrFormat("<line x1=\"0\" y1=\"7\" x2=\"18\" y2=\"7\" stroke=\"%s\" stroke-width=\"%g\"/>",
                          style.stroke, std::max(style.width_px, 1.0F));
      LegendRow(y, mark.c_str(), style.name);
    };
    for (const EdgeStyle& style : kTypeStyles) edge_row(style);
    for (const EdgeStyle& style : {kWallStyle, kHighDropStyle, kSeamStyle, kLinkStyle, kGridStyle, kPathStyle,
                                   kOutlineStyle, kObstacleStyle})
      edge_row(style);
    LegendRow(y, "<circle cx=\"9\" cy=\"7\" r=\"3\" fill=\"#00a0a0\"/>", "cover, low wall");
    LegendRow(y, "<circle cx=\"9\" cy=\"7\" r=\"3\" fill=\"#000000\"/>", "cover, wall end");
  }

  const NavView& view_;
  platform::Vec2 low_;
  platform::Vec2 high_;
  float scale_ = 1;
  int width_ = 0;
  int height_ = 0;
  std::vector<PolyView> polys_;
  std::string text_;
};

}  // namespace

std::string DrawSvg(const NavView& view, const SvgOptions& options, const SvgOverlay& overlay) {
  return Drawing(view, options).Draw(overlay);
}

}  // namespace footfall::nav
