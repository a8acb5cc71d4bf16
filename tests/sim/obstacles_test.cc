#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <vector>

#include "footfall/v1/command.pb.h"
#include "nav/dynamic/object_snapshot.h"
#include "sim/command_config.h"
#include "sim/outcome.h"
#include "sim/world_objects.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

using platform::Vec3;

Command Put(nav::SourceId source, Vec3 center, Vec3 half, nav::ObjectKind kind = nav::ObjectKind::kBlocker,
            WireHandle handle = {}) {
  PutObstacle put;
  put.handle = handle;
  put.keeps_kind = handle.valid();
  put.description.kind = kind;
  put.description.pose.origin = center;
  put.description.half_extents = half;
  return {source, 1, put};
}

// A wall between the low and the high side of the yard's west strip, x 0 to 16, open at its west end.
const Vec3 kWallCenter{9.5F, 10, 1};
const Vec3 kWallHalf{7.5F, 0.2F, 1};

float LengthOf(World& world, Vec3 from, Vec3 to) {
  const CommandResult submitted = world.ApplyOpen(SubmitOf(9, 1, from, to));
  REQUIRE(submitted.fault == CommandFault::kNone);
  for (int tick = 0; tick < 3; ++tick) world.Step({}, nullptr);
  const RequestView* done = world.view()->Find(submitted.handle);
  REQUIRE(done != nullptr);
  REQUIRE(done->result != nullptr);
  CHECK(OutcomeOf(*done->result) == Outcome::kComplete);
  const float length = done->result->length;
  world.ApplyOpen({9, 2, ReleasePath{submitted.handle}});
  return length;
}

TEST_CASE("paths go around an obstacle from the sync after its put, and straight on when it is gone",
          "[R2][R4][NAV-226]") {
  auto world = WorldOf(YardOptions());
  const Vec3 from{8, 4, 0};
  const Vec3 to{8, 16, 0};
  const float straight = LengthOf(*world, from, to);
  CHECK(straight == Approx(12).margin(0.1));

  const uint64_t generation = world->view()->mesh->generation();
  const CommandResult put = world->ApplyOpen(Put(7, kWallCenter, kWallHalf));
  REQUIRE(put.fault == CommandFault::kNone);
  CHECK(put.handle.kind() == HandleKind::kObstacle);
  // Answered when stored, seen after the next sync.
  REQUIRE(world->view()->FindObstacle(put.handle) != nullptr);
  CHECK(world->view()->FindObstacle(put.handle)->placement == nav::ObjectPlacement::kPlaced);
  CHECK(world->view()->mesh->objects() == nullptr);
  world->Step({}, nullptr);
  REQUIRE(world->view()->mesh->objects() != nullptr);
  CHECK(world->view()->mesh->generation() == generation + 1);
  CHECK(LengthOf(*world, from, to) > straight + 5);

  // Moved away, then taken away.
  CHECK(world->ApplyOpen(Put(7, {30, 30, 1}, kWallHalf, nav::ObjectKind::kBlocker, put.handle)).fault ==
        CommandFault::kNone);
  CHECK(LengthOf(*world, from, to) == straight);
  CHECK(world->ApplyOpen({7, 3, RemoveObstacle{put.handle}}).fault == CommandFault::kNone);
  CHECK(world->view()->FindObstacle(put.handle) == nullptr);
  world->Step({}, nullptr);
  CHECK(world->view()->mesh->objects()->objects_count() == 0);
  CHECK(world->ApplyOpen({7, 4, RemoveObstacle{put.handle}}).fault == CommandFault::kHandleExpired);
}

