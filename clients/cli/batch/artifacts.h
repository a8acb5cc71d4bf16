#ifndef FOOTFALL_CLIENTS_CLI_BATCH_ARTIFACTS_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_ARTIFACTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "clients/cli/child.h"

namespace footfall::cli {

// What is left of each case that did not pass, in a folder of its own below one: what it printed
// (output.txt), its report (report.json), the hashes of its ticks (hashes.txt) and its recording
// (recording.ffrec) as far as it came, the ways that were found (trails.jsonl) and all state at the end
// (dump.txt) if it came there, and how to run it again (repro.sh). While a case runs, its files lie
// in a folder that no other batch has, so that several may leave what they have in one place; of a case that
// two of them run, the last one's files stay. Errors name the path.
class Artifacts {
 public:
  // `folder` empty: nothing is left anywhere. `names` are of the cases' own folders in it. `runner_help`
  // is what the runner's `run --help` prints: it is asked for the files whose flags it names.
  Artifacts(std::string folder, std::vector<std::string> names, std::string runner_help);
  ~Artifacts();
  Artifacts(const Artifacts&) = delete;
  Artifacts& operator=(const Artifacts&) = delete;

  bool is_on() const { return !folder_.empty(); }
  // Before all.
  absl::Status Begin();
  // Flags that let a scenario's run leave its files here; none where Prepare has failed.
  std::vector<std::string> FlagsOf(size_t index, bool with_hashes) const;
  std::string FolderOf(size_t index) const;

  // Before the case runs.
  absl::Status Prepare(size_t index) const;
  // It did not pass. `hashes` is the file of its hashes if it was written elsewhere, else empty.
  absl::Status Keep(size_t index, const ChildResult& child, const std::string& repro,
                    const std::string& hashes) const;
  // It passed: nothing of it is left.
  void Drop(size_t index) const;

 private:
  std::string WorkOf(size_t index, const char* file) const;
  std::string PathOf(size_t index, const char* file) const;

  std::string folder_;
  std::string work_;  // of this batch alone
  std::vector<std::string> names_;
  std::string runner_help_;
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_ARTIFACTS_H_
