#ifndef FOOTFALL_SERVER_WAIT_CLOCK_H_
#define FOOTFALL_SERVER_WAIT_CLOCK_H_

#include <cstdint>

#include "nav/server/wait_observer.h"
#include "server/clock.h"

namespace footfall::server {

// Adds up how long ticks stood still for searches (NAV-277). On the strand.
class WaitClock : public nav::WaitObserver {
 public:
  void WaitBegins() override { began_ns_ = SteadyNs(); }
  void WaitEnds() override { waited_ns_ += SteadyNs() - began_ns_; }
  int64_t waited_ns() const { return waited_ns_; }

 private:
  int64_t began_ns_ = 0;
  int64_t waited_ns_ = 0;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WAIT_CLOCK_H_
