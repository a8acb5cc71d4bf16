#include "nav/path/path_request.h"
#include "sim/scenario.h"
#include "sim/trace_import_config.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

constexpr char kHead[] = "tick,source,type,start_x,start_y,start_z,end_x,end_y,end_z,flags,radius\n";

TraceImport Import() {
  TraceImport import;
  import.log_file = "log.csv";
  import.profile = "ps3";
  return import;
}

Scenario Imported(const std::string& log, const TraceImport& import = Import()) {
  const auto text = ScenarioOfTrace(log, import);
  INFO(text.status().ToString());
  REQUIRE(text.ok());
  const auto scenario = ParseScenario(*text, "imported.txtpb");
  INFO(scenario.status().ToString());
  REQUIRE(scenario.ok());
  return *scenario;
}

std::string FaultOf(const std::string& log) {
  return std::string(ScenarioOfTrace(log, Import()).status().message());
}

TEST_CASE("a log of every type becomes a scenario with a release for each request", "[NAV-076]") {
  const Scenario scenario = Imported(std::string(kHead) +
                                     "# a comment\n\n"
                                     "5, 7, path, 1,2,3, 4,5,6, prefer_pavements|NEVER_USE_LADDERS,\r\n"
                                     "6,0,wander,0,0,0,0,10,0,,\n"
                                     "6,7,flee,0,0,0,1,1,0,,30\n"
                                     "7,7,line_of_sight,0,0,0,1,1,0,,\n"
                                     "8,7,closest,0,0,0,,,,,5\n"
                                     "8,7,clear_area,0,0,0,,,,,5\n"
                                     "8,7,area_underfoot,0,0,0,,,,,\n"
                                     "9,7,audio,0,0,0,,,,,\n");
  CHECK(scenario.profile == "ps3");
  CHECK(scenario.commands.size() == 16);
  CHECK(scenario.ticks == 9 + 30 + 300);
  CHECK(std::holds_alternative<DemoSource>(scenario.world));
  const auto& path = std::get<SubmitPath>(scenario.commands[0].body).request;
  CHECK(scenario.commands[0].tick == 5);
  CHECK(scenario.commands[0].source == 7);
  CHECK(path.start == platform::Vec3{1, 2, 3});
  CHECK(path.end == platform::Vec3{4, 5, 6});
  CHECK(path.flags ==
        (nav::PathFlagMask(nav::kFlagPreferPavements) | nav::PathFlagMask(nav::kFlagNeverUseLadders)));
  size_t releases = 0;
  for (const ScenarioCommand& command : scenario.commands) {
    if (!std::holds_alternative<ReleasePath>(command.body)) continue;
    ++releases;
    CHECK(command.tick == scenario.commands[*command.of].tick + 30);
  }
  CHECK(releases == 8);
}

TEST_CASE("times become the tick that comes next, at any rate, in columns of any order") {
  TraceImport import = Import();
  import.hz = 20;
  import.hold_ms = 0;
  import.world = CitySource{2, 3, 9, false};
  const Scenario scenario = Imported(
      "type,end_z,end_y,end_x,start_z,start_y,start_x,time_ms,source\n"
      "path,0,0,1,0,0,2,0,1\npath,0,0,1,0,0,2,50,1\npath,0,0,1,0,0,2,50.5,1\n",
      import);
  REQUIRE(scenario.commands.size() == 3);
  CHECK(scenario.hz == 20);
  CHECK(scenario.commands[0].tick == 1);
  CHECK(scenario.commands[1].tick == 2);
  CHECK(scenario.commands[2].tick == 3);
  CHECK(std::get<SubmitPath>(scenario.commands[0].body).request.start.x == 2);
  CHECK(std::get<CitySource>(scenario.world).tiles_y == 3);
}

TEST_CASE("times of any epoch are counted from the least of the log when they are to be") {
  const std::string log =
      "time_ms,source,type,start_x,start_y,start_z,end_x,end_y,end_z\n"
      "1764510000100,1,path,0,0,0,1,1,0\n1764510000000.5,1,path,0,0,0,1,1,0\n";
  TraceImport import = Import();
  import.hold_ms = 0;
  CHECK_THAT(std::string(ScenarioOfTrace(log, import).status().message()),
             Catch::Contains("line 2: time_ms: '1764510000100' is not a number in [0, ") &&
                 Catch::Contains("--rebase counts from the first one of the log"));
  import.rebase = true;
  const Scenario times = Imported(log, import);
  CHECK(times.commands[0].tick == 1);
  CHECK(times.commands[1].tick == 4);
  const Scenario ticks = Imported(std::string(kHead) +
                                      "900000000000,1,audio,0,0,0,,,,,\n"
                                      "900000000007,1,audio,0,0,0,,,,,\n",
                                  import);
  CHECK(ticks.commands[1].tick == 8);
  const std::string far = std::string(kHead) + "0,1,audio,0,0,0,,,,,\n10000000,1,audio,0,0,0,,,,,\n";
  CHECK_THAT(std::string(ScenarioOfTrace(far, import).status().message()),
             Catch::Contains("log.csv, line 3: tick: is more than 9999999 after the first one"));
}

