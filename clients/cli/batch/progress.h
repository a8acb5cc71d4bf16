#ifndef FOOTFALL_CLIENTS_CLI_BATCH_PROGRESS_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace footfall::cli {

// One line on stderr that says how far a batch is, how many did not pass and how long it still takes; nothing
// where stderr is no terminal. One thread.
class Progress {
 public:
  // `weights` are what each case costs, in any unit.
  Progress(std::vector<std::uint64_t> weights, bool wanted);

  void Begun() { ++begun_; }
  void Ended(size_t index, bool passed);
  void Show();
  // Takes the line away, for another one.
  void Clear();
  void End() { Clear(); }

 private:
  std::vector<std::uint64_t> weights_;
  bool is_on_;
  bool shown_ = false;
  size_t begun_ = 0;
  size_t ended_ = 0;
  size_t faults_ = 0;
  std::uint64_t weight_total_ = 0;
  std::uint64_t weight_ended_ = 0;  // of those that ran here
  std::uint64_t weight_kept_ = 0;   // of those that an earlier run had done
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_PROGRESS_H_
