#ifndef FOOTFALL_NAV_PATH_PATH_SEARCH_H_
#define FOOTFALL_NAV_PATH_PATH_SEARCH_H_

#include <memory>

#include "nav/path/path_request.h"
#include "nav/path/path_result.h"

namespace footfall::platform {
class CostMeter;
struct MovementCosts;
struct Profile;
}  // namespace footfall::platform

namespace footfall::nav {

class NavView;
struct SearchTrace;

// Bits of PathRequest::flags that have an effect in this version.
extern const uint64_t kSupportedPathFlags;

// Changes a request's own copy of the cost table before its search (NAV-087, NAV-147, OQ-59). A pure
// function.
using CostHook = void (*)(SearchType, platform::MovementCosts&);

// One searcher: owns its scratch (R23), so one per thread. A run is a pure function of request, view and
// profile: result bytes and cost units never depend on earlier runs, warmth of the scratch or thread (R11,
// R13).
class PathSearch {
 public:
  // `profile` is not owned and must outlive this object; scratch capacities and search_points come from it.
  explicit PathSearch(const platform::Profile& profile);
  ~PathSearch();
  PathSearch(PathSearch&&) noexcept;

  // What every run does to its costs; null, as at first: nothing.
  void set_cost_hook(CostHook hook) { cost_hook_ = hook; }

  // Snap, A*, string pulling, post steps, result semantics. Charges `meter` at semantic events; returns with
  // kCancelled soon after meter.ShouldStop(). `result` is cleared first. REQUIRES: finite
  // numbers, and PrepareRequest found no fault.
  // `trace`: not null, it is told what the search did; that changes nothing else.
  void Run(const NavView& view, const PathRequest& request, platform::CostMeter& meter, PathResult& result,
           SearchTrace* trace = nullptr);

 private:
  friend class PathRun;
  struct Scratch;
  const platform::Profile* profile_;
  CostHook cost_hook_ = nullptr;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_PATH_SEARCH_H_
