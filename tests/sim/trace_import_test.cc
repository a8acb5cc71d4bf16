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
  CHECK(scenario.ticks == 9 + 150 + 300);
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
    CHECK(command.tick == scenario.commands[*command.of].tick + 150);
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
      {head + "1,-1,path,0,0,0,1,1,0,,\n", "line 2: source: '-1' is not a whole number in [0, 4294967295]"},
      {head + "1,1,path,nan,0,0,1,1,0,,\n", "line 2: start_x: 'nan' is not a number in [-6000, "},
      {head + "1,1,path,0,9000,0,1,1,0,,\n", "line 2: start_y: '9000' is not a number in [-6000, "},
      {head + "1,1,path,0,0,0,1,1,1e30,,\n", "line 2: end_z: '1e30' is not a number in [-10000, 10000]"},
      {head + "1,1,path,0,0,inf,1,1,0,,\n", "line 2: start_z: 'inf'"},
      {head + "1,1,path,0,0,0,1,,0,,\n", "line 2: end_y: ''"},
      {head + "1,1,path,0,0,0,,,,,\n", "line 2: end_x: is empty, and path needs it"},
      {head + "1,1,flee,0,0,0,1,1,1,,\n", "line 2: radius: is empty, and flee needs it"},
      {head + "1,1,grid,0,0,0,1,1,1,,\n", "line 2: type: 'grid' is not one of path wander"},
      {head + "1,1,path,0,0,0,1,1,0,fly,\n", "line 2: flags: 'fly' is no path flag"},
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
