#include "clients/cli/cmd_fork.h"

#include <unistd.h>

#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/remote.h"
#include "clients/cli/snapshot_bytes.h"
#include "clients/lib/session.h"
#include "platform/text_config.h"

namespace footfall::cli {
namespace {

std::string RootText(const v1::StateHash& hash) { return absl::BytesToHexString(hash.root()); }

Figures CommandFigures(const v1::ForkOutcome& outcome) {
  Figures figures;
  for (int i = 0; i < outcome.results_size(); ++i) {
    const v1::CommandResult& result = outcome.results(i);
    std::string text = absl::StrCat("tick ", result.applied_tick());
    if (result.has_error()) {
      text = result.error().message();
    } else if (result.handle() != 0) {
      absl::StrAppend(&text, ", handle ", absl::Hex(result.handle(), absl::kZeroPad16));
    }
    figures.Add(absl::StrCat(i), text);
  }
  return figures;
}

Figures OutcomeFigures(const v1::ForkStarted& started, const v1::ForkOutcome& outcome) {
  const v1::ForkCounts& counts = outcome.counts();
  Figures figures;
  figures.Add("from_tick", started.info().tick());
  figures.Add("ticks_run", std::uint64_t{outcome.ticks_run()});
  figures.Add("tick", outcome.hash().tick());
  Figures finished;
  for (const auto& row : counts.finished()) finished.Add(OutcomeText(row.outcome()), row.requests());
  figures.Add("finished", std::move(finished));
  Figures refused;
  for (const auto& row : counts.refused()) refused.Add(row.reason(), row.commands());
  figures.Add("refused", std::move(refused));
  figures.Add("commands_applied", counts.commands_applied());
  figures.Add("submitted", counts.submitted());
  figures.Add("slots_in_use", counts.slots_in_use());
  figures.Add("cancelled", counts.cancelled());
  figures.Add("expired", counts.expired());
  figures.Add("restarts", counts.restarts());
  figures.Add("tiles_placed", counts.tiles_placed());
  figures.Add("tiles_evicted", counts.tiles_evicted());
  if (outcome.results_size() > 0) figures.Add("commands", CommandFigures(outcome));
  return figures;
}

class ForkCommand final : public Command {
 public:
  std::string name() const override { return "fork"; }
  std::string summary() const override {
    return "Run a copy of a server's world beside it, or of a snapshot; the last line is its state hash";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Integer("--ticks", &ticks_, 1, UINT32_MAX,
                  "ticks that the copy runs; a server takes 108000, an hour at 30 Hz");
    flags.Text("--from", &from_,
               "a snapshot file (.ffsnap) of such a world; else the server's world as it is");
    flags.Text("--commands", &commands_,
               "a file (.txtpb) of `commands { tick: 1 command { ... } }`: fields of footfall.v1.ForkPlan");
    flags.Switch("--every-hash", &every_hash_,
                 "print tick and hash of every tick first, or with --json as `hashes`");
    flags.OrderThreads(&order_threads_);
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    const absl::Status status = Do();
    if (is_line_shown_) std::fputs("\r\x1b[K", stderr);
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  absl::StatusOr<v1::ForkPlan> ReadPlan() const {
    v1::ForkPlan plan;
    if (!commands_.empty()) {
      v1::ForkPlan file;
      if (absl::Status loaded = platform::LoadTextConfig(commands_, &file); !loaded.ok()) return loaded;
      plan.mutable_commands()->Swap(file.mutable_commands());
      if (file.ByteSizeLong() != 0) {
        return absl::InvalidArgumentError(
            absl::StrCat(commands_, ": sets more than commands: ", file.ShortDebugString()));
      }
    }
    plan.set_ticks(static_cast<std::uint32_t>(ticks_));
    plan.set_order_threads(static_cast<std::uint32_t>(order_threads_));
    plan.set_want_hashes(every_hash_);
    return plan;
  }

  absl::Status Do() {
    const absl::StatusOr<v1::ForkPlan> plan = ReadPlan();
    if (!plan.ok()) return plan.status();
    std::optional<std::string> snapshot;
    if (!from_.empty()) {
      absl::StatusOr<SnapshotBytes> read = ReadSnapshotBytes(from_);
      if (!read.ok()) return read.status();
      snapshot = std::move(read->packed);
    }
    client::SessionOptions options;
    options.client_name = "footfall-fork";
    options.role = v1::ROLE_OPERATOR;
    absl::StatusOr<client::Session> session = client::Session::Open(remote_.Connect(), options);
    if (!session.ok()) return session.status();
    v1::ForkStarted started;
    const auto outcome = session->Fork(*plan, snapshot, [&](const v1::ForkResponse& message) {
      if (message.has_started()) started = message.started();
      Tell(message.progress());
      return true;
    });
    if (!outcome.ok()) return outcome.status();
    Figures figures = OutcomeFigures(started, *outcome);
    if (json_) {
      if (every_hash_) figures.Add("hashes", hashes_);
      figures.Add("hash", RootText(outcome->hash()));
    }
    if (json_ || !quiet_) figures.Print(json_);
    if (!json_) std::printf("%s\n", RootText(outcome->hash()).c_str());
    return absl::OkStatus();
  }

  void Tell(const v1::ForkProgress& progress) {
    for (const v1::StateHash& hash : progress.hashes()) {
      std::string line = absl::StrCat(hash.tick(), " ", RootText(hash));
      if (json_) {
        hashes_.push_back(std::move(line));
      } else {
        std::printf("%s\n", line.c_str());
      }
    }
    if (progress.ticks_run() == 0 || isatty(STDERR_FILENO) != 1) return;
    std::fprintf(stderr, "\rtick %u of %u\x1b[K", progress.ticks_run(), static_cast<unsigned>(ticks_));
    is_line_shown_ = true;
  }

  Remote remote_;
  std::uint64_t ticks_ = 30;
  std::string from_;
  std::string commands_;
  bool every_hash_ = false;
  std::uint64_t order_threads_ = 1;
  bool json_ = false;
  bool quiet_ = false;
  bool is_line_shown_ = false;
  std::vector<std::string> hashes_;  // "TICK HASH"; with --json
};

}  // namespace

std::unique_ptr<Command> NewForkCommand() { return std::make_unique<ForkCommand>(); }

}  // namespace footfall::cli
