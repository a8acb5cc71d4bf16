#include "sim/scenario.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "nav/mesh/pack_writer.h"
#include "platform/text_config.h"
#include "sim/golden_hash.h"
#include "sim/scenario_report.h"
#include "sim/scenario_run.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

// A folder of its own that goes away with the test.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "footfall-sim-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string Write(const std::string& name, const std::string& text) const {
    const std::string path = (path_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

constexpr char kText[] = R"(# Two walkers in a small yard.
description: "Two walkers and one that gives up."
pack: "yard.ffnav"
seed: 4
ticks: 10
places { name: "gate" position { x: 1 y: 1 } }
commands {
  tick: 2
  source: 7
  name: "walk"
  command { submit { path { start { x: 1 y: 1 } goal { x: 9 y: 9 } } } }
}
commands {
  tick: 1
  source: 8
  name: "off"
  command { submit { path { start { x: 1 y: 1 } goal { x: 60 y: 9 } } } }
}
commands { tick: 3 source: 7 name: "drop" of: "walk" command { release_handle: 0 } }
commands { tick: 4 source: 7 name: "again" of: "walk" command { cancel_handle: 0 } }
expectations { of: "walk" at_tick: 2 outcome: NAV_OUTCOME_PENDING }
expectations { of: "off" outcome: NAV_OUTCOME_BAD_ENDPOINT visible_tick: 2 }
expectations { of: "again" refused: "HANDLE_EXPIRED" }
)";

class Yard {
 public:
  Yard() { REQUIRE(nav::WritePack(tests::GridWorld(10), folder_.path("yard.ffnav")).ok()); }
  Scenario Load(const std::string& text) const {
    auto scenario = LoadScenario(folder_.Write("yard.txtpb", text));
    INFO(scenario.status().ToString());
    REQUIRE(scenario.ok());
    return *std::move(scenario);
  }
  RunReport Run(const std::string& text, const RunOptions& options = {}) const {
    auto report = RunScenario(Load(text), OpenPackSource, options);
    INFO(report.status().ToString());
    REQUIRE(report.ok());
    return *std::move(report);
  }
  const Folder& folder() const { return folder_; }

 private:
  Folder folder_;
};

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

std::string ErrorOf(const std::string& text) {
  const auto scenario = ParseScenario(text, "dir/a.txtpb");
  return scenario.ok() ? "ok" : std::string(scenario.status().message());
}

TEST_CASE("a scenario is read as it is written") {
  const auto scenario = ParseScenario(kText, "dir/two-walkers.txtpb");
  REQUIRE(scenario.ok());
  CHECK(scenario->name == "two-walkers");
  CHECK(std::get<PackSource>(scenario->world).path == "dir/yard.ffnav");
  CHECK(scenario->seed == 4);
  CHECK(scenario->hz == 30);
  CHECK(scenario->ticks == 10);
  CHECK(scenario->profile == "server");
  CHECK(scenario->places.at(0).name == "gate");
  REQUIRE(scenario->commands.size() == 4);
  CHECK(scenario->commands[0].name == "off");  // by tick
  CHECK(scenario->commands[1].name == "walk");
  CHECK(scenario->commands[2].of == size_t{1});
  CHECK(scenario->expectations.size() == 3);
  CHECK(scenario->expectations[0].at_tick == 2);
}

TEST_CASE("a run meets its expectations and gives one hash a tick") {
  const Yard yard;
  const RunReport report = yard.Run(kText);
  for (const std::string& failure : report.failures) {
    UNSCOPED_INFO(failure);
  }
  CHECK(report.failures.empty());
  CHECK(report.passed());
  CHECK(report.golden == GoldenState::kNone);
  CHECK(report.digests.size() == 10);
  CHECK(report.log.entries.size() == 4);
}

TEST_CASE("runs agree over threads and pauses, seed and profile make another world", "[R1]") {
  const Yard yard;
  const uint64_t root = yard.Run(kText).final_digest().root;
  RunOptions options;
  options.threads = 4;
  options.order_threads = 4;
  CHECK(yard.Run(kText, options).final_digest().root == root);
  options.order_threads = 0;
  CHECK(yard.Run(kText, options).final_digest().root == root);
  options.paused = true;
  CHECK(yard.Run(kText, options).final_digest().root == root);
  RunOptions seeded;
  seeded.seed = 5;
  CHECK(yard.Run(kText, seeded).final_digest().root != root);
  RunOptions profiled;
  profiled.profile = "pc";
  CHECK(yard.Run(kText, profiled).final_digest().root != root);
  RunOptions set;
  set.sets = {"path_unit_ns=251"};
  CHECK(yard.Run(kText, set).final_digest().root != root);
}

