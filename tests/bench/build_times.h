#ifndef FOOTFALL_TESTS_BENCH_BUILD_TIMES_H_
#define FOOTFALL_TESTS_BENCH_BUILD_TIMES_H_

#include <Recast.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "nav/build/world_builder.h"

namespace footfall::bench {

using Clock = std::chrono::steady_clock;
inline double MillisSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// Recast's own timers, summed over all tiles: pass it as the context of a build. One thread.
class StageTimes : public rcContext {
 public:
  double Millis(rcTimerLabel label) const { return sum_[label]; }

 protected:
  void doStartTimer(const rcTimerLabel label) override { start_[label] = Clock::now(); }
  void doStopTimer(const rcTimerLabel label) override { sum_[label] += MillisSince(start_[label]); }

 private:
  Clock::time_point start_[RC_MAX_TIMERS];
  double sum_[RC_MAX_TIMERS] = {};
};

// Wall time of each stage that our builder reports as it begins.
class BuilderStages {
 public:
  nav::BuildProgressFn Listener() {
    return [this](const nav::BuildProgress& at) {
      // The first stage tells of each tile that is done, the others once, when they begin.
      if (stages_.empty()) stages_.emplace_back(at.stage, 0.0);
      if (stages_.back().first != at.stage) Begin(at.stage);
    };
  }
  void Begin(const std::string& stage) {
    End();
    stages_.emplace_back(stage, 0.0);
  }
  void End() {
    if (!stages_.empty()) stages_.back().second = MillisSince(start_);
    start_ = Clock::now();
  }
  void Print() const {
    for (const auto& [name, millis] : stages_) std::printf(" %s %.0f,", name.c_str(), millis);
  }

 private:
  Clock::time_point start_ = Clock::now();
  std::vector<std::pair<std::string, double>> stages_;
};

}  // namespace footfall::bench

#endif  // FOOTFALL_TESTS_BENCH_BUILD_TIMES_H_
