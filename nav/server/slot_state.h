#ifndef FOOTFALL_NAV_SERVER_SLOT_STATE_H_
#define FOOTFALL_NAV_SERVER_SLOT_STATE_H_

#include <cstdint>

namespace footfall::nav {

// The five states of a slot, as the main thread sees them (NAV-103).
enum class SlotState : uint8_t { kEmpty, kPending, kActive, kComplete, kCancelling };
inline constexpr int kSlotStates = 5;
constexpr uint64_t EnumEnd(SlotState) { return kSlotStates; }

// The six state bits of NAV-080. They follow from the state and from whether a force-abort sent the request
// back to Pending, so they cannot contradict each other.
enum SlotBit : uint8_t {
  kSlotPending = 1U << 0,
  kSlotActive = 1U << 1,
  kSlotComplete = 1U << 2,
  kSlotEmpty = 1U << 3,
  kSlotWasAborted = 1U << 4,
  kSlotWaitingToAbort = 1U << 5,
};

// Whether NAV-103's table allows the change.
bool IsSlotTransition(SlotState from, SlotState to);

// The bits that NAV-103's table names for the state. `was_aborted` only shows while the request is Pending.
uint8_t SlotBits(SlotState state, bool was_aborted);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_SLOT_STATE_H_
