#ifndef FOOTFALL_SERVER_ERRORS_H_
#define FOOTFALL_SERVER_ERRORS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "google/rpc/status.pb.h"
#include "grpcpp/support/status.h"
#include "sim/command.h"

namespace footfall::server {

// The domain of every ErrorInfo.
inline constexpr std::string_view kErrorDomain = "footfall";

// Where it is refused because a table is full and nothing tells when it will not be: try in the next tick.
inline constexpr uint64_t kRetryTicks = 1;

// An error on its way to a client: a canonical code, a reason of the closed list at the head of common.proto
// and a message that names field, value and limit.
struct Fault {
  grpc::StatusCode code = grpc::StatusCode::INTERNAL;
  std::string reason;
  std::string message;
  std::string field;                          // of BAD_FIELD: path from the request message
  std::string description;                    // of BAD_FIELD: the message without the field
  std::optional<uint64_t> retry_after_ticks;  // with RESOURCE_EXHAUSTED
  int64_t retry_after_ns = 0;                 // the same at the present pace; 0 where ticks have no pace
};

// `description` names the value and the bound.
Fault BadField(std::string field, std::string_view description);
// Any reason of the list that needs no field; the code follows from the reason. REQUIRES: `reason` is of the
// list.
Fault Refusal(std::string_view reason, std::string message);
// RESOURCE_EXHAUSTED reasons: with the time to try again. `tick_ns` is the wall time of a tick, 0 without a
// pace.
Fault RetryLater(std::string_view reason, std::string message, int64_t tick_ns);
// The client's cancel or deadline, and the server's own ceiling (kCallCeilingMs).
Fault Cancelled();
Fault WaitedTooLong();
// What the world says of a command it refused.
Fault OfCommand(sim::CommandFault fault, const std::string& detail, int64_t tick_ns);
// A conversion error "field: what is wrong" (sim/command_config.h). `prefix` is the path of the converted
// message, e.g. "requests[3]".
Fault OfConversion(const absl::Status& status, const std::string& prefix);

void FillStatus(const Fault& fault, google::rpc::Status* out);
grpc::Status ToGrpc(const Fault& fault);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_ERRORS_H_
