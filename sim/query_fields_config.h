#ifndef FOOTFALL_SIM_QUERY_FIELDS_CONFIG_H_
#define FOOTFALL_SIM_QUERY_FIELDS_CONFIG_H_

#include <string>

#include "absl/status/status.h"
#include "platform/vec.h"

namespace footfall::v1 {
class NavRequest;
class Region;
class Vec3;
}  // namespace footfall::v1

// What the conversions of all kinds of queries check alike. Errors: InvalidArgument, "field: what is wrong".
namespace footfall::sim {

absl::Status Bad(const std::string& field, const std::string& what);
// In the world, and within kPointZMax of its ground. A point that is not set is none.
absl::Status ReadPoint(const std::string& field, bool is_set, const v1::Vec3& p, platform::Vec3* out);
// A region that stands still: its centre in the world, a radius over 0. Unimplemented for one that follows a
// ped.
absl::Status CheckRegion(const std::string& field, const v1::Region& region);
// NaN is in no range.
absl::Status CheckRange(const std::string& field, float value, float least, float most);
// Fields that only a search has a use for must be unset, `radius` too unless it is taken;
// adjust_distance_max must be in [0, kQueryRadiusMax].
absl::Status CheckNoSearchFields(const v1::NavRequest& request, bool takes_radius);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_QUERY_FIELDS_CONFIG_H_
