#ifndef FOOTFALL_SIM_SOURCE_SLOTS_H_
#define FOOTFALL_SIM_SOURCE_SLOTS_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "nav/server/request_types.h"

namespace footfall::sim {

// A slot of the wire handles (R8): the source that owns it, and how far its counter went. Handles of the
// owner have counters in [first_counter, next_counter); those below belonged to earlier owners.
struct SourceSlot {
  static constexpr uint64_t kFirstCounter = 1;

  nav::SourceId source = 0;
  bool in_use = false;
  uint64_t first_counter = kFirstCounter;
  uint64_t next_counter = kFirstCounter;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("source", self.source);
    visitor.Field("in_use", self.in_use);
    visitor.Field("first_counter", self.first_counter);
    visitor.Field("next_counter", self.next_counter);
  }
};

// The table of source slots as a value: a copy shares all blocks with its original and costs one pointer a
// block; a write to the original copies the block it touches, once between two copies. Copies are constant
// and may be read on any thread; the original belongs to the world's thread.
class SourceSlots {
 public:
  static constexpr size_t kSlotsMax = size_t{1} << 16;  // 16 bits of a wire handle (R8)

  size_t size() const { return size_; }
  // REQUIRES: slot < size().
  const SourceSlot& operator[](size_t slot) const { return blocks_[slot / kBlock]->slots[slot % kBlock]; }
  // Whose a handle of this slot and counter is; nothing when it is nobody's now.
  std::optional<nav::SourceId> OwnerOf(size_t slot, uint64_t counter) const;
  // The slot that a source owns now.
  std::optional<uint16_t> Find(nav::SourceId source) const;

  // --- The original only

  // Gives the source the lowest free slot; its counter goes on. Nothing when all slots are in use or spent.
  // REQUIRES: the source has none.
  std::optional<uint16_t> Open(nav::SourceId source);
  // The next counter of the slot; nothing when the 36 bits are spent. REQUIRES: the slot is in use.
  std::optional<uint64_t> TakeCounter(uint16_t slot);
  // REQUIRES: the slot is in use.
  void Close(uint16_t slot);
  // Puts a saved table in the place of this one; what is wrong with it, empty: nothing. Unchanged if so.
  std::string Load(std::span<const SourceSlot> slots);
  // After a copy was made: later writes copy the blocks that they touch.
  void Seal() { ++version_; }
  // For tests: the next counter of a slot that is in use.
  void SetNextCounter(uint16_t slot, uint64_t counter) { Mutable(slot).next_counter = counter; }

 private:
  static constexpr size_t kBlock = 64;
  struct Block {
    uint64_t version = 0;
    std::array<SourceSlot, kBlock> slots;
  };
  struct Owner {
    nav::SourceId source;
    uint16_t slot;
  };
  using Owners = std::vector<Owner>;  // ascending source

  SourceSlot& Mutable(size_t slot);
  Owners& MutableOwners();

  std::vector<std::shared_ptr<const Block>> blocks_;
  size_t size_ = 0;
  std::shared_ptr<const Owners> owners_ = std::make_shared<Owners>();
  uint64_t owners_version_ = 0;
  uint64_t version_ = 0;
  std::vector<uint16_t> free_;  // a heap, the lowest first
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SOURCE_SLOTS_H_
