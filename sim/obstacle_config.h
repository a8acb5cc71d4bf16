#ifndef FOOTFALL_SIM_OBSTACLE_CONFIG_H_
#define FOOTFALL_SIM_OBSTACLE_CONFIG_H_

#include "absl/status/statusor.h"
#include "sim/command.h"

namespace footfall::v1 {
class PutHazard;
class PutObstacle;
}  // namespace footfall::v1

// Obstacles and hazards between the public contract and the plain commands. Errors as in command_config.h:
// the world refuses what depends on its state, everything else is refused here.
namespace footfall::sim {

absl::StatusOr<PutObstacle> ObstacleFromProto(const v1::PutObstacle& in);
absl::StatusOr<PutHazard> HazardFromProto(const v1::PutHazard& in);

// The inverse; `out` is clear.
void ObstacleToProto(const PutObstacle& put, v1::PutObstacle* out);
void HazardToProto(const PutHazard& put, v1::PutHazard* out);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_OBSTACLE_CONFIG_H_
