#ifndef FOOTFALL_NAV_MESH_PACK_PLACES_H_
#define FOOTFALL_NAV_MESH_PACK_PLACES_H_

#include <string>
#include <string_view>
#include <vector>

#include "platform/vec.h"

namespace footfall::nav {

// A point of the world that has a name, so that a first visitor knows where to go (R57).
struct PackPlace {
  std::string name;
  platform::Vec3 position;
};

// The places of a pack's header text (Pack::parameters): its lines `place: x y z name`, where the name is the
// rest of the line. Sorted by name, the first of a name counts. Lines that say something else, points that
// are not in the world and lines without a name are passed over: the text is for people, and tells nothing
// that a search needs.
std::vector<PackPlace> PlacesOf(std::string_view parameters);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_PACK_PLACES_H_
