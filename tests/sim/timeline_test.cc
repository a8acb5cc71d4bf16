#include "sim/timeline.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/sim/busy_yard.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

// That it is JSON, and what Perfetto needs of it, the tests of the command line check.
std::string TimelineOf(const Scenario& scenario, const std::string& profile,
                       const std::vector<std::string>& sets, std::vector<uint64_t>* roots) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("footfall-timeline-" + std::to_string(getpid()))).string();
  auto writer = TimelineWriter::Create(path, ProfileOf(profile, sets));
  REQUIRE(writer.ok());
  RunOptions options;
  options.profile = profile;
  options.sets = sets;
  options.schedule_observer = writer->get();
  const auto report = RunScenario(scenario, YardResolver(), options);
  REQUIRE(report.ok());
  *roots = RootsOf(report->digests);
  REQUIRE((*writer)->Finish().ok());
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::filesystem::remove(path);
  return text;
}

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_CASE("a timeline has a track each virtual core and every request from its submit to its answer",
          "[NAV-107][NAV-289]") {
  std::vector<uint64_t> roots;
  const Scenario scenario = BusyYard(60);
  const std::string durango = TimelineOf(scenario, "durango", {}, &roots);
  CHECK(CountOf(durango, "\"core 0: main\"") == 1);
  CHECK(CountOf(durango, "\"core 5: path worker\"") == 1);
  CHECK(CountOf(durango, "\"tid\":5,\"name\":\"path\"") >= 60);
  CHECK(CountOf(durango, "\"ph\":\"b\"") == 60);
  CHECK(CountOf(durango, "\"end\":\"answered\"") == 60);
  CHECK(CountOf(durango, "\"part\":\"whole\"") == 60);
  CHECK(CountOf(durango, "synthetic main load") == 0);

  const std::string ps3 = TimelineOf(scenario, "ps3", {"main_load_units=20000"}, &roots);
  CHECK(CountOf(ps3, "\"core 0: main, path worker\"") == 1);
  CHECK(CountOf(ps3, "\"tid\":0,\"name\":\"path\"") >= 60);
  CHECK(CountOf(ps3, "synthetic main load") == 60);

  const std::string server = TimelineOf(scenario, "server", {"main_core=2"}, &roots);
  CHECK(CountOf(server, "\"core 1: path worker 0\"") == 1);
  CHECK(CountOf(server, "\"core 3: path worker 1\"") == 1);  // the main core is left out
}

TEST_CASE("each kind of request has its name, and what was refused is there with its reason") {
  Scenario scenario = BusyYard(2, 1);
  const auto submit = [&](uint64_t tick, nav::SourceId source, nav::PathFlagBit flag) {
    SubmitPath path = std::get<SubmitPath>(scenario.commands[0].body);
    path.request.flags = nav::PathFlagMask(flag);
    path.request.reference = {20, 20, 0};
    path.request.reference_distance = 5;
    ScenarioCommand command;
    command.tick = tick;
    command.source = source;
    command.body = path;
    return command;
  };
  scenario.ticks = 6;
  scenario.commands = {scenario.commands[0], submit(1, 7, nav::kFlagWander),
                       submit(1, 7, nav::kFlagFleeTarget), submit(1, 9, nav::kFlagWander),
                       submit(4, 9, nav::kFlagFleeTarget)};
  ScenarioCommand focus;
  focus.tick = 5;
  focus.source = 9;
  focus.body = SetFocus{{1e9F, 0, 0}, {}, 0};
  scenario.commands.push_back(focus);
  std::vector<uint64_t> roots;
  const std::string text = TimelineOf(scenario, "ps3", {"path_requests_max=3"}, &roots);
  for (const char* kind : {"path", "wander", "flee"}) {
    CAPTURE(kind);
    const std::string name = absl::StrCat("\"name\":\"", kind, "\"");
    CHECK(CountOf(text, "\"ph\":\"X\",\"pid\":1,\"tid\":0," + name) == 1);
    CHECK(CountOf(text, "\"ph\":\"b\",\"pid\":1,\"tid\":0," + name) == 1);
    CHECK(CountOf(text, "\"ph\":\"e\",\"pid\":1,\"tid\":0," + name) == 1);
  }
  CHECK(CountOf(text, "\"ph\":\"i\"") == 3);
  CHECK(CountOf(text,
                "{\"ph\":\"i\",\"pid\":1,\"tid\":0,\"name\":\"refused: wander\",\"ts\":33333.333,\"s\":\"t\","
                "\"args\":{\"tick\":1,\"source\":9,") == 1);
  CHECK(CountOf(
            text,
            "\"reason\":\"PATH_SLOTS_FULL\",\"detail\":\"path_requests_max: all 3 path slots are in use\"") ==
        2);
  CHECK(CountOf(text, "\"name\":\"refused: flee\",\"ts\":133333.333,") == 1);
  CHECK(CountOf(text, "\"name\":\"refused: set focus\",\"ts\":166666.666,") == 1);
  CHECK(CountOf(text, "\"tick\":5,\"source\":9,") == 1);
  CHECK(CountOf(text, "\"reason\":\"BAD_FIELD\"") == 1);
}

TEST_CASE("an order that is carried is an event a slice", "[R11]") {
  std::vector<uint64_t> roots;
  const std::string text = TimelineOf(BusyYard(1, 1), "ps3", {}, &roots);
  CHECK(CountOf(text, "\"part\":\"whole\"") == 1);  // the last slice is told, too
  Scenario scenario = BusyYard(60, 1, 50);
  const std::string carried = TimelineOf(scenario, "ps3", {"path_slice_units=10"}, &roots);
  CHECK(CountOf(carried, "\"part\":\"first\"") >= 1);
  CHECK(CountOf(carried, "\"part\":\"middle\"") >= 3);
  CHECK(CountOf(carried, "\"part\":\"last\"") >= 1);
  CHECK(CountOf(carried, "\"end\":\"still waiting\"") >= 1);
  CHECK(CountOf(carried, "\"end\":\"given up\"") >= 1);
  CHECK(CountOf(carried, "\"ph\":\"b\"") == CountOf(carried, "\"ph\":\"e\""));
}

TEST_CASE("the same run gives the same timeline, and the hashes of a run without one", "[R14]") {
  std::vector<uint64_t> first;
  std::vector<uint64_t> second;
  const Scenario scenario = BusyYard(60);
  CHECK(TimelineOf(scenario, "ps3", {}, &first) == TimelineOf(scenario, "ps3", {}, &second));
  RunOptions options;
  options.profile = "ps3";
  options.order_threads = 3;
  const auto report = RunScenario(scenario, YardResolver(), options);
  REQUIRE(report.ok());
  CHECK(first == RootsOf(report->digests));
  CHECK(first == second);
}

TEST_CASE("a full disk and a folder that is not there are loud") {
  const auto missing = TimelineWriter::Create("/nowhere/x.json", ProfileOf("ps3"));
  CHECK_FALSE(missing.ok());
  CHECK(missing.status().message().find("/nowhere/x.json") != std::string_view::npos);
  if (!std::filesystem::exists("/dev/full")) return;
  auto full = TimelineWriter::Create("/dev/full", ProfileOf("ps3"));
  REQUIRE(full.ok());
  for (int i = 0; i < 10'000; ++i) (*full)->RealSpan(0, "tick", i, i + 1);
  const absl::Status status = (*full)->Finish();
  CHECK(status.code() == absl::StatusCode::kResourceExhausted);
  CHECK(std::string(status.message()).find("/dev/full: No space left") != std::string::npos);
}

}  // namespace
}  // namespace footfall::sim::testing
