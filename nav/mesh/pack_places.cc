#include "nav/mesh/pack_places.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "nav/mesh/types.h"

namespace footfall::nav {
namespace {

std::optional<PackPlace> PlaceOf(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "place: ")) return std::nullopt;
  const std::vector<absl::string_view> parts = absl::StrSplit(line, absl::MaxSplits(' ', 3));
  PackPlace place;
  if (parts.size() != 4 || parts[3].empty()) return std::nullopt;
  platform::Vec3& at = place.position;
  if (!absl::SimpleAtof(parts[0], &at.x) || !absl::SimpleAtof(parts[1], &at.y) ||
      !absl::SimpleAtof(parts[2], &at.z)) {
    return std::nullopt;
  }
  const auto is_inside = [](float value) { return value >= kWorldMin && value < kWorldMax; };
  if (!is_inside(at.x) || !is_inside(at.y) || !std::isfinite(at.z)) return std::nullopt;
  place.name = std::string(parts[3]);
  return place;
}

}  // namespace

std::vector<PackPlace> PlacesOf(std::string_view parameters) {
  std::vector<PackPlace> places;
  for (const absl::string_view line :
       absl::StrSplit(absl::string_view(parameters.data(), parameters.size()), '\n')) {
    if (std::optional<PackPlace> place = PlaceOf(line)) places.push_back(*std::move(place));
  }
  const auto by_name = [](const PackPlace& a, const PackPlace& b) { return a.name < b.name; };
  const auto same_name = [](const PackPlace& a, const PackPlace& b) { return a.name == b.name; };
  std::stable_sort(places.begin(), places.end(), by_name);
  places.erase(std::unique(places.begin(), places.end(), same_name), places.end());
  return places;
}

}  // namespace footfall::nav
