#include "platform/profile.h"

#include <algorithm>
#include <cstddef>

#include "platform/check.h"
#include "platform/profile_figures.h"
#include "platform/state_hash.h"

namespace footfall::platform {

std::int64_t Profile::UnitNs(std::int32_t hz) const {
  FOOTFALL_CHECK(hz > 0);
  if (path_unit_ns > 0) {
    return path_unit_ns;
  }
  FOOTFALL_CHECK(path_slice_units_nominal > 0);
  return std::max<std::int64_t>(1, std::int64_t{1'000'000'000} / hz / path_slice_units_nominal);
}

std::int32_t Profile::WorkerCore(std::int32_t requested) const {
  if (path_core_fixed) {
    return path_core;
  }
  const bool exists = requested >= 0 && requested < cores_count;
  return !exists && path_core_reset ? 0 : requested;
}

std::uint64_t ProfileHash(const Profile& profile) {
  std::vector<std::byte> bytes;
  ByteVisitor visitor(bytes);
  Profile::Describe(profile, visitor);
  return MixHash(kCostSchemaVersion, HashBytes(bytes.data(), bytes.size()));
}

}  // namespace footfall::platform