TEST_CASE("a command may take a handle made in its own tick") {
  const Yard yard;
  const RunReport report = yard.Run(Replaced(kText, "commands { tick: 3", "commands { tick: 2"));
  REQUIRE(report.log.entries.size() == 4);
  const auto* release = std::get_if<ReleasePath>(&report.log.entries[2].command.body);
  REQUIRE(release != nullptr);
  CHECK(release->handle.valid());
  CHECK(report.failures.size() == 1);  // "walk" is released before it is looked at
}

TEST_CASE("a line may end its source, which then holds nothing any more", "[NAV-268]") {
  const Yard yard;
  const std::string ended =
      Replaced(Replaced(kText, "of: \"walk\" command { release_handle: 0 }", "end_source: true"),
               "refused: \"HANDLE_EXPIRED\"", "refused: \"HANDLE_UNKNOWN\"");
  const RunReport report = yard.Run(ended);
  CHECK(report.failures.empty());
  REQUIRE(report.log.entries.size() == 4);
  CHECK(std::holds_alternative<EndSource>(report.log.entries[2].command.body));
  CHECK(ErrorOf(Replaced(ended, "end_source: true", "end_source: true command { release_handle: 3 }"))
            .find("commands[2].command: stays unset where the source ends") != std::string::npos);
}

TEST_CASE("an expectation that does not hold says where, what and instead of what") {
  const Yard yard;
  const RunReport report = yard.Run(Replaced(kText, "visible_tick: 2", "visible_tick: 3"));
  REQUIRE(report.failures.size() == 1);
  CHECK(report.failures[0].find("line 22") != std::string::npos);
  CHECK(report.failures[0].find("command \"off\": visible_tick is 2, expected 3") != std::string::npos);
  CHECK_FALSE(report.passed());
  const RunReport refused = yard.Run(Replaced(kText, "HANDLE_EXPIRED", "HANDLE_UNKNOWN"));
  REQUIRE(refused.failures.size() == 1);
  CHECK(refused.failures[0].find("refused is HANDLE_EXPIRED, expected HANDLE_UNKNOWN") != std::string::npos);
}

TEST_CASE("a golden hash is equal, different or stale", "[R47]") {
  const Yard yard;
  const std::string root = platform::HashText(yard.Run(kText).final_digest().root);
  const auto with = [&](uint32_t schema, const std::string& hash) {
    return std::string(kText) + "final_hashes { state_schema: " + std::to_string(schema) + " root: \"" +
           hash + "\" }\n";
  };
  CHECK(yard.Run(with(kStateSchema, root)).golden == GoldenState::kEqual);
  const RunReport different = yard.Run(with(kStateSchema, "0123456789abcdef"));
  CHECK(different.golden == GoldenState::kDifferent);
  CHECK_FALSE(different.passed());
  const RunReport stale = yard.Run(with(kStateSchema + 1, root));
  CHECK(stale.golden == GoldenState::kStale);
  CHECK(stale.passed());
  RunOptions seeded;
  seeded.seed = 99;
  CHECK(yard.Run(with(kStateSchema, root), seeded).golden == GoldenState::kNotJudged);
}

