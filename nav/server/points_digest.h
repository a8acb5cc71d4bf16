#ifndef FOOTFALL_NAV_SERVER_POINTS_DIGEST_H_
#define FOOTFALL_NAV_SERVER_POINTS_DIGEST_H_

#include <cstdint>

#include "nav/server/published_path.h"

namespace footfall::nav {

// Hash of the points, flags and polygons of a published path, so that the state hash need not walk them every
// tick.
uint64_t PointsDigest(const PublishedPath& path);
// The same of the items of a query.
uint64_t PointsDigest(const PublishedQuery& query);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_POINTS_DIGEST_H_
