#include "clients/cli/cmd_replay.h"

#include "clients/cli/exit_code.h"
#include "clients/hash/commands.h"

namespace footfall::cli {
namespace {

class ReplayRecordingsCommand final : public Command {
 public:
  std::string name() const override { return "replay"; }
  std::string summary() const override {
    return "Replay recordings here and compare the hash of every tick; 1 if one differs";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("recordings", &arguments_.recordings, 1,
                    "recordings (.ffrec), folders that hold them, patterns of names");
    flags.Integer("--from", &arguments_.from, 1, UINT64_MAX, "begin at the last snapshot before this tick");
    flags.Integer("--until", &arguments_.until, 1, UINT64_MAX, "end after this tick");
    flags.Text("--profile-override", &arguments_.profile_override,
               "another profile, NAME or FILE: hashes are not compared, what came of the requests is told");
    flags.Text("--world", &arguments_.world, "the pack, where the recorded path is of another machine");
    flags.Texts("--content-pack", &arguments_.content_packs,
                "GROUP=FILE, a content pack that is not where it was recorded; may be repeated");
    flags.Threads(&threads_);
    flags.OrderThreads(&order_threads_);
    flags.Json(&arguments_.json);
    flags.Quiet(&arguments_.quiet);
  }

  int Run() override {
    arguments_.command = "footfall " + name();
    arguments_.threads = static_cast<int>(threads_);
    arguments_.order_threads = static_cast<int>(order_threads_);
    return client::ReplayCommand(arguments_);
  }

 private:
  std::uint64_t threads_ = 1;
  std::uint64_t order_threads_ = 1;
  client::ReplayArguments arguments_;
};

}  // namespace

std::unique_ptr<Command> NewReplayCommand() { return std::make_unique<ReplayRecordingsCommand>(); }

}  // namespace footfall::cli
