#include "clients/cli/sweep/histogram_svg.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace footfall::cli {
namespace {

// Pixels.
constexpr double kPlotWidth = 360;
constexpr double kPlotHeight = 130;
constexpr double kCellWidth = 440;
constexpr double kCellHeight = 220;
constexpr double kLeft = 48;   // room for the counts
constexpr double kAbove = 36;  // room for the name of the metric
constexpr double kTitle = 40;
constexpr int kColumns = 2;

std::string Escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return out;
}

std::string Text(double x, double y, const char* anchor, const std::string& style, const std::string& text) {
  return absl::StrCat("<text x=\"", x, "\" y=\"", y, "\" text-anchor=\"", anchor, "\" ", style, ">",
                      Escaped(text), "</text>\n");
}

constexpr char kSmall[] = "font-size=\"11\" fill=\"#444\"";

class Plot {
 public:
  Plot(const SweptMetric& swept, double x, double y) : swept_(swept), x_(x + kLeft), y_(y + kAbove) {}

  std::string Draw() const {
    const Distribution& d = swept_.distribution;
    std::string svg = Text(x_, y_ - 18, "start", "font-size=\"13\" font-weight=\"bold\" fill=\"#222\"",
                           std::string(sim::NameOf(swept_.metric)));
    if (d.min == d.max) {
      return svg + Text(x_ + kPlotWidth / 2, y_ + kPlotHeight / 2, "middle", "font-size=\"15\" fill=\"#222\"",
                        absl::StrCat("always ", NumberText(d.min)));
    }
    const size_t highest = *std::max_element(d.bins.begin(), d.bins.end());
    const double width = kPlotWidth / static_cast<double>(d.bins.size());
    for (size_t i = 0; i < d.bins.size(); ++i) {
      const double height = kPlotHeight * static_cast<double>(d.bins[i]) / static_cast<double>(highest);
      absl::StrAppend(&svg, "<rect x=\"", x_ + width * static_cast<double>(i) + 0.5, "\" y=\"",
                      y_ + kPlotHeight - height, "\" width=\"", width - 1, "\" height=\"", height,
                      "\" fill=\"#4a7ab5\"/>\n");
    }
    absl::StrAppend(&svg, "<line x1=\"", x_, "\" y1=\"", y_ + kPlotHeight, "\" x2=\"", x_ + kPlotWidth,
                    "\" y2=\"", y_ + kPlotHeight, "\" stroke=\"#222\"/>\n");
    svg += Text(x_ - 6, y_ + 10, "end", kSmall, absl::StrCat(highest));
    svg += Text(x_ - 6, y_ + kPlotHeight, "end", kSmall, "0");
    svg += Text(PlaceOf(d.min), y_ + kPlotHeight + 16, "middle", kSmall, NumberText(d.min));
    svg += Text(PlaceOf(d.max), y_ + kPlotHeight + 16, "middle", kSmall, NumberText(d.max));
    svg += Line(d.p5) + Line(d.median) + Line(d.p95);
    svg += Text(x_ + kPlotWidth / 2, y_ + kPlotHeight + 32, "middle", kSmall,
                absl::StrCat("p5 ", NumberText(d.p5), ", median ", NumberText(d.median), ", p95 ",
                             NumberText(d.p95), ", mean ", NumberText(d.mean)));
    return svg;
  }

 private:
  double PlaceOf(double value) const {
    const Distribution& d = swept_.distribution;
    return x_ + kPlotWidth * (value - d.low) / (d.high - d.low);
  }

  std::string Line(double value) const {
    const double x = PlaceOf(value);
    return absl::StrCat("<line x1=\"", x, "\" y1=\"", y_ - 4, "\" x2=\"", x, "\" y2=\"", y_ + kPlotHeight,
                        "\" stroke=\"#c2542d\" stroke-dasharray=\"4 3\"/>\n");
  }

  const SweptMetric& swept_;
  double x_;
  double y_;
};

}  // namespace

std::string HistogramSvg(const std::string& title, const std::vector<SweptMetric>& metrics) {
  const size_t rows = (metrics.size() + kColumns - 1) / kColumns;
  const double width = kCellWidth * (metrics.size() > 1 ? kColumns : 1);
  const double height = kTitle + kCellHeight * static_cast<double>(rows);
  std::string svg = absl::StrCat("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width, "\" height=\"",
                                 height, "\" font-family=\"sans-serif\">\n<rect width=\"", width,
                                 "\" height=\"", height, "\" fill=\"white\"/>\n");
  svg += Text(kLeft, 26, "start", "font-size=\"15\" fill=\"#222\"", title);
  for (size_t i = 0; i < metrics.size(); ++i) {
    const size_t column = i % kColumns;
    const size_t row = i / kColumns;
    svg += Plot(metrics[i], kCellWidth * static_cast<double>(column),
                kTitle + kCellHeight * static_cast<double>(row))
               .Draw();
  }
  return svg + "</svg>\n";
}

}  // namespace footfall::cli
