#ifndef FOOTFALL_NAV_PATH_END_POINTS_H_
#define FOOTFALL_NAV_PATH_END_POINTS_H_

#include <array>

#include "nav/dynamic/object_filter.h"
#include "nav/mesh/nav_view.h"
#include "nav/path/path_request.h"
#include "platform/vec.h"

namespace footfall::nav {

// Memory for the spans of an ObjectFilter.
struct ObjectLists {
  std::array<ObjectId, kMaxIncludedObjects> included;
  std::array<ObjectId, kMaxExcludedObjects> excluded;
};

// Which objects block a request (NAV-124, NAV-130, NAV-189 to NAV-193, OQ-15). The filter points into
// `lists`.
ObjectFilter FilterOf(const PathRequest& request, ObjectLists& lists);

// Moves an end point that an object holds to where it is free, at most `distance_max` metres away in XY and
// within sight (NAV-128, OQ-23). False when there is no such place: EndpointsInsideObjects. REQUIRES: the
// point lies on the polygon; the view has objects.
bool MoveOutOfObjects(const NavView& view, const ObjectFilter& filter, float distance_max, PolyRef* poly,
                      platform::Vec3* point);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_END_POINTS_H_