// Straight over the wall's place, on a worker so slow that the search takes several ticks.
TEST_CASE("a search sees objects where they are when it begins, whatever moves while it runs",
          "[NAV-121][R4]") {
  const Vec3 from{8, 4, 0};
  const Vec3 to{8, 16, 0};
  const auto length = [&](int ticks_before_wall) {
    auto world = WorldOf(YardOptions("ps3", {"path_slice_units=2"}));
    const CommandResult submitted = world->ApplyOpen(SubmitOf(9, 1, from, to));
    REQUIRE(submitted.fault == CommandFault::kNone);
    for (int tick = 0; world->view()->finished.empty(); ++tick) {
      REQUIRE(tick < 400);
      if (tick == ticks_before_wall) {
        REQUIRE(world->ApplyOpen(Put(7, kWallCenter, kWallHalf)).fault == CommandFault::kNone);
        // Begun before the wall came, and not over yet.
        const nav::SlotState state = world->view()->Find(submitted.handle)->state;
        CHECK(state == (tick == 0 ? nav::SlotState::kPending : nav::SlotState::kActive));
      }
      world->Step({}, nullptr);
    }
    return world->view()->Find(submitted.handle)->result->length;
  };
  CHECK(length(0) > 17);  // put in the same tick: no interval has to pass
  CHECK(length(2) == Approx(12).margin(0.1));
}

SubmitPath StraightOver() {
  SubmitPath submit;
  submit.request.start = {8, 4, 0};
  submit.request.end = {8, 16, 0};
  return submit;
}

float LengthOfSubmit(World& world, nav::SourceId source, const SubmitPath& submit) {
  const CommandResult submitted = world.ApplyOpen({source, 9, submit});
  CHECK(submitted.detail.empty());
  REQUIRE(submitted.fault == CommandFault::kNone);
  for (int tick = 0; tick < 3; ++tick) world.Step({}, nullptr);
  REQUIRE(world.view()->Find(submitted.handle)->result != nullptr);
  return world.view()->Find(submitted.handle)->result->length;
}

TEST_CASE("a request names obstacles that never block it and such as block although a filter would not",
          "[NAV-081]") {
  auto world = WorldOf(YardOptions());
  const CommandResult wall = world->ApplyOpen(Put(7, kWallCenter, kWallHalf));
  SubmitPath submit = StraightOver();
  CHECK(LengthOfSubmit(*world, 7, submit) > 17);
  submit.request.excluded_objects[0] = wall.handle.value;
  submit.request.excluded_count = 1;
  CHECK(LengthOfSubmit(*world, 7, submit) == Approx(12).margin(0.1));
  // Included as well: excluded wins.
  submit.request.included_objects[0] = wall.handle.value;
  submit.request.included_count = 1;
  CHECK(LengthOfSubmit(*world, 7, submit) == Approx(12).margin(0.1));
  // One that blocks wanders alone, unless it is included.
  REQUIRE(world->ApplyOpen({7, 9, RemoveObstacle{wall.handle}}).fault == CommandFault::kNone);
  Command put = Put(7, kWallCenter, kWallHalf);
  std::get<PutObstacle>(put.body).description.blocks = nav::kObjectBlocksWander;
  const CommandResult passable = world->ApplyOpen(put);
  REQUIRE(passable.fault == CommandFault::kNone);
  submit = StraightOver();
  CHECK(LengthOfSubmit(*world, 7, submit) == Approx(12).margin(0.1));
  submit.request.included_objects[0] = passable.handle.value;
  submit.request.included_count = 1;
  CHECK(LengthOfSubmit(*world, 7, submit) > 17);

  const auto fault = [&](nav::SourceId source, WireHandle handle) {
    SubmitPath bad = StraightOver();
    bad.request.excluded_objects[0] = passable.handle.value;
    bad.request.excluded_objects[1] = handle.value;
    bad.request.excluded_count = 2;
    const CommandResult result = world->ApplyOpen({source, 9, bad});
    CHECK_FALSE(result.handle.valid());
    CHECK(result.detail.find(source == 7 ? "excluded_handle[1]: " : "excluded_handle[0]: ") == 0);
    return result.fault;
  };
  CHECK(fault(8, passable.handle) == CommandFault::kHandleUnknown);  // another's
  CHECK(fault(7, {}) == CommandFault::kHandleUnknown);
  CHECK(fault(7, WireHandle{passable.handle.value ^ (uint64_t{1} << 52)}) != CommandFault::kNone);
  const CommandResult gone = world->ApplyOpen(Put(7, {30, 30, 1}, kWallHalf));
  REQUIRE(world->ApplyOpen({7, 9, RemoveObstacle{gone.handle}}).fault == CommandFault::kNone);
  CHECK(fault(7, gone.handle) == CommandFault::kHandleExpired);
}

