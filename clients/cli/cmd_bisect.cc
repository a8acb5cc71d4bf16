#include "clients/cli/cmd_bisect.h"

#include "clients/cli/exit_code.h"
#include "clients/hash/commands.h"

namespace footfall::cli {
namespace {

class BisectRecordingsCommand final : public Command {
 public:
  std::string name() const override { return "bisect"; }
  std::string summary() const override {
    return "Name the first tick, entity and field in which two recordings, or one and this software, differ";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("recordings", &arguments_.recordings, 1,
                    "one recording (.ffrec), which is replayed, or two, which are compared");
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
    return client::BisectCommand(arguments_);
  }

 private:
  std::uint64_t threads_ = 1;
  std::uint64_t order_threads_ = 1;
  client::BisectArguments arguments_;
};

}  // namespace

std::unique_ptr<Command> NewBisectCommand() { return std::make_unique<BisectRecordingsCommand>(); }

}  // namespace footfall::cli
