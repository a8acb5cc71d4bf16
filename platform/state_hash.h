#ifndef FOOTFALL_PLATFORM_STATE_HASH_H_
#define FOOTFALL_PLATFORM_STATE_HASH_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "platform/check.h"
#include "platform/describe.h"

// The state hash is a tree of two levels (R40): a leaf a subsystem, and below each leaf one hash for every
// block of 64 entities, over all its columns and rows, and one for the fields that belong to no entity.
// Comparing two trees names the first leaf and block that differ.
namespace footfall::platform {

// Name of the algorithm as StateHash reports it: 64-bit XXH3 on every level. The state's schema has a version
// of its own, beside the world.
inline constexpr std::string_view kStateHashAlgorithm = "xxh3-64-tree";
// Entities of a block. One word of a LiveMask. (R40)
inline constexpr std::size_t kHashBlockEntities = 64;

// 64-bit XXH3 of the bytes. The same value on every machine.
std::uint64_t HashBytes(const void* data, std::size_t size);
// Combines two hashes; the order counts.
std::uint64_t MixHash(std::uint64_t first, std::uint64_t second);

// How often a leaf's blocks change.
enum class LeafKind : std::uint8_t {
  kHot,   // Nearly every tick: all blocks are hashed in each update.
  kCold,  // Rarely: only blocks marked dirty are hashed again.
};

// One subsystem of the state hash. Keeps the block hashes between ticks. Allocates only when the state grows.
// Not thread-safe.
class HashLeaf {
 public:
  HashLeaf(std::string name, LeafKind kind) : name_(std::move(name)), kind_(kind) {}

  const std::string& name() const { return name_; }

  // The entity's block is hashed again in the next update. Without effect on a hot leaf. A table that changes
  // its size needs MarkAllDirty().
  void MarkDirty(std::size_t entity);
  // All blocks are hashed again in the next update, as after a restore.
  void MarkAllDirty() { all_dirty_ = true; }

  // Hashes `state` through its description. Builds without NDEBUG hash a cold leaf whole a second time and
  // end the process when a block changed that was not marked dirty.
  template <class T>
  void Update(const T& state);

  // The first block of a cold leaf whose hash is out of date although it is not marked dirty. Hashes
  // everything.
  template <class T>
  std::optional<std::size_t> FindStaleBlock(const T& state) const;

  // Of the last update. The leaf's hash covers the fields, the blocks and their number, not the name.
  std::uint64_t hash() const { return hash_; }
  std::uint64_t fields_hash() const { return fields_hash_; }
  std::span<const std::uint64_t> blocks() const { return blocks_; }

 private:
  friend class HashVisitor;

  bool IsDirty(std::size_t block) const;
  void BeginUpdate();
  void EndUpdate();
  // Makes room for the blocks of a table of `entities_count` entities.
  void GrowTo(std::size_t entities_count);
  void MixBlock(std::size_t block, std::uint64_t value) { blocks_[block] = MixHash(blocks_[block], value); }

  std::string name_;
  LeafKind kind_;
  bool all_dirty_ = true;
  std::uint64_t hash_ = 0;
  std::uint64_t fields_hash_ = 0;
  std::size_t blocks_used_ = 0;  // Blocks that the running update has met.
  std::vector<std::uint64_t> blocks_;
  std::vector<std::uint64_t> dirty_;  // Bit b % 64 of word b / 64 is block b.
  std::vector<std::byte> field_bytes_;
  std::vector<std::byte> row_bytes_;
};

// The visitor behind HashLeaf::Update.
class HashVisitor {
 public:
  // `leaf` is not owned and must outlive this object.
  explicit HashVisitor(HashLeaf& leaf) : leaf_(leaf) {}

  template <class T>
  void Field(std::string_view name, const T& value) {
    ByteVisitor(leaf_.field_bytes_).Field(name, value);
  }
  template <class Container>
  void Column(std::string_view name, const Container& values, LiveMask live = {}) {
    using Value = std::remove_cvref_t<decltype(values[0])>;
    static_assert(kFloatLanes<Value> > 0 || PlainBytes<Value>,
                  "a column holds padding-free values; use Rows");
    ForDirtyBlocks(name, values.size(), [&](std::size_t block, std::size_t begin, std::size_t count) {
      return HashChunk(&values[begin], count, live.Word(block));
    });
  }
  template <class Container>
  void Rows(std::string_view name, const Container& rows, LiveMask live = {}) {
    ForDirtyBlocks(name, rows.size(), [&](std::size_t /*block*/, std::size_t begin, std::size_t count) {
      leaf_.row_bytes_.clear();
      ByteVisitor visitor(leaf_.row_bytes_);
      for (std::size_t i = begin; i < begin + count; ++i) {
        visitor.AppendRow(rows[i], live[i]);
      }
      return HashBytes(leaf_.row_bytes_.data(), leaf_.row_bytes_.size());
    });
  }
  template <class T>
  void Keep(std::string_view /*name*/, const T& /*value*/) {}
  template <class T>
  void Omit(std::string_view /*name*/, const T& /*value*/) {}

