#ifndef FOOTFALL_SERVER_SERVER_H_
#define FOOTFALL_SERVER_SERVER_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "server/core.h"
#include "server/world_host.h"

namespace footfall::server {

inline constexpr char kDefaultListen[] = "127.0.0.1:7450";  // R54

struct ServerOptions {
  WorldSetup world;
  CoreOptions core;  // role_max follows from the listener: ROLE_OPERATOR on this machine, ROLE_BOT beyond it
  std::string data_dir;  // of the scenarios that Reset may name (R55); empty: none
  std::string listen = kDefaultListen;
  bool insecure = false;             // listen beyond this machine without any protection (R56)
  int query_threads = 1;             // of the query plane: host cores (query_executor.h)
  std::optional<int> metrics_port;   // on 127.0.0.1; 0 chooses one
  int64_t drain_ns = 5'000'000'000;  // most that Drain waits for clients
};

// A server and its world: built, listening and running when Start returns (ready means: the next call gives a
// right answer).
class Server {
 public:
  // InvalidArgument: bad options; Unavailable: the address is taken. Otherwise what the world's making says.
  static absl::StatusOr<std::unique_ptr<Server>> Start(ServerOptions options);
  // Drains first if that was not done.
  ~Server();

  // Where clients connect: with the port that was chosen.
  const std::string& address() const;
  // 0 for a Unix socket.
  int port() const;
  int metrics_port() const;
  Core& core();

  // Health off, no new calls, streams ended with DRAINING, then everything down; at most drain_ns with
  // clients that do nothing. Once, on any thread but the server's own.
  void Drain();

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_SERVER_H_
