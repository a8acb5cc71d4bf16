#include "nav/server/path_runner.h"

#include <variant>

#include "nav/path/path_search.h"
#include "nav/query/query_scratch.h"

namespace footfall::nav {

namespace {

class PathRunner : public OrderRunner {
 public:
  explicit PathRunner(const platform::Profile& profile) : search_(profile), scratch_(profile) {}

  void Run(const NavView& view, const NavRequest& request, platform::CostMeter& meter,
           NavResult& result) override {
    std::visit([&](const auto& body) { RunBody(view, body, meter, result); }, request);
  }

 private:
  void RunBody(const NavView& view, const PathRequest& path, platform::CostMeter& meter, NavResult& result) {
    search_.Run(view, path, meter, result.path);
  }
  void RunBody(const NavView& view, const LineOfSightRequest& sight, platform::CostMeter& meter,
               NavResult& result) {
    RunLineOfSight(view, sight, scratch_, meter, result.query);
  }
  void RunBody(const NavView& view, const AudioPropertiesRequest& audio, platform::CostMeter& meter,
               NavResult& result) {
    RunAudioProperties(view, audio, scratch_, meter, result.query);
  }
  void RunBody(const NavView& view, const FloodFillRequest& flood, platform::CostMeter& meter,
               NavResult& result) {
    RunFloodFill(view, flood, scratch_, meter, result.query);
  }
  void RunBody(const NavView& view, const ClearAreaRequest& area, platform::CostMeter& meter,
               NavResult& result) {
    RunClearArea(view, area, scratch_, meter, result.query);
  }
  void RunBody(const NavView& view, const ClosestPositionRequest& closest, platform::CostMeter& meter,
               NavResult& result) {
    RunClosestPosition(view, closest, scratch_, meter, result.query);
  }

  PathSearch search_;
  QueryScratch scratch_;
};

}  // namespace

std::unique_ptr<OrderRunner> PathRunnerFactory::Make() const {
  return std::make_unique<PathRunner>(profile_);
}

uint64_t PathRunnerFactory::supported_flags() const { return kSupportedPathFlags; }

}  // namespace footfall::nav
