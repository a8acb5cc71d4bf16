#ifndef FOOTFALL_NAV_SERVER_GAME_INTERFACE_H_
#define FOOTFALL_NAV_SERVER_GAME_INTERFACE_H_

#include <cstdint>
#include <optional>

#include "nav/query/nav_tracker.h"
#include "platform/vec.h"

namespace footfall::nav {

// A ped that waits for a path, as the path server sees it.
struct PedPlace {
  platform::Vec3 position;  // of the feet
  NavTracker tracker;       // unknown: none is kept
  // Where the route begins that the ped asks for while it runs along another, when the request has a
  // look-ahead distance (NAV-098).
  std::optional<platform::Vec3> look_ahead;
};

// What the path server asks of the game around it: the one way by which nav learns of peds and entities,
// which it does not know otherwise (NAV-001). Injected; tests have a fake. Called on the main thread, in
// phase 2; the answers are of the tick before. Names are the opaque ones of RequestOwner.
class GameInterface {
 public:
  virtual ~GameInterface() = default;
  // False: there is no such ped any more; the request keeps its start. `look_ahead`: the request's, m.
  virtual bool FindPed(uint64_t ped, float look_ahead, PedPlace& place) const = 0;
  // False: there is no such entity any more; the request keeps its end.
  virtual bool FindEntity(uint64_t entity, platform::Vec3& position) const = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_GAME_INTERFACE_H_
