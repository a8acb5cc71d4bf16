#ifndef FOOTFALL_PLATFORM_PROFILE_SCHEMA_H_
#define FOOTFALL_PLATFORM_PROFILE_SCHEMA_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "platform/describe.h"
#include "platform/profile.h"
#include "platform/profile_figures.h"
#include "platform/state_dump.h"

// What profile.proto says about each figure, without protobuf types. For the sources of profiles alone.
namespace footfall::platform {

struct FigureSchema {
  std::string source;   // "NAV-077", "R15"; never empty.
  double standard = 0;  // Value when no profile sets the figure; an enum by its number in profile.proto.
  double min = 0;       // Range, limits included; none when max is 0.
  double max = 0;
  bool capacity = false;  // May go above `standard` on `server` only. (NAV-292)
};

// REQUIRES: profile.proto has the figure; `path` is its name, nested ones with a dot.
FigureSchema SchemaOf(std::string_view path);

// Name of an enum value in profile.proto.
std::string SearchPointsText(SearchPoints value);

// A figure as a number: an enum by its number in profile.proto.
template <class T>
double FigureNumber(T value) {
  if constexpr (std::is_same_v<T, SearchPoints>) {
    return static_cast<double>(value) + 1;
  } else {
    return static_cast<double>(value);
  }
}

// A figure as the text file spells it; a double is a limit of the schema.
template <class T>
std::string FigureText(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, SearchPoints>) {
    return SearchPointsText(value);
  } else if constexpr (std::is_same_v<T, float>) {
    return DumpText(value);
  } else if constexpr (std::is_same_v<T, double>) {
    const auto whole = static_cast<std::int64_t>(value);  // Limits of profile.proto, far from overflow.
    return static_cast<double>(whole) == value ? absl::StrCat(whole) : DumpText(value);
  } else {
    return absl::StrCat(value);
  }
}

// Calls `visit(path, value)` for every figure of a profile, in order.
template <class Visit>
class FigureVisitor {
 public:
  FigureVisitor(std::string prefix, Visit& visit) : prefix_(std::move(prefix)), visit_(visit) {}
  template <class T>
  void Field(std::string_view name, T& value) {
    const std::string path = absl::StrCat(prefix_, std::string(name));
    if constexpr (Described<T>) {
      FigureVisitor nested(absl::StrCat(path, "."), visit_);
      std::remove_const_t<T>::Describe(value, nested);
    } else {
      visit_(path, value);
    }
  }
  template <class T>
  void Omit(std::string_view /*name*/, T& /*value*/) {}

 private:
  std::string prefix_;
  Visit& visit_;
};

template <class ProfileT, class Visit>
void ForEachFigure(ProfileT& profile, Visit visit) {
  FigureVisitor<Visit> visitor("", visit);
  Profile::Describe(profile, visitor);
}

// Checks for LoadProfile; each adds one line a fault. Ranges and relations; documented ceilings.
void CheckFigures(const Profile& profile, std::vector<std::string>* faults);
void CheckCeilings(const Profile& profile, std::vector<std::string>* faults);

// Whether a built-in profile has this name.
bool IsBuiltInProfile(std::string_view name);
// Whether a profile of a user may have this name.
bool IsUserProfileName(std::string_view name);

// Origins of figures that no profile sets, and that key=value set.
inline constexpr std::string_view kDefaultOrigin = "default";
inline constexpr std::string_view kSetOrigin = "--set";

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_PROFILE_SCHEMA_H_
