#ifndef FOOTFALL_PLATFORM_PROFILE_COMPARE_H_
#define FOOTFALL_PLATFORM_PROFILE_COMPARE_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "platform/profile.h"
#include "platform/sim_time.h"

namespace footfall::platform {

// A figure that two profiles do not share, as each of them has it.
struct ProfileDifference {
  ProfileFigure first;
  ProfileFigure second;
};

// The figures whose values differ, in the order of the struct; empty exactly when the profiles' hashes are
// equal. Names and origins do not count.
std::vector<ProfileDifference> DifferencesOf(const Profile& first, const Profile& second);

// Units of the main core that fill one tick of `rate`, rounded down. A profile's main core never has room for
// none, but a main_unit_ns above the tick gives 0.
int64_t MainUnitsOfTick(const Profile& profile, const TickRate& rate);

// A main_load_units that keeps the main core busy for `percent` of each tick (R51). InvalidArgument for a
// percentage outside [0, 1000], and for units above the range of main_load_units.
absl::StatusOr<int32_t> MainLoadUnits(const Profile& profile, const TickRate& rate, int percent);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_PROFILE_COMPARE_H_
