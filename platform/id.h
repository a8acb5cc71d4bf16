#ifndef FOOTFALL_PLATFORM_ID_H_
#define FOOTFALL_PLATFORM_ID_H_

#include <compare>
#include <cstdint>

namespace footfall::platform {

// A strong id: ids of different tags do not mix. `index` is a place in a table, `generation` tells the
// successive owners of that place apart. Generation 0 is never given out, so a value-initialised id is the
// invalid one. Ordered by index, then generation: the order in which pools are walked and ties are broken.
template <class Tag>
struct Id {
  std::uint32_t index = 0;
  std::uint32_t generation = 0;

  constexpr bool valid() const { return generation != 0; }
  // One number for hashes and logs; two ids are equal exactly when their bits are.
  constexpr std::uint64_t bits() const { return std::uint64_t{generation} << 32 | index; }

  friend constexpr bool operator==(const Id&, const Id&) = default;
  friend constexpr std::strong_ordering operator<=>(const Id&, const Id&) = default;
};

// The generation after `generation`. Wraps from the largest value to 1, past the invalid 0.
constexpr std::uint32_t NextGeneration(std::uint32_t generation) {
  const std::uint32_t next = generation + 1;
  return next == 0 ? 1 : next;
}

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_ID_H_
