#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "nav/mesh/nav_settings.h"
#include "nav/stream/adjacency_corrections.h"
#include "platform/profile.h"
#include "sim/golden_hash.h"
#include "sim/scenario.h"
#include "tests/fuzz/fuzz_readers.h"
#include "tests/fuzz/fuzz_target.h"

// Readers of the text files of a running world.
namespace footfall::fuzz {

namespace {

// A file of this process that holds one input after the other, for readers that take a path; gone at the end.
class ScratchFile {
 public:
  ScratchFile()
      : path_((std::filesystem::temp_directory_path() /
               ("footfall_fuzz_" + std::to_string(getpid()) + ".txtpb"))
                  .string()) {}
  ~ScratchFile() { std::remove(path_.c_str()); }

  const std::string& Hold(std::string_view bytes) {
    std::FILE* file = std::fopen(path_.c_str(), "wb");
    Expect(file != nullptr, "the scratch file can be written");
    // Nothing has no address.
    const size_t written = bytes.empty() ? 0 : std::fwrite(bytes.data(), 1, bytes.size(), file);
    Expect(std::fclose(file) == 0 && written == bytes.size(), "the scratch file takes the input");
    return path_;
  }

 private:
  const std::string path_;
};

void CheckProfile(const absl::StatusOr<platform::Profile>& profile) {
  if (!profile.ok()) {
    Expect(!profile.status().message().empty(), "a refusal says why");
    return;
  }
  Expect(platform::ValidateProfile(*profile).ok(), "a profile that is loaded is valid");
  Expect(platform::ProfileHash(*profile) == platform::ProfileHash(*profile), "a profile has one hash");
  Expect(!platform::DescribeProfile(*profile).empty(), "a profile can be told");
}

}  // namespace

void ReadScenarioBytes(std::string_view bytes) {
  const std::string text(bytes);
  const auto scenario = sim::ParseScenario(text, "input.txtpb");
  if (!scenario.ok()) return;
  uint64_t last = 1;
  for (const sim::ScenarioCommand& command : scenario->commands) {
    Expect(command.tick >= last && command.tick <= scenario->ticks, "commands come by tick, within the run");
    last = command.tick;
  }
  for (const sim::Expectation& expectation : scenario->expectations) {
    Expect(expectation.of < scenario->commands.size(), "what is expected is expected of a command");
  }
  // A renewed hash is the only thing that changes.
  sim::GoldenHash golden;
  golden.state_schema = 77;
  golden.root = 0x123456789abcdef;
  const auto renewed = sim::WithGoldenHash(text, "input.txtpb", golden);
  if (!renewed.ok()) return;
  const auto again = sim::ParseScenario(*renewed, "input.txtpb");
  Expect(again.ok(), "a scenario with a new hash can be read");
  Expect(again->commands.size() == scenario->commands.size(), "a new hash leaves the commands alone");
  bool found = false;
  for (const sim::GoldenHash& hash : again->golden) found = found || hash == golden;
  Expect(found, "a new hash is in the file");
}

// The first blocks of every scenario of the tree, and a small one that is whole.
std::vector<std::string> ScenarioSeeds() {
  constexpr size_t kHeadBytes = 2500;
  std::vector<std::string> seeds;
  for (const std::string& text : TextsOf("scenarios", ".txtpb")) {
    const size_t end = text.rfind("\n}\n", kHeadBytes);
    seeds.push_back(end == std::string::npos ? text : text.substr(0, end + 3));
  }
  seeds.emplace_back(
      R"(description: "small" pack: "a.ffnav" profile: "ps3" set: "path_slice_units=64" hz: 20 ticks: 9
members: 1 focus { x: 1 y: 2 } places { name: "gate" position { x: 10 y: 20 } }
commands { tick: 1 source: 1 name: "a" command { submit { path { start { x: 1 } goal { y: 5 } } radius: 0.5 } } }
commands { tick: 1 source: 2 name: "b" command { put_hazard { kind: HAZARD_KIND_GAS center { x: 1 } radius: 4 } } }
commands { tick: 3 source: 1 of: "a" command { release_handle: 0 } }
expectations { of: "a" at_tick: 3 outcome: NAV_OUTCOME_COMPLETE length_min: 1 length_max: 9 points_min: 2 }
expectations { of: "b" at_tick: 4 refused: "BAD_FIELD" }
final_hashes { state_schema: 1 root: "0123456789abcdef" leaves: "world 0123456789abcdef" }
)");
  return seeds;
}

void ReadProfileBytes(std::string_view bytes) {
  static ScratchFile file;
  // The lines as overrides, which are "key=value".
  std::vector<std::string> sets;
  for (size_t begin = 0; begin < bytes.size() && sets.size() < 20;) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    sets.emplace_back(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
  CheckProfile(platform::LoadProfile("ps3", sets));
  CheckProfile(platform::LoadProfile(file.Hold(bytes)));
}

std::vector<std::string> ProfileSeeds() {
  std::vector<std::string> seeds = TextsOf("platform/profiles", ".txtpb");
  seeds.emplace_back(
      "name: \"mine\"\nbase: \"ps3\"\npath_points_max: 8\nmovement_costs { climb_high: 12.5 }\n");
  return seeds;
}

void ReadSettingsBytes(std::string_view bytes) {
  for (const bool offline : {false, true}) {
    const auto settings = nav::ParseNavSettings(bytes, "input", offline);
    if (!settings.ok()) continue;
    Expect(settings->sectors_per_nav_mesh > 0, "a tile has sectors");
    (void)nav::ProfileSetsOf(*settings, 64);
  }
}

std::vector<std::string> SettingsSeeds() {
  return {"sectors_per_nav_mesh: 3\nnav_mesh_load_distance: 85.5\n",
          "max_nav_meshes_in_any_level: 500\nmax_dynamic_nav_mesh_types: 10 # fewer\n"};
}

void ReadCorrectionsBytes(std::string_view bytes) { (void)nav::ParseAdjacencyCorrections(bytes, "input"); }

std::vector<std::string> CorrectionsSeeds() {
  return {"corrections { tile: 4040 build_id: \"0123456789abcdef\" poly: 3 edge: 1 }\n",
          "corrections { tile: 4040 build_id: \"0000000000000001\" poly: 7 edge: 0 neighbour { tile: 4041 "
          "poly: 2 "
          "type: CORRECTED_ADJACENCY_CLIMB_LOW } }\n"};
}

}  // namespace footfall::fuzz
