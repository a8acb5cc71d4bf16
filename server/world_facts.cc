#include "server/world_facts.h"

#include <algorithm>

#include "nav/mesh/pack_places.h"
#include "server/convert.h"

namespace footfall::server {

void WorldFacts::Fill(const WorldSetup& setup, const std::shared_ptr<const nav::NavView>& mesh,
                      v1::GetWorldResponse* out) {
  if (mesh != mesh_) {
    mesh_ = mesh;
    FindPlaces(setup);
    FindBounds();
  }
  for (const auto& [name, position] : places_) {
    v1::Place* told = out->add_places();
    told->set_name(name);
    FillVec3(position, told->mutable_position());
  }
  if (!has_bounds_) return;
  FillVec3(low_, out->mutable_bounds_min());
  FillVec3(high_, out->mutable_bounds_max());
}

void WorldFacts::FindPlaces(const WorldSetup& setup) {
  places_.clear();
  for (const nav::PackPlace& place : nav::PlacesOf(setup.pack->parameters())) {
    places_[place.name] = place.position;
  }
  if (!setup.scenario) return;
  for (const sim::ScenarioPlace& place : setup.scenario->places) places_[place.name] = place.position;
}

void WorldFacts::FindBounds() {
  has_bounds_ = false;
  for (const nav::MeshIndex index : mesh_->resident()) {
    const nav::TileView& tile = *mesh_->slot(index).tile;
    for (uint32_t edge = 0; edge < tile.edges.size(); ++edge) {
      const platform::Vec3 p = tile.EdgeA(edge);
      if (!has_bounds_) low_ = high_ = p;
      has_bounds_ = true;
      low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
      high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y), std::max(high_.z, p.z)};
    }
  }
}

}  // namespace footfall::server
