#ifndef FOOTFALL_CLIENTS_LIB_CALL_H_
#define FOOTFALL_CLIENTS_LIB_CALL_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <string>

#include "absl/status/statusor.h"
#include "clients/lib/error.h"

namespace footfall::client {

inline constexpr char kSessionMetadataKey[] = "footfall-session-bin";

// Deadline and session secret of one call; an empty token sends none.
inline void Prepare(grpc::ClientContext& context, const std::string& token,
                    std::chrono::milliseconds deadline) {
  context.set_deadline(std::chrono::system_clock::now() + deadline);
  if (!token.empty()) {
    context.AddMetadata(kSessionMetadataKey, token);
  }
}

// One unary call through a stub's method.
template <class Stub, class Request, class Response>
absl::StatusOr<Response> Call(Stub& stub,
                              grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                              const Request& request, const std::string& token,
                              std::chrono::milliseconds deadline) {
  grpc::ClientContext context;
  Prepare(context, token, deadline);
  Response response;
  const grpc::Status status = (stub.*method)(&context, request, &response);
  if (!status.ok()) {
    return ToAbslStatus(status);
  }
  return response;
}

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_CALL_H_
