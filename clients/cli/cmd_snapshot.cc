#include "clients/cli/cmd_snapshot.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/flag_use.h"
#include "clients/cli/remote.h"
#include "clients/cli/snapshot_bytes.h"
#include "clients/lib/session.h"
#include "platform/files.h"
#include "sim/snapshot_file.h"

namespace footfall::cli {
namespace {

constexpr FlagUse kUses[] = {{"--server", "save, restore"}, {"--timeout", "save, restore"}};

class SnapshotCommand final : public Command {
 public:
  std::string name() const override { return "snapshot"; }
  std::string summary() const override {
    return "Save a server's whole world to a file, restore it, read what a file says";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments("what", &words_, 1, "save FILE, restore FILE or info FILE (.ffsnap)");
    flags.Json(&json_);
    flags.Quiet(&quiet_);
    flags.Given(&given_);
  }

  int Run() override {
    const absl::Status status = Do();
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  absl::Status Do() {
    const std::string& what = words_.front();
    if (what != "save" && what != "restore" && what != "info") {
      return absl::InvalidArgumentError(absl::StrCat(what, ": save, restore or info is wanted"));
    }
    if (words_.size() != 2) {
      return absl::InvalidArgumentError(absl::StrCat(what, ": ", words_.size() - 1, " files given, takes 1"));
    }
    if (words_[1].empty()) {
      return absl::InvalidArgumentError(absl::StrCat(what, ": the name of the file is empty"));
    }
    if (absl::Status used = CheckFlagUse(given_, what, kUses); !used.ok()) return used;
    if (what == "info") return Info();
    return what == "save" ? Save() : Restore();
  }

  absl::StatusOr<client::Session> Open() const {
    client::SessionOptions options;
    options.client_name = "footfall-snapshot";
    options.role = v1::ROLE_OPERATOR;
    return client::Session::Open(remote_.Connect(), options);
  }

  void Print(const Figures& figures) const {
    if (!quiet_) figures.Print(json_);
  }

  absl::Status Info() const {
    const absl::StatusOr<SnapshotBytes> bytes = ReadSnapshotBytes(words_[1]);
    if (!bytes.ok()) return bytes.status();
    Print(FiguresOf(bytes->info));
    return absl::OkStatus();
  }

  absl::Status Save() const {
    // Before a server works for it.
    if (absl::Status status = platform::CheckReplaceable(words_[1]); !status.ok()) return status;
    absl::StatusOr<client::Session> session = Open();
    if (!session.ok()) return session.status();
    const auto snapshot = session->SaveSnapshot();
    if (!snapshot.ok()) return snapshot.status();
    const absl::StatusOr<std::string> state = sim::UnpackSnapshot(snapshot->bytes, "the server's snapshot");
    if (!state.ok()) return absl::InternalError(state.status().message());
    if (absl::Status written = sim::WriteSnapshotFile(words_[1], *state); !written.ok()) return written;
    Print(FiguresOf(snapshot->info));
    return absl::OkStatus();
  }

  absl::Status Restore() const {
    const absl::StatusOr<SnapshotBytes> bytes = ReadSnapshotBytes(words_[1]);
    if (!bytes.ok()) return bytes.status();
    absl::StatusOr<client::Session> session = Open();
    if (!session.ok()) return session.status();
    const auto restored = session->RestoreSnapshot(bytes->packed);
    if (!restored.ok()) return restored.status();
    Figures figures = FiguresOf(restored->info());
    figures.Add("sources_ended", std::uint64_t{restored->sources_ended()});
    Print(figures);
    return absl::OkStatus();
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::vector<std::string> given_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewSnapshotCommand() { return std::make_unique<SnapshotCommand>(); }

}  // namespace footfall::cli
