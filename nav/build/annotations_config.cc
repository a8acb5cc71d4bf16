#include <set>

#include "absl/strings/str_cat.h"
#include "footfall/config/v1/annotations.pb.h"
#include "nav/build/build_config.h"
#include "platform/text_config.h"

namespace footfall::nav {
namespace {

platform::Vec3 ToVec3(const v1::Vec3& v) { return {v.x(), v.y(), v.z()}; }

absl::Status Add(const config::v1::Ladder& ladder, const std::string& file, Annotations& out) {
  if (!(ladder.top().z() > ladder.bottom().z())) {
    return absl::InvalidArgumentError(absl::StrCat(file, ": ladder \"", ladder.name(), "\": top z ",
                                                   ladder.top().z(), " is not above bottom z ",
                                                   ladder.bottom().z()));
  }
  out.ladders.push_back(
      {ladder.name(), ToVec3(ladder.bottom()), ToVec3(ladder.top()), ladder.heading(), ladder.up_only()});
  return absl::OkStatus();
}

absl::Status Add(const config::v1::EditArea& area, const std::string& file, Annotations& out) {
  const platform::Vec3 low = ToVec3(area.min());
  const platform::Vec3 high = ToVec3(area.max());
  if (!(low.x < high.x && low.y < high.y && low.z < high.z)) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": edit area \"", area.name(), "\": each coordinate of min must be below max's"));
  }
  if (area.has_cell_size() && !(area.cell_size() > 0)) {
    return absl::InvalidArgumentError(absl::StrCat(file, ": edit area \"", area.name(), "\": cell_size ",
                                                   area.cell_size(), ", must be above 0"));
  }
  out.edit_areas.push_back(
      {area.name(), low, high, area.cell_size(), area.no_cover(), area.no_drops(), area.no_climbs()});
  return absl::OkStatus();
}

absl::StatusOr<Annotations> FromProto(const config::v1::Annotations& proto, const std::string& file) {
  Annotations out;
  for (const config::v1::Ladder& ladder : proto.ladders()) {
    if (absl::Status status = Add(ladder, file, out); !status.ok()) return status;
  }
  for (const config::v1::EditArea& area : proto.edit_areas()) {
    if (absl::Status status = Add(area, file, out); !status.ok()) return status;
  }
  std::set<std::string> names;
  for (const v1::Place& place : proto.places()) {
    // Places are lines of the pack's header.
    if (place.name().empty() || place.name().find('\n') != std::string::npos) {
      return absl::InvalidArgumentError(absl::StrCat(file, ": place without a one-line name"));
    }
    if (!names.insert(place.name()).second) {
      return absl::InvalidArgumentError(absl::StrCat(file, ": place \"", place.name(), "\": listed twice"));
    }
    out.places.push_back({place.name(), ToVec3(place.position())});
  }
  return out;
}

}  // namespace

absl::StatusOr<Annotations> ParseAnnotations(std::string_view text, const std::string& name) {
  config::v1::Annotations proto;
  if (absl::Status status = platform::ParseTextConfig(text, name, &proto); !status.ok()) return status;
  return FromProto(proto, name);
}

absl::StatusOr<Annotations> LoadAnnotations(const std::string& path) {
  config::v1::Annotations proto;
  if (absl::Status status = platform::LoadTextConfig(path, &proto); !status.ok()) return status;
  return FromProto(proto, path);
}

}  // namespace footfall::nav
