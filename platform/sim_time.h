#ifndef FOOTFALL_PLATFORM_SIM_TIME_H_
#define FOOTFALL_PLATFORM_SIM_TIME_H_

#include <compare>
#include <cstdint>

#include "absl/status/statusor.h"
#include "platform/check.h"

namespace footfall::platform {

inline constexpr std::int64_t kNsPerMs = 1'000'000;
inline constexpr std::int64_t kNsPerSecond = 1'000'000'000;

// A moment or a length of simulated time, in whole nanoseconds. Moments count from the start of tick 0.
// Arithmetic is plain 64-bit: the range is 292 years either way.
struct SimTime {
  std::int64_t ns = 0;

  static constexpr SimTime FromMs(std::int64_t ms) { return {ms * kNsPerMs}; }
  static constexpr SimTime FromSeconds(std::int64_t seconds) { return {seconds * kNsPerSecond}; }

  // Whole milliseconds, rounded down (towards the past, also below zero).
  constexpr std::int64_t FloorMs() const { return ns / kNsPerMs - (ns % kNsPerMs < 0 ? 1 : 0); }

  constexpr SimTime& operator+=(SimTime other) { return ns += other.ns, *this; }
  constexpr SimTime& operator-=(SimTime other) { return ns -= other.ns, *this; }
  friend constexpr SimTime operator+(SimTime a, SimTime b) { return {a.ns + b.ns}; }
  friend constexpr SimTime operator-(SimTime a, SimTime b) { return {a.ns - b.ns}; }
  friend constexpr SimTime operator*(SimTime a, std::int64_t factor) { return {a.ns * factor}; }
  friend constexpr bool operator==(const SimTime&, const SimTime&) = default;
  friend constexpr std::strong_ordering operator<=>(const SimTime&, const SimTime&) = default;
};

// Fixed steps a second. Tick k starts at k * 1e9 / hz nanoseconds rounded down, counted from tick 0, so
// lengths that are not whole (30 and 60 Hz) never drift: every hz ticks are one second exactly.
class TickRate {
 public:
  // The last tick with a start that a SimTime can hold at every rate: 217 years at 20 Hz.
  static constexpr std::uint64_t kTickMax = std::uint64_t{1} << 37;

  // InvalidArgument unless hz is 20, 30 or 60.
  static absl::StatusOr<TickRate> FromHz(int hz);
  // 30 Hz, the rate of a scenario that names none.
  constexpr TickRate() = default;

  constexpr int hz() const { return static_cast<int>(hz_); }

  // REQUIRES: tick <= kTickMax.
  constexpr SimTime StartOf(std::uint64_t tick) const {
    FOOTFALL_CHECK(tick <= kTickMax);
    // Whole seconds apart, so that no product leaves 64 bits.
    const auto seconds = static_cast<std::int64_t>(tick / hz_);
    const auto rest = static_cast<std::int64_t>(tick % hz_);
    return {seconds * kNsPerSecond + rest * kNsPerSecond / static_cast<std::int64_t>(hz_)};
  }
  // Time from the start of `tick` to the next start; at 30 and 60 Hz neighbours may differ by 1 ns.
  // REQUIRES: tick < kTickMax.
  constexpr SimTime TickLength(std::uint64_t tick) const { return StartOf(tick + 1) - StartOf(tick); }

  friend constexpr bool operator==(const TickRate&, const TickRate&) = default;

 private:
  explicit constexpr TickRate(std::uint64_t hz) : hz_(hz) {}

  std::uint64_t hz_ = 30;
};

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_SIM_TIME_H_
