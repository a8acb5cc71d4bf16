#include "nav/server/path_runner.h"

#include "nav/path/path_search.h"

namespace footfall::nav {

namespace {

class PathRunner : public OrderRunner {
 public:
  explicit PathRunner(const platform::Profile& profile) : search_(profile) {}

  void Run(const NavView& view, const PathRequest& request, platform::CostMeter& meter,
           PathResult& result) override {
    search_.Run(view, request, meter, result);
  }

 private:
  PathSearch search_;
};

}  // namespace

std::unique_ptr<OrderRunner> PathRunnerFactory::Make() const {
  return std::make_unique<PathRunner>(profile_);
}

uint64_t PathRunnerFactory::supported_flags() const { return kSupportedPathFlags; }

}  // namespace footfall::nav
