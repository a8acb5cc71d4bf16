#ifndef FOOTFALL_CLIENTS_CLI_REMOTE_H_
#define FOOTFALL_CLIENTS_CLI_REMOTE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/flags.h"
#include "clients/lib/connection.h"
#include "footfall/v1/nav.pb.h"
#include "platform/vec.h"

// What the commands that talk to a server share.
namespace footfall::cli {

// Which server, and how long to wait for it.
struct Remote {
  std::string server;  // Empty: FOOTFALL_SERVER of the environment, else the default port on loopback.
  std::uint64_t timeout_ms = 10'000;

  void Declare(Flags& flags);
  std::string address() const;
  client::Connection Connect() const;
};

v1::Vec3 ToProto(platform::Vec3 point);
platform::Vec3 FromProto(const v1::Vec3& point);

// "NO_PATH" of NAV_OUTCOME_NO_PATH.
std::string OutcomeText(v1::NavOutcome outcome);
// The shortest text that reads back as the same floats: "12.5,-3,0.125".
std::string PointText(const v1::Vec3& point);
// Any message as JSON, on one line or indented, fields named as in the .proto file. INTERNAL when it cannot
// be written whole: it holds an Any of a type that is not in the message's pool.
absl::StatusOr<std::string> MessageJson(const google::protobuf::Message& message, bool indented);
// The same to stdout, as one or more whole lines.
absl::Status PrintJson(const google::protobuf::Message& message, bool indented);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_REMOTE_H_
