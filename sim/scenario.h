#ifndef FOOTFALL_SIM_SCENARIO_H_
#define FOOTFALL_SIM_SCENARIO_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "platform/state_hash.h"
#include "platform/vec.h"
#include "sim/command.h"
#include "sim/outcome.h"

namespace footfall::sim {

// Where a scenario's world comes from. Who opens it is told from outside (WorldResolver), for sim knows
// neither the builder nor where the demo world lies.
struct PackSource {
  std::string path;  // as the process would open it
};
struct DemoSource {};
struct CitySource {
  uint32_t tiles_x = 1;
  uint32_t tiles_y = 1;
  uint64_t seed = 0;
  bool instanced = false;
};
using WorldSource = std::variant<PackSource, DemoSource, CitySource>;

// A content pack of a world, off until a command switches it on.
struct ContentSource {
  uint32_t group = 0;  // 1 to TileSet::kGroupsMax, each once
  PackSource pack;
};

struct ScenarioPlace {
  std::string name;
  platform::Vec3 position;
};

// Sources are commands' sources: a session's order + 1, or 4096 and up (R7); all fit 24 bits.
inline constexpr uint32_t kScenarioSourceMax = (1U << 24) - 1;

struct ScenarioCommand {
  uint64_t tick = 0;  // 1 to Scenario::ticks
  nav::SourceId source = 0;
  std::string name;           // unique, or empty
  CommandBody body;           // its handle is null where `of` is set
  std::optional<size_t> of;   // the command, an earlier one in order of application, whose handle it takes
  std::string place_in_file;  // "line 12", for messages
};

// What must come of a command; fields that are not set are not checked.
struct Expectation {
  size_t of = 0;         // index of a command that submits
  uint64_t at_tick = 0;  // 1 to Scenario::ticks
  std::optional<Outcome> outcome;
  std::optional<nav::CompletionCode> code;
  uint32_t detail_bits = 0;  // all of these, see DetailBitsOf
  std::optional<float> length_min;
  std::optional<float> length_max;
  std::optional<uint32_t> points_min;
  std::optional<uint32_t> points_max;
  std::optional<uint32_t> hits_min;  // of a request that is no path, as value_min and value_max
  std::optional<uint32_t> hits_max;
  std::optional<float> value_min;
  std::optional<float> value_max;
  std::optional<uint64_t> visible_tick;
  std::optional<uint32_t> restarts;
  std::string refused;  // reason of a refusal; excludes the rest
  std::string place_in_file;
};

// A state hash that a run must end with. The leaves only serve to name what differs; they may be missing.
struct GoldenHash {
  struct Leaf {
    std::string subsystem;
    uint64_t hash = 0;
    friend bool operator==(const Leaf&, const Leaf&) = default;
  };

  uint32_t state_schema = 0;
  uint64_t root = 0;
  std::vector<Leaf> leaves;

  // The hash of a state as it is now.
  static GoldenHash Of(const platform::StateDigest& digest);
  // The first leaf that is not the digest's, "" if none differs or none is known.
  std::string FirstDifferentLeaf(const platform::StateDigest& digest) const;
  friend bool operator==(const GoldenHash&, const GoldenHash&) = default;
};

// A scenario as a plain value: a world, what is done to it, what must come of it.
struct Scenario {
  std::string file;  // where it was loaded from
  std::string text;  // what it was read from, for recordings
  std::string name;
  std::string description;
  WorldSource world;
  std::vector<ContentSource> content_packs;
  uint64_t seed = 0;
  std::string profile = "server";
  std::vector<std::string> sets;  // "key=value" over the profile
  int hz = 30;
  uint64_t ticks = 1;
  std::optional<platform::Vec3> focus;  // unset: the middle of the world's tiles
  uint32_t members = 0;
  std::vector<ScenarioPlace> places;
  std::vector<ScenarioCommand>
      commands;  // by tick, then source, then place in the file: order of application
  std::vector<Expectation> expectations;  // by tick, then place in the file
  std::vector<GoldenHash> golden;         // one a state schema
};

// Loads a scenario file (config/v1/scenario.proto). Errors, all that can be found at once, one a line, as
// "file:line:column: field: what is wrong, with value and bound".
absl::StatusOr<Scenario> LoadScenario(const std::string& path);
// The same from text; `file` is for messages, and its folder is where a relative pack path starts.
absl::StatusOr<Scenario> ParseScenario(const std::string& text, const std::string& file);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SCENARIO_H_
