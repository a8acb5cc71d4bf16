#ifndef FOOTFALL_NAV_SERVER_ORDER_RUNNER_H_
#define FOOTFALL_NAV_SERVER_ORDER_RUNNER_H_

#include <cstdint>
#include <memory>

#include "nav/server/nav_request.h"
#include "nav/server/nav_result.h"

namespace footfall::platform {
class CostMeter;
}

namespace footfall::nav {

class NavView;

// The work behind an order, so that the path server's virtual time is tested with orders of chosen cost. One
// runner per real thread. A run is a pure function of request and view; of `result` it overwrites the part
// that the request's type has, which holds what an earlier order left. It charges `meter` at least every few
// units and returns soon after meter.ShouldStop(); a run that saw true leaves nothing that is read.
class OrderRunner {
 public:
  virtual ~OrderRunner() = default;
  virtual void Run(const NavView& view, const NavRequest& request, platform::CostMeter& meter,
                   NavResult& result) = 0;
};

// Makes one runner per order thread.
class OrderRunnerFactory {
 public:
  virtual ~OrderRunnerFactory() = default;
  virtual std::unique_ptr<OrderRunner> Make() const = 0;
  // PathRequest::flags bits that have an effect on a run. The path server adds those of the scheduler; a
  // submit with any other is refused.
  virtual uint64_t supported_flags() const = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_ORDER_RUNNER_H_