TEST_CASE("a golden hash is rewritten in place and the rest stays", "[R47]") {
  const std::string head = "# a\nticks: 1 demo: true\n";
  const std::string other =
      "final_hashes { state_schema: 1 root: \"1111111111111111\" leaves: \"a=1111111111111111\" }  # kept\n";
  const auto with = [](const std::string& text, uint32_t schema) {
    const auto changed = WithGoldenHash(text, "a", {schema, 0xAB, {{"a", 1}, {"b", 2}}});
    return changed.ok() ? *changed : std::string(changed.status().message());
  };
  const std::string leaves = "leaves: \"a=0000000000000001 b=0000000000000002\"";
  const std::string added =
      "final_hashes {\n  state_schema: 1\n  root: \"00000000000000ab\"\n  " + leaves + "\n}\n";
  CHECK(with(head, 1) == head + added);
  CHECK(with("ticks: 1 demo: true", 1) == "ticks: 1 demo: true\n" + added);
  CHECK(with(head + added, 1) == head + added);
  CHECK(with(head + other, 1) ==
        head + "final_hashes { state_schema: 1 root: \"00000000000000ab\" " + leaves + " }  # kept\n");
  CHECK(with(head + other, 12) ==
        head + "final_hashes { state_schema: 12 root: \"00000000000000ab\" " + leaves + " }  # kept\n");
  CHECK(with("\tfinal_hashes <\n\t  root: '1111111111111111'; # x\n\tstate_schema:1>\nticks: 1", 1) ==
        "\tfinal_hashes <\n\t  root: \"00000000000000ab\" " + leaves + "; # x\n\tstate_schema:1>\nticks: 1");
  CHECK(with("final_hashes { state_schema: 1 root: \"11\" '22' }", 1).find("cannot be rewritten") !=
        std::string::npos);
  CHECK(with("nonsense {", 1).find("a:1:") == 0);

  const Yard yard;
  const RunReport before = yard.Run(kText);
  const std::string file = yard.folder().path("yard.txtpb");
  REQUIRE(UpdateHash(file, GoldenHash::Of(before.final_digest())).ok());
  const auto text = ReadScenarioText(file);
  REQUIRE(text.ok());
  CHECK(text->find(kText) == 0);
  CHECK(yard.Run(*text).golden == GoldenState::kEqual);
  CHECK(UpdateHash(yard.folder().path("none.txtpb"), GoldenHash{}).code() == absl::StatusCode::kNotFound);
}

TEST_CASE("a different golden hash names the first leaf that differs", "[R47]") {
  const Yard yard;
  const RunReport report = yard.Run(kText);
  GoldenHash golden = GoldenHash::Of(report.final_digest());
  CHECK(golden.FirstDifferentLeaf(report.final_digest()).empty());
  golden.root ^= 1;
  golden.leaves.back().hash ^= 1;
  const auto text = WithGoldenHash(kText, "a", golden);
  REQUIRE(text.ok());
  const Scenario scenario = yard.Load(*text);
  const RunReport different = yard.Run(*text);
  CHECK(different.golden == GoldenState::kDifferent);
  CHECK(different.expected == golden);
  const std::string leaf = report.final_digest().leaves.back().name;
  CHECK(ReportText(scenario, different).find("first in " + leaf) != std::string::npos);
  CHECK(UpdateText(scenario, different).find("first in " + leaf) != std::string::npos);
}

TEST_CASE("reports end in the hash and list one line a tick", "[R46][R50]") {
  const Yard yard;
  const Scenario scenario = yard.Load(kText);
  const RunReport report = yard.Run(kText);
  CHECK(HashLine(report) == platform::HashText(report.final_digest().root) + "\n");
  CHECK(ReportText(scenario, report).find("passed\n") != std::string::npos);
  const std::string json = ReportJson(scenario, report);
  CHECK(json.find("\"passed\":true") != std::string::npos);
  CHECK(json.find("\"hash\":\"" + platform::HashText(report.final_digest().root)) != std::string::npos);
  const std::string hashes = HashesText(scenario, report);
  CHECK(std::count(hashes.begin(), hashes.end(), '\n') == 12);
  CHECK(hashes.find("\n10 " + platform::HashText(report.final_digest().root) + " world=") !=
        std::string::npos);
}

