#include "nav/build/build_params.h"

#include <charconv>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "nav/build/lattice.h"

namespace footfall::nav {
namespace {

struct Figure {
  const char* name;
  float BuildParams::*field;
  float min;
  float max;
};

// Every number of the parameters with its limits, in the order of the struct.
constexpr Figure kFigures[] = {
    {"cell_size", &BuildParams::cell_size, 0.0625F, 1},
    {"cell_height", &BuildParams::cell_height, 0.015625F, 1},
    {"agent_radius", &BuildParams::agent_radius, 0, 2},
    {"agent_height", &BuildParams::agent_height, 0.5F, 10},
    {"agent_climb", &BuildParams::agent_climb, 0, 2},
    {"slope_deg", &BuildParams::slope_deg, 0, 85},
    {"steep_slope_deg", &BuildParams::steep_slope_deg, 0, 85},
    {"contour_error", &BuildParams::contour_error, 0, 2},
    {"region_area_min", &BuildParams::region_area_min, 0, 1000},
    {"region_area_merge", &BuildParams::region_area_merge, 0, 10000},
    {"height_error", &BuildParams::height_error, 0.0625F, 10},
    {"climb_low_min", &BuildParams::climb_low_min, 0.1F, 5},
    {"climb_low_max", &BuildParams::climb_low_max, 0.1F, 5},
    {"climb_high_max", &BuildParams::climb_high_max, 0.1F, 5},
    {"drop_min", &BuildParams::drop_min, 0.1F, 50},
    {"drop_max", &BuildParams::drop_max, 0.1F, 50},
    {"climb_reach", &BuildParams::climb_reach, 0, 2},
    {"edge_sample", &BuildParams::edge_sample, 0.0625F, 2},
    {"edge_run_min", &BuildParams::edge_run_min, 0, 10},
    {"shelter_height", &BuildParams::shelter_height, 0, 30},
    {"wade_depth", &BuildParams::wade_depth, 0, 10},
    {"isolated_area", &BuildParams::isolated_area, 0, 1e6F},
    {"small_area", &BuildParams::small_area, 0, 1e6F},
    {"large_area", &BuildParams::large_area, 0, 1e6F},
    {"cover_wall_min", &BuildParams::cover_wall_min, 0.1F, 5},
    {"cover_wall_max", &BuildParams::cover_wall_max, 0.1F, 5},
    {"cover_open_test", &BuildParams::cover_open_test, 0.1F, 2},
    {"cover_spacing", &BuildParams::cover_spacing, 0.25F, 50},
    {"ladder_snap", &BuildParams::ladder_snap, 0.1F, 20},
};

// Pairs of figures of which the first must not be above the second.
constexpr std::pair<const char*, const char*> kOrdered[] = {
    {"slope_deg", "steep_slope_deg"},     {"climb_low_min", "climb_low_max"},
    {"climb_low_max", "climb_high_max"},  {"drop_min", "drop_max"},
    {"cover_wall_min", "cover_wall_max"}, {"agent_climb", "climb_low_min"},
    {"cell_height", "agent_climb"},
};

float ValueOf(const BuildParams& params, std::string_view name) {
  for (const Figure& f : kFigures) {
    if (name == f.name) return params.*f.field;
  }
  return 0;
}

// Shortest text that reads back as the same float, whatever the locale.
std::string Text(float value) {
  char buffer[32];
  const auto result = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return std::string(buffer, result.ptr);
}

// True when the value is a whole number of lattice steps.
bool OnLattice(float value) {
  const float units = value * kUnitsPerMetre;
  return units == std::floor(units);
}

}  // namespace

absl::Status ValidateBuildParams(const BuildParams& params) {
  for (const Figure& f : kFigures) {
    const float value = params.*f.field;
    // Written so that NaN fails.
    if (value >= f.min && value <= f.max) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(f.name, ": ", Text(value), " is outside ", Text(f.min), " .. ", Text(f.max)));
  }
  for (const auto& [low, high] : kOrdered) {
    if (ValueOf(params, low) <= ValueOf(params, high)) continue;
    return absl::InvalidArgumentError(absl::StrCat(low, ": ", Text(ValueOf(params, low)), " is above ", high,
                                                   " ", Text(ValueOf(params, high))));
  }
  const float cells = kTileSize / params.cell_size;
  if (!OnLattice(params.cell_size) || cells != std::floor(cells)) {
    return absl::InvalidArgumentError(absl::StrCat("cell_size: ", Text(params.cell_size),
                                                   " is not a multiple of 1/256 m that divides ",
                                                   Text(kTileSize), " m"));
  }
  if (!OnLattice(params.cell_height / kHeightUnits)) {
    return absl::InvalidArgumentError(
        absl::StrCat("cell_height: ", Text(params.cell_height), " is not a multiple of 1/64 m"));
  }
  return absl::OkStatus();
}

std::string BuildParamsText(const BuildParams& params) {
  std::string text;
  if (!params.source.empty()) absl::StrAppend(&text, "source: ", params.source, "\n");
  if (!params.import.empty()) absl::StrAppend(&text, "import: ", params.import, "\n");
  for (const Figure& f : kFigures) absl::StrAppend(&text, f.name, ": ", Text(params.*f.field), "\n");
  return text;
}

}  // namespace footfall::nav
