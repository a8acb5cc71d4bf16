#ifndef FOOTFALL_PLATFORM_PROFILE_FIT_H_
#define FOOTFALL_PLATFORM_PROFILE_FIT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "platform/profile.h"

namespace footfall::platform {

// What a world is to carry at once.
struct ExpectedLoad {
  std::int32_t peds = 0;
  std::int32_t sessions = 0;
};

// The start-up check (R51): the first table that the load would fill, as a sentence with figure, value and
// need, or nothing when all hold. Assumes that one ped in eight waits for a path at any time, that each
// session holds a path request and sends 16 commands a tick, and that a finished path has 64 points on the
// average, or as many as it may. REQUIRES: the load is not negative.
std::optional<std::string> FirstFullTable(const Profile& profile, const ExpectedLoad& load);

// Text of a profile based on the built-in `base` whose tables fit the load, for `footfall profiles fit`.
// InvalidArgument for a name that is no profile name or belongs to a built-in one, for a base that is not
// built in, and for a load that is negative or that no profile can hold.
absl::StatusOr<std::string> FitProfile(std::string_view name, const ExpectedLoad& load,
                                       const std::string& base = "server");

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_PROFILE_FIT_H_
