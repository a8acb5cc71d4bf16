#ifndef FOOTFALL_NAV_SERVER_NAV_REQUEST_H_
#define FOOTFALL_NAV_SERVER_NAV_REQUEST_H_

#include <cstdint>
#include <type_traits>
#include <variant>

#include "nav/path/path_request.h"
#include "nav/query/audio_properties.h"
#include "nav/query/clear_area.h"
#include "nav/query/closest_position.h"
#include "nav/query/flood_fill.h"
#include "nav/query/line_of_sight.h"
#include "nav/server/request_types.h"

namespace footfall::nav {

// What a slot holds and an order runs: a request of one of the six live types (NAV-076 to NAV-079). A plain
// value: it travels in work orders, the log and snapshots. Any of the six converts to it.
struct NavRequest : std::variant<PathRequest, LineOfSightRequest, AudioPropertiesRequest, FloodFillRequest,
                                 ClearAreaRequest, ClosestPositionRequest> {
  using variant::variant;

  // Never kGrid.
  RequestType type() const {
    // Types in the order of the alternatives.
    constexpr RequestType kTypes[] = {
        RequestType::kPath,      RequestType::kLineOfSight, RequestType::kAudioProperties,
        RequestType::kFloodFill, RequestType::kClearArea,   RequestType::kClosestPosition};
    return kTypes[index()];
  }
  // Null for the other types.
  const PathRequest* path() const { return std::get_if<PathRequest>(this); }
  PathRequest* path() { return std::get_if<PathRequest>(this); }

  // Becomes a new request of this type. False, and unchanged, for kGrid, which has none.
  bool Become(RequestType type);

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    RequestType type = self.type();
    visitor.Field("type", type);
    if constexpr (!std::is_const_v<Self>) {  // restored
      if (!self.Become(type)) visitor.Fail("a type that has no requests");
    }
    std::visit([&](auto& body) { visitor.Field("body", body); }, self);
  }
};

// Whether numbers and options are such that the type's run takes them: points in the world, lengths from 0 to
// its size, nothing that is not finite, counts within the type's arrays. For every way in.
bool AreNumbersAllowed(const NavRequest& request);
// A point in the world, at most 10,000 m above or below its ground.
bool IsPointAllowed(const platform::Vec3& point);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_NAV_REQUEST_H_
