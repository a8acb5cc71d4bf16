#include "nav/server/slot_state.h"

#include "platform/check.h"

namespace footfall::nav {

bool IsSlotTransition(SlotState from, SlotState to) {
  switch (from) {
    case SlotState::kEmpty:
      return to == SlotState::kPending;
    case SlotState::kPending:
      return to == SlotState::kActive || to == SlotState::kEmpty;
    case SlotState::kActive:
      return to == SlotState::kComplete || to == SlotState::kPending || to == SlotState::kCancelling;
    case SlotState::kCancelling:
      return to == SlotState::kEmpty;
    case SlotState::kComplete:
      return to == SlotState::kEmpty;
  }
  return false;
}

uint8_t SlotBits(SlotState state, bool was_aborted) {
  switch (state) {
    case SlotState::kEmpty:
      return kSlotEmpty;
    case SlotState::kPending:
      return static_cast<uint8_t>(kSlotPending | (was_aborted ? kSlotWasAborted : 0));
    case SlotState::kActive:
      return kSlotActive;
    case SlotState::kComplete:
      return kSlotComplete;
    case SlotState::kCancelling:
      return kSlotActive | kSlotWaitingToAbort;
  }
  FOOTFALL_CHECK(false);
}

}  // namespace footfall::nav
