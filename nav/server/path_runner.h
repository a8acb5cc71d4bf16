#ifndef FOOTFALL_NAV_SERVER_PATH_RUNNER_H_
#define FOOTFALL_NAV_SERVER_PATH_RUNNER_H_

#include <memory>

#include "nav/server/order_runner.h"

namespace footfall::platform {
struct Profile;
}

namespace footfall::nav {

// Orders of the real path server: each runner owns one PathSearch and the scratch of the queries.
class PathRunnerFactory : public OrderRunnerFactory {
 public:
  // `profile` is not owned and must outlive this object and its runners.
  explicit PathRunnerFactory(const platform::Profile& profile) : profile_(profile) {}

  std::unique_ptr<OrderRunner> Make() const override;
  uint64_t supported_flags() const override;

 private:
  const platform::Profile& profile_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_PATH_RUNNER_H_
