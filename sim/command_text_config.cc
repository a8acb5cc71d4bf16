#include <variant>

#include "absl/strings/str_cat.h"
#include "footfall/v1/command.pb.h"
#include "sim/bisect_commands.h"
#include "sim/command_config.h"

namespace footfall::sim {

std::string CommandText(const Command& command) {
  std::string what;
  v1::Command message;
  if (CommandToProto(command.body, &message)) {
    what = message.ShortDebugString();
  } else {
    what = std::holds_alternative<EndSource>(command.body) ? "end of the source" : "the source is orphaned";
  }
  return absl::StrCat("source ", command.source, ", sequence ", command.sequence, ": ", what);
}

}  // namespace footfall::sim
