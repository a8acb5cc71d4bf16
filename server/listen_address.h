#ifndef FOOTFALL_SERVER_LISTEN_ADDRESS_H_
#define FOOTFALL_SERVER_LISTEN_ADDRESS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace footfall::server {

// Where a listener is asked to be.
struct ListenAddress {
  std::string text;       // as gRPC takes it
  bool is_local = false;  // a loopback address or a Unix socket: only this machine reaches it
  bool is_unix = false;
  std::string host_or_path;
  int port = 0;
};

// "HOST:PORT" with an address, "localhost" or "[IPv6]" as host and 0 as "choose one"; or "unix:/path".
// InvalidArgument names what is wrong.
absl::StatusOr<ListenAddress> ParseListenAddress(const std::string& text);

// Can it be listened on? A Unix socket that another process answers on is not taken from it: gRPC would
// remove it silently. Of a TCP address it says why not; gRPC would print lines of its own and not tell.
// AlreadyExists for one that is taken, Unavailable for an address that this machine lacks or keeps to itself.
absl::Status CheckSocketIsFree(const ListenAddress& address);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_LISTEN_ADDRESS_H_
