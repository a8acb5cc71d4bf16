#ifndef FOOTFALL_SIM_STREAMING_COMMAND_H_
#define FOOTFALL_SIM_STREAMING_COMMAND_H_

#include <string>

#include "absl/status/statusor.h"
#include "sim/command.h"

namespace footfall::v1 {
class Command;
}

namespace footfall::sim {

// Fastest movement of a focus, m/s, and longest switch, ms.
inline constexpr float kFocusSpeedMax = 1000;
inline constexpr uint32_t kFocusSwitchMsMax = 3'600'000;

// The first fault of a streaming edit as "field: value and bound", with the names of v1 after the command's
// own; empty when all is good. The world judges by it what a log or a scenario hands in.
std::string FaultOf(const SetFocus& focus);
std::string FaultOf(const SetRequiredRegion& region);

// The streaming kinds of CommandFromProto and CommandToProto. REQUIRES: `command` holds one of them.
absl::StatusOr<CommandBody> StreamingFromProto(const v1::Command& command);
// False for any other body.
bool StreamingToProto(const CommandBody& body, v1::Command* out);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_STREAMING_COMMAND_H_
