#include "platform/state_dump.h"
#include "sim/world_impl.h"

namespace footfall::sim {

// In the order of the leaves, as UpdateHash has them.
std::string World::Dump() const {
  using platform::DumpState;
  const Impl& world = *impl_;
  const nav::NavView& mesh = *world.mesh;
  const MeshFields mesh_fields{mesh.build_id(), mesh.generation(), mesh.resident().size()};
  return DumpState(world.world_leaf.name(), world.fields) + DumpState(world.mesh_leaf.name(), mesh_fields) +
         DumpState(world.stream_leaf.name(), world.streamer.state()) + world.upkeep.Dump() +
         DumpState(world.sources_leaf.name(), SourceRows{&world.tables.sources}) +
         DumpState(world.live.hash_leaf().name(), world.live) + world.objects.Dump() +
         world.path_server.Dump();
}

}  // namespace footfall::sim
