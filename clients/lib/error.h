#ifndef FOOTFALL_CLIENTS_LIB_ERROR_H_
#define FOOTFALL_CLIENTS_LIB_ERROR_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "google/rpc/status.pb.h"

namespace grpc {
class Status;
}

// Errors of calls and of single items, readable by programs. Pure functions; any thread.
namespace footfall::client {

// An error with its details taken apart. `reason` is one of the closed list at the head of
// footfall/v1/common.proto; it is empty where the transport failed rather than the server.
struct Error {
  struct Violation {
    std::string field;        // Path from the request message: "requests[3].path.goal.x".
    std::string description;  // Names value and bound.
  };

  absl::StatusCode code = absl::StatusCode::kOk;
  std::string message;
  std::string reason;
  std::map<std::string, std::string> metadata;     // Keys name their unit.
  std::vector<Violation> violations;               // Of BAD_FIELD.
  std::optional<std::uint64_t> retry_after_ticks;  // Of RESOURCE_EXHAUSTED; holds in a paused world too.
  std::optional<std::int64_t> retry_delay_ms;      // Wall time at the server's present pace.

  bool ok() const { return code == absl::StatusCode::kOk; }
};

// Of one item of a batch; a default Status is ok.
Error DecodeError(const google::rpc::Status& status);
// Of a whole call, as this library returns it.
Error DecodeError(const absl::Status& status);

// One line for people: code, reason, message, fields at fault, when to try again.
std::string ErrorText(const Error& error);

// The same error as an absl::Status, details kept inside it for DecodeError.
absl::Status ToAbslStatus(const grpc::Status& status);
absl::Status ToAbslStatus(const google::rpc::Status& status);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_ERROR_H_
