#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "platform/profile.h"
#include "platform/profile_memory.h"
#include "platform/profile_schema.h"

namespace footfall::platform {

namespace {

using Faults = std::vector<std::string>;

void CheckRanges(const Profile& profile, Faults* faults) {
  ForEachFigure(profile, [&](const std::string& path, const auto& value) {
    const FigureSchema figure = SchemaOf(path);
    const double number = FigureNumber(value);
    if (figure.max > 0 && !(number >= figure.min && number <= figure.max)) {
      faults->push_back(absl::StrCat(profile.name, ": ", path, " = ", FigureText(value),
                                     " is outside the range ", FigureText(figure.min), " to ",
                                     FigureText(figure.max)));
    }
  });
}

void CheckRelations(const Profile& profile, Faults* faults) {
  const auto check_core = [&](std::string_view field, std::int32_t core) {
    if (core >= profile.cores_count) {
      faults->push_back(absl::StrCat(profile.name, ": ", std::string(field), " = ", core,
                                     " does not exist, cores_count is ", profile.cores_count));
    }
  };
  check_core("main_core", profile.main_core);
  check_core("path_core", profile.path_core);
  if (profile.path_workers > 1 && profile.path_core == profile.main_core) {
    faults->push_back(
        absl::StrCat(profile.name, ": path_workers = ", profile.path_workers,
                     " on the main core, where the limit is 1; give path_core another core than ",
                     profile.main_core, " (R14)"));
  }
  if (profile.in_world_reserve >= profile.path_requests_max) {
    faults->push_back(absl::StrCat(profile.name, ": in_world_reserve = ", profile.in_world_reserve,
                                   " leaves no path slot, path_requests_max is ", profile.path_requests_max));
  }
  if (profile.result_points_max <= profile.path_points_max) {
    faults->push_back(absl::StrCat(profile.name, ": result_points_max = ", profile.result_points_max,
                                   " does not hold one path, path_points_max is ", profile.path_points_max));
  }
}

}  // namespace

void CheckFigures(const Profile& profile, std::vector<std::string>* faults) {
  CheckRanges(profile, faults);
  CheckRelations(profile, faults);
  CheckMemory(profile, faults);
}

void CheckCeilings(const Profile& profile, std::vector<std::string>* faults) {
  ForEachFigure(profile, [&](const std::string& path, const auto& value) {
    const FigureSchema figure = SchemaOf(path);
    if (figure.capacity && FigureNumber(value) > figure.standard) {
      faults->push_back(absl::StrCat(profile.name, ": ", path, " = ", FigureText(value),
                                     " is above the documented limit of ", FigureText(figure.standard), " (",
                                     figure.source,
                                     "); only profiles based on server may raise it (NAV-292)"));
    }
  });
}

absl::Status ValidateProfile(const Profile& profile) {
  Faults faults;
  CheckFigures(profile, &faults);
  return faults.empty() ? absl::OkStatus() : absl::InvalidArgumentError(absl::StrJoin(faults, "\n"));
}

}  // namespace footfall::platform
