#ifndef FOOTFALL_CLIENTS_CLI_LOAD_ECHO_H_
#define FOOTFALL_CLIENTS_CLI_LOAD_ECHO_H_

#include <sys/types.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "footfall/v1/path_service.pb.h"
#include "footfall/v1/query_service.pb.h"

namespace footfall::cli {

// The answers of a server to one question each, which the echo gives to everybody: the same sizes, no work.
struct EchoReplies {
  v1::SubmitResponse submit;
  v1::PollResponse poll;
  v1::FetchResponse fetch;
  v1::QueryResponse query;
  v1::QueryResponse batch;  // Of a message of a stream.
};

// The peer of a load: a server in a process of its own that parses each request and serializes a canned
// reply, on one completion-queue thread, the fastest way that gRPC has. Ends with this object, and with this
// process.
class EchoProcess {
 public:
  static absl::StatusOr<std::unique_ptr<EchoProcess>> Start(const EchoReplies& replies);
  ~EchoProcess();
  EchoProcess(const EchoProcess&) = delete;
  EchoProcess& operator=(const EchoProcess&) = delete;

  const std::string& address() const { return address_; }

 private:
  EchoProcess() = default;

  pid_t process_ = 0;
  int stop_ = -1;  // Closing it ends the process.
  std::string address_;
};

// The process itself: reads the replies from the file, prints its port, and serves until standard input ends.
absl::Status ServeEcho(const std::string& replies_file);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_LOAD_ECHO_H_
