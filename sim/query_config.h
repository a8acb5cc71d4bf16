#ifndef FOOTFALL_SIM_QUERY_CONFIG_H_
#define FOOTFALL_SIM_QUERY_CONFIG_H_

#include "absl/status/statusor.h"
#include "nav/query/audio_properties.h"
#include "nav/query/clear_area.h"
#include "nav/query/closest_position.h"
#include "nav/query/flood_fill.h"
#include "nav/query/line_of_sight.h"
#include "nav/query/water_edges.h"
#include "platform/profile.h"

namespace footfall::v1 {
class NavRequest;
class Vec3;
}  // namespace footfall::v1

// Queries from the public contract to plain requests, for both planes. REQUIRES of each: the request is of
// that kind. What comes back meets all that the query requires. An error's message is "field: what is wrong,
// with value and bound", the field as a path from the NavRequest ("closest.search_radius"); the code is
// InvalidArgument. Fields of NavRequest that the kind has no use for must be unset.
namespace footfall::sim {

// How far a query may look or snap, m: beyond a tile the question is about another place.
inline constexpr float kQueryRadiusMax = nav::kTileSize;
// Radius of a clear area, m: under the least one the rings have more places than anyone would look at.
inline constexpr float kClearRadiusMin = 0.1F;
inline constexpr float kClearRadiusMax = kQueryRadiusMax / 2;
// Steepest limit that can be asked for, rad: just under upright.
inline constexpr float kSlopeMax = 1.57F;
// Largest limit of an area that may be asked for, m2: the world's.
inline constexpr float kAreaMax = 15000.0F * 15000.0F;

absl::StatusOr<nav::LineOfSightRequest> LineOfSightFromProto(const v1::NavRequest& request,
                                                             const platform::Profile& profile);
absl::StatusOr<nav::FloodFillRequest> FloodFillFromProto(const v1::NavRequest& request);
absl::StatusOr<nav::ClearAreaRequest> ClearAreaFromProto(const v1::NavRequest& request);
absl::StatusOr<nav::ClosestPositionRequest> ClosestPositionFromProto(const v1::NavRequest& request,
                                                                     const platform::Profile& profile);
absl::StatusOr<nav::AudioPropertiesRequest> AudioPropertiesFromProto(const v1::NavRequest& request);
absl::StatusOr<nav::WaterEdgesRequest> WaterEdgesFromProto(const v1::NavRequest& request);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_QUERY_CONFIG_H_
