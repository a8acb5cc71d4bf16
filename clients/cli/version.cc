#include "clients/cli/version.h"

#include "nav/build/build_params.h"
#include "sim/world.h"

namespace footfall::cli {

std::string VersionText() {
  return "footfall " FOOTFALL_VERSION ", state schema " + std::to_string(sim::kStateSchema) + ", builder " +
         std::to_string(nav::kBuilderVersion);
}

}  // namespace footfall::cli
