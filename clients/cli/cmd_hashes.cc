#include "clients/cli/cmd_hashes.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "clients/cli/batch/hash_diff.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"

namespace footfall::cli {
namespace {

using State = HashDifference::State;

class HashesCommand final : public Command {
 public:
  std::string name() const override { return "hashes"; }
  std::string summary() const override {
    return "diff BASE HEAD: which scenarios changed behaviour, at which tick and leaf";
  }

  void Declare(Flags& flags) override {
    flags.Arguments("action", &words_, 1,
                    "diff BASE HEAD, two folders of `footfall test --hashes` or two files of --hashes-out");
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    if (words_.front() != "diff" || words_.size() != 3) {
      return Fail(name(), absl::InvalidArgumentError("give diff BASE HEAD"));
    }
    const auto differences = DiffHashes(words_[1], words_[2]);
    if (!differences.ok()) {
      return Fail(name(), differences.status());
    }
    if (json_) {
      PrintJson(*differences);
    } else {
      Print(*differences);
    }
    const bool differs = std::any_of(differences->begin(), differences->end(), [](const HashDifference& one) {
      return one.state == State::kChanged || one.state == State::kGone;
    });
    return differences->empty() ? kEmpty : differs ? kFailed : kPassed;
  }

 private:
  void Print(const std::vector<HashDifference>& differences) const {
    Figures figures;
    for (const State state : {State::kSame, State::kChanged, State::kStale, State::kNew, State::kGone}) {
      std::int64_t count = 0;
      for (const HashDifference& one : differences) {
        count += one.state == state ? 1 : 0;
        if (one.state == state && state != State::kSame) {
          PrintOne(one);
        }
      }
      figures.Add(WordOf(state), count);
    }
    if (!quiet_) {
      figures.Print(false);
    }
  }

  static void PrintOne(const HashDifference& one) {
    std::string line = std::string(WordOf(one.state)) + " " + one.name;
    if (one.tick != 0) {
      line += ": tick " + std::to_string(one.tick);
    }
    if (!one.leaf.empty()) {
      line += ", " + one.leaf + " " + one.before + " -> " + one.after;
    }
    if (!one.remark.empty()) {
      line += (one.tick != 0 ? ", " : ": ") + one.remark;
    }
    std::printf("%s\n", line.c_str());
  }

  static void PrintJson(const std::vector<HashDifference>& differences) {
    auto all = nlohmann::ordered_json::array();
    for (const HashDifference& one : differences) {
      all.push_back({{"name", one.name},
                     {"state", std::string(WordOf(one.state))},
                     {"tick", one.tick},
                     {"leaf", one.leaf},
                     {"before", one.before},
                     {"after", one.after},
                     {"remark", one.remark}});
    }
    std::printf("%s\n", all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  }

  std::vector<std::string> words_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewHashesCommand() { return std::make_unique<HashesCommand>(); }

}  // namespace footfall::cli
