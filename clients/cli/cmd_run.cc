#include "clients/cli/cmd_run.h"

#include "clients/cli/exit_code.h"
#include "clients/hash/commands.h"
#include "sim/recording/world_recorder.h"

namespace footfall::cli {
namespace {

class RunScenarioCommand final : public Command {
 public:
  std::string name() const override { return "run"; }
  std::string summary() const override {
    return "Run a scenario here; the last line is its state hash (with --json a field of the one line)";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("scenario", &words_, 1, "scenario file (.txtpb); several with --update-hash");
    flags.Threads(&threads_);
    flags.OrderThreads(&order_threads_);
    flags.Seed(&arguments_.seed);
    flags.Profile(&arguments_.profile);
    flags.Texts("--set", &arguments_.sets, "key=value over the profile; may be repeated");
    flags.Switch("--results", &arguments_.results,
                 "a line for each named command: outcome, length, points, submitted and visible tick");
    flags.Text("--hashes-out", &arguments_.hashes_out, "file for the hashes of all ticks");
    flags.Text("--timeline", &arguments_.timeline,
               "file for what ran when on virtual cores and on this host, for Perfetto or chrome://tracing");
    flags.Text("--trails", &arguments_.trails, "file for the ways that were found, one JSON object a line");
    flags.Text("--dump", &arguments_.dump, "file for all state after the last tick, one value a line");
    flags.Switch("--update-hash", &arguments_.update_hash,
                 "write the golden hash into the scenario; says what changed");
    flags.Text("--record", &arguments_.record, "file for a recording of the run (.ffrec)");
    flags.Integer("--snapshot-every", &snapshot_every_, 1, std::uint64_t{1} << 32,
                  "ticks between snapshots in the recording");
    flags.Json(&arguments_.json);
    flags.Quiet(&arguments_.quiet);
  }

  int Run() override {
    arguments_.command = "footfall " + name();
    arguments_.threads = static_cast<int>(threads_);
    arguments_.order_threads = static_cast<int>(order_threads_);
    if (words_.size() > 1 && arguments_.update_hash) {
      return UpdateMany();
    }
    if (words_.size() != 1) {
      return Fail(name(),
                  absl::InvalidArgumentError(std::to_string(words_.size()) +
                                             " scenarios given, takes 1; `footfall test` takes many, and "
                                             "so does --update-hash"));
    }
    arguments_.scenario = words_.front();
    arguments_.snapshot_every = snapshot_every_;
    return client::RunCommand(arguments_);
  }

 private:
  int UpdateMany() {
    const bool is_own = !arguments_.seed.has_value() && arguments_.profile.empty() && arguments_.sets.empty();
    if (!is_own || !arguments_.hashes_out.empty() || !arguments_.record.empty() ||
        !arguments_.timeline.empty() || !arguments_.trails.empty() || !arguments_.dump.empty()) {
      return Fail(name(), absl::InvalidArgumentError("--update-hash of several scenarios: not together with "
                                                     "--seed, --profile, --set, --hashes-out, --record, "
                                                     "--timeline, --trails or --dump"));
    }
    return client::UpdateHashesCommand(arguments_, words_);
  }

  std::vector<std::string> words_;
  std::uint64_t threads_ = 1;
  std::uint64_t order_threads_ = 1;
  std::uint64_t snapshot_every_ = sim::kSnapshotEveryTicks;
  client::RunArguments arguments_;
};

}  // namespace

std::unique_ptr<Command> NewRunCommand() { return std::make_unique<RunScenarioCommand>(); }

}  // namespace footfall::cli