TEST_CASE("the mark of a spreadsheet before the log is no column, and what is not UTF-8 is told") {
  const std::string log = std::string(kHead) + "5,7,path,1,2,3,4,5,6,,\n";
  const Scenario marked = Imported("\xEF\xBB\xBF" + log);
  CHECK(marked.commands.size() == Imported(log).commands.size());
  CHECK(FaultOf("\xEF\xBB\xBF") == FaultOf(""));
  CHECK_THAT(FaultOf(log + "\xEF\xBB\xBF" + kHead), Catch::Contains("line 3: "));
  CHECK(FaultOf(std::string("\xFF\xFE"
                            "t\0i\0",
                            6)) == "log.csv: is UTF-16, a log is UTF-8");
  CHECK(FaultOf(std::string("\xFE\xFF"
                            "\0t\0i",
                            6)) == "log.csv: is UTF-16, a log is UTF-8");
}

TEST_CASE("the highest source of a log is one that the loader takes") {
  const auto of = [](const std::string& source) { return kHead + ("1," + source) + ",audio,0,0,0,,,,,\n"; };
  CHECK(Imported(of("16777215")).commands[0].source == 16777215);
  CHECK_THAT(FaultOf(of("16777216")),
             Catch::Contains("source: '16777216' is not a whole number in [0, 16777215]"));
}

TEST_CASE("a log that needs more requests at once than the profile has says so") {
  std::string log = kHead;
  for (int i = 0; i < 40; ++i) log += std::to_string(1 + i / 2) + ",1,path,0,0,0,1,1,0,,\n";
  log += "5,1,audio,0,0,0,,,,,\n";
  TraceImport import = Import();
  const auto warnings = [&](uint32_t hold_ms) {
    import.hold_ms = hold_ms;
    std::vector<std::string> got;
    REQUIRE(ScenarioOfTrace(log, import, &got).ok());
    return got;
  };
  const int32_t limit = ProfileOf("ps3").path_requests_max;
  REQUIRE(limit < 40);
  REQUIRE(warnings(1000).size() == 1);
  CHECK_THAT(warnings(1000)[0], Catch::Contains("up to 40 requests at once by a hold of 1000 ms, and "
                                                "path_requests_max of profile ps3 is " +
                                                std::to_string(limit)));
  CHECK(warnings(0).size() == 1);
  CHECK(warnings(100).empty());  // 3 ticks of 2 each
  import.profile = "server";
  CHECK(warnings(1000).empty());
  import.profile = "atari";
  std::vector<std::string> unused;
  CHECK_FALSE(ScenarioOfTrace(log, import, &unused).ok());
}

TEST_CASE("a fault in a log names file, line, field, value and bound") {
  const std::string head = kHead;
  const std::pair<std::string, std::string> faults[] = {
      {"", "log.csv: no requests; the first line names the columns"},
      {head, "log.csv: no requests; the first line names the columns"},
      {"tick,tick\n", "log.csv, line 1: header: 'tick' is named twice"},
      {"tick,time_ms,source\n", "log.csv, line 1: header: needs tick or time_ms, and not both"},
      {"source,type\n", "log.csv, line 1: header: needs tick or time_ms, and not both"},
      {"tick,type\n", "log.csv, line 1: header: lacks source"},
      {"tick,speed\n", "log.csv, line 1: header: 'speed' is not one of tick time_ms"},
      {head + "1,2\n", "log.csv, line 2: row: 2 values, the first line names 11"},
      {head + "\n0,1,path,0,0,0,1,1,0,,\n",
       "log.csv, line 3: tick: '0' is not a whole number in [1, 10000000]"},
      {head + "1.5,1,path,0,0,0,1,1,0,,\n", "line 2: tick: '1.5' is not a whole number"},
      {head + "1,-1,path,0,0,0,1,1,0,,\n", "line 2: source: '-1' is not a whole number in [0, 16777215]"},
      {head + "1,1,path,nan,0,0,1,1,0,,\n", "line 2: start_x: 'nan' is not a number in [-6000, "},
      {head + "1,1,path,0,9000,0,1,1,0,,\n", "line 2: start_y: '9000' is not a number in [-6000, "},
      {head + "1,1,path,0,0,0,1,1,1e30,,\n", "line 2: end_z: '1e30' is not a number in [-10000, 10000]"},
      {head + "1,1,path,0,0,inf,1,1,0,,\n", "line 2: start_z: 'inf'"},
      {head + "1,1,path,0,0,0,1,,0,,\n", "line 2: end_y: ''"},
      {head + "1,1,path,0,0,0,,,,,\n", "line 2: end_x: is empty, and path needs it"},
      {head + "1,1,flee,0,0,0,1,1,1,,\n", "line 2: radius: is empty, and flee needs it"},
      {head + "1,1,grid,0,0,0,1,1,1,,\n", "line 2: type: 'grid' is not one of path wander"},
      {head + "1,1,path,0,0,0,1,1,0,fly,\n", "line 2: flags: 'fly' is not one of flee_target wander "},
      {head + "1,1,audio,0,0,0,,,,prefer_pavements,\n",
       "line 2: flags: are for path, wander and flee, not for audio"},
      {head + "1,1,closest,0,0,0,,,,,-1\n", "line 2: radius: '-1' is not a number in [0, 15000]"},
      // What only the scenario's own checks know.
      {head + "1,1,flee,0,0,0,1,1,1,,0\n", "distance"},
  };
  for (const auto& [log, fault] : faults) {
    INFO(log);
    CHECK_THAT(FaultOf(log), Catch::Contains(fault));
  }
}

}  // namespace
}  // namespace footfall::sim::testing
