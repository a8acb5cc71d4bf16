#include "sim/command.h"

#include <algorithm>

#include "platform/check.h"

namespace footfall::sim {

ClientRef ClientRef::From(std::string_view text) {
  FOOTFALL_CHECK(text.size() <= kBytesMax);
  ClientRef ref;
  std::copy(text.begin(), text.end(), ref.bytes.begin());
  ref.size = static_cast<uint8_t>(text.size());
  return ref;
}

std::string_view ReasonOf(CommandFault fault) {
  switch (fault) {
    case CommandFault::kNone:
      return "";
    case CommandFault::kSlotsFull:
    case CommandFault::kReserve:
      return "PATH_SLOTS_FULL";
    case CommandFault::kSourceQuota:
      return "SESSION_QUOTA";
    case CommandFault::kBadFlags:
    case CommandFault::kBadNumber:
      return "BAD_FIELD";
    case CommandFault::kTypeNotInUse:
      return "TYPE_NOT_IN_USE";
    case CommandFault::kHandleUnknown:
      return "HANDLE_UNKNOWN";
    case CommandFault::kHandleExpired:
      return "HANDLE_EXPIRED";
    case CommandFault::kHandleKind:
      return "HANDLE_KIND";
    case CommandFault::kWorldChanged:
      return "WORLD_CHANGED";
    case CommandFault::kTableFull:
      return "TABLE_FULL";
  }
  FOOTFALL_CHECK(false);
}

}  // namespace footfall::sim
