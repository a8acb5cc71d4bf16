#include "sim/snapshot.h"

#include <cstring>
#include <limits>
#include <set>

#include "nav/dynamic/object_snapshot.h"
#include "nav/path/path_result.h"
#include "sim/snapshot_envelope.h"
#include "tests/sim/sim_fixture.h"
#include "tests/sim/view_difference.h"

namespace footfall::sim::testing {
namespace {

using nav::Area;
using nav::SwitchKind;

WorldOptions SliceOptions(const std::vector<std::string>& more = {}) {
  std::vector<std::string> sets = {"path_slice_units=64"};
  sets.insert(sets.end(), more.begin(), more.end());
  return YardOptions("ps3", sets);
}

std::unique_ptr<World> RestoredOf(WorldOptions options, std::string_view snapshot) {
  auto world = World::Restore(std::move(options), snapshot);
  INFO(world.status().ToString());
  REQUIRE(world.ok());
  return *std::move(world);
}

// A box on the yard.
PutObstacle BoxAt(float x, float y, nav::ObjectKind kind = nav::ObjectKind::kBlocker) {
  PutObstacle put;
  put.description.kind = kind;
  put.description.pose.origin = {x, y, 0.5F};
  put.description.half_extents = {0.5F, 0.5F, 0.5F};
  return put;
}

PutHazard GasAt(float x, float y) {
  PutHazard put;
  put.hazard.kind = nav::HazardKind::kGas;
  put.hazard.centre = {x, y, 0};
  put.hazard.radius = 3;
  return put;
}

CommandResult Applied(World& world, Command command) {
  CommandResult result = world.ApplyOpen(command);
  INFO(result.detail);
  REQUIRE(result.fault == CommandFault::kNone);
  return result;
}

// Steps both and compares what they are and show, `ticks` times.
void GoOnAlike(World& a, World& b, int ticks) {
  for (int i = 0; i < ticks; ++i) {
    CAPTURE(i);
    a.Step({}, nullptr);
    b.Step({}, nullptr);
    REQUIRE(a.hash().root == b.hash().root);
    REQUIRE(ViewDifference(*a.view(), *b.view()).empty());
  }
}

// The world as it is goes on like what is restored from it, on other threads.
void CheckRestore(World& world, int ticks = 12) {
  const uint64_t root = world.hash().root;
  const auto before = world.view();
  const std::string snapshot = world.Save();
  CHECK(world.hash().root == root);
  WorldOptions options = world.options();
  options.order_threads = world.options().order_threads == 0 ? 2 : 0;
  const std::unique_ptr<World> restored = RestoredOf(std::move(options), snapshot);
  CHECK(ViewDifference(*before, *restored->view()).empty());
  CHECK(restored->Save() == snapshot);
  GoOnAlike(world, *restored, ticks);
  CHECK(world.Save() == restored->Save());
}

TEST_CASE("a snapshot's header says what it is of", "[R11]") {
  const std::unique_ptr<World> world = WorldOf(SliceOptions());
  for (int i = 0; i < 5; ++i) world->Step({}, nullptr);
  const auto header = ReadSnapshotHeader(world->Save());
  REQUIRE(header.ok());
  CHECK(header->version == 1);
  CHECK(header->state_schema == kStateSchema);
  CHECK(header->software.find("footfall ") == 0);
  CHECK(header->tick == 5);
  CHECK(header->seed == world->options().seed);
  CHECK(header->profile_hash == platform::ProfileHash(world->options().profile));
  CHECK(header->world_build_id == world->options().pack->build_id());
  CHECK(header->hz == 30);
  CHECK(header->epoch == 1);
  CHECK(header->open_commands == 0);
  CHECK(header->state_hash == world->hash().root);
  Applied(*world, SubmitOf(5, 1, {5, 5, 0}, {35, 35, 0}));
  const auto open = ReadSnapshotHeader(world->Save());
  REQUIRE(open.ok());
  CHECK(open->open_commands == 1);
  CHECK(open->state_hash != world->hash().root);
}

// Timeline 5 of the rulings: A and B take several slices, and stand in every state in which a tick can leave
// them.
TEST_CASE("a snapshot after any commit makes the next sync the same as never having stopped",
          "[R11][R12][R14]") {
  const int threads = GENERATE(0, 2);
  WorldOptions options = SliceOptions();
  options.order_threads = threads;
  const std::unique_ptr<World> straight = WorldOf(options);
  std::unique_ptr<World> stopped = WorldOf(options);
  std::set<nav::SlotState> seen;
  for (int tick = 0; tick < 40; ++tick) {
    CAPTURE(tick);
    for (World* world : {straight.get(), stopped.get()}) {
      if (tick == 1) Applied(*world, SubmitOf(5, 1, {5, 5, 0}, {35, 35, 0}));
      if (tick == 1) Applied(*world, SubmitOf(6, 1, {35, 5, 0}, {5, 35, 0}));
      if (tick == 4) Applied(*world, SubmitOf(6, 2, {1, 39, 0}, {39, 1, 0}));
    }
    straight->Step({}, nullptr);
    stopped->Step({}, nullptr);
    REQUIRE(straight->hash().root == stopped->hash().root);
    REQUIRE(ViewDifference(*straight->view(), *stopped->view()).empty());
    for (const RequestView* request : straight->view()->OfSource(5)) seen.insert(request->state);
    options.order_threads = (threads + tick) % 4;
    stopped = RestoredOf(options, stopped->Save());
  }
  CHECK(seen == std::set<nav::SlotState>{nav::SlotState::kPending, nav::SlotState::kActive,
                                         nav::SlotState::kComplete});
}

TEST_CASE("commands of the open phase are in the snapshot", "[R1][R11]") {
  const std::unique_ptr<World> world = WorldOf(SliceOptions());
  const WireHandle carried = Applied(*world, SubmitOf(5, 1, {5, 5, 0}, {35, 35, 0})).handle;
  CheckRestore(*world, 3);
  REQUIRE(world->view()->Find(carried)->state == nav::SlotState::kActive);
  // A submit, a cancel of what is carried, one that is refused, a source that ends, and one that comes.
  Applied(*world, SubmitOf(5, 2, {1, 1, 0}, {39, 39, 0}));
  Applied(*world, {5, 3, CancelPath{carried}});
  CHECK(world->ApplyOpen({5, 4, CancelPath{carried}}).fault == CommandFault::kHandleExpired);
  Applied(*world, SubmitOf(7, 1, {1, 1, 0}, {39, 39, 0}));
  Applied(*world, {7, 2, EndSource{}});
  Applied(*world, {4096, 1, SetFocus{{30, 30, 2}, {1, 0, 0}, 0}});
  CHECK(world->view()->open_commands == 6);
  CheckRestore(*world);
}

TEST_CASE("obstacles and hazards are restored with what readers still see of them", "[R11][R22]") {
  const std::unique_ptr<World> world =
      WorldOf(SliceOptions({"dynamic_objects_max=3", "dynamic_object_grids_max=1"}));
  const WireHandle moved = Applied(*world, {5, 1, BoxAt(20, 2)}).handle;
  const WireHandle removed = Applied(*world, {5, 2, BoxAt(20, 38)}).handle;
  Applied(*world, {5, 3, BoxAt(2, 20)});
  const WireHandle gas = Applied(*world, {6, 1, GasAt(30, 30)}).handle;
  CheckRestore(*world);
  REQUIRE(world->view()->mesh->objects()->objects_count() == 3);
  // Until the sync readers see the former places: of a moved one, a removed one, and hazards.
  PutObstacle move = BoxAt(25, 2);
  move.handle = moved;
  Applied(*world, {5, 4, move});
  Applied(*world, {5, 5, RemoveObstacle{removed}});
  Applied(*world, {6, 2, RemoveObstacle{gas}});
  Applied(*world, {6, 3, GasAt(10, 10)});
  // The table is full again; two of a script wait for the sync, where one makes room.
  Applied(*world, {5, 6, BoxAt(38, 38)});
  Applied(*world, {6, 4, BoxAt(36, 2, nav::ObjectKind::kScriptBlocker)});
  Applied(*world, {6, 5, BoxAt(34, 2, nav::ObjectKind::kScriptBlocker)});
  CHECK(world->view()->mesh->objects()->objects_count() == 3);
  CheckRestore(*world);
  CHECK(world->view()->objects.waited > 0);
}

TEST_CASE("an edit that waits for the sync shows there and sends back what it touches, restored or not",
          "[R21][R22]") {
  const std::unique_ptr<World> world = WorldOf(SliceOptions());
  const WireHandle handle = Applied(*world, SubmitOf(5, 1, {5, 5, 0}, {35, 35, 0})).handle;
  world->Step({}, nullptr);
  world->Step({}, nullptr);
  REQUIRE(world->view()->Find(handle)->state == nav::SlotState::kActive);
  Applied(*world,
          {7, 1, SetAreaSwitch{1, SwitchKind::kNavMesh, false, Area::Box({28.5F, -1, -1}, {29.5F, 41, 1})}});
  REQUIRE(world->view()->mesh->slot(tests::kHandTile).overlay == nullptr);
  CheckRestore(*world, 1);
  REQUIRE(world->view()->mesh->slot(tests::kHandTile).overlay != nullptr);
  CHECK(world->view()->figures.restarts == 1);
  CheckRestore(*world, 30);
}

TEST_CASE("another epoch changes handles alone, the recorded one keeps them", "[R8]") {
  const std::unique_ptr<World> world = WorldOf(SliceOptions());
  const WireHandle handle = Applied(*world, SubmitOf(5, 1, {5, 5, 0}, {12, 3, 0})).handle;
  for (int i = 0; i < 10; ++i) world->Step({}, nullptr);
  REQUIRE(world->view()->Find(handle)->is_complete());
  const std::string snapshot = world->Save();
  WorldOptions options = world->options();
  const std::unique_ptr<World> same = RestoredOf(options, snapshot);
  CHECK(same->view()->world_epoch == 1);
  CHECK(same->ApplyOpen({5, 2, ReleasePath{handle}}).fault == CommandFault::kNone);
  options.epoch = 7;
  const std::unique_ptr<World> other = RestoredOf(options, snapshot);
  CHECK(other->view()->world_epoch == 7);
  CHECK(ViewDifference(*world->view(), *other->view()).empty());
  CHECK(other->hash().root == world->hash().root);
  CHECK(other->ApplyOpen({5, 2, ReleasePath{handle}}).fault == CommandFault::kWorldChanged);
  const auto mine = other->view()->OfSource(5);
  REQUIRE(mine.size() == 1);
  CHECK(mine.front()->handle.epoch_tag() == 7);
  CHECK(mine.front()->result->points == world->view()->Find(handle)->result->points);
  // The next handle is the same but for the tag: counters are state.
  const WireHandle next_here = Applied(*world, SubmitOf(5, 3, {5, 5, 0}, {12, 3, 0})).handle;
  const WireHandle next_there = Applied(*other, SubmitOf(5, 3, {5, 5, 0}, {12, 3, 0})).handle;
  CHECK(next_here.counter() == next_there.counter());
}

TEST_CASE("a snapshot of another world is refused with what was found and what was expected", "[R11]") {
  const std::unique_ptr<World> world = WorldOf(SliceOptions());
  world->Step({}, nullptr);
  const std::string snapshot = world->Save();
  const auto refusal = [&](WorldOptions options, std::string_view bytes) {
    const auto restored = World::Restore(std::move(options), bytes);
    REQUIRE_FALSE(restored.ok());
    CHECK(absl::IsInvalidArgument(restored.status()));
    return std::string(restored.status().message());
  };
  WorldOptions options = world->options();
  options.hz = 60;
  CHECK(refusal(options, snapshot) == "snapshot: hz 30 was found, expected is 60");
  CHECK(refusal(YardOptions("ps3"), snapshot).find("snapshot: profile hash ") == 0);
  options = world->options();
  tests::HandWorld hand;
  hand.Quad(0, 0, 2, 2);
  options.pack = PackOf(hand.Finish());
  if (options.pack->build_id() != world->options().pack->build_id()) {
    CHECK(refusal(options, snapshot).find("snapshot: world build id ") == 0);
  } else {
    CHECK(refusal(options, snapshot).find("snapshot: set of packs ") == 0);
  }
  options = world->options();
  options.corrections = nav::AdjacencyCorrections({{1, 2, 3, 0, {}, nav::AdjacencyType::kNormal}});
  CHECK(refusal(options, snapshot).find("snapshot: list of adjacency corrections ") == 0);
  options = world->options();
  options.content_packs = {{3, options.pack}};
  CHECK(refusal(options, snapshot).find("snapshot: set of packs ") == 0);

  const auto opened = OpenSnapshot(snapshot);
  REQUIRE(opened.ok());
  SnapshotHeader header = opened->header;
  header.state_schema = kStateSchema + 1;
  CHECK(refusal(world->options(), SealSnapshot(header, opened->payload)) ==
        "snapshot: state schema " + std::to_string(kStateSchema + 1) + " was found, expected is " +
            std::to_string(kStateSchema));
  header = opened->header;
  header.version = 2;
  CHECK(refusal(world->options(), SealSnapshot(header, opened->payload)) ==
        "snapshot: version 2 was found, supported is 1");
  CHECK(refusal(world->options(), "no snapshot").find("not those of a snapshot") != std::string::npos);
  // Seed, focus and threads are the snapshot's or free.
  options = world->options();
  options.seed = 99;
  options.focus = platform::Vec3{1, 1, 0};
  CHECK(RestoredOf(options, snapshot)->options().seed == world->options().seed);
  // What Create refuses is refused here too.
  options.order_threads = -1;
  CHECK(refusal(options, snapshot).find("order_threads: ") == 0);
}

// A small snapshot with something of everything in it.
std::string SmallSnapshot(WorldOptions* options) {
  *options = SliceOptions({"path_requests_max=4", "los_requests_max=1", "audio_requests_max=1",
                           "flood_fill_requests_max=1", "clear_area_requests_max=1",
                           "closest_position_requests_max=1", "grid_requests_max=1"});
  options->order_threads = 0;
  const std::unique_ptr<World> world = WorldOf(*options);
  Applied(*world, SubmitOf(5, 1, {5, 5, 0}, {12, 3, 0}));
  Applied(*world, {5, 2, BoxAt(20, 2)});
  Applied(*world, {5, 3, GasAt(30, 30)});
  for (int i = 0; i < 3; ++i) world->Step({}, nullptr);
  Applied(*world, SubmitOf(6, 1, {5, 5, 0}, {35, 35, 0}));
  world->Step({}, nullptr);
  Applied(*world, {7, 1, SetAreaSwitch{1, SwitchKind::kPedPaths, false, Area::Sphere({5, 5, 0}, 2)}});
  return world->Save();
}

TEST_CASE("each byte of a snapshot flipped, each length cut and each byte added is refused, with an offset",
          "[R11]") {
  WorldOptions options;
  const std::string good = SmallSnapshot(&options);
  CAPTURE(good.size());
  size_t without_reason = 0;
  size_t taken = 0;
  const auto judge = [&](std::string_view bytes) {
    const absl::Status status = ReadSnapshotHeader(bytes).status();
    taken += status.ok() ? 1 : 0;
    const bool is_no_snapshot = absl::IsInvalidArgument(status);
    const bool has_offset = status.message().find("offset ") != absl::string_view::npos;
    without_reason += is_no_snapshot || (absl::IsDataLoss(status) && has_offset) ? 0 : 1;
  };
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
    judge(bad);
  }
  for (size_t size = 0; size < good.size(); ++size) judge(std::string_view(good).substr(0, size));
  judge(good + '\0');
  CHECK(taken == 0);
  CHECK(without_reason == 0);
  // Restore asks the same question first.
  CHECK_FALSE(World::Restore(options, std::string_view(good).substr(0, good.size() / 2)).ok());
}

TEST_CASE("a payload that is cut or longer, under a checksum that fits, is refused", "[R11]") {
  WorldOptions options;
  const std::string good = SmallSnapshot(&options);
  const auto opened = OpenSnapshot(good);
  REQUIRE(opened.ok());
  const auto sealed = [&](const std::string& payload) { return SealSnapshot(opened->header, payload); };
  REQUIRE(World::Restore(options, sealed(std::string(opened->payload))).ok());
  size_t taken = 0;
  // Every length would take a minute.
  for (size_t size = 0; size < opened->payload.size(); size += 1 + size / 16) {
    taken += World::Restore(options, sealed(std::string(opened->payload.substr(0, size)))).ok() ? 1 : 0;
  }
  CHECK(taken == 0);
  const auto longer = World::Restore(options, sealed(std::string(opened->payload) + '\0'));
  CHECK(absl::IsDataLoss(longer.status()));
  SnapshotHeader header = opened->header;
  ++header.state_hash;
  const auto other_hash = World::Restore(options, SealSnapshot(header, opened->payload));
  CHECK(absl::IsDataLoss(other_hash.status()));
  CHECK(other_hash.status().message().find("its hash is ") != absl::string_view::npos);
  header = opened->header;
  ++header.tick;
  CHECK(absl::IsDataLoss(World::Restore(options, SealSnapshot(header, opened->payload)).status()));
  for (const char* software : {"\xff\xfe", "0.1.0\n", "\x1b[2J"}) {
    header = opened->header;
    header.software = software;
    const auto strange = World::Restore(options, SealSnapshot(header, opened->payload));
    CHECK(absl::IsDataLoss(strange.status()));
    CHECK(strange.status().message().find("is no printable text") != absl::string_view::npos);
  }
}

}  // namespace
}  // namespace footfall::sim::testing
