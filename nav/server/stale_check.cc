#include "nav/server/stale_check.h"

#include "platform/check.h"

namespace footfall::nav {

StaleCheck::StaleCheck(const platform::Profile& profile, const platform::TickRate& rate)
    : rate_(rate),
      period_ns_(platform::SimTime::FromMs(profile.stale_check_ms).ns),
      timeout_ns_(platform::SimTime::FromMs(profile.request_timeout_ms).ns) {
  FOOTFALL_CHECK(period_ns_ > 0);
  FOOTFALL_CHECK(timeout_ns_ >= 0);
}

bool StaleCheck::IsDue(uint64_t tick) const {
  return tick > 0 && rate_.StartOf(tick).ns / period_ns_ != rate_.StartOf(tick - 1).ns / period_ns_;
}

uint64_t StaleCheck::ExpiryTick(uint64_t submitted_tick, uint64_t visible_tick) const {
  const int64_t deadline_ns = rate_.StartOf(submitted_tick).ns + timeout_ns_;
  int64_t check = deadline_ns / period_ns_;
  uint64_t tick = 0;
  do {
    tick = FirstTickAt(check * period_ns_);
    ++check;
  } while (rate_.StartOf(tick).ns <= deadline_ns || tick <= visible_tick);
  return tick;
}

uint64_t StaleCheck::FirstTickAt(int64_t ns) const {
  uint64_t tick = static_cast<uint64_t>(ns / platform::kNsPerSecond) * static_cast<uint64_t>(rate_.hz());
  while (rate_.StartOf(tick).ns < ns) {
    ++tick;
  }
  return tick;
}

}  // namespace footfall::nav
