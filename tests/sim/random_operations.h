#ifndef FOOTFALL_TESTS_SIM_RANDOM_OPERATIONS_H_
#define FOOTFALL_TESTS_SIM_RANDOM_OPERATIONS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/random.h"
#include "platform/vec.h"
#include "sim/command.h"

// Commands drawn at random for the driver.
namespace footfall::sim::testing {

// What a draw may know.
struct OperationDraw {
  platform::RandomStream& random;
  platform::Vec2 low;  // the ground
  platform::Vec2 high;
  // Handles to choose from.
  const std::vector<WireHandle>& requests;
  const std::vector<WireHandle>& obstacles;
};

// A kind of command: a new kind is a row of the table.
struct Operation {
  const char* name;
  uint32_t weight;  // among the sum of all
  CommandBody (*draw)(OperationDraw& from);
};
extern const std::vector<Operation> kOperations;

// The number of a row, by weight.
size_t DrawOperation(platform::RandomStream& random);

// The command with some of its bytes changed, numbers to NaN, infinity and the like among them, or the
// command itself where what comes out is no command of the log.
CommandBody Spoiled(const CommandBody& body, platform::RandomStream& random);

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_RANDOM_OPERATIONS_H_
