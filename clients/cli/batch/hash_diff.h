#ifndef FOOTFALL_CLIENTS_CLI_BATCH_HASH_DIFF_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_HASH_DIFF_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

// What changed between two builds, told from the hashes of all ticks that both have written
// (`footfall run --hashes-out`, `footfall test --hashes`).
namespace footfall::cli {

struct HashDifference {
  enum class State {
    kSame,
    kChanged,  // another hash, or another number of ticks
    kStale,    // of another state schema or hash algorithm: says nothing about behaviour
    kNew,      // in the head alone
    kGone,     // in the base alone
  };
  State state = State::kSame;
  std::string name;
  // Of the first tick that differs, where it has changed; 0 for none.
  std::uint64_t tick = 0;
  std::string leaf;    // first leaf that differs; empty where one of the two has ended
  std::string before;  // hash of the leaf
  std::string after;
  std::string remark;  // what else is different: seed, profile, world
};

std::string_view WordOf(HashDifference::State state);

// Compares two files of hashes. INVALID_ARGUMENT names file and line.
absl::StatusOr<HashDifference> DiffHashFiles(const std::string& name, const std::string& base,
                                             const std::string& head);

// Compares two files, or the `.hashes` files of two folders by their names, sorted.
absl::StatusOr<std::vector<HashDifference>> DiffHashes(const std::string& base, const std::string& head);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_HASH_DIFF_H_
