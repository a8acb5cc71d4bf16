#ifndef FOOTFALL_TESTS_SIM_RANDOM_DRIVER_H_
#define FOOTFALL_TESTS_SIM_RANDOM_DRIVER_H_

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/command.h"

// Does at random to worlds what clients may do, and more, and looks after every tick at what must hold
// whatever was done.
namespace footfall::sim::testing {

struct DriveOptions {
  uint64_t seed = 1;
  uint64_t operations = 1000;  // commands, over all worlds
  uint64_t world_operations =
      0;  // commands of one world before a reset; 0: drawn, some hundred to some thousand
  // Called now and then with the number of operations so far; may be empty.
  std::function<void(uint64_t)> progress;
};

struct DriveReport {
  // "" or what is wrong, with seed, world, tick and operation: the same seed fails in the same place.
  std::string failure;
  uint64_t operations = 0;
  uint64_t ticks = 0;
  uint64_t worlds = 0;
  uint64_t restarts = 0;  // searches that a tile change sent back
  uint64_t tiles_placed = 0;
  uint64_t tiles_evicted = 0;
  uint64_t restores = 0;          // mirrors that were saved and went on restored
  uint64_t results = 0;           // finished requests
  uint64_t compared = 0;          // of these, with a search of the driver's own
  std::vector<uint64_t> applied;  // by row of kOperations
  std::array<uint64_t, kCommandFaults> faults{};
  int64_t held_bytes_max = 0;  // of memory, in a quiet world
};

// Drives until the operations are done or something is wrong. After each tick:
// - a model of handles, slots, obstacles and quotas agrees with the view;
// - a second world, which is given the commands one by one, each through the bytes of the log, on another
// number of threads,
//   has the same hash;
// - now and then, with open commands or without, one of the two is saved, and what is restored from it, on
// other
//   threads, has the same view, saves the same bytes and goes on as the mirror; a changed byte is refused;
// - what finished is what a search of the driver's own gives on the mesh of the tick in which it started;
// - from time to time, with everything given back, slots and tables are empty and no more memory is held than
// after the
//   first such moments.
DriveReport Drive(const DriveOptions& options);

// The report as lines of text.
std::string Told(const DriveReport& report);

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_RANDOM_DRIVER_H_
