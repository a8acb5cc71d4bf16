#ifndef FOOTFALL_SIM_REQUEST_OBJECTS_H_
#define FOOTFALL_SIM_REQUEST_OBJECTS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "nav/path/path_request.h"
#include "nav/server/game_interface.h"
#include "sim/published_tables.h"

namespace footfall::sim {

// Puts the names of the object snapshot in the place of the wire handles that a request's included and
// excluded objects hold. On a fault `detail` names field, handle and reason, and the request is left half
// done. `source`: whose the obstacles must be; unset: anybody's, for reads without a session.
CommandFault ResolveObjects(const PublishedView::Tables& tables, std::optional<nav::SourceId> source,
                            uint8_t epoch_tag, nav::PathRequest& request, std::string* detail);

// What the path server asks of this version's world, which has obstacles and no peds: where an obstacle
// stands whose place the end of a request follows (NAV-101). `tables` is not owned.
class ObstacleGame : public nav::GameInterface {
 public:
  ObstacleGame(const PublishedView::Tables& tables, uint8_t epoch_tag)
      : tables_(tables), epoch_tag_(epoch_tag) {}
  bool FindPed(uint64_t ped, float look_ahead, nav::PedPlace& place) const override;
  bool FindEntity(uint64_t entity, platform::Vec3& position) const override;

 private:
  const PublishedView::Tables& tables_;
  uint8_t epoch_tag_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_REQUEST_OBJECTS_H_
