#ifndef FOOTFALL_PLATFORM_POOL_H_
#define FOOTFALL_PLATFORM_POOL_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "platform/check.h"
#include "platform/id.h"

namespace footfall::platform {

// A table of at most `capacity` values of T, addressed by Id<Tag>. All memory is taken at construction. A new
// value goes to the lowest free index, so the same calls give the same ids on every machine. Pointers stay
// good until their own value is removed. Not thread-safe; concurrent reads are fine while nobody writes.
template <class T, class Tag>
class FixedPool {
 public:
  using IdType = Id<Tag>;

  // `capacity` comes from a field of the platform profile. 0 is allowed: such a pool refuses everything.
  explicit FixedPool(std::uint32_t capacity)
      : slots_(capacity), used_words_((std::size_t{capacity} + kWordBits - 1) / kWordBits) {}

  FixedPool(FixedPool&&) noexcept = default;
  FixedPool& operator=(FixedPool&&) noexcept = default;

  // Builds a value from `args` at the lowest free index. Returns the invalid id, and counts a refusal, when
  // full.
  template <class... Args>
  [[nodiscard]] IdType Insert(Args&&... args) {
    if (size_ == capacity()) {
      ++full_count_;
      return {};
    }
    const std::uint32_t index = LowestFree();
    Slot& slot = slots_[index];
    slot.value.emplace(std::forward<Args>(args)...);
    slot.generation = NextGeneration(slot.generation);
    used_words_[index / kWordBits] |= Bit(index);
    ++size_;
    high_water_ = std::max(high_water_, size_);
    return {index, slot.generation};
  }

  // Destroys the value. Returns false, and changes nothing, for an id that is invalid, stale or out of range.
  bool Remove(IdType id) {
    if (Get(id) == nullptr) return false;
    slots_[id.index].value.reset();
    used_words_[id.index / kWordBits] &= ~Bit(id.index);
    first_free_word_ = std::min(first_free_word_, std::size_t{id.index / kWordBits});
    --size_;
    return true;
  }

  // Destroys every value. Generations, high-water mark and refusals stay, so old ids do not come to life
  // again.
  void Clear() {
    for (std::uint32_t i = NextUsed(0); i < capacity(); i = NextUsed(i + 1)) Remove(IdAt(i));
  }

  // The value, or null for an id that is invalid, stale or out of range.
  T* Get(IdType id) { return Holds(id) ? &*slots_[id.index].value : nullptr; }
  const T* Get(IdType id) const { return Holds(id) ? &*slots_[id.index].value : nullptr; }

  // The id that lives at `index`, or the invalid id when the place is free or out of range.
  IdType IdAt(std::uint32_t index) const {
    return index < capacity() && IsUsed(index) ? IdType{index, slots_[index].generation} : IdType{};
  }

  // Calls visit(id, value) for every value, in index order. The visitor may remove the value it is given, and
  // others; it may insert, and then a new value at a higher index is visited too.
  template <class Visit>
  void ForEach(Visit visit) {
    for (std::uint32_t i = NextUsed(0); i < capacity(); i = NextUsed(i + 1)) visit(IdAt(i), *slots_[i].value);
  }
  template <class Visit>
  void ForEach(Visit visit) const {
    for (std::uint32_t i = NextUsed(0); i < capacity(); i = NextUsed(i + 1)) visit(IdAt(i), *slots_[i].value);
  }

  std::uint32_t capacity() const { return static_cast<std::uint32_t>(slots_.size()); }
  std::uint32_t size() const { return size_; }
  bool full() const { return size_ == capacity(); }
  // The largest size ever reached.
  std::uint32_t high_water() const { return high_water_; }
  // Inserts refused because the pool was full.
  std::uint64_t full_count() const { return full_count_; }
  // The generation last given out at `index`, 0 when none was. It decides future ids, so it belongs in a
  // state hash.
  std::uint32_t generation_at(std::uint32_t index) const {
    FOOTFALL_CHECK(index < capacity());
    return slots_[index].generation;
  }

 private:
  static constexpr std::uint32_t kWordBits = 64;

  struct Slot {
    std::uint32_t generation = 0;
    std::optional<T> value;
  };

  static constexpr std::uint64_t Bit(std::uint32_t index) { return std::uint64_t{1} << (index % kWordBits); }
  bool IsUsed(std::uint32_t index) const { return (used_words_[index / kWordBits] & Bit(index)) != 0; }
  bool Holds(IdType id) const {
    return id.valid() && id.index < capacity() && IsUsed(id.index) &&
           slots_[id.index].generation == id.generation;
  }

  // REQUIRES: the pool is not full. Words below `first_free_word_` are full, which keeps a run of inserts
  // linear.
  std::uint32_t LowestFree() {
    while (used_words_[first_free_word_] == ~std::uint64_t{0}) ++first_free_word_;
    const int bit = std::countr_one(used_words_[first_free_word_]);
    const auto index =
        static_cast<std::uint32_t>(first_free_word_ * kWordBits) + static_cast<std::uint32_t>(bit);
    FOOTFALL_CHECK(index < capacity());
    return index;
  }

  // The first used index at or after `index`, or the capacity when there is none.
  std::uint32_t NextUsed(std::uint32_t index) const {
    if (index >= capacity()) return capacity();
    std::size_t word = index / kWordBits;
    std::uint64_t bits = used_words_[word] & (~std::uint64_t{0} << (index % kWordBits));
    while (bits == 0) {
      if (++word == used_words_.size()) return capacity();
      bits = used_words_[word];
    }
    return static_cast<std::uint32_t>(word * kWordBits) + static_cast<std::uint32_t>(std::countr_zero(bits));
  }

  std::vector<Slot> slots_;
  std::vector<std::uint64_t>
      used_words_;  // One bit an index, so that walking a sparse pool skips 64 places at once.
  std::size_t first_free_word_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t high_water_ = 0;
  std::uint64_t full_count_ = 0;
};

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_POOL_H_
