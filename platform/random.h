#ifndef FOOTFALL_PLATFORM_RANDOM_H_
#define FOOTFALL_PLATFORM_RANDOM_H_

#include <array>
#include <cstdint>

namespace footfall::platform {

// What a stream is for: part of its key, so that two uses never share numbers. Values are part of recorded
// worlds: never renumber one, only add.
enum class RandomPurpose : std::uint32_t {
  kTest = 1,
  kCityBuild = 2,      // Layout of a generated city; entity is the block or building.
  kScenario = 3,       // Placement of walkers and goals in a scenario; entity is the walker.
  kRandomPoint = 4,    // Random points on the mesh; entity is the request.
  kBench = 5,          // Inputs of benchmarks.
  kPathPoint = 6,      // Chosen points of a path search; entity is the request, tick the polygon.
  kLoad = 7,           // Requests of the load generator; entity is the place in the tick.
  kPedGenCoords = 8,   // Where ambient peds may be spawned; entity is the polygon, tick the search.
  kOpponentSpawn = 9,  // Where opponents may be spawned, likewise.
};
constexpr std::uint64_t EnumEnd(RandomPurpose) { return 10; }

// A stream of numbers that is a pure function of (seed, purpose, entity, tick): a counter-based generator,
// Philox4x64-10. Different keys give unrelated streams, and streams share no state, so it does not matter in
// what order or on which thread entities draw. Cheap to make: build one where it is needed and drop it. All
// other draws are made from NextU32 in call order. Draw into named variables first: two draws in one argument
// list have no fixed order.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, RandomPurpose purpose, std::uint64_t entity, std::uint64_t tick);

  std::uint32_t NextU32();
  // Two 32-bit draws, the low half first.
  std::uint64_t NextU64();
  // Every value of [0, n) is equally likely, to the last bit. REQUIRES: n >= 1.
  std::uint32_t NextBelow(std::uint32_t n);
  // A multiple of 2^-24 in [0, 1).
  float NextUnit();
  // In [lo, hi), or lo when the two are equal. REQUIRES: both are finite, lo <= hi.
  float NextRange(float lo, float hi);

 private:
  std::array<std::uint64_t, 2> key_;
  std::array<std::uint64_t, 4> counter_;
  std::array<std::uint64_t, 4> block_{};
  std::uint32_t halves_used_;  // Of the 8 halves in `block_`.
};

// One block of Philox4x64-10: the bijection of a 256-bit counter under a 128-bit key that the streams are
// made of.
std::array<std::uint64_t, 4> PhiloxBlock(std::array<std::uint64_t, 4> counter,
                                         std::array<std::uint64_t, 2> key);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_RANDOM_H_
