#ifndef FOOTFALL_SIM_WIRE_HANDLE_H_
#define FOOTFALL_SIM_WIRE_HANDLE_H_

#include <compare>
#include <cstdint>

namespace footfall::sim {

enum class HandleKind : uint8_t { kNone = 0, kPathRequest = 1, kPed = 2, kObstacle = 3 };

// What a client sees (R8): kind 4 bits | epoch tag 8 | source slot 16 | counter of that slot 36, from the
// high bit down. Never 0; the counter of a slot goes on when the slot is reused, so a handle is never issued
// twice in an epoch.
struct WireHandle {
  uint64_t value = 0;

  static constexpr uint64_t kCounterMax = (uint64_t{1} << 36) - 1;
  static constexpr WireHandle Make(HandleKind kind, uint8_t epoch_tag, uint16_t slot, uint64_t counter) {
    return {(static_cast<uint64_t>(kind) << 60) | (static_cast<uint64_t>(epoch_tag) << 52) |
            (static_cast<uint64_t>(slot) << 36) | (counter & kCounterMax)};
  }
  constexpr bool valid() const { return value != 0; }
  constexpr HandleKind kind() const { return static_cast<HandleKind>(value >> 60); }
  constexpr uint8_t epoch_tag() const { return static_cast<uint8_t>(value >> 52); }
  constexpr uint16_t slot() const { return static_cast<uint16_t>(value >> 36); }
  constexpr uint64_t counter() const { return value & kCounterMax; }
  friend constexpr auto operator<=>(const WireHandle&, const WireHandle&) = default;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_WIRE_HANDLE_H_
