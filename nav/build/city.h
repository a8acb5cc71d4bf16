#ifndef FOOTFALL_NAV_BUILD_CITY_H_
#define FOOTFALL_NAV_BUILD_CITY_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nav/build/annotations.h"
#include "nav/build/build_params.h"
#include "nav/build/material_map.h"
#include "nav/build/triangle_soup.h"

namespace footfall::nav {

// The seeded procedural city: streets with kerbs, pavements, crossings and a tram line; blocks with parks,
// ponds, houses to walk through, stairs, terraces, loading docks and ladders; a canal with a towpath under
// its bridges; foot bridges and underpasses. A city is a cut-out of one endless plan: what stands on a block
// follows from the seed and the block's place in the world alone, so a larger city holds the smaller one,
// except for the half blocks along the smaller one's rim.

struct CityParams {
  uint64_t seed = 1;
  // Tiles of 150 m, 1 to 100 each. The city is centred on the world's middle (1500, 1500), which is the
  // corner of tile (50, 50): an odd count has its extra tile on the east or north side.
  int tiles_x = 6;
  int tiles_y = 6;
  // The plan repeats itself every so many tiles; 0: never. A multiple of 2 in X and of 4 in Y, as the trams
  // and canals repeat. Places that have names do not repeat.
  int period_x = 0;
  int period_y = 0;
};

// Of the demo world (R48).
inline constexpr CityParams kDemoCity{1, 6, 6};

// Everything that BuildWorld needs. Plain value.
struct City {
  TriangleSoup soup;
  MaterialMap materials;
  // Ladders, and named places on walkable ground (R57), those of whole blocks, in a fixed order. All places
  // can reach each other on foot.
  Annotations annotations;
  // The builder's defaults, with the city's parameters as the source.
  BuildParams params;
};

// The same parameters give the same city on every machine. INVALID_ARGUMENT naming field, value and limit.
// Any thread.
absl::StatusOr<City> BuildCity(const CityParams& params);

// The triangles as Wavefront OBJ, Z up, with one material name a face as `city.materials` knows them; for
// other tools. Errors: those of the file system, naming the path.
absl::Status WriteObj(const City& city, const std::string& path);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_H_
