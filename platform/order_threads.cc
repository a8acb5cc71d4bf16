#include "platform/order_threads.h"

#include <algorithm>
#include <utility>

#include "platform/check.h"

namespace footfall::platform {

OrderThreads::OrderThreads(int threads, size_t entries_max, RunOrder run_order)
    : run_order_(std::move(run_order)) {
  FOOTFALL_CHECK(threads >= 1);
  FOOTFALL_CHECK(entries_max >= 1);
  FOOTFALL_CHECK(entries_max < kNoOrderEntry);
  slot_memory_ = std::make_unique<Slot[]>(entries_max);
  slots_ = {slot_memory_.get(), entries_max};
  free_.reserve(entries_max);
  for (size_t entry = entries_max; entry > 0; --entry) {
    free_.push_back(static_cast<OrderEntry>(entry - 1));
  }
  sequence_.reserve(entries_max);
  given_up_.reserve(entries_max);
  running_.assign(static_cast<size_t>(threads) + 1, kNoOrderEntry);
  threads_.reserve(static_cast<size_t>(threads));
  for (int thread = 0; thread < threads; ++thread) {
    threads_.emplace_back([this, thread] { ThreadMain(thread); });
  }
}

OrderThreads::~OrderThreads() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    for (Slot& slot : slots_) {
      slot.progress.RequestStop();
    }
  }
  may_take_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

pthread_t OrderThreads::native_handle(int thread) {
  FOOTFALL_CHECK(thread >= 0);
  FOOTFALL_CHECK(thread < threads());
  return threads_[static_cast<size_t>(thread)].native_handle();
}

OrderEntry OrderThreads::Acquire() {
  std::lock_guard lock(mutex_);
  if (free_.empty()) {
    return kNoOrderEntry;
  }
  const OrderEntry entry = free_.back();
  free_.pop_back();
  Slot& slot = SlotOf(entry);
  FOOTFALL_CHECK(slot.state == OrderState::kFree);
  slot.state = OrderState::kHeld;
  slot.progress.Reset();
  return entry;
}

void OrderThreads::Begin(std::span<const OrderOfSlice> sequence, SpeculationLimit limit) {
  {
    std::lock_guard lock(mutex_);
    FOOTFALL_CHECK(sequence.size() <= slots_.size());
    sequence_.assign(sequence.begin(), sequence.end());
    sequence_next_ = 0;
    given_up_.clear();
    limit_ = limit;
    done_units_ = 0;
    for (const OrderOfSlice& order : sequence_) {
      Slot& slot = SlotOf(order.entry);
      FOOTFALL_CHECK(slot.state != OrderState::kFree);
      FOOTFALL_CHECK(!slot.discarded);
      slot.charged_units = order.charged_units;
      if (slot.state == OrderState::kHeld) {
        slot.state = OrderState::kQueued;
      }
      if (slot.state == OrderState::kDone) {
        done_units_ += ChargeableUnits(slot);
      }
    }
  }
  may_take_.notify_all();
}

OrderOutcome OrderThreads::Settle(OrderEntry entry, uint64_t units_limit) {
  ProgressCounter& progress = SlotOf(entry).progress;
  // The first test spares a second run up here of an order that is known to pass the limit.
  if (progress.units() <= units_limit && !TryRunHere(entry, units_limit)) {
    progress.Wait(units_limit);
  }
  return progress.units() > units_limit ? OrderOutcome::kBeyond : OrderOutcome::kWithin;
}

bool OrderThreads::TryRunHere(OrderEntry entry, uint64_t units_limit) {
  const int owner = static_cast<int>(running_.size()) - 1;
  {
    std::lock_guard lock(mutex_);
    const Slot& slot = SlotOf(entry);
    FOOTFALL_CHECK(slot.state != OrderState::kFree);
    FOOTFALL_CHECK(slot.state != OrderState::kHeld);
    FOOTFALL_CHECK(!slot.discarded);
    if (slot.state != OrderState::kQueued) {
      return false;
    }
    MarkRunning(entry, owner);
  }
  RunEntry(entry, owner, units_limit);
  return true;
}

uint64_t OrderThreads::cost_units(OrderEntry entry) const {
  std::lock_guard lock(mutex_);
  const Slot& slot = SlotOf(entry);
  FOOTFALL_CHECK(slot.state == OrderState::kDone);
  return slot.progress.units();
}

OrderState OrderThreads::state(OrderEntry entry) const {
  std::lock_guard lock(mutex_);
  return SlotOf(entry).state;
}

void OrderThreads::Discard(OrderEntry entry) {
  std::lock_guard lock(mutex_);
  DiscardLocked(entry);
}