TEST_CASE("each table that a search may run full has its own counter",
          "[NAV-107][NAV-232][NAV-142][NAV-096]") {
  const auto run = [](const std::string& set, bool has_wall) {
    auto world = WorldOf(YardOptions("server", {set}));
    if (has_wall) REQUIRE(world->ApplyOpen(Put(7, kWallCenter, kWallHalf)).fault == CommandFault::kNone);
    // Around the pillar, and over the wall's place.
    REQUIRE(world->ApplyOpen(SubmitOf(9, 1, {14, 20, 0}, {26, 20, 0})).fault == CommandFault::kNone);
    REQUIRE(world->ApplyOpen(SubmitOf(9, 2, {8, 4, 0}, {8, 16, 0})).fault == CommandFault::kNone);
    for (int tick = 0; tick < 3; ++tick) world->Step({}, nullptr);
    const PathServerFigures& f = world->view()->figures;
    REQUIRE(f.completed == 2);
    return std::vector<uint64_t>{f.heaps_full, f.visited_full, f.fragments_full,
                                 f.polys_full, f.points_full,  f.no_room};
  };
  using Counts = std::vector<uint64_t>;
  CHECK(run("heap_max=2048", true) == Counts{0, 0, 0, 0, 0, 0});
  CHECK(run("heap_max=2", false) == Counts{2, 0, 0, 0, 0, 0});
  CHECK(run("visited_polys_max=8", false) == Counts{0, 2, 0, 0, 0, 0});
  CHECK(run("tessellated_polys_max=6", true) == Counts{0, 0, 1, 0, 0, 0});
  CHECK(run("path_polys_max=8", false) == Counts{0, 0, 0, 1, 0, 0});
  CHECK(run("path_points_max=3", false) == Counts{0, 0, 0, 0, 1, 0});
}

TEST_CASE("the end of a request follows an own obstacle until the search begins", "[NAV-101]") {
  // The worker is busy with another search, so that the one that follows waits.
  auto world = WorldOf(YardOptions("ps3", {"path_slice_units=4"}));
  const Vec3 half{0.5F, 0.5F, 1};
  const CommandResult car = world->ApplyOpen(Put(7, {20, 4, 1}, half));
  REQUIRE(world->ApplyOpen(SubmitOf(8, 1, {2, 2, 0}, {38, 38, 0})).fault == CommandFault::kNone);
  SubmitPath submit = StraightOver();
  submit.follow = car.handle;
  submit.request.excluded_objects[0] = car.handle.value;  // its goal is inside
  submit.request.excluded_count = 1;
  const CommandResult submitted = world->ApplyOpen({7, 2, submit});
  REQUIRE(submitted.fault == CommandFault::kNone);
  world->Step({}, nullptr);
  world->Step({}, nullptr);
  REQUIRE(world->view()->Find(submitted.handle)->state == nav::SlotState::kPending);
  const Vec3 last{4, 30, 1};
  REQUIRE(world->ApplyOpen(Put(7, last, half, nav::ObjectKind::kBlocker, car.handle)).fault ==
          CommandFault::kNone);
  for (int tick = 0; tick < 400 && world->view()->Find(submitted.handle)->result == nullptr; ++tick) {
    if (world->view()->Find(submitted.handle)->state == nav::SlotState::kActive) {
      // Too late for the one that runs.
      world->ApplyOpen(Put(7, {36, 36, 1}, half, nav::ObjectKind::kBlocker, car.handle));
    }
    world->Step({}, nullptr);
  }
  const RequestView* done = world->view()->Find(submitted.handle);
  REQUIRE(done->result != nullptr);
  CHECK(done->result->code == nav::CompletionCode::kFound);
  CHECK(done->result->points.back() == Vec3{last.x, last.y, 0});

  submit.follow = WireHandle{};
  const CommandResult refused = world->ApplyOpen({7, 3, submit});
  CHECK(refused.fault == CommandFault::kHandleUnknown);
  CHECK(refused.detail.find("path.follow_handle: ") == 0);
}

