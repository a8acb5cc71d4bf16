#ifndef FOOTFALL_CLIENTS_LIB_SESSION_CALLS_H_
#define FOOTFALL_CLIENTS_LIB_SESSION_CALLS_H_

#include <atomic>
#include <string>

#include "absl/status/statusor.h"
#include "clients/lib/call.h"
#include "clients/lib/connection.h"
#include "footfall/v1/path_service.grpc.pb.h"
#include "footfall/v1/session_service.grpc.pb.h"
#include "footfall/v1/world_service.grpc.pb.h"

namespace footfall::client {

// What a Session and its PathHandles share: stubs, secret, deadlines. Private to the library. Thread-safe.
class SessionCalls {
 public:
  SessionCalls(const Connection& session_connection, v1::OpenSessionResponse session_opened)
      : connection(session_connection),
        opened(std::move(session_opened)),
        sessions(connection.channel()),
        world(connection.channel()),
        paths(connection.channel()) {}

  // A call that the server answers at once.
  template <class Stub, class Request, class Response>
  absl::StatusOr<Response> Quick(Stub& stub,
                                 grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                              Response*),
                                 const Request& request) {
    return Call(stub, method, request, opened.session_token(), connection.options().deadline);
  }
  // A call that may wait for ticks.
  template <class Stub, class Request, class Response>
  absl::StatusOr<Response> Waiting(Stub& stub,
                                   grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                                                Response*),
                                   const Request& request) {
    return Call(stub, method, request, opened.session_token(), connection.options().wait_deadline);
  }

  const Connection connection;
  const v1::OpenSessionResponse opened;
  v1::SessionService::Stub sessions;
  v1::WorldService::Stub world;
  v1::PathService::Stub paths;
  std::atomic<bool> closed = false;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_SESSION_CALLS_H_