void OrderThreads::DiscardAll() {
  std::unique_lock lock(mutex_);
  for (OrderEntry entry = 0; entry < slots_.size(); ++entry) {
    const Slot& slot = SlotOf(entry);
    if (slot.state != OrderState::kFree && !slot.discarded) {
      DiscardLocked(entry);
    }
  }
  run_ended_.wait(lock, [this] {
    return std::all_of(running_.begin(), running_.end(), [](OrderEntry e) { return e == kNoOrderEntry; });
  });
}

void OrderThreads::ThreadMain(int thread) {
  while (true) {
    OrderEntry entry = kNoOrderEntry;
    {
      std::unique_lock lock(mutex_);
      may_take_.wait(lock, [&] { return stopping_ || (entry = NextToTake()) != kNoOrderEntry; });
      if (stopping_) {
        return;
      }
      MarkRunning(entry, thread);
    }
    RunEntry(entry, thread, kUnitsUnlimited);
  }
}

OrderEntry OrderThreads::NextToTake() {
  if (!given_up_.empty()) {
    return given_up_.front();
  }
  // The owner may have begun or discarded orders ahead of the threads.
  while (sequence_next_ < sequence_.size() &&
         SlotOf(sequence_[sequence_next_].entry).state != OrderState::kQueued) {
    ++sequence_next_;
  }
  if (sequence_next_ == sequence_.size() || LimitReached()) {
    return kNoOrderEntry;
  }
  return sequence_[sequence_next_].entry;
}

bool OrderThreads::LimitReached() const {
  uint64_t units = done_units_;
  for (const OrderEntry entry : running_) {
    if (entry != kNoOrderEntry && !SlotOf(entry).discarded) {
      units += ChargeableUnits(SlotOf(entry));
    }
  }
  return units >= limit_.slice_units;
}

uint64_t OrderThreads::ChargeableUnits(const Slot& slot) const {
  const uint64_t known_units = slot.progress.units();
  return known_units <= slot.charged_units ? 0
                                           : std::min(known_units - slot.charged_units, limit_.order_units);
}

void OrderThreads::MarkRunning(OrderEntry entry, int thread) {
  Slot& slot = SlotOf(entry);
  FOOTFALL_CHECK(slot.state == OrderState::kQueued);
  slot.state = OrderState::kRunning;
  std::erase(given_up_, entry);
  running_[static_cast<size_t>(thread)] = entry;
}

void OrderThreads::RunEntry(OrderEntry entry, int thread, uint64_t units_limit) {
  CostMeter meter(&SlotOf(entry).progress, units_limit);
  run_order_(entry, thread, meter);
  EndRun(entry, thread, meter);
}

void OrderThreads::EndRun(OrderEntry entry, int thread, const CostMeter& meter) {
  std::lock_guard lock(mutex_);
  Slot& slot = SlotOf(entry);
  running_[static_cast<size_t>(thread)] = kNoOrderEntry;
  if (slot.discarded) {
    FreeLocked(entry);
  } else if (meter.ShouldStop()) {
    slot.state = OrderState::kQueued;
    given_up_.push_back(entry);
    may_take_.notify_one();
  } else {
    slot.state = OrderState::kDone;
    slot.progress.End(std::max(meter.units(), kOrderUnitsMin));
    done_units_ += ChargeableUnits(slot);
  }
  run_ended_.notify_one();
}

void OrderThreads::DiscardLocked(OrderEntry entry) {
  Slot& slot = SlotOf(entry);
  FOOTFALL_CHECK(slot.state != OrderState::kFree);
  FOOTFALL_CHECK(!slot.discarded);
  std::erase(given_up_, entry);
  if (slot.state == OrderState::kRunning) {
    slot.discarded = true;
    slot.progress.RequestStop();
  } else {
    FreeLocked(entry);
  }
}

void OrderThreads::FreeLocked(OrderEntry entry) {
  Slot& slot = SlotOf(entry);
  slot.state = OrderState::kFree;
  slot.discarded = false;
  free_.push_back(entry);
}

OrderThreads::Slot& OrderThreads::SlotOf(OrderEntry entry) {
  FOOTFALL_CHECK(entry < slots_.size());
  return slots_[entry];
}

const OrderThreads::Slot& OrderThreads::SlotOf(OrderEntry entry) const {
  FOOTFALL_CHECK(entry < slots_.size());
  return slots_[entry];
}

int DefaultOrderThreads() {
  const unsigned cores = std::thread::hardware_concurrency();
  return cores > 1 ? static_cast<int>(cores) - 1 : 1;
}

}  // namespace footfall::platform
