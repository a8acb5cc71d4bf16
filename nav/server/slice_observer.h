#ifndef FOOTFALL_NAV_SERVER_SLICE_OBSERVER_H_
#define FOOTFALL_NAV_SERVER_SLICE_OBSERVER_H_

#include <cstdint>
#include <span>

#include "nav/path/path_request.h"
#include "nav/server/request_types.h"

namespace footfall::nav {

// What one slice came to for one request that it had frozen, as the sync that settles it knows it.
struct SliceEntry {
  RequestHandle handle;
  RequestType type = RequestType::kPath;
  SearchType search = SearchType::kShortest;  // of a path
  SourceId source = kWorldSource;
  uint64_t submitted_tick = 0;
  uint32_t restarts = 0;  // of the request so far; one more than in the slice before: it was sent back (R21)
  int32_t worker = -1;    // virtual worker that ran it; -1: it was not taken, and the next three are 0
  bool is_carried = false;   // begun in an earlier slice
  int64_t start_ns = 0;      // on its worker, after the slice's start
  int64_t charged_ns = 0;    // by this slice
  bool is_complete = false;  // it ended in this slice, so this sync publishes it
};

// One slice of the path server in virtual time. Slice T is the part of tick T that the path server has: it
// ends with the tick, and begins budget_ns before, behind the main core's work where they share the core
// (R14). A budget above the tick, which only path_slice_units can set, begins with the tick and is cut off.
struct SliceReport {
  uint64_t tick = 0;
  int64_t tick_ns = 0;
  int64_t main_ns = 0;             // work of the main core in this tick; may be more than tick_ns
  bool path_core_is_main = false;  // the path server gets what that leaves (R14)
  int64_t budget_ns = 0;           // of each virtual worker
  int32_t workers = 1;
  int64_t left_ns = 0;  // all workers together, for background jobs (R16)
  // First what ran, by worker and start, then what was not taken, by slot. Requests that were given up since
  // the freeze are not in it, though they kept their worker busy. Both valid during the call.
  std::span<const SliceEntry> entries;
  std::span<const int64_t> busy_until_ns;  // by virtual worker, after the slice's start

  // Where the slice begins in its tick.
  int64_t start_ns() const { return budget_ns < tick_ns ? tick_ns - budget_ns : 0; }
};

// Told what each slice came to, in the sync that settles it and before anything of it is published. Reads
// alone: nothing in the world depends on it, and without one nothing is gathered. Main thread.
class SliceObserver {
 public:
  virtual ~SliceObserver() = default;
  virtual void SliceSettled(const SliceReport& report) = 0;
};

// Told by the real threads when they begin and end a search. Whoever has a clock measures it; the world has
// none. Called in pairs a thread, by several threads at once: `thread` counts the order threads from 0;
// one more is the main thread. Which searches run where depends on the host.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  virtual void SearchBegins(int thread, RequestType type) = 0;
  virtual void SearchEnds(int thread) = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_SLICE_OBSERVER_H_
