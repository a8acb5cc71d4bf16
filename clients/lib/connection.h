#ifndef FOOTFALL_CLIENTS_LIB_CONNECTION_H_
#define FOOTFALL_CLIENTS_LIB_CONNECTION_H_

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "footfall/v1/query_service.pb.h"
#include "footfall/v1/session_service.pb.h"

namespace grpc {
class Channel;
}

namespace footfall::client {

// How long calls may take, wall clock. A deadline never changes the world: a command that was applied before
// it passed stays applied.
struct ConnectOptions {
  // Of calls that the server answers at once.
  std::chrono::milliseconds deadline{10'000};
  // Of calls that wait for ticks (Step, Poll and Fetch with wait_ticks, reads with min_tick).
  std::chrono::milliseconds wait_deadline{120'000};
  // Of streams, from opening to end.
  std::chrono::milliseconds stream_deadline{24 * 3'600'000};
};

// The port that is meant where an address names none.
inline constexpr int kDefaultPort = 7450;
// "localhost" and "::1" become "localhost:7450" and "[::1]:7450"; what names a port, a Unix socket or one of
// gRPC's schemes stays as it is. gRPC itself would try port 443 or 0.
std::string WithPort(const std::string& address);

// A channel to one server: what needs no session. Cheap to copy; copies share the channel. Thread-safe.
//
// The channel connects at the first call and reconnects by itself; a server that is not there is UNAVAILABLE.
// Channels to one address share a socket unless they are made with different options by gRPC itself; many
// sessions on one Connection are fine.
class Connection {
 public:
  // `address` as gRPC spells it: "127.0.0.1:7450", "unix:/run/footfall.sock"; without a port see WithPort.
  // Plain text, for loopback.
  static Connection To(const std::string& address, const ConnectOptions& options = {});
  // Over a channel of the caller's, with its own credentials.
  static Connection Over(std::shared_ptr<grpc::Channel> channel, const ConnectOptions& options = {});

  const ConnectOptions& options() const { return options_; }
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

  // Version, limits and features of the server.
  absl::StatusOr<v1::GetServerResponse> GetServer() const;
  // One batch to the stateless plane; item i answers item i.
  absl::StatusOr<v1::QueryResponse> Query(const v1::QueryRequest& request) const;
  // One question to the stateless plane. An item that was refused is an error here.
  absl::StatusOr<v1::NavResult> Query(const v1::NavRequest& question) const;

 private:
  Connection(std::shared_ptr<grpc::Channel> channel, const ConnectOptions& options);

  std::shared_ptr<grpc::Channel> channel_;
  ConnectOptions options_;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_CONNECTION_H_
