#include "clients/cli/batch/progress.h"

#include <unistd.h>

#include <cstdio>
#include <numeric>

namespace footfall::cli {

Progress::Progress(std::vector<std::uint64_t> weights, bool wanted)
    : weights_(std::move(weights)),
      is_on_(wanted && isatty(STDERR_FILENO) == 1),
      weight_total_(std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0})),
      begin_(std::chrono::steady_clock::now()) {}

void Progress::Ended(size_t index, bool passed) {
  ++ended_;
  faults_ += passed ? 0 : 1;
  (begun_ == 0 ? weight_kept_ : weight_ended_) += weights_[index];
}

void Progress::Show() {
  if (!is_on_) {
    return;
  }
  const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const double left = weight_ended_ == 0
                          ? 0
                          : took / static_cast<double>(weight_ended_) *
                                static_cast<double>(weight_total_ - weight_ended_ - weight_kept_);
  std::fprintf(stderr, "\r\x1B[K%zu of %zu ended, %zu did not pass, about %.0f s left", ended_,
               weights_.size(), faults_, left);
  shown_ = true;
}

void Progress::Clear() {
  if (shown_) {
    std::fprintf(stderr, "\r\x1B[K");
    shown_ = false;
  }
}

}  // namespace footfall::cli
