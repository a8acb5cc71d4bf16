// Movement costs that are changed while the world runs, and the switch that loads no tile.
#include <cmath>

#include "platform/movement_cost_names.h"
#include "sim/wire_handle.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

constexpr uint8_t kWet = nav::kPolyWater;
constexpr uint8_t kDry = 0;

// 5 x 5 squares of 2 m; a strip of water from south to north leaves the last row dry.
std::shared_ptr<const nav::Pack> FordPack() {
  tests::HandWorld world;
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) {
      const auto low_x = static_cast<float>(2 * x);
      const auto low_y = static_cast<float>(2 * y);
      const bool is_wet = x == 2 && y < 4;
      world.Quad(low_x, low_y, low_x + 2, low_y + 2, 0, is_wet ? kWet : kDry);
    }
  }
  return PackOf(world.Finish());
}

WorldOptions FordOptions(const std::vector<std::string>& sets = {}) {
  WorldOptions options;
  options.pack = FordPack();
  options.profile = ProfileOf("server", sets);
  return options;
}

CommandResult Tune(World& world, std::string_view name, float value) {
  const auto number = platform::MovementCostNumber(name);
  REQUIRE(number.has_value());
  return world.ApplyOpen({0, 1, TuneMovementCost{*number, value}});
}

// Length of the way across, asked for in the open tick and read after the next.
float LengthAcross(World& world, nav::SourceId source) {
  const CommandResult made = world.ApplyOpen(SubmitOf(source, 1, {1, 1, 0}, {9, 1, 0}));
  REQUIRE(made.fault == CommandFault::kNone);
  for (int tick = 0; tick < 3; ++tick) world.Step({}, nullptr);
  const auto view = world.view();
  const RequestView* request = view->Find(made.handle);
  REQUIRE(request != nullptr);
  REQUIRE(request->result != nullptr);
  REQUIRE(request->result->code == nav::CompletionCode::kFound);
  return request->result->length;
}

TEST_CASE("searches that begin after a cost was tuned weigh the new one", "[NAV-147][R22]") {
  const std::unique_ptr<World> world = WorldOf(FordOptions());
  const float dry = LengthAcross(*world, 5);
  CHECK(dry > 12);
  const auto before = world->view()->mesh;
  for (const char* name : {"enter_water", "leave_water", "be_in_water"}) {
    CHECK(Tune(*world, name, 0).fault == CommandFault::kNone);
  }
  CHECK(LengthAcross(*world, 6) == 8);
  // Views of before keep their costs.
  CHECK(before->movement_costs() == nullptr);
  REQUIRE(world->view()->mesh->movement_costs() != nullptr);
  CHECK(world->view()->mesh->movement_costs()->enter_water == 0);
  CHECK(world->view()->mesh->movement_costs()->climb_low == 400);
  CHECK(Tune(*world, "enter_water", 50).fault == CommandFault::kNone);
  CHECK(LengthAcross(*world, 7) == dry);
}

TEST_CASE("a tuned cost is state from its command on", "[NAV-147][R40]") {
  const std::unique_ptr<World> plain = WorldOf(FordOptions());
  const std::unique_ptr<World> tuned = WorldOf(FordOptions());
  const std::unique_ptr<World> same = WorldOf(FordOptions());
  Tune(*plain, "climb_low", 400);  // what it was
  Tune(*tuned, "climb_low", 1);
  Tune(*same, "climb_low", 1);
  for (World* world : {plain.get(), tuned.get(), same.get()}) world->Step({}, nullptr);
  CHECK(tuned->hash().root == same->hash().root);
  CHECK(tuned->hash().root != plain->hash().root);
}

TEST_CASE("tuned costs are restored, those that wait in the open phase too", "[NAV-147][R11]") {
  const std::unique_ptr<World> world = WorldOf(FordOptions());
  Tune(*world, "enter_water", 0);
  world->Step({}, nullptr);
  Tune(*world, "leave_water", 0);
  auto restored = World::Restore(FordOptions(), world->Save());
  INFO(restored.status().ToString());
  REQUIRE(restored.ok());
  // Readers see what the next sync has not changed yet.
  const platform::MovementCosts* const seen = (*restored)->view()->mesh->movement_costs();
  REQUIRE(seen != nullptr);
  CHECK(*seen == *world->view()->mesh->movement_costs());
  CHECK(seen->leave_water == 25);
  for (int tick = 0; tick < 3; ++tick) {
    world->Step({}, nullptr);
    (*restored)->Step({}, nullptr);
    CHECK((*restored)->hash().root == world->hash().root);
  }
  CHECK((*restored)->view()->mesh->movement_costs()->leave_water == 0);
}

TEST_CASE("costs that are none, or no cost, are refused and change nothing", "[NAV-147]") {
  const std::unique_ptr<World> world = WorldOf(FordOptions());
  const auto detail = [&](TuneMovementCost tune) {
    const CommandResult result = world->ApplyOpen({0, 1, tune});
    CHECK(result.fault == CommandFault::kBadNumber);
    return result.detail;
  };
  CHECK(detail({0, NAN}) == "value: nan is not in [0, 1000000]");
  CHECK(detail({0, -1}) == "value: -1 is not in [0, 1000000]");
  CHECK(detail({0, 1e30F}) == "value: 1e+30 is not in [0, 1000000]");
  CHECK(detail({20, 1}) == "name: number 20 is no movement cost");
  world->Step({}, nullptr);
  CHECK(world->view()->mesh->movement_costs() == nullptr);
}

TEST_CASE("every movement cost is found by its name and number", "[NAV-147]") {
  platform::MovementCosts costs;
  const auto& names = platform::MovementCostNames();
  REQUIRE(names.size() == 20);
  for (size_t i = 0; i < names.size(); ++i) {
    const auto number = platform::MovementCostNumber(names[i]);
    REQUIRE(number == static_cast<uint8_t>(i));
    platform::MovementCost(costs, *number) = static_cast<float>(i);
  }
  CHECK(costs.climb_high == 0);
  CHECK(costs.drop_down == 2);
  CHECK(costs.flee_double_back_multiplier == 19);
  CHECK_FALSE(platform::MovementCostNumber("climb").has_value());
}

TEST_CASE("a world without navigation loads no tile, streaming or not", "[NAV-049]") {
  for (const char* streaming : {"streaming_enabled=true", "streaming_enabled=false"}) {
    const std::unique_ptr<World> world = WorldOf(FordOptions({"tiles_enabled=false", streaming}));
    const CommandResult made = world->ApplyOpen(SubmitOf(5, 1, {1, 1, 0}, {9, 1, 0}));
    for (int tick = 0; tick < 90; ++tick) world->Step({}, nullptr);
    const auto view = world->view();
    CHECK(view->mesh->resident().empty());
    CHECK(view->streaming->counters.placed == 0);
    REQUIRE(view->Find(made.handle) != nullptr);
    REQUIRE(view->Find(made.handle)->result != nullptr);
    CHECK(view->Find(made.handle)->result->code == nav::CompletionCode::kNavMeshNotLoaded);
  }
}

}  // namespace
}  // namespace footfall::sim::testing
