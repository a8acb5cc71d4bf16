#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/sim/random_driver.h"

// Long runs by hand: random_driver [SEED [OPERATIONS [OPERATIONS_A_WORLD]]]. A failure, or an abort, names
// the seed, which does the same again.
namespace {

unsigned long long seed = 1;

void TellSeed(int /*signal*/) {
  char text[64];
  const int size = std::snprintf(text, sizeof(text), "random_driver: seed %llu\n", seed);
  (void)std::fwrite(text, 1, static_cast<size_t>(size), stderr);
}

}  // namespace

int main(int argc, char** argv) {
  footfall::sim::testing::DriveOptions options;
  if (argc > 1) seed = std::strtoull(argv[1], nullptr, 10);
  options.seed = seed;
  options.operations = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100000;
  if (argc > 3) options.world_operations = std::strtoull(argv[3], nullptr, 10);
  std::signal(SIGABRT, TellSeed);
  unsigned long long told = 0;
  options.progress = [&](uint64_t operations) {
    if (operations / 20000 == told) return;
    told = operations / 20000;
    std::fprintf(stderr, "seed %llu: %llu operations\n", seed, static_cast<unsigned long long>(operations));
  };
  const auto report = footfall::sim::testing::Drive(options);
  std::fputs(footfall::sim::testing::Told(report).c_str(), stdout);
  return report.failure.empty() ? 0 : 1;
}
