#ifndef FOOTFALL_SIM_WORLD_EDIT_COMMAND_H_
#define FOOTFALL_SIM_WORLD_EDIT_COMMAND_H_

#include <string>

#include "absl/status/statusor.h"
#include "sim/command.h"

namespace footfall::v1 {
class Area;
class Command;
}  // namespace footfall::v1

namespace footfall::sim {

// Longest life of a spawn-blocked area that expires, ms.
inline constexpr uint32_t kSpawnBlockMsMax = 86'400'000;

// The first fault of an edit of places as "field: value and bound"; empty when all is good. The world judges
// by it what a log or a scenario hands in.
std::string FaultOf(const SetAreaSwitch& edit);
std::string FaultOf(const DisableClimb& edit);
std::string FaultOf(const BlockLadder& edit);
std::string FaultOf(const BlockSpawns& edit);
std::string FaultOf(const StartSpawnSearch& edit);
std::string FaultOf(const TuneMovementCost& edit);

// The kinds of CommandFromProto and CommandToProto that edit places or look for where to spawn. REQUIRES:
// `command` holds one of them.
absl::StatusOr<CommandBody> WorldEditFromProto(const v1::Command& command);
// False for any other body.
bool WorldEditToProto(const CommandBody& body, v1::Command* out);
void AreaToProto(const nav::Area& area, v1::Area* out);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_WORLD_EDIT_COMMAND_H_
