#include "nav/server/slot_table.h"

#include <algorithm>
#include <bit>

#include "nav/server/points_digest.h"
#include "nav/server/schedule.h"
#include "platform/check.h"

namespace footfall::nav {

void SlotSet::Set(uint32_t slot, bool in) {
  const uint64_t bit = uint64_t{1} << (slot % 64);
  uint64_t& word = words_[slot / 64];
  word = in ? (word | bit) : (word & ~bit);
}

uint32_t SlotSet::First(uint32_t slot) const {
  for (size_t i = slot / 64; i < words_.size(); ++i) {
    const uint64_t from = i == slot / 64 ? ~uint64_t{0} << (slot % 64) : ~uint64_t{0};
    if ((words_[i] & from) != 0) {
      return static_cast<uint32_t>(i * 64) + static_cast<uint32_t>(std::countr_zero(words_[i] & from));
    }
  }
  return kNone;
}

SlotTable::SlotTable(size_t slots_max, PathServerFields& fields, PointStore& store)
    : fields_(fields),
      store_(store),
      slots_(slots_max),
      published_(slots_max),
      points_(slots_max),
      reusable_(slots_max),
      used_(slots_max),
      pending_(slots_max),
      complete_(slots_max),
      changed_(slots_max),
      by_handle_(slots_max),
      held_by_source_(slots_max) {
  for (uint32_t i = 0; i < slots_max; ++i) {
    reusable_.Set(i, true);
  }
}

SlotData& SlotTable::Change(uint32_t index) {
  changed_.Set(index, true);
  return slots_[index];
}

uint32_t SlotTable::HeldBy(SourceId source) const {
  const uint32_t held = held_by_source_.Find(source);
  return held == IndexTable::kNone ? 0 : held;
}

void SlotTable::CountSource(SourceId source, int change) {
  const uint32_t held = HeldBy(source) + static_cast<uint32_t>(change);
  if (held == 0) {
    held_by_source_.Erase(source);
  } else {
    held_by_source_.Set(source, held);
  }
}

RequestHandle SlotTable::NextHandle() {
  while (fields_.next_issue == 0 || by_handle_.Find(fields_.next_issue) != IndexTable::kNone) {
    ++fields_.next_issue;
  }
  return {fields_.next_issue++};
}

uint32_t SlotTable::Fill(const PathRequest& request, const RequestOwner& owner, uint64_t tick) {
  uint32_t index = reusable_.First(fields_.rotating_start);
  if (index == SlotSet::kNone) {
    index = reusable_.First(0);
  }
  FOOTFALL_CHECK(index != SlotSet::kNone);
  fields_.rotating_start = (index + 1) % static_cast<uint32_t>(slots_.size());
  SlotData& slot = Change(index);
  slot = {};
  slot.handle = NextHandle();
  slot.owner = owner;
  slot.request = request;
  slot.request.random_entity = slot.handle.value;  // NAV-007
  slot.wanted_start = request.start;
  slot.wanted_end = request.end;
  slot.priority_class = PriorityClass(request.flags);
  slot.timing.submitted_tick = tick;
  by_handle_.Set(slot.handle.value, index);
  reusable_.Set(index, false);
  used_.Set(index, true);
  CountSource(owner.source, 1);
  ++fields_.counters.slots_in_use;
  fields_.counters.slots_high_water =
      std::max(fields_.counters.slots_high_water, fields_.counters.slots_in_use);
  SetState(index, SlotState::kPending);
  return index;
}

void SlotTable::SetState(uint32_t index, SlotState state) {
  SlotData& slot = Change(index);
  FOOTFALL_CHECK(IsSlotTransition(slot.state, state));
  slot.state = state;
  pending_.Set(index, state == SlotState::kPending);
  complete_.Set(index, state == SlotState::kComplete);
  if (state == SlotState::kEmpty) {
    Empty(index);
  }
}

void SlotTable::Forget(uint32_t index) { by_handle_.Erase(slots_[index].handle.value); }

void SlotTable::Empty(uint32_t index) {
  // A cancelled slot was forgotten before, and its number may have been issued again since.
  if (Find(slots_[index].handle) == index) {
    Forget(index);
  }
  CountSource(slots_[index].owner.source, -1);
  fields_.counters.points_in_use -= points_[index].count;
  --fields_.counters.slots_in_use;
  store_.Free(points_[index]);
  published_[index] = {};
  slots_[index] = {};
  used_.Set(index, false);
  reusable_.Set(index, true);
}

void SlotTable::Publish(uint32_t index, OrderOutput output, size_t points_max) {
  PathCounters& counters = fields_.counters;
  if (counters.points_in_use + output.points.count > points_max) {
    store_.Free(output.points);
    output.summary.code = CompletionCode::kNoPoints;
    ++counters.results_without_room;
  }
  counters.points_in_use += output.points.count;
  counters.points_high_water = std::max(counters.points_high_water, counters.points_in_use);
  ++counters.completed[static_cast<size_t>(output.summary.code)];
  SetState(index, SlotState::kComplete);
  Change(index).summary = output.summary;
  SetPoints(index, output.points);
}

void SlotTable::SetPoints(uint32_t index, PointBlock points) {
  points_[index] = points;
  published_[index] = OrderOutput{slots_[index].summary, points}.AsPublished();
  Change(index).points_digest = PointsDigest(published_[index]);
}

void SlotTable::Clear() {
  for (uint32_t i = 0; i < slots_.size(); ++i) {
    store_.Free(points_[i]);
    published_[i] = {};
    slots_[i] = {};
    reusable_.Set(i, true);
    used_.Set(i, false);
    pending_.Set(i, false);
    complete_.Set(i, false);
    changed_.Set(i, true);
  }
  by_handle_.Clear();
  held_by_source_.Clear();
}

void SlotTable::Load(const PathServerState::UsedSlot& saved) {
  const uint32_t index = saved.index;
  FOOTFALL_CHECK(index < slots_.size());
  FOOTFALL_CHECK(slots_[index].state == SlotState::kEmpty);
  SlotData& slot = Change(index);
  slot = saved.data;
  reusable_.Set(index, false);
  used_.Set(index, true);
  pending_.Set(index, slot.state == SlotState::kPending);
  complete_.Set(index, slot.state == SlotState::kComplete);
  CountSource(slot.owner.source, 1);
  if (slot.state != SlotState::kCancelling) {
    by_handle_.Set(slot.handle.value, index);
  }
  if (slot.state == SlotState::kComplete) {
    SetPoints(index, store_.Store(saved.result));
  }
}

void SlotTable::ForgetChanges() {
  for (uint32_t i = changed_.First(0); i != SlotSet::kNone; i = changed_.First(i + 1)) {
    changed_.Set(i, false);
  }
}

}  // namespace footfall::nav
