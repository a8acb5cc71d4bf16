#include "tests/fuzz/fuzz_world.h"

#include <utility>

#include "tests/fuzz/fuzz_target.h"
#include "tests/nav/hand_packs.h"

namespace footfall::fuzz {

const std::shared_ptr<const nav::Pack>& SmallPack() {
  static const std::shared_ptr<const nav::Pack> pack = [] {
    tests::HandWorld world;
    world.Grid(130, 0, 20, 8, 2);
    world.Grid(130, 16, 8, 4, 2);
    world.Grid(130, 24, 20, 8, 2);
    return *nav::Pack::FromBytes(tests::BytesOf(world.Finish()));
  }();
  return pack;
}

const platform::Profile& SmallProfile() {
  static const platform::Profile profile = *platform::LoadProfile(
      "ps3",
      {"path_requests_max=6", "requests_per_session_max=4", "dynamic_objects_max=6",
       "obstacles_per_session_max=4", "load_regions_max=2", "path_slice_units=64", "request_timeout_ms=400",
       "search_nodes_max=4096", "search_pages_max=8", "visited_polys_max=1024", "tessellated_polys_max=128"});
  return profile;
}

std::unique_ptr<sim::World> SmallWorld() {
  sim::WorldOptions options;
  options.pack = SmallPack();
  options.profile = SmallProfile();
  options.order_threads = 0;
  options.focus = platform::Vec3{150, 20, 0};
  auto world = sim::World::Create(std::move(options));
  Expect(world.ok(), "the small world can be made");
  return *std::move(world);
}

std::vector<sim::CommandBody> SampleBodies() {
  sim::SubmitPath path;
  path.request.start = {132, 4, 0};
  path.request.end = {168, 36, 0};
  path.client_ref = sim::ClientRef::From("abc");
  path.request.spheres_count = 1;
  path.request.spheres[0] = {{140, 20, 0}, 4, 2, 1};
  sim::SubmitPath wander;
  wander.request.start = {140, 8, 0};
  wander.request.flags = nav::PathFlagMask(nav::kFlagWander);
  wander.request.reference = {1, 0, 0};
  wander.request.reference_distance = 20;
  sim::SubmitPath flee;
  flee.request.start = {140, 8, 0};
  flee.request.flags = nav::PathFlagMask(nav::kFlagFleeTarget);
  flee.request.reference = {135, 8, 0};
  flee.request.reference_distance = 15;
  sim::PutObstacle box;
  box.description.pose.origin = {150, 8, 1};
  box.description.half_extents = {2, 0.5F, 1};
  sim::PutObstacle car = box;
  car.description.kind = nav::ObjectKind::kVehicle;
  sim::PutHazard gas;
  gas.hazard = {{}, nav::HazardKind::kGas, {150, 30, 0}, 5};
  nav::LineOfSightRequest sight;
  sight.points[0] = {132, 4, 0};
  sight.points[1] = {150, 8, 0};
  sight.points[2] = {160, 30, 0};
  sight.points_count = 3;
  sight.options = nav::kLosObjects;
  nav::FloodFillRequest flood;
  flood.start = {140, 8, 0};
  flood.goal = nav::FloodFillGoal::kAreaUnderfoot;
  flood.distance_max = 20;
  nav::ClosestPositionRequest closest;
  closest.position = {150, 8, 0};
  closest.search_radius = 10;
  closest.results_max = 4;
  closest.spacing_min = 2;
  closest.avoid_objects = true;
  const auto handle = [](sim::HandleKind kind, uint64_t counter) {
    return sim::WireHandle::Make(kind, 1, 0, counter);
  };
  sim::PutObstacle move = box;
  move.handle = handle(sim::HandleKind::kObstacle, 4);
  move.keeps_kind = true;
  return {path,
          wander,
          flee,
          box,
          car,
          gas,
          move,
          sim::ReleasePath{handle(sim::HandleKind::kPathRequest, 1)},
          sim::CancelPath{handle(sim::HandleKind::kPathRequest, 2)},
          sim::RemoveObstacle{handle(sim::HandleKind::kObstacle, 6)},
          sim::SubmitQuery{sight, {}},
          sim::SubmitQuery{flood, {}},
          sim::SubmitQuery{closest, {}},
          sim::SubmitQuery{nav::ClearAreaRequest{{150, 8, 0}, 10, 2}, {}},
          sim::SubmitQuery{nav::AudioPropertiesRequest{{150, 8, 0}, 9}, {}},
          sim::SetFocus{{140, 20, 0}, {3, 0, 0}, 0},
          sim::SetFocus{{165, 20, 0}, {}, 500},
          sim::SetRequiredRegion{nav::LoadRegionKind::kScriptRequired, {150, 20, 0}, 30},
          sim::ClearRequiredRegion{nav::LoadRegionKind::kScriptRequired},
          sim::SetContentPack{1, true},
          sim::SetAreaSwitch{1, nav::SwitchKind::kNavMesh, false, nav::Area::Box({140, 0, -1}, {150, 20, 3})},
          sim::RemoveAreaSwitch{1},
          sim::DisableClimb{{150, 8, 0}},
          sim::BlockLadder{{150, 8, 0}},
          sim::BlockSpawns{2, nav::Area::Sphere({150, 20, 0}, 5), 500},
          sim::UnblockSpawns{2},
          sim::StartSpawnSearch{nav::Area::Cylinder({150, 20, -1}, 12, 4), true},
          sim::CancelSpawnSearch{},
          sim::TuneMovementCost{1, 250},
          sim::OrphanSource{},
          sim::EndSource{}};
}

}  // namespace footfall::fuzz
