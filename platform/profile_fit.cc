#include "platform/profile_fit.h"

#include <algorithm>
#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "platform/check.h"
#include "platform/profile_memory.h"
#include "platform/profile_schema.h"

namespace footfall::platform {

namespace {

// Largest value of the tables below, as in profile.proto.
constexpr std::int64_t kTableMax = std::int64_t{1} << 24;
constexpr std::int64_t kPedsAPathRequest = 8;
constexpr std::int64_t kCommandsASession = 16;
constexpr std::int64_t kPointsAPath = 64;

struct Need {
  std::string_view figure;
  std::int32_t Profile::*member;
  std::int64_t value;
};

// In the order in which a load fills the tables.
std::array<Need, 5> NeedsOf(const Profile& profile, const ExpectedLoad& load) {
  const std::int64_t requests =
      std::max<std::int64_t>({1, load.sessions, (load.peds + kPedsAPathRequest - 1) / kPedsAPathRequest});
  const std::int64_t points = std::min<std::int64_t>(kPointsAPath, profile.path_points_max + 1);
  return {{{"peds_max", &Profile::peds_max, std::max<std::int64_t>(1, load.peds)},
           {"sessions_max", &Profile::sessions_max, std::max<std::int64_t>(1, load.sessions)},
           {"path_requests_max", &Profile::path_requests_max, requests},
           {"result_points_max", &Profile::result_points_max,
            std::max<std::int64_t>(requests * points, profile.path_points_max + 1)},
           {"commands_per_tick_max", &Profile::commands_per_tick_max,
            std::max<std::int64_t>(1, load.sessions * kCommandsASession)}}};
}

}  // namespace

std::optional<std::string> FirstFullTable(const Profile& profile, const ExpectedLoad& load) {
  FOOTFALL_CHECK(load.peds >= 0);
  FOOTFALL_CHECK(load.sessions >= 0);
  for (const Need& need : NeedsOf(profile, load)) {
    if (profile.*need.member < need.value) {
      return absl::StrCat(profile.name, ": ", std::string(need.figure), " = ", profile.*need.member,
                          " runs full, ", load.peds, " peds and ", load.sessions, " sessions need ",
                          need.value);
    }
  }
  return std::nullopt;
}

absl::StatusOr<std::string> FitProfile(std::string_view name, const ExpectedLoad& load,
                                       const std::string& base) {
  if (!IsUserProfileName(name)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the name \"", std::string(name),
                     "\" is no name for a new profile: a-z, 0-9, '_', '-', and none that is built in"));
  }
  if (load.peds < 0 || load.sessions < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("peds = ", load.peds, " and sessions = ", load.sessions, " must not be negative"));
  }
  const std::vector<std::string_view> bases = ProfileNames();
  if (std::find(bases.begin(), bases.end(), base) == bases.end()) {
    return absl::InvalidArgumentError(absl::StrCat("the base \"", base, "\" is no built-in profile"));
  }
  const absl::StatusOr<Profile> fitted = LoadProfile(base);
  if (!fitted.ok()) {
    return fitted.status();
  }
  std::string text = absl::StrCat("# Fits ", load.peds, " peds and ", load.sessions, " sessions.\nname: \"",
                                  std::string(name), "\"\nbase: \"", base, "\"\n");
  Profile made = *fitted;
  made.name = std::string(name);
  for (const Need& need : NeedsOf(*fitted, load)) {
    if (need.value > kTableMax) {
      return absl::InvalidArgumentError(absl::StrCat(std::string(need.figure), " would be ", need.value,
                                                     ", above the limit of ", kTableMax));
    }
    made.*need.member = static_cast<std::int32_t>(need.value);
    absl::StrAppend(&text, std::string(need.figure), ": ", need.value, "\n");
    if (need.member == &Profile::path_requests_max) {  // Shares of it, as R9 gives them to `server`.
      absl::StrAppend(&text, "requests_per_session_max: ", std::max<std::int64_t>(1, need.value / 4), "\n",
                      "in_world_reserve: ", need.value / 4, "\n");
    }
  }
  std::vector<std::string> faults;
  CheckMemory(made, &faults);
  if (!faults.empty()) {
    return absl::InvalidArgumentError(faults.front());
  }
  absl::StrAppend(&text, "peds_per_session_max: ", std::max(1, load.peds), "\n");
  return text;
}

}  // namespace footfall::platform
