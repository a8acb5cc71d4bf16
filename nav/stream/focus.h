#ifndef FOOTFALL_NAV_STREAM_FOCUS_H_
#define FOOTFALL_NAV_STREAM_FOCUS_H_

#include <cstdint>
#include <string>

#include "platform/vec.h"

namespace footfall::nav {

// The streaming origin of a world (NAV-056): where its tiles are loaded around. It stands, moves on by itself
// at a velocity, or travels to a destination (a character switch, NAV-066). A pure function of simulated
// time: nothing adds up from tick to tick. Plain value.
struct Focus {
  platform::Vec3 base;      // at `since_ns`, metres
  platform::Vec3 velocity;  // m/s
  platform::Vec3 destination;
  int64_t since_ns = 0;
  int64_t switch_ns = 0;  // 0: no switch; else how long it takes from `base` to `destination`
  friend bool operator==(const Focus&, const Focus&) = default;

  static Focus At(platform::Vec3 position, int64_t now_ns) { return {position, {}, position, now_ns, 0}; }
  // In the world in XY whatever the velocity.
  platform::Vec3 PositionAt(int64_t now_ns) const;
  bool IsSwitching(int64_t now_ns) const { return switch_ns > 0 && now_ns < since_ns + switch_ns; }
  // A switch is under way and the focus is farther from its destination than `distance` in XY; squares are
  // compared.
  bool SuspendsStreaming(int64_t now_ns, float distance) const;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("base", self.base);
    visitor.Field("velocity", self.velocity);
    visitor.Field("destination", self.destination);
    visitor.Field("since_ns", self.since_ns);
    visitor.Field("switch_ns", self.switch_ns);
  }
  std::string Restored() const {
    constexpr int64_t kMomentMax = int64_t{1} << 61;  // leaves room for adding two
    const bool is_good = since_ns >= 0 && since_ns <= kMomentMax && switch_ns >= 0 && switch_ns <= kMomentMax;
    return is_good ? "" : "a moment that no world reaches";
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_FOCUS_H_
