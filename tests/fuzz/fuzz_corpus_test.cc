#include <catch2/catch.hpp>
#include <string>

#include "platform/random.h"
#include "tests/fuzz/fuzz_target.h"

// The targets without a fuzzer: their seeds, what once broke them, and some thousand changes
// of both. A target that fails ends the program and ctest says so.
namespace footfall::fuzz {
namespace {

using platform::RandomStream;

uint32_t Below(RandomStream& random, size_t n) { return random.NextBelow(static_cast<uint32_t>(n)); }

std::string Damaged(std::string bytes, const std::string& other, RandomStream& random) {
  const uint32_t changes = 1 + random.NextBelow(4);
  for (uint32_t i = 0; i < changes && !bytes.empty(); ++i) {
    const uint32_t at = Below(random, bytes.size());
    const uint32_t value = random.NextU32();
    switch (random.NextBelow(5)) {
      case 0:
        bytes[at] = static_cast<char>(value);
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << value % 8));
        break;
      case 2:
        bytes.erase(at, 1 + value % 16);
        break;
      case 3:
        bytes.insert(at, bytes.substr(Below(random, bytes.size()), value % 64));
        break;
      default:
        bytes = bytes.substr(0, at) + other.substr(std::min<size_t>(at, other.size()));
        break;
    }
  }
  return bytes;
}

}  // namespace

TEST_CASE("every reader takes its seeds, what once broke it, and damaged ones, without harm") {
  for (const FuzzTarget& target : FuzzTargets()) {
    const std::vector<std::string> seeds = target.seeds();
    CHECK_FALSE(seeds.empty());
    for (const std::string& seed : seeds) target.read(seed);
    for (const std::string& input : TextsOf(std::string("tests/fuzz/inputs/") + target.name, ""))
      target.read(input);
    target.read({});
    RandomStream random(1, platform::RandomPurpose::kTest, 900, 0);
    for (const std::string& seed : seeds) {
      const std::string& other = seeds[Below(random, seeds.size())];
      for (int round = 0; round < target.rounds; ++round) target.read(Damaged(seed, other, random));
    }
  }
}

}  // namespace footfall::fuzz