TEST_CASE("faults in a scenario name file, line and field") {
  CHECK(ErrorOf("ticks: 1") == "dir/a.txtpb: world: one of pack, demo and city is needed");
  CHECK(ErrorOf("demo: true") == "dir/a.txtpb: ticks: 0 is not in [1, 100000000]");
  CHECK(ErrorOf("demo: true ticks: 1\nhz: 25") == "dir/a.txtpb:2:1: hz: 25 is not 20, 30 or 60");
  CHECK(ErrorOf("ticks: 1\ncity { tiles_x: 101 tiles_y: 1 }") ==
        "dir/a.txtpb:2:8: city.tiles_x: 101 is not in [1, 100]");
  CHECK(ErrorOf(Replaced(kText, "tick: 2", "tick: 11"))
            .find("dir/a.txtpb:8:3: commands[0].tick: 11 is not in [1, 10]") != std::string::npos);
  CHECK(ErrorOf(Replaced(kText, "x: 9 y: 9", "x: 9000 y: 9"))
            .find("dir/a.txtpb:11:56: commands[0].command.submit.path.goal.x: 9000 is not in the world") ==
        0);
  CHECK(ErrorOf(Replaced(kText, "of: \"walk\" command", "of: \"off\" command"))
            .find("commands[2].of: the command \"off\" is of source 8, this one of 7") != std::string::npos);
  CHECK(ErrorOf(Replaced(kText, "name: \"off\"", "name: \"walk\"")).find("is there twice") !=
        std::string::npos);
  CHECK(ErrorOf(Replaced(kText, "refused: \"HANDLE_EXPIRED\"", "refused: \"HANDEL\"")).find("no reason") !=
        std::string::npos);
  CHECK(ErrorOf(Replaced(kText, " refused: \"HANDLE_EXPIRED\"", "")).find("expectations[2]: either") !=
        std::string::npos);
  CHECK(ErrorOf(Replaced(kText, "at_tick: 2", "at_tick: 1"))
            .find("expectations[0].at_tick: 1 is not in [2, 10]") != std::string::npos);
  CHECK(ErrorOf(Replaced(kText, "command { release_handle: 0 }", "command { spawn { } }"))
            .find("spawn: not served by this version") != std::string::npos);
  CHECK(ErrorOf(std::string(kText) + "final_hashes { state_schema: 1 root: \"xyz\" }")
            .find("dir/a.txtpb:24:32: final_hashes[0].root") != std::string::npos);
}

TEST_CASE("a line that ends nobody, or speaks for somebody who is gone, is a fault") {
  const std::string text = std::string(kText) + "commands { tick: 5 source: 9 end_source: true }\n";
  CHECK(ErrorOf(text) ==
        "dir/a.txtpb:24:30: commands[4].end_source: source 9 gives no command before it ends");
  const std::string twice = std::string(kText) + "commands { tick: 5 source: 8 end_source: true }\n";
  CHECK(ErrorOf(twice) == "ok");
  CHECK(ErrorOf(twice + "commands { tick: 6 source: 8 end_source: true }\n") ==
        "dir/a.txtpb:25:20: commands[5].source: 8 has ended before, at line 24");
  const std::string after =
      twice + "commands { tick: 6 source: 8 name: \"late\" of: \"off\" command { release_handle: 0 } }\n";
  CHECK(ErrorOf(after) == "dir/a.txtpb:25:20: commands[5].source: 8 has ended before, at line 24");
  // In order of application, not of lines.
  CHECK(ErrorOf("commands { tick: 6 source: 8 end_source: true }\n" + std::string(kText)) == "ok");
  CHECK(ErrorOf(after + "expectations { of: \"late\" refused: \"HANDLE_UNKNOWN\" }\n") == "ok");
}

TEST_CASE("a range that nothing can be in is a fault") {
  for (const std::string field : {"length", "points", "hits", "value"}) {
    const std::string range = field + "_min: 3 " + field + "_max: 2";
    CHECK(ErrorOf(Replaced(kText, "visible_tick: 2", range))
              .find("expectations[1]." + field + "_min: 3 is more than the greatest, 2") !=
          std::string::npos);
    CHECK(ErrorOf(Replaced(kText, "visible_tick: 2", field + "_min: 2 " + field + "_max: 2")) == "ok");
  }
}

TEST_CASE("a refusal that no expectation speaks of is a failure with its line") {
  const Yard yard;
  const RunReport report =
      yard.Run(Replaced(kText, "expectations { of: \"again\" refused: \"HANDLE_EXPIRED\" }", ""));
  REQUIRE(report.failures.size() == 1);
  CHECK(report.failures[0].find(
            "yard.txtpb, line 20: in tick 4, command \"again\": refused with HANDLE_EXPIRED") !=
        std::string::npos);
  CHECK_FALSE(report.passed());
}

