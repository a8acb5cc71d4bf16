#ifndef FOOTFALL_CLIENTS_CLI_BOT_H_
#define FOOTFALL_CLIENTS_CLI_BOT_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/lib/connection.h"
#include "footfall/v1/nav.pb.h"

namespace footfall::cli {

// Who runs the ticks that the bot waits for.
enum class BotDrive {
  kWait,      // The server's clock.
  kStep,      // The bot steps a paused world.
  kLockStep,  // The bot is a member: one Step a tick carries its requests and brings the results.
};

struct BotOptions {
  std::uint64_t pairs = 100;
  std::uint64_t seed = 1;
  BotDrive drive = BotDrive::kWait;
};

struct BotPath {
  v1::Vec3 start;
  v1::Vec3 goal;
  v1::NavResult result;
};

struct BotReport {
  std::vector<BotPath> paths;  // In the order of the pairs.
  std::int64_t polls = 0;
  std::int64_t refusals = 0;  // Submits refused for want of a slot, and given again.
};

// Pairs of points that can reach each other on foot: starts uniform, goals uniform over what each can reach.
// `batch` is at most Limits.batch_items. FAILED_PRECONDITION for a world without ground.
absl::StatusOr<std::vector<BotPath>> DrawPairs(const client::Connection& connection, std::uint64_t seed,
                                               std::uint64_t count, std::uint32_t batch);

// Draws pairs and asks the path server for all of them, as many at a time as the session may hold. Errors:
// those of the calls; FAILED_PRECONDITION when the world stands still and nobody steps it.
absl::StatusOr<BotReport> RunBot(const client::Connection& connection, const BotOptions& options);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BOT_H_
