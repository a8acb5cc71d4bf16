#include "nav/server/points_digest.h"

#include "platform/state_hash.h"

namespace footfall::nav {

uint64_t PointsDigest(const PublishedPath& path) {
  const auto hash = [](auto values) { return platform::HashBytes(values.data(), values.size_bytes()); };
  return platform::MixHash(platform::MixHash(hash(path.points), hash(path.waypoint_flags)),
                           hash(path.point_polys));
}

uint64_t PointsDigest(const PublishedQuery& query) {
  static_assert(sizeof(QueryItem) == 36, "an item has no padding");
  return platform::HashBytes(query.items.data(), query.items.size_bytes());
}

}  // namespace footfall::nav
