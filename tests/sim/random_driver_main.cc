#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>

#include "tests/sim/random_driver.h"

// Long runs by hand. A failure, or an abort, names the seed, which does the same again.
namespace {

constexpr char kUsage[] =
    "usage: random_driver [SEED [OPERATIONS [OPERATIONS_A_WORLD]]]\n"
    "Drives small worlds at random; whole numbers, SEED 1 and OPERATIONS 100000 where not given.\n";

unsigned long long seed = 1;

void TellSeed(int /*signal*/) {
  char text[64];
  const int size = std::snprintf(text, sizeof(text), "random_driver: seed %llu\n", seed);
  (void)std::fwrite(text, 1, static_cast<size_t>(size), stderr);
}

// False for anything but a whole number.
bool ReadNumber(const char* text, unsigned long long* number) {
  const std::string_view digits(text);
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), *number);
  return read.ec == std::errc() && read.ptr == digits.data() + digits.size();
}

}  // namespace

int main(int argc, char** argv) {
  unsigned long long numbers[] = {1, 100000, 0};
  if (argc == 2 && (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0)) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  for (int i = 1; i < argc; ++i) {
    if (i > 3 || !ReadNumber(argv[i], &numbers[i - 1])) {
      std::fprintf(stderr, "random_driver: \"%s\" is not a whole number, or one too many\n%s", argv[i],
                   kUsage);
      return 2;
    }
  }
  seed = numbers[0];
  footfall::sim::testing::DriveOptions options;
  options.seed = seed;
  options.operations = numbers[1];
  options.world_operations = numbers[2];
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
