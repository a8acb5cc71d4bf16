#include "server/handles.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "server/errors.h"

namespace footfall::server {
namespace {

std::string TextOf(sim::CommandFault fault, uint64_t handle) {
  switch (fault) {
    case sim::CommandFault::kHandleExpired:
      return absl::StrCat("handle: ", handle, " was released, cancelled or has expired");
    case sim::CommandFault::kHandleKind:
      return absl::StrCat("handle: ", handle, " is not of a path request");
    case sim::CommandFault::kWorldChanged:
      return absl::StrCat("handle: ", handle, " is of another epoch of the world");
    default:
      return absl::StrCat("handle: ", handle, " was never issued to this session");
  }
}

}  // namespace

const sim::RequestView* FindOwn(const sim::PublishedView& view, const Session& session, uint64_t handle,
                                v1::NavResult* result) {
  const sim::WireHandle wire{handle};
  const sim::CommandFault fault = view.Judge(wire, SourceOf(session));
  if (fault == sim::CommandFault::kNone) return view.Find(wire);
  result->set_handle(handle);
  FillStatus(OfCommand(fault, TextOf(fault, handle), 0), result->mutable_error());
  return nullptr;
}

bool MessageBudget::Take(v1::NavResult* result) {
  const auto bytes = static_cast<int64_t>(result->ByteSizeLong()) + kItemBytes;
  if (bytes <= left_) {
    left_ -= bytes;
    return true;
  }
  const uint64_t handle = result->handle();
  result->Clear();
  result->set_handle(handle);
  FillStatus(RetryLater("MESSAGE_FULL", "the reply has message_bytes; fetch this one by itself", 0),
             result->mutable_error());
  left_ -= kErrorBytes;
  return false;
}

}  // namespace footfall::server
