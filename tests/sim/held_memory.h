#ifndef FOOTFALL_TESTS_SIM_HELD_MEMORY_H_
#define FOOTFALL_TESTS_SIM_HELD_MEMORY_H_

#include <cstdint>

namespace footfall::sim::testing {

struct HeldMemory {
  int64_t blocks = 0;
  int64_t bytes = 0;
};

// What this program holds of operator new, on all threads. Linking held_memory.cc replaces the operator.
HeldMemory HeldNow();

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_HELD_MEMORY_H_
