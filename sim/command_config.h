#ifndef FOOTFALL_SIM_COMMAND_CONFIG_H_
#define FOOTFALL_SIM_COMMAND_CONFIG_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/command.h"

namespace footfall::platform {
struct Profile;
}
namespace footfall::v1 {
class Command;
class NavRequest;
}  // namespace footfall::v1

// Commands between the public contract and the plain variant (R42). What is refused here never reaches the
// world. An error's message is "field: what is wrong, with value and bound", the field as a path from the
// message that was given ("path.start.x", "flags[2]"): the server splits at the first ": " for BadRequest.
// Codes: InvalidArgument is BAD_FIELD; Unimplemented is TYPE_NOT_IN_USE, for kinds and fields that this
// version does not serve.
namespace footfall::sim {

// Ceiling of NavRequest.points_max where the profile is not known yet.
inline constexpr uint32_t kAnyPointsMax = UINT32_MAX;

// Who answers: the slots of the path plane, or the stateless query plane, which alone explains and takes a
// seed.
enum class Plane : uint8_t { kPath, kQuery };

// `points_ceiling`: Limits.path_points, the profile's path_points_max. Flags without effect in this version
// pass: the path server refuses and counts them.
absl::StatusOr<SubmitPath> SubmitFromProto(const v1::NavRequest& request, uint32_t points_ceiling,
                                           Plane plane);
// The same for every kind that the path plane serves: a SubmitPath, or a SubmitQuery with limits of
// `profile`.
absl::StatusOr<CommandBody> SubmitBodyFromProto(const v1::NavRequest& request,
                                                const platform::Profile& profile, uint32_t points_ceiling);
// Reads the kind alone; sequence, at_tick and request_id are the server's.
absl::StatusOr<CommandBody> CommandFromProto(const v1::Command& command, const platform::Profile& profile,
                                             uint32_t points_ceiling);

// The inverse: FromProto gives the same body back. `out` is cleared first. EndSource has no kind in the
// contract: false, and an empty `out`.
bool CommandToProto(const CommandBody& body, v1::Command* out);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_COMMAND_CONFIG_H_
