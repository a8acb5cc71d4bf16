#ifndef FOOTFALL_NAV_PATH_PATH_SEARCH_H_
#define FOOTFALL_NAV_PATH_PATH_SEARCH_H_

#include <memory>

#include "nav/path/path_request.h"
#include "nav/path/path_result.h"

namespace footfall::platform {
class CostMeter;
struct Profile;
}  // namespace footfall::platform

namespace footfall::nav {

class NavView;

// Bits of PathRequest::flags that have an effect in this version.
extern const uint64_t kSupportedPathFlags;

// One searcher: owns its scratch (R23), so one per thread. A run is a pure function of request, view and
// profile: result bytes and cost units never depend on earlier runs, warmth of the scratch or thread (R11,
// R13).
class PathSearch {
 public:
  // `profile` is not owned and must outlive this object; scratch capacities and search_points come from it.
  explicit PathSearch(const platform::Profile& profile);
  ~PathSearch();
  PathSearch(PathSearch&&) noexcept;

  // Snap, A*, funnel, post step 1, result semantics. Charges `meter` at semantic events; returns with
  // kCancelled soon after meter.ShouldStop(). `result` is cleared first. REQUIRES: all coordinates of the
  // request are finite.
  void Run(const NavView& view, const PathRequest& request, platform::CostMeter& meter, PathResult& result);

 private:
  friend class PathRun;
  struct Scratch;
  const platform::Profile* profile_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_PATH_PATH_SEARCH_H_
