#ifndef FOOTFALL_SIM_COMMAND_KINDS_H_
#define FOOTFALL_SIM_COMMAND_KINDS_H_

#include <string_view>

#include "nav/path/path_request.h"
#include "nav/server/request_types.h"
#include "sim/command.h"

// What people call requests and commands. Plain text without quotes or backslashes.
namespace footfall::sim {

// "wander", "line of sight". `search` counts for paths alone.
std::string_view KindOf(nav::RequestType type, nav::SearchType search);
// Of a submit the kind of its request, else the command: "release", "put obstacle".
std::string_view KindOf(const CommandBody& body);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_COMMAND_KINDS_H_
