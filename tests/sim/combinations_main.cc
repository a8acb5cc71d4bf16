// Random combinations of scenario, tick of the snapshot, threads before and after, and build before and
// after: each is saved to a file by one process, restored from it by another, and has the hashes of a run
// that was never stopped.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "nav/build/city.h"
#include "nav/build/instanced_city.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack_writer.h"
#include "platform/random.h"
#include "sim/command_log.h"
#include "sim/scenario.h"
#include "sim/scenario_run.h"
#include "sim/snapshot.h"
#include "sim/snapshot_file.h"
#include "sim/world.h"

namespace footfall::sim::testing {
namespace {

namespace fs = std::filesystem;

constexpr char kUsage[] =
    "usage: combinations SEED COUNT [OTHER_COMBINATIONS ...]\n"
    "Draws COUNT combinations from SEED. Each OTHER_COMBINATIONS is this program in another build.\n"
    "What the processes are called with:\n"
    "       combinations save SCENARIO PACK LOG SNAPSHOT THREADS ORDER_THREADS TICK OPEN_COMMANDS\n"
    "       combinations restore SCENARIO PACK LOG SNAPSHOT THREADS ORDER_THREADS\n";

constexpr int kThreads[] = {1, 2, 4, 8};
constexpr int kOrderThreads[] = {0, 1, 2, 4, 8};

[[noreturn]] void Die(const std::string& what) {
  std::fprintf(stderr, "combinations: %s\n", what.c_str());
  std::exit(2);
}

template <class Value>
Value Must(absl::StatusOr<Value> value, const std::string& what) {
  if (!value.ok()) Die(absl::StrCat(what, ": ", value.status().ToString()));
  return *std::move(value);
}

void Must(const absl::Status& status, const std::string& what) {
  if (!status.ok()) Die(absl::StrCat(what, ": ", status.ToString()));
}

uint64_t Number(const std::string& text) {
  uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size())
    Die(absl::StrCat(text, " is no number"));
  return number;
}

// ---- The two processes of a combination

// What both are told: everything that a world is made of but for the snapshot.
struct Side {
  Scenario scenario;
  WorldOptions options;
  CommandLog log;
  std::string snapshot;  // file
};

// From SCENARIO PACK LOG SNAPSHOT THREADS ORDER_THREADS.
Side ReadSide(const std::vector<std::string>& words) {
  Side side;
  side.scenario = Must(LoadScenario(words[0]), words[0]);
  side.options.pack = Must(nav::Pack::Open(words[1]), words[1]);
  std::ifstream file(words[2], std::ios::binary);
  side.log = Must(DecodeLog(std::string(std::istreambuf_iterator<char>(file), {})), words[2]);
  side.snapshot = words[3];
  side.options.profile = Must(ScenarioProfile(side.scenario, "", {}), "profile");
  side.options.seed = side.scenario.seed;
  side.options.hz = side.scenario.hz;
  side.options.focus = side.scenario.focus;
  side.options.epoch = side.log.epoch;
  side.options.threads = static_cast<int>(Number(words[4]));
  side.options.order_threads = static_cast<int>(Number(words[5]));
  return side;
}

std::vector<Command> CommandsOf(const CommandLog& log, uint64_t tick) {
  std::vector<Command> commands;
  for (const LogEntry& entry : log.entries) {
    if (entry.tick == tick) commands.push_back(entry.command);
  }
  return commands;
}

int Save(const std::vector<std::string>& words) {
  Side side = ReadSide(words);
  const uint64_t tick = Number(words[6]);
  const uint64_t open = Number(words[7]);
  const auto world = Must(World::Create(side.options), "world");
  while (world->tick() < tick) world->Step(CommandsOf(side.log, world->tick() + 1), nullptr);
  const std::vector<Command> next = CommandsOf(side.log, tick + 1);
  for (uint64_t i = 0; i < open; ++i) world->ApplyOpen(next.at(i));
  Must(WriteSnapshotFile(side.snapshot, world->Save()), side.snapshot);
  return 0;
}

// Prints the root of each tick.
int RestoreAndGoOn(const std::vector<std::string>& words) {
  Side side = ReadSide(words);
  const std::string bytes = Must(ReadSnapshotFile(side.snapshot), side.snapshot);
  const SnapshotHeader header = Must(ReadSnapshotHeader(bytes), side.snapshot);
  const auto world = Must(World::Restore(side.options, bytes), side.snapshot);
  auto open = static_cast<std::ptrdiff_t>(header.open_commands);
  while (world->tick() < side.scenario.ticks) {
    std::vector<Command> commands = CommandsOf(side.log, world->tick() + 1);
    commands.erase(commands.begin(), commands.begin() + open);
    open = 0;
    world->Step(commands, nullptr);
    std::printf("%s\n", platform::HashText(world->hash().root).c_str());
  }
  return 0;
}

// ---- What they are compared with

// One scenario as this build runs it without a stop.
struct Reference {
  std::string pack;  // files
  std::string log;
  CommandLog commands;
  uint64_t ticks = 0;
  std::vector<std::string> roots;  // after tick 1, 2, ...
};

class References {
 public:
  explicit References(fs::path folder) : folder_(std::move(folder)) {}

