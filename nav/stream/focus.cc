#include "nav/stream/focus.h"

#include <algorithm>

#include "nav/mesh/types.h"

namespace footfall::nav {
namespace {

// The last float below kWorldMax: the upper limit is outside (NAV-011).
constexpr float kWorldLast = 8999.999F;

platform::Vec3 InWorld(platform::Vec3 p) {
  return {std::clamp(p.x, kWorldMin, kWorldLast), std::clamp(p.y, kWorldMin, kWorldLast), p.z};
}

}  // namespace

platform::Vec3 Focus::PositionAt(int64_t now_ns) const {
  const auto passed = static_cast<double>(now_ns - since_ns);
  if (switch_ns > 0) {
    const double part = std::min(1.0, passed / static_cast<double>(switch_ns));
    return part == 1.0 ? InWorld(destination)
                       : InWorld(platform::Lerp(base, destination, static_cast<float>(part)));
  }
  return InWorld(base + velocity * static_cast<float>(passed * 1e-9));
}

bool Focus::SuspendsStreaming(int64_t now_ns, float distance) const {
  if (!IsSwitching(now_ns)) return false;
  return platform::LengthSq(platform::Xy(destination) - platform::Xy(PositionAt(now_ns))) >
         distance * distance;
}

}  // namespace footfall::nav
