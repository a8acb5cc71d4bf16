#include "clients/cli/cmd_trace.h"

#include <cstdio>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "clients/cli/batch/files.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/parse.h"
#include "clients/cli/picture.h"
#include "clients/hash/output_paths.h"
#include "sim/trace_import_config.h"

namespace footfall::cli {
namespace {

constexpr char kCity[] = "city:";
constexpr int kCityTilesMax = 100;
constexpr size_t kLogBytesMax = size_t{256} * 1024 * 1024;

class TraceCommand final : public Command {
 public:
  std::string name() const override { return "trace"; }
  std::string summary() const override { return "import LOG.csv: a log of requests becomes a scenario"; }

  void Declare(Flags& flags) override {
    flags.Arguments("action", &words_, 1, "import LOG.csv");
    flags.Text("--world", &world_, "demo, a pack, or city:WIDTHxHEIGHT[:SEED] [demo]");
    flags.Integer("--hz", &hz_, 20, 60, "ticks a second: 20, 30 or 60");
    flags.Integer("--hold", &hold_ms_, 0, 3'600'000,
                  "ms after its submit at which a request is released; 0: never");
    flags.Switch("--rebase", &rebase_,
                 "times or ticks count from the least of the log, as for those of Unix time");
    flags.Profile(&profile_);
    flags.Seed(&seed_);
    flags.Output(&output_);
  }

  int Run() override {
    const absl::Status status = Import();
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  absl::Status Import() {
    if (words_.size() != 2 || words_.front() != "import") {
      return absl::InvalidArgumentError("action: needs `import LOG.csv`");
    }
    if (hz_ != 20 && hz_ != 30 && hz_ != 60) {
      return absl::InvalidArgumentError("--hz: " + std::to_string(hz_) + " is not 20, 30 or 60");
    }
    if (absl::Status status =
            client::CheckOutputs({{"--output", output_}}, {{"the log", words_[1]}, {"--world", world_}});
        !status.ok()) {
      return status;
    }
    const absl::StatusOr<std::string> log = ReadFile(words_[1], kLogBytesMax);
    if (!log.ok()) {
      return log.status();
    }
    sim::TraceImport import;
    import.log_file = words_[1];
    import.hz = static_cast<int>(hz_);
    import.seed = seed_.value_or(1);
    import.profile = profile_;
    import.hold_ms = static_cast<std::uint32_t>(hold_ms_);
    const absl::StatusOr<sim::WorldSource> world = World();
    if (!world.ok()) {
      return world.status();
    }
    import.world = *world;
    import.rebase = rebase_;
    std::vector<std::string> warnings;
    const absl::StatusOr<std::string> text = sim::ScenarioOfTrace(*log, import, &warnings);
    if (!text.ok()) {
      return text.status();
    }
    for (const std::string& warning : warnings) {
      std::fprintf(stderr, "footfall trace: warning: %s\n", warning.c_str());
    }
    if (!output_.empty()) {
      return WriteText(output_, *text);
    }
    std::fputs(text->c_str(), stdout);
    return absl::OkStatus();
  }

  absl::StatusOr<sim::WorldSource> World() const {
    if (world_ == "demo") {
      return sim::DemoSource{};
    }
    if (!absl::StartsWith(world_, kCity)) {
      return sim::PackSource{PackPath()};
    }
    const std::vector<std::string> parts = absl::StrSplit(world_.substr(sizeof(kCity) - 1), ':');
    const absl::StatusOr<GridSize> size = ParseGridSize("--world", parts[0], kCityTilesMax);
    if (!size.ok()) {
      return size.status();
    }
    if (parts.size() > 2) {
      return absl::InvalidArgumentError("--world: '" + world_ + "' is not city:WIDTHxHEIGHT[:SEED]");
    }
    const absl::StatusOr<std::uint64_t> seed =
        ParseInteger("--world", parts.size() == 2 ? parts[1] : "0", 0, UINT64_MAX);
    if (!seed.ok()) {
      return seed.status();
    }
    return sim::CitySource{static_cast<std::uint32_t>(size->width), static_cast<std::uint32_t>(size->height),
                           *seed, false};
  }

  // A scenario's relative path starts at its own folder, one that is typed here.
  std::string PackPath() const {
    if (output_.empty()) {
      return world_;
    }
    const std::filesystem::path folder = std::filesystem::absolute(output_).parent_path();
    return std::filesystem::proximate(std::filesystem::absolute(world_), folder).generic_string();
  }

  std::vector<std::string> words_;
  std::string world_ = "demo";
  std::uint64_t hz_ = 30;
  std::uint64_t hold_ms_ = sim::TraceImport{}.hold_ms;
  bool rebase_ = false;
  std::string profile_ = "server";
  std::optional<std::uint64_t> seed_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> NewTraceCommand() { return std::make_unique<TraceCommand>(); }

}  // namespace footfall::cli
