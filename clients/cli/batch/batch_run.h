#ifndef FOOTFALL_CLIENTS_CLI_BATCH_BATCH_RUN_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_BATCH_RUN_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "clients/cli/batch/artifacts.h"
#include "clients/cli/batch/junit.h"
#include "clients/cli/batch/progress.h"
#include "clients/cli/child.h"

namespace footfall::cli {

struct BatchOptions {
  std::string runner;
  std::uint64_t threads = 1;
  std::uint64_t order_threads = 1;
  size_t jobs = 1;
  std::chrono::seconds time_limit{600};
  std::string junit;      // empty: no report
  std::string artifacts;  // empty: none
  std::string hashes;     // folder for the hashes of all ticks of all scenarios; empty: none
  std::string base;       // folder of hashes of an earlier run: which tick and leaf differ first; empty: none
  bool resume = false;
  bool fail_fast = false;
  bool says_all = true;     // a line a case
  bool says_faults = true;  // at least of those that did not pass
};

// Runs cases, each in a child process of its own, several at a time, and keeps a report that is whole at any
// moment and reads as failed until the last case has passed. One thread.
class BatchRun {
 public:
  // `cases` are paths, `file_names` what files of theirs are called (FlatNames); `order` are their indices as
  // they are begun, and as lines are printed. `properties` are of the whole report.
  BatchRun(BatchOptions options, const std::vector<std::string>& cases, std::vector<std::string> file_names,
           std::vector<size_t> order, std::vector<std::uint64_t> weights,
           std::vector<std::pair<std::string, std::string>> properties);

  // Until all have ended, or a stop signal has come (StopSignal). Errors are those of this process: a runner
  // that cannot be started, a file that cannot be written.
  absl::Status Run();

  const JunitSuite& suite() const { return suite_; }
  // The folder with what is left of the case, which did not pass; empty: nothing is.
  std::string ArtifactsOf(size_t index) const;
  std::int64_t Count(JunitCase::State state) const;

 private:
  absl::Status Resume();
  // What a pass leaves besides the report is there.
  bool HasOutputs(size_t index) const;
  absl::Status FindOutWhatItLeaves();
  std::optional<ChildJob> Next();
  absl::Status Done(size_t index, const ChildResult& child);
  // Artifacts that cannot be left, on a full disk say, are told and end no batch.
  void NoteArtifacts(size_t index, const absl::Status& status);
  std::vector<std::string> ArgumentsOf(size_t index) const;
  // The line of a shell that runs the case again.
  std::string ReproOf(size_t index) const;
  std::string HashesOf(size_t index) const;
  // Tells in the report from where on the case differs from the base. It is no verdict.
  void CompareWithBase(size_t index);
  void Say();
  absl::Status WriteReport(bool now);

  BatchOptions options_;
  JunitSuite suite_;
  std::vector<size_t> order_;
  std::vector<std::string> file_names_;
  std::optional<Artifacts> artifacts_;
  Progress progress_;
  std::vector<std::string> fingerprints_;  // by case; empty: a pass of it is not kept
  std::vector<bool> ended_;                // or kept of an earlier run
  std::vector<bool> kept_;
  size_t begun_ = 0;  // places in order_
  size_t said_ = 0;
  std::string first_fault_;  // name of the first case that did not pass
  std::chrono::steady_clock::time_point written_{};
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_BATCH_RUN_H_
