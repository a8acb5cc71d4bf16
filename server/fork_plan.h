#ifndef FOOTFALL_SERVER_FORK_PLAN_H_
#define FOOTFALL_SERVER_FORK_PLAN_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "footfall/v1/fork.pb.h"
#include "server/copy_desk.h"
#include "server/session.h"
#include "sim/fork.h"

namespace footfall::server {

// Where the snapshot of a fork is to be found.
enum class ForkFrom : uint8_t {
  kWorld,   // `snapshot` has the bytes, not packed
  kUpload,  // `snapshot` has them packed
  kFile,    // `file`
};

// All that a fork needs: from here on it runs without strand and server.
struct ForkWork {
  ForkFrom from = ForkFrom::kWorld;
  std::string snapshot;
  std::string file;           // its folder is not to be told to clients
  sim::WorldOptions options;  // but for the epoch, which is the snapshot's
  uint64_t ticks = 0;
  std::vector<sim::ForkCommand> commands;
  std::vector<uint64_t> tags;  // v1.Command.sequence of each
  std::optional<sim::ForkScript> script;
  bool want_hashes = false;
  bool want_results = false;
  int32_t message_bytes = 0;
};

// Checks a plan against the served world, and takes that world's bytes where the fork begins there. An
// upload's bytes are still missing. On the strand.
std::variant<std::unique_ptr<ForkWork>, Fault> ReadForkPlan(CopyDesk& desk, const Session& session,
                                                            const v1::ForkPlan& plan);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_FORK_PLAN_H_
