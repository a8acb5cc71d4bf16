#include "platform/profile.h"

#include <algorithm>

#include "platform/check.h"

namespace footfall::platform {

std::int64_t Profile::UnitNs(std::int32_t hz) const {
  FOOTFALL_CHECK(hz > 0);
  if (path_unit_ns > 0) {
    return path_unit_ns;
  }
  FOOTFALL_CHECK(path_slice_units_nominal > 0);
  return std::max<std::int64_t>(1, std::int64_t{1'000'000'000} / hz / path_slice_units_nominal);
}

}  // namespace footfall::platform
