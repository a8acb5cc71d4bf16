#ifndef FOOTFALL_CLIENTS_CLI_BATCH_SHARD_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_SHARD_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/batch/junit.h"

// How a batch is dealt out to machines. Pure functions: every shard comes to the same answer by itself.
namespace footfall::cli {

// Which part of how many; the first is 1.
struct Shard {
  std::uint32_t number = 1;
  std::uint32_t count = 1;
  friend bool operator==(const Shard&, const Shard&) = default;
};
inline constexpr std::uint32_t kShardsMax = 100'000;

// "2/8".
absl::StatusOr<Shard> ParseShard(std::string_view text);

// What a case costs by an earlier run, ms; at least 1.
using Weights = std::map<std::string, std::uint64_t>;
// Of the cases that ran, by name; the last report counts where several know one.
Weights WeightsOf(const std::vector<JunitSuite>& suites);

struct Dealt {
  std::vector<std::uint64_t> weights;  // ms; a case that no report knows weighs what the middle one does
  std::vector<bool> is_known;          // a report knows the case
  std::vector<std::uint32_t> shards;   // 1 to the count
  std::vector<size_t> longest_first;   // indices into the cases, ties by name
};
// Deals cases out to `count` shards, longest first, each to the shard with the least to do: no shard has more
// than 4/3 of what is possible. Names are unique.
Dealt Deal(const std::vector<std::string>& cases, const Weights& weights, std::uint32_t count);

// A fingerprint of what was dealt out, whatever the order of the cases: shards with another one do not belong
// together.
std::string SelectionHash(const std::vector<std::string>& cases, const Dealt& dealt);

// The value of an environment variable; nothing where it is not set or empty.
using Environment = std::function<std::optional<std::string>(const char*)>;
// The shard that a batch system says this process is, from the variables in the table of
// clients/examples/ci/README.md. `total` is --shards, for systems that do not tell it; FOOTFALL_SHARDS is the
// same. INVALID_ARGUMENT where no system or more than one speaks, where the total is missing or another one,
// where the numbers have gaps.
absl::StatusOr<Shard> ShardFromEnvironment(const Environment& environment,
                                           std::optional<std::uint64_t> total);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_SHARD_H_