TEST_CASE("a run is measured by what came of its requests") {
  const Yard yard;
  const RunReport report = yard.Run(kText);
  const auto value = [&](RunMetric metric) { return report.metrics[static_cast<size_t>(metric)]; };
  CHECK(value(RunMetric::kCommands) == 4);
  CHECK(value(RunMetric::kRefused) == 1);
  CHECK(value(RunMetric::kSubmitted) == 2);
  CHECK(value(RunMetric::kCompleted) == 1);
  CHECK(value(RunMetric::kCancelled) == 1);
  CHECK(value(RunMetric::kBadEndpoint) == 1);
  CHECK(value(RunMetric::kLatencyMax) == 1);
  CHECK(value(RunMetric::kLatencyP95) == 1);
  CHECK(value(RunMetric::kWaitingTicks) == 2);
  CHECK(value(RunMetric::kWaitingMax) == 1);
  // "walk" is given up before it is found, so nothing has a length.
  CHECK(value(RunMetric::kComplete) + value(RunMetric::kPartial) == 0);
  const RunReport longer = yard.Run(Replaced(kText, "commands { tick: 3", "commands { tick: 4"));
  CHECK(longer.metrics[static_cast<size_t>(RunMetric::kComplete)] == 1);
  CHECK(longer.metrics[static_cast<size_t>(RunMetric::kPathLengthMean)] ==
        Approx(std::sqrt(128.0)).margin(0.1));
  for (int i = 0; i < kRunMetrics; ++i) {
    CHECK(!NameOf(static_cast<RunMetric>(i)).empty());
  }
}

TEST_CASE("many faults and long texts in a scenario are cut short") {
  std::string many = "demo: true ticks: 1\n";
  for (int i = 0; i < 100; ++i) {
    many += "commands { tick: 2 source: 1 command { release_handle: 1 } }\n";
  }
  const std::string faults = ErrorOf(many);
  CHECK(std::count(faults.begin(), faults.end(), '\n') == platform::kTextConfigErrorsMax);
  CHECK(faults.find("further errors") != std::string::npos);
  const std::string long_name = ErrorOf("demo: true ticks: 1\nname: \"" + std::string(70'000, 'X') + "\"");
  CHECK(long_name == "dir/a.txtpb:2:1: name: \"" + std::string(80, 'X') + "...\" is not [a-z0-9_-]{1,64}");
}

TEST_CASE("texts that are no scenario are errors, not crashes", "[R55]") {
  std::string nested;
  for (int i = 0; i < 70'000; ++i) {
    nested += "a{";
  }
  CHECK(ErrorOf(nested).find("nested deeper") != std::string::npos);
  CHECK(ErrorOf("tickz: 1").find("dir/a.txtpb:1:") == 0);
  CHECK(ErrorOf("ticks: 1 ticks: 2 demo: true") != "ok");
  CHECK(ErrorOf("ticks: 1e30 demo: true") != "ok");
  CHECK(ErrorOf(std::string("\0\xff", 2)) != "ok");
  CHECK(LoadScenario("/no/such/file.txtpb").status().code() == absl::StatusCode::kNotFound);
  CHECK(ErrorOf(std::string(platform::kTextConfigBytesMax + 1, ' ')).find("larger than") !=
        std::string::npos);
}

TEST_CASE("a run that cannot begin says why") {
  const Yard yard;
  const auto error = [&](const std::string& text, const RunOptions& options = {}) {
    return RunScenario(yard.Load(text), OpenPackSource, options).status();
  };
  RunOptions options;
  options.profile = "nonsense";
  CHECK(error(kText, options).code() == absl::StatusCode::kNotFound);
  CHECK(error(Replaced(kText, "yard.ffnav", "none.ffnav")).code() == absl::StatusCode::kNotFound);
  CHECK(error(Replaced(kText, "pack: \"yard.ffnav\"", "demo: true")).code() ==
        absl::StatusCode::kFailedPrecondition);
  yard.folder().Write("bad.ffnav", "this is no pack");
  CHECK(error(Replaced(kText, "yard.ffnav", "bad.ffnav")).code() == absl::StatusCode::kDataLoss);
  const std::string points = Replaced(kText, "goal { x: 9 y: 9 } }", "goal { x: 9 y: 9 } } points_max: 2000");
  CHECK(error(points).message().find("points_max: 2000 is more than 1024") != std::string::npos);
}

}  // namespace
}  // namespace footfall::sim::testing
