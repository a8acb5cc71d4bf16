#include "nav/upkeep/spawn_sampler.h"

#include <cmath>
#include <limits>

namespace footfall::nav {
namespace {

// Entities of a search's streams that are no polygons: above the 29 bits of a PolyRef.
constexpr uint64_t kBeginning = uint64_t{1} << 40;
constexpr uint64_t kPlaces = uint64_t{1} << 41;

}  // namespace

void SpawnSampler::Begin(uint64_t seed, platform::RandomPurpose purpose, uint64_t search) {
  seed_ = seed;
  purpose_ = purpose;
  search_ = search;
  platform::RandomStream random = StreamOf(kBeginning);
  sum_ = static_cast<double>(random.NextUnit());
  good_ = 0;
  kept_.clear();
}

int SpawnSampler::CountOn(double expected) {
  const double before = std::floor(sum_);
  sum_ += expected;
  return static_cast<int>(std::floor(sum_) - before);
}

void SpawnSampler::Keep(const SpawnCoord& coord, int coords_max) {
  const uint64_t number = good_++;
  if (kept_.size() < static_cast<size_t>(coords_max)) {
    kept_.push_back(coord);
    return;
  }
  // Each of the good points so far stays with the same chance.
  if (coords_max == 0 || number >= std::numeric_limits<uint32_t>::max()) return;
  platform::RandomStream random = StreamOf(kPlaces + number);
  const uint32_t place = random.NextBelow(static_cast<uint32_t>(number) + 1);
  if (place < static_cast<uint32_t>(coords_max)) kept_[place] = coord;
}

}  // namespace footfall::nav
