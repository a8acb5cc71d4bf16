#ifndef FOOTFALL_NAV_UPKEEP_SPAWN_SAMPLER_H_
#define FOOTFALL_NAV_UPKEEP_SPAWN_SAMPLER_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/query/random_point.h"
#include "platform/random.h"

namespace footfall::nav {

// Where something may be spawned: a point of a polygon's surface.
struct SpawnCoord {
  platform::Vec3 position;
  PolyRef poly;
  friend bool operator==(const SpawnCoord&, const SpawnCoord&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("position", self.position);
    visitor.Field("poly", self.poly.value);
  }
};

// Points spread over polygons in a wanted density, as many as there is room for. Stratified: over any run of
// polygons the number of points differs from what is expected by less than one (OQ-47). Where more are found
// than there is room for, each has the same chance to stay. All draws come from streams of the seed, the
// number of the search and the polygon, so slices change nothing (NAV-007).
class SpawnSampler {
 public:
  void Begin(uint64_t seed, platform::RandomPurpose purpose, uint64_t search);

  // How many points this polygon gets where `expected` would be right. The polygons of a search in one fixed
  // order, each once.
  int CountOn(double expected);
  // Draws `count` points of the polygon and keeps those for which is_good(point) holds. `coords_max` at most
  // are kept.
  template <class Fn>
  void Add(const PolyView& poly, int count, int coords_max, Fn&& is_good);

  // Drops those kept for which is_good(coord) does not hold.
  template <class Fn>
  void KeepOnly(Fn&& is_good) {
    const auto is_bad = [&](const SpawnCoord& coord) { return !is_good(coord); };
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(), is_bad), kept_.end());
  }

  const std::vector<SpawnCoord>& kept() const { return kept_; }
  // Leaves none.
  std::vector<SpawnCoord> Release() { return std::exchange(kept_, {}); }
  // Good points so far, kept or not.
  uint64_t good() const { return good_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("seed", self.seed_);
    visitor.Field("purpose", self.purpose_);
    visitor.Field("search", self.search_);
    visitor.Field("sum", self.sum_);
    visitor.Field("good", self.good_);
    visitor.Rows("kept", self.kept_);
  }
  std::string Restored() const;

 private:
  platform::RandomStream StreamOf(uint64_t entity) const { return {seed_, purpose_, entity, search_}; }
  void Keep(const SpawnCoord& coord, int coords_max);

  uint64_t seed_ = 0;
  platform::RandomPurpose purpose_ = platform::RandomPurpose::kPedGenCoords;
  uint64_t search_ = 0;
  double sum_ = 0;  // of what was expected, the draw of the beginning included
  uint64_t good_ = 0;
  std::vector<SpawnCoord> kept_;
};

template <class Fn>
void SpawnSampler::Add(const PolyView& poly, int count, int coords_max, Fn&& is_good) {
  if (count <= 0) return;
  platform::RandomStream random = StreamOf(poly.ref().value);
  for (int i = 0; i < count; ++i) {
    const platform::Vec3 point = RandomPointOn(poly, random);
    if (is_good(point)) Keep({point, poly.ref()}, coords_max);
  }
}

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_SPAWN_SAMPLER_H_
