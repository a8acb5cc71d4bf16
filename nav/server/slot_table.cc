#include "nav/server/slot_table.h"

#include <algorithm>
#include <bit>
#include <numeric>

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

namespace {

size_t Total(const SlotCapacities& capacities) {
  return std::accumulate(capacities.begin(), capacities.end(), size_t{0});
}

uint64_t HoldingKey(SourceId source, RequestType type) { return uint64_t{source} << 8 | IndexOf(type); }

}  // namespace

SlotTable::SlotTable(const SlotCapacities& capacities, PathServerFields& fields, PointStore& store)
    : fields_(fields),
      store_(store),
      slots_(Total(capacities)),
      paths_(slots_.size()),
      queries_(slots_.size()),
      points_(slots_.size()),
      reusable_(slots_.size()),
      used_(slots_.size()),
      pending_(slots_.size()),
      complete_(slots_.size()),
      changed_(slots_.size()),
      by_handle_(slots_.size()),
      held_by_source_(slots_.size()) {
  uint32_t begin = 0;
  for (size_t type = 0; type < capacities.size(); ++type) {
    ranges_[type] = {begin, begin + static_cast<uint32_t>(capacities[type])};
    begin = ranges_[type].end;
  }
  for (uint32_t i = 0; i < slots_.size(); ++i) {
    reusable_.Set(i, true);
  }
}

SlotData& SlotTable::Change(uint32_t index) {
  changed_.Set(index, true);
  return slots_[index];
}

uint32_t SlotTable::HeldBy(SourceId source, RequestType type) const {
  const uint32_t held = held_by_source_.Find(HoldingKey(source, type));
  return held == IndexTable::kNone ? 0 : held;
}

void SlotTable::CountSource(SourceId source, RequestType type, int change) {
  const uint32_t held = HeldBy(source, type) + static_cast<uint32_t>(change);
  if (held == 0) {
    held_by_source_.Erase(HoldingKey(source, type));
  } else {
    held_by_source_.Set(HoldingKey(source, type), held);
  }
}

void SlotTable::CountUse(const SlotData& slot, int change) {
  PathCounters& counters = fields_.counters;
  TypeCounters& type = counters.by_type[IndexOf(slot.request.type())];
  const auto step = static_cast<uint32_t>(change);
  counters.slots_in_use += step;
  counters.slots_high_water = std::max(counters.slots_high_water, counters.slots_in_use);
  type.slots_in_use += step;
  type.slots_high_water = std::max(type.slots_high_water, type.slots_in_use);
  CountSource(slot.owner.source, slot.request.type(), change);
}

RequestHandle SlotTable::NextHandle() {
  while (fields_.next_issue == 0 || by_handle_.Find(fields_.next_issue) != IndexTable::kNone) {
    ++fields_.next_issue;
  }
  return {fields_.next_issue++};
}

uint32_t SlotTable::Fill(const NavRequest& request, const RequestOwner& owner, uint64_t tick) {
  const Range slots = range(request.type());
  uint32_t& rotating_start = fields_.rotating_start[IndexOf(request.type())];
  uint32_t index = reusable_.First(slots.begin + rotating_start);
  if (index >= slots.end) {
    index = reusable_.First(slots.begin);
  }
  FOOTFALL_CHECK(index < slots.end);
  rotating_start = (index - slots.begin + 1) % slots.size();
  SlotData& slot = Change(index);
  slot = {};
  slot.handle = NextHandle();
  slot.owner = owner;
  slot.request = request;
  if (PathRequest* path = slot.request.path()) {
    path->random_entity = slot.handle.value;  // NAV-007
    slot.wanted_start = path->start;
    slot.wanted_end = path->end;
    slot.priority_class = PriorityClass(path->flags);
  }
  slot.timing.submitted_tick = tick;
  by_handle_.Set(slot.handle.value, index);
  reusable_.Set(index, false);
  used_.Set(index, true);
  CountUse(slot, 1);
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
  CountUse(slots_[index], -1);
  if (slots_[index].request.path() != nullptr) {
    fields_.counters.points_in_use -= points_[index].count;
  }
  store_.Free(points_[index]);
  paths_[index] = {};
  queries_[index] = {};
  slots_[index] = {};
  used_.Set(index, false);
  reusable_.Set(index, true);
}

void SlotTable::Publish(uint32_t index, OrderOutput output, size_t points_max) {
  PathCounters& counters = fields_.counters;
  FOOTFALL_CHECK(output.is_query == (slots_[index].request.path() == nullptr));
  if (!output.is_query) {
    counters.heaps_full += (output.summary.details & kDetailHeapFull) != 0 ? 1 : 0;
    counters.fragments_full += (output.summary.details & kDetailFragmentsFull) != 0 ? 1 : 0;
    counters.points_full += (output.summary.details & kDetailPointsFull) != 0 ? 1 : 0;
    if (counters.points_in_use + output.points.count > points_max) {
      store_.Free(output.points);
      output.summary.code = CompletionCode::kNoPoints;
      ++counters.results_without_room;
    }
    counters.points_in_use += output.points.count;
    counters.points_high_water = std::max(counters.points_high_water, counters.points_in_use);
  }
  ++counters.completed[static_cast<size_t>(output.code())];
  ++counters.by_type[IndexOf(slots_[index].request.type())].completed;
  SetState(index, SlotState::kComplete);
  SetOutput(index, output);
}

void SlotTable::SetOutput(uint32_t index, const OrderOutput& output) {
  SlotData& slot = Change(index);
  points_[index] = output.points;
  if (output.is_query) {
    slot.answer = output.query;
    queries_[index] = output.AsQuery();
    slot.points_digest = PointsDigest(queries_[index]);
  } else {
    slot.summary = output.summary;
    paths_[index] = output.AsPath();
    slot.points_digest = PointsDigest(paths_[index]);
  }
}

void SlotTable::Clear() {
  for (uint32_t i = 0; i < slots_.size(); ++i) {
    store_.Free(points_[i]);
    paths_[i] = {};
    queries_[i] = {};
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
  CountSource(slot.owner.source, slot.request.type(), 1);
  if (slot.state != SlotState::kCancelling) {
    by_handle_.Set(slot.handle.value, index);
  }
  if (slot.state == SlotState::kComplete) {
    SetOutput(index, OrderOutput::Of(saved.result, store_));
  }
}

void SlotTable::ForgetChanges() {
  for (uint32_t i = changed_.First(0); i != SlotSet::kNone; i = changed_.First(i + 1)) {
    changed_.Set(i, false);
  }
}

}  // namespace footfall::nav
