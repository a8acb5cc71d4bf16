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

namespace {

bool IsDoor(const PutObstacle& put) {
  return put.description.kind == nav::ObjectKind::kVehicleDoor && !put.keeps_kind;
}

struct MadeKind {
  HandleKind operator()(const SubmitPath&) const { return HandleKind::kPathRequest; }
  HandleKind operator()(const SubmitQuery&) const { return HandleKind::kPathRequest; }
  HandleKind operator()(const PutObstacle&) const { return HandleKind::kObstacle; }
  HandleKind operator()(const PutHazard&) const { return HandleKind::kObstacle; }
  template <class Body>
  HandleKind operator()(const Body&) const {
    return HandleKind::kNone;
  }
};

struct TakenKind {
  HandleKind operator()(const SubmitPath& submit) const {
    return submit.follow ? HandleKind::kObstacle : HandleKind::kNone;
  }
  HandleKind operator()(const ReleasePath&) const { return HandleKind::kPathRequest; }
  HandleKind operator()(const CancelPath&) const { return HandleKind::kPathRequest; }
  HandleKind operator()(const PutObstacle&) const { return HandleKind::kObstacle; }
  HandleKind operator()(const PutHazard&) const { return HandleKind::kObstacle; }
  HandleKind operator()(const RemoveObstacle&) const { return HandleKind::kObstacle; }
  template <class Body>
  HandleKind operator()(const Body&) const {
    return HandleKind::kNone;
  }
};

struct HandleSetter {
  WireHandle handle;

  bool operator()(SubmitPath& submit) const {
    if (submit.follow) submit.follow = handle;
    return submit.follow.has_value();
  }
  bool operator()(PutObstacle& put) const {
    (IsDoor(put) ? put.vehicle : put.handle) = handle;
    return true;
  }
  template <class Body>
  bool operator()(Body& body) const {
    if constexpr (requires { body.handle; }) {
      body.handle = handle;
      return true;
    }
    return false;
  }
};

}  // namespace

HandleKind MadeBy(const CommandBody& body) { return std::visit(MadeKind(), body); }
HandleKind TakenBy(const CommandBody& body) { return std::visit(TakenKind(), body); }
bool SetHandle(CommandBody& body, WireHandle handle) { return std::visit(HandleSetter{handle}, body); }

const ClientRef* SubmittedRef(const CommandBody& body) {
  if (const auto* path = std::get_if<SubmitPath>(&body)) return &path->client_ref;
  const auto* query = std::get_if<SubmitQuery>(&body);
  return query == nullptr ? nullptr : &query->client_ref;
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