TEST_CASE("obstacles belong to their source and go with it") {
  auto world = WorldOf(YardOptions());
  const WireHandle mine = world->ApplyOpen(Put(7, {5, 5, 1}, {1, 1, 1})).handle;
  const WireHandle other = world->ApplyOpen(Put(8, {25, 5, 1}, {1, 1, 1})).handle;
  PutHazard gas;
  gas.hazard = {{}, nav::HazardKind::kGas, {30, 30, 0}, 3};
  const WireHandle hazard = world->ApplyOpen({7, 2, gas}).handle;
  world->Step({}, nullptr);
  CHECK(world->view()->ObstaclesOfSource(7).size() == 2);
  CHECK(world->view()->mesh->objects()->hazards().size() == 1);
  CHECK(world->ApplyOpen({8, 2, RemoveObstacle{mine}}).fault == CommandFault::kHandleUnknown);
  CHECK(world->ApplyOpen(Put(8, {9, 9, 1}, {1, 1, 1}, nav::ObjectKind::kBlocker, mine)).fault ==
        CommandFault::kHandleUnknown);
  CHECK(world->ApplyOpen(Put(7, {9, 9, 1}, {1, 1, 1}, nav::ObjectKind::kBlocker, hazard)).fault ==
        CommandFault::kHandleKind);
  gas.handle = mine;
  CHECK(world->ApplyOpen({7, 3, gas}).fault == CommandFault::kHandleKind);
  CHECK(world->ApplyOpen({7, 4, ReleasePath{mine}}).fault == CommandFault::kHandleKind);
  CHECK(world->ApplyOpen({7, 5, RemoveObstacle{{mine.value ^ (uint64_t{1} << 52)}}}).fault ==
        CommandFault::kWorldChanged);
  world->ApplyOpen({7, 6, EndSource{}});
  world->Step({}, nullptr);
  CHECK(world->view()->ObstaclesOfSource(7).empty());
  CHECK(world->view()->mesh->objects()->objects_count() == 1);
  CHECK(world->view()->mesh->objects()->hazards().empty());
  CHECK(world->view()->FindObstacle(other) != nullptr);
  CHECK(world->view()->objects.records == 1);
}

TEST_CASE("a full table and a full session refuse with their limits", "[NAV-215]") {
  auto world = WorldOf(YardOptions("ps3", {"dynamic_objects_max=3", "obstacles_per_session_max=2"}));
  const auto put = [&](nav::SourceId source) { return world->ApplyOpen(Put(source, {5, 5, 1}, {1, 1, 1})); };
  CHECK(put(7).fault == CommandFault::kNone);
  CHECK(put(7).fault == CommandFault::kNone);
  const CommandResult quota = put(7);
  CHECK(quota.fault == CommandFault::kSourceQuota);
  CHECK(quota.detail.find("obstacles_per_session_max") == 0);
  CHECK(put(8).fault == CommandFault::kNone);
  const CommandResult full = put(8);
  CHECK(full.fault == CommandFault::kTableFull);
  CHECK(full.detail == "dynamic_objects_max: all 3 obstacles are in use");
  CHECK_FALSE(full.handle.valid());
  CHECK(world->view()->objects.refused == 1);
  CHECK(world->view()->objects.placed == 3);
  CHECK(world->view()->ObstaclesOfSource(8).size() == 1);
}

