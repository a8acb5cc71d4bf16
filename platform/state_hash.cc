#include "platform/state_hash.h"

#include <xxhash.h>

#include <bit>

#include "absl/strings/str_cat.h"

namespace footfall::platform {

static_assert(std::endian::native == std::endian::little, "the state hash covers bytes in memory order");

std::uint64_t HashBytes(const void* data, std::size_t size) { return XXH3_64bits(data, size); }

std::uint64_t MixHash(std::uint64_t first, std::uint64_t second) {
  const std::uint64_t pair[2] = {first, second};
  return XXH3_64bits(pair, sizeof(pair));
}

void HashLeaf::MarkDirty(std::size_t entity) {
  const std::size_t block = entity / kHashBlockEntities;
  if (block / 64 >= dirty_.size()) {
    dirty_.resize(block / 64 + 1);
  }
  dirty_[block / 64] |= std::uint64_t{1} << (block % 64);
}

bool HashLeaf::IsDirty(std::size_t block) const {
  if (kind_ == LeafKind::kHot || all_dirty_) {
    return true;
  }
  return block / 64 < dirty_.size() && ((dirty_[block / 64] >> (block % 64)) & 1U) != 0;
}

void HashLeaf::BeginUpdate() {
  blocks_used_ = 0;
  field_bytes_.clear();
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    if (IsDirty(block)) {
      blocks_[block] = 0;
    }
  }
}

void HashLeaf::GrowTo(std::size_t entities_count) {
  const std::size_t count = (entities_count + kHashBlockEntities - 1) / kHashBlockEntities;
  blocks_used_ = std::max(blocks_used_, count);
  if (blocks_.size() >= count) {
    return;
  }
  for (std::size_t block = blocks_.size(); block < count; ++block) {
    MarkDirty(block * kHashBlockEntities);  // A new block was never hashed.
  }
  blocks_.resize(count);
}

void HashLeaf::EndUpdate() {
  blocks_.resize(blocks_used_);
  fields_hash_ = HashBytes(field_bytes_.data(), field_bytes_.size());
  hash_ = LeafHash(fields_hash_, blocks_);
  std::fill(dirty_.begin(), dirty_.end(), 0);
  all_dirty_ = false;
}

namespace {

std::uint64_t AddLeaf(std::uint64_t root, const std::string& name, std::uint64_t hash) {
  return MixHash(root, MixHash(HashBytes(name.data(), name.size()), hash));
}

}  // namespace

std::uint64_t LeafHash(std::uint64_t fields_hash, std::span<const std::uint64_t> blocks) {
  return MixHash(fields_hash, HashBytes(blocks.data(), blocks.size_bytes()));
}

std::uint64_t RootHash(std::span<const HashLeaf* const> leaves) {
  std::uint64_t root = leaves.size();
  for (const HashLeaf* leaf : leaves) root = AddLeaf(root, leaf->name(), leaf->hash());
  return root;
}

std::uint64_t RootHash(const StateDigest& digest) {
  std::uint64_t root = digest.leaves.size();
  for (const LeafDigest& leaf : digest.leaves) root = AddLeaf(root, leaf.name, leaf.hash);
  return root;
}

void CopyDigest(std::span<const HashLeaf* const> leaves, StateDigest* out) {
  out->root = RootHash(leaves);
  out->leaves.resize(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    LeafDigest& copy = out->leaves[i];
    copy.name = leaves[i]->name();
    copy.hash = leaves[i]->hash();
    copy.fields_hash = leaves[i]->fields_hash();
    copy.blocks.assign(leaves[i]->blocks().begin(), leaves[i]->blocks().end());
  }
}

namespace {

DigestDifference WholeLeaf(const std::string& leaf, const std::string& what) {
  return {leaf, std::nullopt, absl::StrCat("leaf ", leaf, ": ", what)};
}

std::optional<DigestDifference> LeafDifference(const LeafDigest& a, const LeafDigest& b) {
  if (a.name != b.name) {
    return WholeLeaf(a.name, absl::StrCat("the other tree has leaf ", b.name, " here"));
  }
  if (a == b) {
    return std::nullopt;
  }
  const std::size_t common = std::min(a.blocks.size(), b.blocks.size());
  for (std::size_t block = 0; block < common; ++block) {
    if (a.blocks[block] != b.blocks[block]) {
      const std::size_t first = block * kHashBlockEntities;
      return DigestDifference{a.name, block,
                              absl::StrCat("leaf ", a.name, ": block ", block, " (entities ", first, " to ",
                                           first + kHashBlockEntities - 1, ") differs")};
    }
  }
  if (a.blocks.size() != b.blocks.size()) {
    return WholeLeaf(a.name, absl::StrCat(a.blocks.size(), " blocks against ", b.blocks.size()));
  }
  return WholeLeaf(a.name, a.fields_hash != b.fields_hash ? "its fields differ" : "its hash differs");
}

}  // namespace

std::optional<DigestDifference> FirstDifference(const StateDigest& a, const StateDigest& b) {
  const std::size_t common = std::min(a.leaves.size(), b.leaves.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (auto difference = LeafDifference(a.leaves[i], b.leaves[i])) {
      return difference;
    }
  }
  if (a.leaves.size() != b.leaves.size()) {
    const StateDigest& longer = a.leaves.size() > b.leaves.size() ? a : b;
    return WholeLeaf(longer.leaves[common].name, "only one of the trees has it");
  }
  if (a.root != b.root) {
    return DigestDifference{"", std::nullopt, "the roots differ although all leaves are equal"};
  }
  return std::nullopt;
}

std::string HashText(std::uint64_t hash) { return absl::StrCat(absl::Hex(hash, absl::kZeroPad16)); }

}  // namespace footfall::platform
