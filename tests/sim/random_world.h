#ifndef FOOTFALL_TESTS_SIM_RANDOM_WORLD_H_
#define FOOTFALL_TESTS_SIM_RANDOM_WORLD_H_

#include <memory>
#include <string>
#include <vector>

#include "nav/mesh/pack.h"
#include "platform/random.h"
#include "platform/vec.h"
#include "sim/world.h"

// Small worlds and profiles drawn at random, for the driver.
namespace footfall::sim::testing {

// Options of a world on a small mesh of one to eight tiles, with tables so small that they run full and
// slices so short that searches take several. Equal draws give equal options. `epoch` is taken as it is.
struct RandomWorld {
  WorldOptions options;
  std::string told;  // mesh and profile, for messages
  // The ground, for points worth asking about.
  platform::Vec2 low;
  platform::Vec2 high;
};
RandomWorld DrawWorld(platform::RandomStream& random, uint64_t epoch);

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_RANDOM_WORLD_H_