TEST_CASE("a script blocker is queued, then takes the place of the smallest obstacle", "[NAV-228]") {
  auto world = WorldOf(YardOptions("ps3", {"dynamic_objects_max=2"}));
  const WireHandle large = world->ApplyOpen(Put(7, {5, 5, 1}, {1, 1, 1})).handle;
  const WireHandle small = world->ApplyOpen(Put(7, {9, 5, 1}, {0.5F, 0.5F, 1})).handle;
  const WireHandle script =
      world->ApplyOpen(Put(0, {30, 5, 1}, {1, 1, 1}, nav::ObjectKind::kScriptBlocker)).handle;
  const auto placement = [&](WireHandle handle) { return world->view()->FindObstacle(handle)->placement; };
  CHECK(placement(script) == nav::ObjectPlacement::kQueued);
  world->Step({}, nullptr);
  CHECK(placement(script) == nav::ObjectPlacement::kPlaced);
  CHECK(placement(small) == nav::ObjectPlacement::kWaiting);
  CHECK(placement(large) == nav::ObjectPlacement::kPlaced);
  world->ApplyOpen({7, 4, RemoveObstacle{large}});
  world->Step({}, nullptr);
  CHECK(placement(small) == nav::ObjectPlacement::kPlaced);
}

TEST_CASE("a door needs its vehicle, and a kind stays") {
  auto world = WorldOf(YardOptions());
  const WireHandle car = world->ApplyOpen(Put(7, {5, 5, 1}, {2, 1, 1}, nav::ObjectKind::kVehicle)).handle;
  const WireHandle box = world->ApplyOpen(Put(7, {15, 5, 1}, {1, 1, 1})).handle;
  Command door = Put(7, {5, 6.5F, 1}, {0.5F, 0.1F, 0.5F}, nav::ObjectKind::kVehicleDoor);
  CHECK(world->ApplyOpen(door).fault == CommandFault::kHandleUnknown);
  std::get<PutObstacle>(door.body).vehicle = box;
  CHECK(world->ApplyOpen(door).fault == CommandFault::kHandleKind);
  std::get<PutObstacle>(door.body).vehicle = car;
  CHECK(world->ApplyOpen(door).fault == CommandFault::kNone);
  Command other = Put(7, {5, 5, 1}, {2, 1, 1}, nav::ObjectKind::kFire, car);
  std::get<PutObstacle>(other.body).keeps_kind = false;
  const CommandResult refused = world->ApplyOpen(other);
  CHECK(refused.fault == CommandFault::kBadNumber);
  CHECK(refused.detail.find("kind: ") == 0);
}

TEST_CASE("thousands of moves a tick end where the last one put them, and hashes agree on any threads") {
  const auto run = [](int threads) {
    WorldOptions options = YardOptions();
    options.order_threads = threads;
    auto world = WorldOf(std::move(options));
    platform::RandomStream random(3, platform::RandomPurpose::kTest, 50, 0);
    std::vector<WireHandle> handles;
    for (int n = 0; n < 50; ++n)
      handles.push_back(world->ApplyOpen(Put(7, {1, 1, 1}, {0.3F, 0.3F, 1})).handle);
    std::vector<Command> moves;
    Vec3 last;
    for (int tick = 0; tick < 5; ++tick) {
      moves.clear();
      for (int n = 0; n < 2000; ++n) {
        const float x = random.NextRange(0, 40);
        const float y = random.NextRange(0, 40);
        last = {x, y, 1};
        moves.push_back(Put(7, last, {0.3F, 0.3F, 1}, nav::ObjectKind::kBlocker, handles[n % 50]));
      }
      moves.push_back(SubmitOf(8, 1, {1, 1, 0}, {39, 39, 0}));
      world->Step(moves, nullptr);
    }
    for (int tick = 0; tick < 5; ++tick) world->Step({}, nullptr);
    CHECK(world->view()->FindObstacle(handles[49])->description.pose.origin == last);
    CHECK(world->view()->objects.placed == 50);
    return world->hash().root;
  };
  CHECK(run(0) == run(3));
}