 private:
  template <class HashBlock>
  void ForDirtyBlocks(std::string_view name, std::size_t size, const HashBlock& hash_block) {
    Field(name, std::uint64_t{size});
    leaf_.GrowTo(size);
    for (std::size_t begin = 0; begin < size; begin += kHashBlockEntities) {
      const std::size_t block = begin / kHashBlockEntities;
      if (leaf_.IsDirty(block)) {
        leaf_.MixBlock(block, hash_block(block, begin, std::min(kHashBlockEntities, size - begin)));
      }
    }
  }

  // `live` has bit i set when values[i] is in use.
  template <class Value>
  static std::uint64_t HashChunk(const Value* values, std::size_t count, std::uint64_t live) {
    constexpr std::size_t kLanes = kFloatLanes<Value>;
    if constexpr (kLanes > 0) {
      std::array<std::uint32_t, kHashBlockEntities * kLanes> bits;
      for (std::size_t i = 0; i < count; ++i) {
        const auto lanes = std::bit_cast<std::array<float, kLanes>>(values[i]);
        const bool used = ((live >> i) & 1U) != 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
          bits[i * kLanes + lane] = used ? CanonicalBits(lanes[lane]) : 0;
        }
      }
      return HashBytes(bits.data(), count * kLanes * sizeof(std::uint32_t));
    } else {
      const std::uint64_t all =
          count == kHashBlockEntities ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
      if ((live & all) == all) {
        return HashBytes(values, count * sizeof(Value));
      }
      std::array<Value, kHashBlockEntities> canonical{};
      for (std::size_t i = 0; i < count; ++i) {
        if (((live >> i) & 1U) != 0) {
          canonical[i] = values[i];
        }
      }
      return HashBytes(canonical.data(), count * sizeof(Value));
    }
  }

  HashLeaf& leaf_;
};

template <class T>
void HashLeaf::Update(const T& state) {
#ifndef NDEBUG
  FOOTFALL_CHECK(!FindStaleBlock(state).has_value());
#endif
  BeginUpdate();
  HashVisitor visitor(*this);
  T::Describe(state, visitor);
  EndUpdate();
}

template <class T>
std::optional<std::size_t> HashLeaf::FindStaleBlock(const T& state) const {
  if (kind_ == LeafKind::kHot || all_dirty_) {
    return std::nullopt;
  }
  HashLeaf whole(name_, LeafKind::kHot);
  whole.BeginUpdate();
  HashVisitor visitor(whole);
  T::Describe(state, visitor);
  whole.EndUpdate();
  for (std::size_t block = 0; block < whole.blocks_.size(); ++block) {
    if (!IsDirty(block) && (block >= blocks_.size() || blocks_[block] != whole.blocks_[block])) {
      return block;
    }
  }
  return std::nullopt;
}

// A copy of one leaf's hashes.
struct LeafDigest {
  std::string name;
  std::uint64_t hash = 0;
  std::uint64_t fields_hash = 0;
  std::vector<std::uint64_t> blocks;
  friend bool operator==(const LeafDigest&, const LeafDigest&) = default;
};

// A copy of a whole tree, for publication, recordings and comparison.
struct StateDigest {
  std::uint64_t root = 0;
  std::vector<LeafDigest> leaves;
  friend bool operator==(const StateDigest&, const StateDigest&) = default;
};

// Root over leaves: their names and hashes, in order.
std::uint64_t RootHash(std::span<const HashLeaf* const> leaves);

// A leaf's hash from its parts, and the root of a copied tree: for copies that travel without them.
std::uint64_t LeafHash(std::uint64_t fields_hash, std::span<const std::uint64_t> blocks);
std::uint64_t RootHash(const StateDigest& digest);

// Copies the tree into `out`, whose memory is used again.
void CopyDigest(std::span<const HashLeaf* const> leaves, StateDigest* out);

// The first difference between two trees.
struct DigestDifference {
  std::string leaf;
  // Index of the block, or nothing when the leaf's own fields differ, its size differs or one tree lacks it.
  std::optional<std::size_t> block;
  std::string text;  // For people: "leaf ped: block 3 (entities 192 to 255) differs".
};

// Nothing when both are equal.
std::optional<DigestDifference> FirstDifference(const StateDigest& a, const StateDigest& b);

// 16 lower-case hexadecimal digits.
std::string HashText(std::uint64_t hash);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_STATE_HASH_H_
