#ifndef FOOTFALL_SERVER_WORLD_FACTS_H_
#define FOOTFALL_SERVER_WORLD_FACTS_H_

#include <map>
#include <memory>
#include <string>

#include "footfall/v1/world_service.pb.h"
#include "nav/mesh/nav_view.h"
#include "platform/vec.h"
#include "server/world_host.h"

namespace footfall::server {

// What GetWorld tells of the level (R57). Bounds are kept for as long as the mesh is the same: finding them
// takes a look at every edge, which a client could otherwise ask for on the strand as often as it likes.
class WorldFacts {
 public:
  // `mesh` is that of a world of `setup`. On the strand.
  void Fill(const WorldSetup& setup, const std::shared_ptr<const nav::NavView>& mesh,
            v1::GetWorldResponse* out);

 private:
  void FindPlaces(const WorldSetup& setup);
  void FindBounds();

  std::map<std::string, platform::Vec3> places_;  // a scenario's hide those of the level with the same name
  // What places and bounds are of; each epoch has a view of its own. Null at first.
  std::shared_ptr<const nav::NavView> mesh_;
  bool has_bounds_ = false;  // it has an edge
  platform::Vec3 low_;
  platform::Vec3 high_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WORLD_FACTS_H_
