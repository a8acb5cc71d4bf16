#ifndef FOOTFALL_TESTS_NAV_PATH_FIXTURE_H_
#define FOOTFALL_TESTS_NAV_PATH_FIXTURE_H_

#include <memory>

#include "nav/mesh/nav_view.h"
#include "nav/path/path_search.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {

// One search on a fresh searcher.
inline nav::PathResult FindPath(const nav::NavView& view, const platform::Profile& profile,
                                const nav::PathRequest& request) {
  nav::PathSearch search(profile);
  platform::CostMeter meter;
  nav::PathResult result;
  search.Run(view, request, meter, result);
  return result;
}

inline nav::PathRequest Request(platform::Vec3 start, platform::Vec3 end, uint64_t flags = 0) {
  nav::PathRequest request;
  request.start = start;
  request.end = end;
  request.flags = flags;
  return request;
}

inline platform::Profile ProfileOf(platform::SearchPoints mode) {
  platform::Profile profile;
  profile.search_points = mode;
  profile.pull_from_edges = false;  // has tests of its own
  return profile;
}

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_PATH_FIXTURE_H_