  const Reference& Of(const std::string& path) {
    const auto found = references_.find(path);
    if (found != references_.end()) return found->second;
    const Scenario scenario = Must(LoadScenario(path), path);
    Reference made;
    made.pack = PackOf(scenario.world);
    const auto pack = Must(nav::Pack::Open(made.pack), made.pack);
    const RunReport report = Must(RunScenario(scenario, [&](const WorldSource&) { return pack; }), path);
    made.commands = report.log;
    made.ticks = scenario.ticks;
    for (const platform::StateDigest& digest : report.digests) {
      made.roots.push_back(platform::HashText(digest.root));
    }
    made.log = (folder_ / (fs::path(path).stem().string() + ".log")).string();
    std::ofstream(made.log, std::ios::binary) << EncodeLog(report.log);
    return references_.emplace(path, std::move(made)).first->second;
  }
  size_t size() const { return references_.size(); }

 private:
  // A file, so that the other processes need not build the world again.
  std::string PackOf(const WorldSource& source) {
    if (std::holds_alternative<DemoSource>(source)) return DemoPack();
    const auto& city = std::get<CitySource>(source);
    const fs::path file = folder_ / absl::StrCat("city_", city.tiles_x, "_", city.tiles_y, "_", city.seed,
                                                 "_", city.instanced ? "instanced" : "whole", ".ffnav");
    if (fs::exists(file)) return file.string();
    const int tiles_x = static_cast<int>(city.tiles_x);
    const int tiles_y = static_cast<int>(city.tiles_y);
    nav::WorldDraft draft;
    if (city.instanced) {
      draft = Must(nav::BuildInstancedCity({city.seed, tiles_x, tiles_y}, 1), "city");
    } else {
      nav::CityParams params;
      params.seed = city.seed;
      params.tiles_x = tiles_x;
      params.tiles_y = tiles_y;
      const nav::City built = Must(nav::BuildCity(params), "city");
      Must(nav::BuildWorld(built.soup, built.materials, built.annotations, built.params, 1, {}, &draft)
               .status(),
           "city");
    }
    Must(nav::WritePack(draft, file.string()), file.string());
    return file.string();
  }

 public:
  static std::string DemoPack() { return std::string(FOOTFALL_BINARY_DIR) + "/bin/demo.ffnav"; }

 private:
  const fs::path folder_;
  std::map<std::string, Reference> references_;
};

// ---- Combinations

std::vector<std::string> Scenarios() {
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(std::string(FOOTFALL_SOURCE_DIR) + "/scenarios")) {
    if (entry.path().extension() != ".txtpb") continue;
    const bool is_demo =
        std::holds_alternative<DemoSource>(Must(LoadScenario(entry.path().string()), "scenario").world);
    if (is_demo && !fs::exists(References::DemoPack())) {
      std::printf("SKIPPED: %s: the demo world was not built\n", entry.path().c_str());
      continue;
    }
    paths.push_back(entry.path().string());
  }
  // total order: paths differ.
  std::sort(paths.begin(), paths.end());
  return paths;
}

// build/clang/bin/combinations: "clang".
std::string BuildName(const std::string& program) {
  return fs::path(program).parent_path().parent_path().filename().string();
}

struct Combination {
  std::string scenario;
  uint64_t tick = 0;    // finished when it is saved
  uint64_t open = 0;    // commands of the next tick that were applied
  int threads[2] = {};  // before and after
  int order_threads[2] = {};
  std::string program[2];

  std::string Told() const {
    const auto side = [&](int i) {
      return absl::StrCat(BuildName(program[i]), " on ", threads[i], " and ", order_threads[i], " threads");
    };
    return absl::StrCat(fs::path(scenario).stem().string(), ", saved by ", side(0), " after tick ", tick,
                        " and ", open, " commands of the next, restored by ", side(1));
  }
};

template <class Values>
const auto& OneOf(platform::RandomStream& random, const Values& values) {
  return values[random.NextBelow(static_cast<uint32_t>(std::size(values)))];
}

