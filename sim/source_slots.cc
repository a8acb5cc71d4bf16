#include "sim/source_slots.h"

#include <algorithm>
#include <functional>

#include "platform/check.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

std::optional<uint16_t> SourceSlots::Find(nav::SourceId source) const {
  const auto found = std::lower_bound(owners_->begin(), owners_->end(), source,
                                      [](const Owner& owner, nav::SourceId id) { return owner.source < id; });
  if (found == owners_->end() || found->source != source) {
    return std::nullopt;
  }
  return found->slot;
}

std::optional<nav::SourceId> SourceSlots::OwnerOf(size_t slot, uint64_t counter) const {
  if (slot >= size_) return std::nullopt;
  const SourceSlot& owner = (*this)[slot];
  const bool is_its = owner.in_use && counter >= owner.first_counter && counter < owner.next_counter;
  return is_its ? std::optional(owner.source) : std::nullopt;
}

std::optional<uint16_t> SourceSlots::Open(nav::SourceId source) {
  FOOTFALL_CHECK(!Find(source).has_value());
  size_t slot = size_;
  if (!free_.empty()) {
    std::pop_heap(free_.begin(), free_.end(), std::greater<>());
    slot = free_.back();
    free_.pop_back();
  } else if (size_ == kSlotsMax) {
    return std::nullopt;
  } else {
    if (size_ % kBlock == 0) {
      auto block = std::make_shared<Block>();
      block->version = version_;
      blocks_.push_back(std::move(block));
    }
    ++size_;
  }

  SourceSlot& opened = Mutable(slot);
  opened.source = source;
  opened.in_use = true;
  opened.first_counter = opened.next_counter;
  Owners& owners = MutableOwners();
  const auto place = std::lower_bound(owners.begin(), owners.end(), source,
                                      [](const Owner& owner, nav::SourceId id) { return owner.source < id; });
  owners.insert(place, {source, static_cast<uint16_t>(slot)});
  return static_cast<uint16_t>(slot);
}

std::optional<uint64_t> SourceSlots::TakeCounter(uint16_t slot) {
  FOOTFALL_CHECK((*this)[slot].in_use);
  if ((*this)[slot].next_counter > WireHandle::kCounterMax) {
    return std::nullopt;
  }
  return Mutable(slot).next_counter++;
}

void SourceSlots::Close(uint16_t slot) {
  SourceSlot& closed = Mutable(slot);
  FOOTFALL_CHECK(closed.in_use);
  Owners& owners = MutableOwners();
  const auto place = std::lower_bound(owners.begin(), owners.end(), closed.source,
                                      [](const Owner& owner, nav::SourceId id) { return owner.source < id; });
  FOOTFALL_CHECK(place != owners.end() && place->slot == slot);
  owners.erase(place);
  closed.source = 0;
  closed.in_use = false;
  closed.first_counter = closed.next_counter;
  if (closed.next_counter <= WireHandle::kCounterMax) {  // a spent slot is never used again
    free_.push_back(slot);
    std::push_heap(free_.begin(), free_.end(), std::greater<>());
  }
}

std::string SourceSlots::Load(std::span<const SourceSlot> slots) {
  if (slots.size() > kSlotsMax) return "more slots than there may be";
  SourceSlots loaded;
  auto owners = std::make_shared<Owners>();
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    const SourceSlot& from = slots[slot];
    const bool is_good = from.first_counter >= SourceSlot::kFirstCounter &&
                         from.first_counter <= from.next_counter &&
                         from.next_counter <= WireHandle::kCounterMax + 1 &&
                         (from.in_use || (from.source == 0 && from.first_counter == from.next_counter));
    if (!is_good) return "counters that no slot has";
    if (slot % kBlock == 0) loaded.blocks_.push_back(std::make_shared<Block>());
    ++loaded.size_;
    loaded.Mutable(slot) = from;
    if (from.in_use) {
      owners->push_back({from.source, static_cast<uint16_t>(slot)});
    } else if (from.next_counter <= WireHandle::kCounterMax) {
      loaded.free_.push_back(
          static_cast<uint16_t>(slot));  // ascending, which is a heap with the lowest first
    }
  }
  // total order: sources differ, or the table is refused.
  std::sort(owners->begin(), owners->end(), [](const Owner& a, const Owner& b) {
    return a.source != b.source ? a.source < b.source : a.slot < b.slot;
  });
  for (size_t i = 1; i < owners->size(); ++i) {
    if ((*owners)[i - 1].source == (*owners)[i].source) return "two slots of one source";
  }
  loaded.owners_ = std::move(owners);
  *this = std::move(loaded);
  return "";
}

SourceSlot& SourceSlots::Mutable(size_t slot) {
  FOOTFALL_CHECK(slot < size_);
  std::shared_ptr<const Block>& shared = blocks_[slot / kBlock];
  if (shared->version != version_) {
    auto copy = std::make_shared<Block>(*shared);
    copy->version = version_;
    shared = std::move(copy);
  }
  // Made by this object as a Block that is not const, and in no copy yet.
  return const_cast<Block&>(*shared).slots[slot % kBlock];
}

SourceSlots::Owners& SourceSlots::MutableOwners() {
  if (owners_version_ != version_) {
    owners_ = std::make_shared<Owners>(*owners_);
    owners_version_ = version_;
  }
  return const_cast<Owners&>(*owners_);
}

}  // namespace footfall::sim
