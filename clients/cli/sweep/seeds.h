#ifndef FOOTFALL_CLIENTS_CLI_SWEEP_SEEDS_H_
#define FOOTFALL_CLIENTS_CLI_SWEEP_SEEDS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footfall::cli {

// Most seeds of one sweep: a million results of a few hundred bytes are kept.
inline constexpr std::uint64_t kSweepSeedsMax = 1'000'000;

// Seeds as people write them: "7", "1..1000" (both ends are in it), several with ',' between. In the order
// that is written, no seed twice. INVALID_ARGUMENT names `field` and the text.
absl::StatusOr<std::vector<std::uint64_t>> ParseSeeds(const std::string& field, const std::string& text);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_SWEEP_SEEDS_H_