Combination Draw(platform::RandomStream& random, const std::vector<std::string>& scenarios,
                 const std::vector<std::string>& programs, References& references) {
  Combination drawn;
  drawn.scenario = OneOf(random, scenarios);
  const Reference& reference = references.Of(drawn.scenario);
  drawn.tick = random.NextBelow(static_cast<uint32_t>(reference.ticks));
  const size_t commands = CommandsOf(reference.commands, drawn.tick + 1).size();
  drawn.open = random.NextBelow(static_cast<uint32_t>(commands) + 1);
  for (int i = 0; i < 2; ++i) {
    drawn.threads[i] = OneOf(random, kThreads);
    drawn.order_threads[i] = OneOf(random, kOrderThreads);
    drawn.program[i] = OneOf(random, programs);
  }
  return drawn;
}

std::string Quoted(const std::string& word) { return absl::StrCat("'", word, "'"); }

// What the process prints; what is wrong goes to `fault`.
std::string Call(const std::vector<std::string>& words, std::string* fault) {
  std::string command;
  for (const std::string& word : words) absl::StrAppend(&command, Quoted(word), " ");
  std::FILE* pipe = popen((command + "2>&1").c_str(), "r");
  if (pipe == nullptr) Die("no process can be begun");
  std::string output;
  char buffer[4096];
  for (size_t count = 0; (count = std::fread(buffer, 1, sizeof(buffer), pipe)) > 0;) {
    output.append(buffer, count);
  }
  const int status = pclose(pipe);
  if (status != 0)
    *fault = absl::StrCat(words[0], " ", words[1], " ended with status ", status, ": ", output);
  return output;
}

// What is wrong; empty: nothing.
std::string Check(const Combination& drawn, const Reference& reference, const std::string& snapshot) {
  const auto words = [&](int i, const char* verb) {
    return std::vector<std::string>{drawn.program[i],
                                    verb,
                                    drawn.scenario,
                                    reference.pack,
                                    reference.log,
                                    snapshot,
                                    absl::StrCat(drawn.threads[i]),
                                    absl::StrCat(drawn.order_threads[i])};
  };
  std::string fault;
  std::vector<std::string> saving = words(0, "save");
  saving.insert(saving.end(), {absl::StrCat(drawn.tick), absl::StrCat(drawn.open)});
  Call(saving, &fault);
  if (!fault.empty()) return fault;
  const std::string output = Call(words(1, "restore"), &fault);
  if (!fault.empty()) return fault;
  const std::vector<std::string> roots = absl::StrSplit(output, '\n', absl::SkipEmpty());
  if (roots.size() + drawn.tick != reference.ticks) return absl::StrCat(roots.size(), " ticks were run");
  for (size_t i = 0; i < roots.size(); ++i) {
    const std::string& expected = reference.roots[drawn.tick + i];
    if (roots[i] != expected) {
      return absl::StrCat("tick ", drawn.tick + i + 1, ": ", roots[i], " instead of ", expected);
    }
  }
  return "";
}

int Run(uint64_t seed, uint64_t count, const std::vector<std::string>& programs) {
  std::string folder = (fs::temp_directory_path() / "footfall-combinations-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) Die("no folder can be made");
  References references(folder);
  const std::vector<std::string> scenarios = Scenarios();
  std::map<std::string, int> pairs;
  int failures = 0;
  platform::RandomStream random(seed, platform::RandomPurpose::kTest, 930, 0);
  for (uint64_t i = 0; i < count; ++i) {
    const Combination drawn = Draw(random, scenarios, programs, references);
    ++pairs[absl::StrCat(BuildName(drawn.program[0]), " to ", BuildName(drawn.program[1]))];
    const std::string fault =
        Check(drawn, references.Of(drawn.scenario), (fs::path(folder) / "saved.ffsnap").string());
    if (fault.empty()) continue;
    ++failures;
    std::printf("FAILED: combination %llu: %s: %s\n", static_cast<unsigned long long>(i),
                drawn.Told().c_str(), fault.c_str());
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  std::string told;
  for (const auto& [pair, times] : pairs) absl::StrAppend(&told, "; ", pair, " ", times);
  std::printf("%llu combinations of %zu scenarios: %d failed%s\n", static_cast<unsigned long long>(count),
              references.size(), failures, told.c_str());
  return failures == 0 ? 0 : 1;
}

int Main(const std::vector<std::string>& words) {
  if (words.size() == 10 && words[1] == "save") return Save({words.begin() + 2, words.end()});
  if (words.size() == 8 && words[1] == "restore") return RestoreAndGoOn({words.begin() + 2, words.end()});
  if (words.size() < 3) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  std::vector<std::string> programs = {fs::read_symlink("/proc/self/exe").string()};
  programs.insert(programs.end(), words.begin() + 3, words.end());
  return Run(Number(words[1]), Number(words[2]), programs);
}

}  // namespace
}  // namespace footfall::sim::testing

int main(int argc, char** argv) { return footfall::sim::testing::Main({argv, argv + argc}); }
