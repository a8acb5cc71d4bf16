#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <fstream>
#include <string_view>
#include <system_error>

#include "platform/state_hash.h"
#include "tests/sim/random_operations.h"
#include "tests/sim/soak.h"

// A long run by hand. Standard output is the same for every build and number of threads; memory goes to
// standard error.
namespace {

constexpr char kUsage[] =
    "usage: soak [SEED [TICKS [ORDER_THREADS]]]\n"
    "Runs one small world; whole numbers, SEED 1, TICKS 1000000 and ORDER_THREADS 1 where not given. TICKS "
    "is a multiple\n"
    "of 10 above 4000: ten times on the way the world comes to rest, and its hash and memory are told.\n";

using namespace footfall::sim::testing;  // NOLINT

// False for anything but a whole number.
bool ReadNumber(std::string_view text, uint64_t* number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), *number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

// Bytes of this process in memory; 0 where the system does not tell.
unsigned long long ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  unsigned long long pages = 0;
  unsigned long long resident = 0;
  if (!(file >> pages >> resident)) return 0;
  return resident * static_cast<unsigned long long>(sysconf(_SC_PAGESIZE));
}

void Tell(const SoakMoment& moment) {
  std::printf("tick %llu hash %s\n", static_cast<unsigned long long>(moment.tick),
              footfall::platform::HashText(moment.root).c_str());
  std::fflush(stdout);
  std::fprintf(stderr, "tick %llu: %lld bytes in %lld blocks held, %llu resident\n",
               static_cast<unsigned long long>(moment.tick), static_cast<long long>(moment.held.bytes),
               static_cast<long long>(moment.held.blocks), ResidentBytes());
}

}  // namespace

int main(int argc, char** argv) {
  uint64_t numbers[] = {1, 1'000'000, 1};
  for (int i = 1; i < argc; ++i) {
    if (i > 3 || !ReadNumber(argv[i], &numbers[i - 1])) {
      std::fputs(kUsage, stderr);
      return 2;
    }
  }
  if (numbers[1] % 10 != 0 || numbers[1] / 10 <= kSoakRestTicks || numbers[2] > 64) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  SoakOptions options;
  options.seed = numbers[0];
  options.ticks = numbers[1];
  options.told_every = numbers[1] / 10;
  options.order_threads = static_cast<int>(numbers[2]);
  options.told = Tell;
  const SoakReport report = Soak(options);
  std::printf("%s\n%llu commands, %llu results; applied of given:", report.world.c_str(),
              static_cast<unsigned long long>(report.commands),
              static_cast<unsigned long long>(report.results));
  for (size_t row = 0; row < kOperations.size(); ++row) {
    std::printf("%s %s %llu/%llu", row == 0 ? "" : ",", kOperations[row].name,
                static_cast<unsigned long long>(report.applied[row]),
                static_cast<unsigned long long>(report.given[row]));
  }
  std::printf("\n");
  if (!report.failure.empty()) std::printf("FAILED: %s\n", report.failure.c_str());
  return report.failure.empty() ? 0 : 1;
}