TEST_CASE("obstacle commands survive the contract and the log") {
  PutObstacle put;
  put.handle = WireHandle::Make(HandleKind::kObstacle, 1, 2, 3);
  put.description.kind = nav::ObjectKind::kVehicleDoor;
  put.description.blocks = nav::kObjectBlocksWander | nav::kObjectBlocksFlee;
  put.description.traits = nav::kTraitDoor | nav::kTraitAttached;
  put.description.visible = false;
  put.description.pose = {{1, 2, 3}, 0.5F, 0.25F, -0.125F};
  put.description.half_extents = {4, 5, 6};
  put.description.mass = 77;
  put.vehicle = WireHandle::Make(HandleKind::kObstacle, 1, 2, 1);
  put.door = 3;
  PutObstacle plain;
  plain.description.half_extents = {1, 1, 1};
  PutHazard hazard;
  hazard.handle = put.handle;
  hazard.hazard = {{}, nav::HazardKind::kGas, {1, 2, 3}, 4};
  CommandLog log;
  for (const CommandBody& body :
       {CommandBody(put), CommandBody(plain), CommandBody(hazard), CommandBody(RemoveObstacle{put.handle})}) {
    v1::Command message;
    REQUIRE(CommandToProto(body, &message));
    const auto back = CommandFromProto(message, platform::Profile(), kAnyPointsMax);
    INFO(back.status().ToString());
    REQUIRE(back.ok());
    CHECK(*back == body);
    log.entries.push_back({1, {5, 6, body}});
  }
  const auto decoded = DecodeLog(EncodeLog(log));
  REQUIRE(decoded.ok());
  CHECK(decoded->entries == log.entries);
}

TEST_CASE("what no obstacle can be is refused with field, value and bound") {
  const auto fault = [](const auto& change) {
    v1::Command message;
    v1::PutObstacle& put = *message.mutable_put_obstacle();
    put.mutable_center()->set_z(1);
    for (const auto set : {&v1::Vec3::set_x, &v1::Vec3::set_y, &v1::Vec3::set_z})
      (put.mutable_half_extents()->*set)(1);
    change(put);
    return std::string(CommandFromProto(message, platform::Profile(), kAnyPointsMax).status().message());
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(fault([](v1::PutObstacle&) {}).empty());
  CHECK(fault([](v1::PutObstacle& p) { p.clear_center(); }) == "put_obstacle.center: not set");
  CHECK(fault([](v1::PutObstacle& p) { p.clear_half_extents(); }) == "put_obstacle.half_extents: not set");
  CHECK(fault([&](v1::PutObstacle& p) {
          p.mutable_center()->set_x(nan);
        }).find("put_obstacle.center.x: nan") == 0);
  CHECK(fault([](v1::PutObstacle& p) {
          p.mutable_center()->set_x(1e30F);
        }).find("put_obstacle.center.x: 1e+30") == 0);
  CHECK(fault([](v1::PutObstacle& p) {
          p.mutable_half_extents()->set_z(0);
        }).find("put_obstacle.half_extents.z: 0 ") == 0);
  CHECK(fault([](v1::PutObstacle& p) { p.set_obstacle_handle(0); }).find("put_obstacle.obstacle_handle: 0") ==
        0);
  CHECK(fault([](v1::PutObstacle& p) {
          p.set_kind(static_cast<v1::ObstacleKind>(9));
        }).find("put_obstacle.kind: 9") == 0);
  CHECK(fault([](v1::PutObstacle& p) {
          p.add_traits(static_cast<v1::ObstacleTrait>(13));
        }).find("put_obstacle.traits[0]: 13") == 0);
  CHECK(fault([](v1::PutObstacle& p) {
          p.add_blocks(v1::OBSTACLE_SEARCH_UNSPECIFIED);
        }).find("put_obstacle.blocks[0]: 0") == 0);
  CHECK(fault([](v1::PutObstacle& p) { p.set_kind(v1::OBSTACLE_KIND_VEHICLE_DOOR); }) ==
        "put_obstacle.vehicle_handle: not set");
  CHECK(fault([](v1::PutObstacle& p) { p.set_door(1); }).find("put_obstacle.door: is for") == 0);
}

}  // namespace
}  // namespace footfall::sim::testing
