#ifndef FOOTFALL_NAV_UPKEEP_JOB_CLOCK_H_
#define FOOTFALL_NAV_UPKEEP_JOB_CLOCK_H_

#include <algorithm>
#include <cstdint>
#include <string>

namespace footfall::nav {

// When a background job has its slice, and what it got (R16).
struct JobClock {
  int64_t due_ns = 0;    // the next slice begins in the first sync at or after this moment
  uint64_t slices = 0;   // that did something
  uint64_t units = 0;    // that they used
  uint64_t starved = 0;  // whole periods in which there was work and not one unit left for it
  friend bool operator==(const JobClock&, const JobClock&) = default;

  // Runs work(units) if it is due and has something to do; `work` returns what it used, at most what it was
  // given, and that is taken from `left`. A job that gets nothing stays due.
  template <class Work>
  void Run(int64_t now_ns, int64_t period_ns, bool has_work, uint64_t slice_units, uint64_t& left,
           Work&& work) {
    if (now_ns < due_ns) return;
    if (!has_work) {
      due_ns = now_ns + period_ns;
      return;
    }
    if (left == 0) {
      if (now_ns - due_ns >= period_ns) {
        ++starved;
        due_ns += period_ns;
      }
      return;
    }
    const uint64_t used = work(std::min(left, slice_units));
    left -= used;
    units += used;
    ++slices;
    due_ns = now_ns + period_ns;
  }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("due_ns", self.due_ns);
    visitor.Field("slices", self.slices);
    visitor.Field("units", self.units);
    visitor.Field("starved", self.starved);
  }
  std::string Restored() const;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_JOB_CLOCK_H_
