#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "clients/cli/comparison_figures.h"
#include "clients/cli/comparison_report.h"

namespace footfall::cli {
namespace {

// Pixels.
constexpr double kLeft = 230;
constexpr double kPlot = 640;
constexpr double kRight = 40;
constexpr double kTop = 70;
constexpr double kRow = 36;
constexpr double kBar = 14;
constexpr double kMarkLetter = 5.5;  // of a mark's label
constexpr int kGridLines = 10;

std::string Escaped(const std::string& text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}

std::string TextAt(double x, double y, const char* anchor, const std::string& text) {
  return absl::StrFormat("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor,
                         Escaped(text));
}

uint64_t MostTicks(std::span<const sim::ComparedRun> runs) {
  uint64_t most = 1;
  for (const sim::ComparedRun& run : runs) {
    if (run.paths.count > 0) most = std::max(most, run.paths.max.ticks());
  }
  return most;
}

// Whole ticks between two lines of the grid.
uint64_t GridStep(uint64_t most) { return (most + kGridLines - 1) / kGridLines; }

std::string Legend() {
  std::string text;
  double x = kLeft;
  for (const NamedPart& part : kParts) {
    text += absl::StrFormat("<rect x=\"%.1f\" y=\"34\" width=\"12\" height=\"12\" fill=\"%s\"/>\n", x,
                            part.colour);
    text += TextAt(x + 16, 44, "start", part.label);
    x += 90;
  }
  return text;
}

// One mark at a number of ticks for all percentiles that have it, and their names below.
std::string MarksOf(const sim::ComparedRun& run, double y, double scale) {
  std::string text;
  double free_x = 0;  // right of the label before
  for (size_t i = 0; i < kPercentiles.size();) {
    const uint64_t ticks = (run.paths.*kPercentiles[i].latency).ticks();
    std::string names;
    for (; i < kPercentiles.size() && (run.paths.*kPercentiles[i].latency).ticks() == ticks; ++i) {
      absl::StrAppend(&names, names.empty() ? "" : " ", kPercentiles[i].name);
    }
    const double x = kLeft + static_cast<double>(ticks) * scale;
    const std::string label = absl::StrCat(names, ": ", ticks);
    const double width = kMarkLetter * static_cast<double>(label.size());
    // Inside of the picture, and behind the label before.
    const double label_x = std::max(free_x, std::min(x, kLeft + kPlot + kRight - width));
    text += absl::StrFormat(
        "<path d=\"M%.2f %.1fv%.0f\" stroke=\"#000\" stroke-width=\"2\"><title>%s ticks</title></path>\n", x,
        y - 2, kBar + 4, label);
    text += absl::StrFormat("<text x=\"%.1f\" y=\"%.1f\" font-size=\"9\">%s</text>\n", label_x, y + kBar + 12,
                            label);
    free_x = label_x + width + kMarkLetter;
  }
  return text;
}

std::string BarOf(const sim::ComparedRun& run, double y, double scale) {
  std::string text =
      TextAt(kLeft - 8, y + kBar - 3, "end",
             absl::StrCat(run.profile.name, run.variant.key.empty() ? "" : "  ", run.variant.Text()));
  const std::string warning = UnansweredWarning(run);
  text += absl::StrFormat(
      "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" font-size=\"9\" fill=\"%s\">%s "
      "answered<title>%s</title>"
      "</text>\n",
      kLeft - 8, y + kBar + 9, warning.empty() ? "#444" : "#c00", AnsweredText(run), Escaped(warning));
  if (run.paths.count == 0) {
    return text + TextAt(kLeft + 4, y + kBar - 3, "start", "no path was answered");
  }
  double x = kLeft;
  for (const NamedPart& part : kParts) {
    const double ticks = MeanTicks(run, run.paths.sum.*part.ns);
    text += absl::StrFormat(
        "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.0f\" fill=\"%s\"><title>%s: %.3f "
        "ticks</title></rect>\n",
        x, y, ticks * scale, kBar, part.colour, part.label, ticks);
    x += ticks * scale;
  }
  return text + MarksOf(run, y, scale);
}

}  // namespace

std::string ComparisonSvg(const std::string& title, std::span<const sim::ComparedRun> runs) {
  const uint64_t most = MostTicks(runs);
  const double scale = kPlot / static_cast<double>(most);
  const double bottom = kTop + kRow * static_cast<double>(runs.size());
  std::string text = absl::StrFormat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
      kLeft + kPlot + kRight, bottom + 40);
  text += TextAt(kLeft, 20, "start", title) + Legend();
  for (uint64_t tick = 0; tick <= most; tick += GridStep(most)) {
    const double x = kLeft + static_cast<double>(tick) * scale;
    text += absl::StrFormat("<path d=\"M%.2f %.1fV%.1f\" stroke=\"#ddd\"/>\n", x, kTop - 6, bottom);
    text += TextAt(x, bottom + 16, "middle", absl::StrCat(tick));
  }
  text += TextAt(kLeft + kPlot / 2, bottom + 34, "middle",
                 "latency of path requests, ticks from submit to visible");
  double y = kTop;
  for (const sim::ComparedRun& run : runs) {
    text += BarOf(run, y, scale);
    y += kRow;
  }
  return text + "</svg>\n";
}

}  // namespace footfall::cli
