#ifndef FOOTFALL_TESTS_FUZZ_FUZZ_WORLD_H_
#define FOOTFALL_TESTS_FUZZ_FUZZ_WORLD_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "nav/mesh/pack.h"
#include "platform/profile.h"
#include "sim/command.h"
#include "sim/world.h"

// A small world for inputs that hold commands, and one command of each kind for it.
namespace footfall::fuzz {

// Two tiles of 2 m squares with a gap, x from 130 to 170 and y from 0 to 40.
const std::shared_ptr<const nav::Pack>& SmallPack();
// Few of everything, so that tables run full.
const platform::Profile& SmallProfile();
// A fresh world of epoch 1 without threads.
std::unique_ptr<sim::World> SmallWorld();

// A command of each kind; handles are those of the first things that source 1 makes in a fresh world of
// epoch 1.
std::vector<sim::CommandBody> SampleBodies();

}  // namespace footfall::fuzz

#endif  // FOOTFALL_TESTS_FUZZ_FUZZ_WORLD_H_
