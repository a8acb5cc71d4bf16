#include "platform/profile_compare.h"
#include "sim/profile_comparison.h"
#include "tests/sim/busy_yard.h"
#include "tests/sim/sim_fixture.h"

// The documented constraints of the platforms bind in a running world, not only in its profile.
namespace footfall::sim::testing {
namespace {

using Catch::Contains;

ComparedRun Compared(const Scenario& scenario, const std::string& profile, const std::string& load = "",
                     std::vector<std::string> sets = {}) {
  CompareOptions options;
  options.sets = std::move(sets);
  const ComparedVariant variant =
      load.empty() ? ComparedVariant{} : ComparedVariant{.key = "main_load", .value = load};
  auto run = RunCompared(scenario, YardResolver(), profile, variant, options);
  INFO(profile << ": " << run.status().ToString());
  REQUIRE(run.ok());
  return *std::move(run);
}

TEST_CASE("on the older consoles latency grows with the main core's load, elsewhere it does not feel it",
          "[NAV-107][NAV-289][R14][R15]") {
  const Scenario scenario = BusyYard(150);
  for (const std::string_view view : platform::ProfileNames()) {
    const std::string profile(view);
    const bool shares_core = profile == "ps3" || profile == "xenon";
    int64_t before_ns = -1;
    int64_t before_busy_ns = -1;
    for (const char* load : {"0", "25", "50", "75", "90"}) {
      INFO(profile << " with a main load of " << load << " %");
      const ComparedRun run = Compared(scenario, profile, load);
      REQUIRE(run.paths.count > 100);
      CHECK(run.path_server.refused == 0);
      // The same searches under each load: what grows is the wait.
      const int64_t wait_ns = run.paths.sum.total_ns() - run.paths.sum.barrier_ns;
      const int64_t busy_ns = run.paths.sum.core_busy_ns;
      if (shares_core && before_ns >= 0) {
        CHECK(wait_ns > before_ns);
        CHECK(busy_ns > before_busy_ns);
        CHECK(run.paths.ticks >= run.paths.count);
      } else if (!shares_core) {
        CHECK(busy_ns == 0);
        CHECK((before_ns < 0 || wait_ns == before_ns));
      }
      before_ns = wait_ns;
      before_busy_ns = busy_ns;
    }
  }
}

TEST_CASE("a main core that needs more than the tick leaves the older consoles the floor alone", "[R14]") {
  const Scenario scenario = BusyYard(100);
  for (const char* profile : {"ps3", "xenon"}) {
    const ComparedRun idle = Compared(scenario, profile, "0");
    const ComparedRun full = Compared(scenario, profile, "100");
    CHECK(idle.floor_slices == 0);
    CHECK(full.floor_slices == 100);
    CHECK(full.paths.count < idle.paths.count);
    CHECK(full.paths.max.ticks() > idle.paths.max.ticks());
  }
  for (const char* profile : {"durango", "orbis", "pc", "server"}) {
    const ComparedRun full = Compared(scenario, profile, "100");
    CHECK(full.floor_slices == 0);
    CHECK(full.paths.max.ticks() == 1);
  }
}

TEST_CASE("durango's worker is on core 5 whatever is asked, and xenon resets a core it lacks",
          "[NAV-289][NAV-290]") {
  const platform::Profile durango = ProfileOf("durango");
  CHECK(durango.path_core == 5);
  CHECK(durango.path_core_fixed);
  CHECK(durango.WorkerCore(0) == 5);
  CHECK(durango.WorkerCore(3) == 5);
  CHECK(durango.main_core != durango.path_core);
  const platform::Profile xenon = ProfileOf("xenon");
  CHECK(xenon.WorkerCore(xenon.cores_count) == 0);
  CHECK(xenon.WorkerCore(xenon.cores_count - 1) == xenon.cores_count - 1);
  for (const char* profile : {"xenon", "ps3"}) {
    CHECK(ProfileOf(profile).path_core == ProfileOf(profile).main_core);
  }
}

TEST_CASE("spawn coordinates are generated every 30 ms on the newer machines, every 500 ms on the older",
          "[NAV-291]") {
  const Scenario scenario = BusyYard(300);  // 10 s
  for (const char* profile : {"durango", "orbis", "pc"}) {
    INFO(profile);
    const ComparedRun run = Compared(scenario, profile);
    CHECK(run.profile.ped_gen_interval_ms == 30);
    // 30 ms are below a tick, so one slice a tick is what there can be. The first tick has no slice to
    // settle, and counts as a period in which the job got nothing.
    CHECK(run.upkeep.spawn_job.slices == 299);
    CHECK(run.upkeep.spawn_job.starved == 1);
  }
  for (const char* profile : {"ps3", "xenon"}) {
    INFO(profile);
    const ComparedRun run = Compared(scenario, profile);
    CHECK(run.profile.ped_gen_interval_ms == 500);
    // The first tick at or after 500 ms, twenty times.
    CHECK(run.upkeep.spawn_job.slices == 20);
  }
}

// How many of `count` equal requests in one tick are accepted; the first that is not says why.
struct Accepted {
  size_t count = 0;
  std::string why;
};
Accepted AcceptedOf(World& world, const Command& command, size_t count) {
  Accepted accepted;
  for (size_t i = 0; i < count; ++i) {
    const CommandResult result = world.ApplyOpen(command);
    if (result.fault == CommandFault::kNone) {
      ++accepted.count;
    } else if (accepted.why.empty()) {
      accepted.why = result.detail;
    }
  }
  return accepted;
}

TEST_CASE("each pool of each profile refuses exactly at its figure", "[NAV-077][NAV-079][NAV-088][NAV-292]") {
  struct Pool {
    const char* field;
    nav::NavRequest request;
    int32_t documented;
    int32_t on_server;
  };
  nav::LineOfSightRequest sight;
  sight.points[0] = {1, 1, 0};
  sight.points[1] = {5, 1, 0};
  sight.points_count = 2;
  const Pool pools[] = {
      {"los_requests_max", sight, 24, 2048},
      {"audio_requests_max", nav::AudioPropertiesRequest{.position = {1, 1, 0}}, 16, 1024},
      {"flood_fill_requests_max", nav::FloodFillRequest{.start = {1, 1, 0}}, 8, 1024},
      {"clear_area_requests_max",
       nav::ClearAreaRequest{.center = {1, 1, 0}, .search_radius = 5, .clear_radius = 1}, 4, 512},
      {"closest_position_requests_max", nav::ClosestPositionRequest{.position = {1, 1, 0}}, 4, 512}};
  for (const char* profile : {"xenon", "ps3", "durango", "orbis", "pc"}) {
    INFO(profile);
    auto world = WorldOf(YardOptions(profile));
    Accepted accepted = AcceptedOf(*world, SubmitOf(0, 1, {1, 1, 0}, {5, 5, 0}), 34);
    CHECK(accepted.count == 32);
    CHECK(accepted.why == "path_requests_max: all 32 path slots are in use");
    for (const Pool& pool : pools) {
      const auto documented = static_cast<size_t>(pool.documented);
      accepted = AcceptedOf(*world, {0, 1, SubmitQuery{pool.request, {}}}, documented + 2);
      CHECK(accepted.count == documented);
      CHECK_THAT(accepted.why, Catch::StartsWith(std::string(pool.field) + ": all " +
                                                 std::to_string(pool.documented) + " "));
    }
    CHECK(world->view()->figures.slots_high_water == 32 + 24 + 16 + 8 + 4 + 4);
  }
  // The load test's profile holds what the consoles refuse, up to its own figure.
  auto server = WorldOf(YardOptions("server", {"path_requests_max=100", "requests_per_session_max=100",
                                               "in_world_reserve=0", "clear_area_requests_max=6"}));
  CHECK(AcceptedOf(*server, SubmitOf(0, 1, {1, 1, 0}, {5, 5, 0}), 102).count == 100);
  CHECK(AcceptedOf(*server, {0, 1, SubmitQuery{pools[3].request, {}}}, 8).count == 6);
  CHECK(AcceptedOf(*server, {0, 1, SubmitQuery{pools[4].request, {}}}, 514).count == 512);
}

TEST_CASE("a path has 16 points on consoles and 1,024 on server, and a request for more is refused",
          "[NAV-077][NAV-081][R26]") {
  const auto status = [](const char* profile, uint32_t points) {
    Scenario scenario = BusyYard(2);
    std::get<SubmitPath>(scenario.commands[0].body).request.points_max = points;
    return ScenarioProfile(scenario, profile, {}).status();
  };
  for (const char* profile : {"xenon", "ps3", "durango", "orbis", "pc"}) {
    CHECK(status(profile, 16).ok());
    CHECK_THAT(std::string(status(profile, 17).message()), Contains("17 is more than 16"));
  }
  CHECK(status("server", 1024).ok());
  CHECK_THAT(std::string(status("server", 1025).message()), Contains("1025 is more than 1024"));
}

TEST_CASE("640 objects find room on consoles and the next one is refused", "[NAV-215][NAV-292]") {
  PutObstacle put;
  put.description.kind = nav::ObjectKind::kBlocker;
  put.description.half_extents = {0.1F, 0.1F, 1};
  put.description.pose.origin = {3, 3, 0};
  const Command command{0, 1, put};
  for (const char* profile : {"ps3", "durango"}) {
    auto world = WorldOf(YardOptions(profile));
    const Accepted accepted = AcceptedOf(*world, command, 642);
    CHECK(accepted.count == 640);
    CHECK(accepted.why == "dynamic_objects_max: all 640 obstacles are in use");
    CHECK(world->view()->objects.placed_high_water == 640);
  }
  auto server = WorldOf(YardOptions("server", {"dynamic_objects_max=700"}));
  CHECK(AcceptedOf(*server, command, 702).count == 700);
}

TEST_CASE("a documented capacity cannot be raised on a console", "[NAV-292]") {
  for (const char* set :
       {"path_requests_max=33", "los_requests_max=25", "path_points_max=17", "dynamic_objects_max=641"}) {
    CHECK_FALSE(platform::LoadProfile("ps3", {set}).ok());
    CHECK(platform::LoadProfile("server", {set, "requests_per_session_max=8", "in_world_reserve=1"}).ok());
  }
}

TEST_CASE("a sweep is a key and values, and says what it is not") {
  const auto sweep = ParseSweep("main_load=0,25,50");
  REQUIRE(sweep.ok());
  REQUIRE(sweep->size() == 3);
  CHECK((*sweep)[1].Text() == "main_load=25");
  for (const char* bad : {"", "main_load", "main_load=", "=1", "main_load=1,,2", "main_load=1 ,2", "a=b=c"}) {
    INFO(bad);
    CHECK_FALSE(ParseSweep(bad).ok());
  }
  const Scenario scenario = BusyYard(2);
  const auto fault = [&](const ComparedVariant& variant) {
    return std::string(RunCompared(scenario, YardResolver(), "ps3", variant, {}).status().message());
  };
  CHECK(fault({"main_load", "x"}) == "main_load: 'x' is not a whole number of percent");
  CHECK_THAT(fault({"main_load", "1001"}), Contains("1001 % is not in [0, 1000]"));
  CHECK_THAT(fault({"nonsense", "1"}), Contains("nonsense"));
  CHECK_THAT(fault({"heap_max", "-1"}), Contains("heap_max"));
  const auto run = RunCompared(scenario, YardResolver(), "ps3", {"path_requests_max", "8"}, {});
  REQUIRE(run.ok());
  CHECK(run->profile.path_requests_max == 8);
}

}  // namespace
}  // namespace footfall::sim::testing
