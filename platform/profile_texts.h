#ifndef FOOTFALL_PLATFORM_PROFILE_TEXTS_H_
#define FOOTFALL_PLATFORM_PROFILE_TEXTS_H_

#include <span>
#include <string_view>

namespace footfall::platform {

// A file of platform/profiles, compiled in, so that a program finds its profiles wherever it is installed.
struct ProfileText {
  std::string_view name;
  std::string_view text;
};

// The built-in profiles in the order of ProfileNames().
std::span<const ProfileText> BuiltInProfileTexts();

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_PROFILE_TEXTS_H_
