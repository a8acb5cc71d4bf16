#include "clients/cli/exit_code.h"

#include <cstdio>
#include <string>

#include "clients/lib/error.h"

namespace footfall::cli {

ExitCode Fail(std::string_view command, const absl::Status& status) {
  const std::string name(command);
  const client::Error error = client::DecodeError(status);
  std::fprintf(stderr, "footfall %s: %s\n", name.c_str(), client::ErrorText(error).c_str());
  if (status.code() == absl::StatusCode::kUnavailable && error.reason.empty()) {
    std::fprintf(stderr, "footfall %s: start footfalld, or name the one that runs: --server HOST:PORT\n",
                 name.c_str());
  }
  // A damaged file that was named here is bad input. From a server it is the server's own.
  if (status.code() == absl::StatusCode::kDataLoss && error.reason.empty()) {
    return kUsage;
  }
  // Without a reason it is the transport's own limit.
  if (status.code() == absl::StatusCode::kResourceExhausted && !error.reason.empty()) {
    return kFailed;
  }
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kUnimplemented:
      return kUsage;
    default:
      return kInternal;
  }
}

}  // namespace footfall::cli
