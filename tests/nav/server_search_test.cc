#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "nav/path/path_search.h"
#include "nav/server/path_runner.h"
#include "nav/server/path_server.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "platform/sim_time.h"
#include "tests/nav/hand_packs.h"

namespace footfall::nav::testing {
namespace {

TEST_CASE("the server publishes what a bare search finds, whatever budget and threads",
          "[R11][R13][NAV-077]") {
  const auto view = tests::ViewOf(tests::HoleWorld());
  for (const int32_t units : {1, 7, 4096}) {
    for (const int threads : {0, 2}) {
      CAPTURE(units, threads);
      platform::Profile profile;
      profile.path_slice_units = units;
      const PathRunnerFactory runners(profile);
      PathServer server(profile, platform::TickRate(), runners, threads);
      PathSearch search(profile);
      std::vector<PathRequest> requests;
      for (int i = 0; i < 24; ++i) {
        PathRequest request;
        request.start = {1.0F + static_cast<float>(i % 4), 1.0F + static_cast<float>(i % 3), 0};
        request.end = {17.0F - static_cast<float>(i % 5), 17.0F - static_cast<float>(i / 2), 0};
        requests.push_back(request);
        REQUIRE(server.Submit(request, {}, 0).handle.value == static_cast<uint64_t>(i) + 1);
      }
      size_t completed = 0;
      for (uint64_t tick = 0; completed < requests.size(); ++tick) {
        REQUIRE(tick < 5000);
        server.Sync(tick);
        for (const Completion& completion : server.completed()) {
          ++completed;
          const PublishedPath& path = *server.Result(completion.handle);
          platform::CostMeter meter;
          PathResult expected;
          search.Run(*view, requests[completion.handle.value - 1], meter, expected);
          CHECK(path.code == expected.code);
          CHECK(path.cost_units == meter.units());
          CHECK(path.length == expected.length);
          CHECK(std::equal(path.points.begin(), path.points.end(), expected.points.begin(),
                           expected.points.end()));
          CHECK(std::equal(path.point_polys.begin(), path.point_polys.end(), expected.point_polys.begin(),
                           expected.point_polys.end()));
          CHECK(std::equal(path.waypoint_flags.begin(), path.waypoint_flags.end(),
                           expected.waypoint_flags.begin(), expected.waypoint_flags.end()));
        }
        server.Freeze(tick, view);
        server.SettleMain(tick, 0);
      }
    }
  }
}

TEST_CASE("the worker's thread is pinned to the profile's core, or the log can say why not", "[NAV-289]") {
  platform::Profile profile;
  const PathRunnerFactory runners(profile);
  SECTION("the host has the core") {
    PathServer server(profile, platform::TickRate(), runners, 1);
    const platform::HostPin pin = server.PinWorker();
    CHECK_FALSE(pin.note.empty());
    CHECK(pin.note.find(std::to_string(profile.path_core)) != std::string::npos);
  }
  SECTION("the host does not have it") {
    profile.path_core = 4000;
    PathServer server(profile, platform::TickRate(), runners, 1);
    const platform::HostPin pin = server.PinWorker();
    CHECK_FALSE(pin.pinned);
    CHECK(pin.note.find("4000") != std::string::npos);
  }
  SECTION("no thread of its own, several workers") {
    PathServer alone(profile, platform::TickRate(), runners, 0);
    CHECK_FALSE(alone.PinWorker().pinned);
    profile.path_core = 1;
    profile.path_workers = 4;
    PathServer several(profile, platform::TickRate(), runners, 2);
    CHECK_FALSE(several.PinWorker().pinned);
  }
}

}  // namespace
}  // namespace footfall::nav::testing
