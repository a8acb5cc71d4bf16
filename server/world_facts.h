#ifndef FOOTFALL_SERVER_WORLD_FACTS_H_
#define FOOTFALL_SERVER_WORLD_FACTS_H_

#include <memory>
#include <string>
#include <vector>

#include "footfall/v1/world_service.pb.h"
#include "nav/mesh/nav_view.h"
#include "nav/mesh/pack_places.h"
#include "platform/vec.h"

namespace footfall::server {

// What GetWorld tells of the mesh (R57). Bounds are kept for as long as the mesh is the same: finding them
// takes a look at every edge, which a client could otherwise ask for on the strand as often as it likes.
class WorldFacts {
 public:
  // `parameters` is the pack's header text.
  explicit WorldFacts(const std::string& parameters);

  // On the strand.
  void Fill(const std::shared_ptr<const nav::NavView>& mesh, v1::GetWorldResponse* out);

 private:
  void FindBounds();

  std::vector<nav::PackPlace> places_;
  std::shared_ptr<const nav::NavView> mesh_;  // that the bounds are of; null at first
  bool has_bounds_ = false;                   // it has an edge
  platform::Vec3 low_;
  platform::Vec3 high_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WORLD_FACTS_H_
