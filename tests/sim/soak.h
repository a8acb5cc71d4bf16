#ifndef FOOTFALL_TESTS_SIM_SOAK_H_
#define FOOTFALL_TESTS_SIM_SOAK_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/sim/held_memory.h"

// One small world that runs for long, under traffic drawn from a seed: every kind of command and request, and
// nonsense among it.
namespace footfall::sim::testing {

// A world at rest.
struct SoakMoment {
  uint64_t tick = 0;
  uint64_t root = 0;  // of the state hash
  HeldMemory held;
};

struct SoakOptions {
  uint64_t seed = 1;  // of world and traffic
  uint64_t ticks = 1'000'000;
  uint64_t told_every = 100'000;  // ticks; divides `ticks`, and is more than kSoakRestTicks
  int order_threads = 1;          // changes nothing of what is told but memory
  // Called at each of these ticks; may be empty.
  std::function<void(const SoakMoment&)> told;
};

// Before each moment all sources end, and the world runs on its own for so many ticks.
inline constexpr uint64_t kSoakRestTicks = 400;

// What may be held more at the end than at the first moment, when all tables and scratch buffers have been in
// use. A vector grows late, when a search larger than all before comes; what is lost in each tick or with
// each command shows in the number of blocks.
inline constexpr int64_t kSoakBlocksSlack = 200;
inline constexpr int64_t kSoakBytesSlack = int64_t{1} << 20;

struct SoakReport {
  std::string failure;  // "" or what is wrong
  std::string world;    // mesh and profile
  std::vector<SoakMoment> moments;
  std::vector<uint64_t> given;    // by row of kOperations
  std::vector<uint64_t> applied;  // of these
  uint64_t commands = 0;
  uint64_t results = 0;
};

// Runs up to the end or to the first thing that is wrong: what a model of handles and slots expects of the
// view after each tick, a table that is not empty at rest, memory that grows.
SoakReport Soak(const SoakOptions& options);

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_SOAK_H_
