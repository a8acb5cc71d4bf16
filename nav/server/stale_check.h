#ifndef FOOTFALL_NAV_SERVER_STALE_CHECK_H_
#define FOOTFALL_NAV_SERVER_STALE_CHECK_H_

#include <cstdint>

#include "platform/profile.h"
#include "platform/sim_time.h"

namespace footfall::nav {

// When completed requests that nobody fetched are reclaimed: at the first tick of each period
// (profile.stale_check_ms, NAV-061), those older than profile.request_timeout_ms since their issue (NAV-094)
// and visible for a full tick at least (OQ-58). Sim time stands while the world is paused, so a pause makes
// nothing stale. A plain value.
class StaleCheck {
 public:
  StaleCheck(const platform::Profile& profile, const platform::TickRate& rate);

  bool IsDue(uint64_t tick) const;
  // The tick of the check that reclaims a request.
  uint64_t ExpiryTick(uint64_t submitted_tick, uint64_t visible_tick) const;

 private:
  uint64_t FirstTickAt(int64_t ns) const;

  platform::TickRate rate_;
  int64_t period_ns_;
  int64_t timeout_ns_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_STALE_CHECK_H_
