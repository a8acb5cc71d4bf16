#ifndef FOOTFALL_NAV_BUILD_ANNOTATIONS_H_
#define FOOTFALL_NAV_BUILD_ANNOTATIONS_H_

#include <string>
#include <vector>

#include "platform/vec.h"

namespace footfall::nav {

// What a level's triangles cannot say (R32, NAV-315). World coordinates, metres. Plain values.

struct LadderNote {
  std::string name;  // For messages.
  platform::Vec3 bottom;
  platform::Vec3 top;
  float heading = 0;  // Which way one looks while climbing, rad counter-clockwise from +X.
  bool up_only = false;
};

// An upright box inside which the mesh is built in another way (NAV-315).
struct EditArea {
  std::string name;
  platform::Vec3 min;
  platform::Vec3 max;
  float cell_size = 0;  // Metres; 0: the builder's own.
  bool no_cover = false;
  bool no_drops = false;
  bool no_climbs = false;
};

struct NamedPlace {
  std::string name;
  platform::Vec3 position;
};

struct Annotations {
  std::vector<LadderNote> ladders;
  std::vector<EditArea> edit_areas;
  std::vector<NamedPlace> places;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_ANNOTATIONS_H_
