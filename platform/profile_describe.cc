#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "platform/profile.h"
#include "platform/profile_schema.h"

namespace footfall::platform {

namespace {

bool IsDocumented(std::string_view source) {
  return source.substr(0, 4) == "NAV-" || source.substr(0, 4) == "PED-";
}

// The standard figure in the type of the field: 0.35 as a float is not the double 0.35.
template <class T>
double Standard(const FigureSchema& figure) {
  return std::is_same_v<T, float> ? static_cast<double>(static_cast<float>(figure.standard))
                                  : figure.standard;
}

ProfileFigure DescribeFigure(const Profile& profile, const std::string& path, const FigureSchema& figure,
                             bool is_standard) {
  ProfileFigure line;
  line.name = path;
  line.source = figure.source;
  line.set_by = std::string(kDefaultOrigin);
  const auto origin = profile.origins.find(path);
  if (origin != profile.origins.end()) {
    line.set_by = origin->second.profile;
  }
  const bool has_row = origin != profile.origins.end() && !origin->second.row.empty();
  if (has_row) {
    line.source = origin->second.row;
  }
  if (has_row || is_standard) {
    line.provenance = IsDocumented(line.source) ? Provenance::kDocumented : Provenance::kReconstructed;
  } else {
    const bool ours = IsBuiltInProfile(line.set_by);
    line.provenance = ours ? Provenance::kReconstructed : Provenance::kOverridden;
  }
  return line;
}

}  // namespace

std::vector<ProfileFigure> DescribeProfile(const Profile& profile) {
  std::vector<ProfileFigure> figures;
  ForEachFigure(profile, [&](const std::string& path, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    const FigureSchema figure = SchemaOf(path);
    figures.push_back(DescribeFigure(profile, path, figure, FigureNumber(value) == Standard<Value>(figure)));
    figures.back().value = FigureText(value);
  });
  return figures;
}

}  // namespace footfall::platform
