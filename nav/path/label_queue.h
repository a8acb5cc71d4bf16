#ifndef FOOTFALL_NAV_PATH_LABEL_QUEUE_H_
#define FOOTFALL_NAV_PATH_LABEL_QUEUE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "nav/path/label_heap.h"

namespace footfall::nav {

// The open list of labels, which are never moved once they are in it. The next 256 m stand in steps of 6 cm,
// which cost a few instructions a label where a heap takes hundreds; what lies beyond waits in a LabelHeap.
// Within a step the newest label leaves first, so that the order is the same on every machine. Allocates only
// while warming up.
class LabelQueue {
 public:
  static constexpr float kStepsPerMetre = 16;
  static constexpr uint32_t kSteps = 4096;

  explicit LabelQueue(uint32_t capacity) : capacity_(capacity), beyond_(capacity), next_(kSteps) {}

  // Empties it. `least`: what the first step begins with, m; less than that is of it too.
  void Begin(float least) {
    least_ = least;
    count_ = 0;
    filled_words_ = 0;
    filled_.fill(0);
    beyond_.Clear();
  }
  bool empty() const { return count_ == 0; }
  bool full() const { return count_ >= capacity_; }

  // REQUIRES: !full(); total >= 0; the labels of a search come in ascending order, each once.
  void Push(float total, uint32_t label) {
    ++count_;
    const float steps = (total - least_) * kStepsPerMetre;
    if (!(steps < static_cast<float>(kSteps))) {
      beyond_.Push(total, label);
      return;
    }
    if (label >= next_.size()) next_.resize(std::max<size_t>(label + size_t{1}, next_.size() * 2));
    const uint32_t step = static_cast<uint32_t>(static_cast<int32_t>(std::max(steps, 0.0F)));
    const uint64_t bit = uint64_t{1} << (step % 64);
    uint64_t& word = filled_[step / 64];
    // Without branches, here and in Pop: nobody could foretell them.
    const uint32_t is_filled = static_cast<uint32_t>((word & bit) != 0);
    next_[label] = first_[step] | (is_filled - 1);
    first_[step] = label;
    word |= bit;
    filled_words_ |= uint64_t{1} << (step / 64);
  }

  // REQUIRES: !empty().
  uint32_t Pop() {
    --count_;
    if (filled_words_ == 0) return beyond_.Pop();
    const uint32_t word = static_cast<uint32_t>(std::countr_zero(filled_words_));
    const uint32_t step = word * 64 + static_cast<uint32_t>(std::countr_zero(filled_[word]));
    const uint32_t label = first_[step];
    const uint32_t next = next_[label];
    first_[step] = next;
    const uint64_t filled = filled_[word] & ~(uint64_t{next == kNone} << (step % 64));
    filled_[word] = filled;
    filled_words_ &= ~(uint64_t{filled == 0} << word);
    return label;
  }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFFU;  // Push: all bits
  static_assert(kSteps == 64 * 64);               // a bit of filled_words_ for each word of filled_

  const uint32_t capacity_;
  float least_ = 0;
  uint32_t count_ = 0;
  uint64_t filled_words_ = 0;
  std::array<uint64_t, kSteps / 64> filled_{};  // a bit for each step that holds labels
  std::array<uint32_t, kSteps> first_{};        // label of such a step
  LabelHeap beyond_;
  std::vector<uint32_t> next_;  // of the same step, by label
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_LABEL_QUEUE_H_
