#include "sim/recording/digest_delta.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace footfall::sim {

namespace {

using platform::LeafDigest;
using platform::StateDigest;

constexpr size_t kLeafNameBytesMax = 64;
constexpr uint8_t kWhole = 1;
constexpr uint8_t kChanges = 2;

bool HaveSameLeaves(const StateDigest& a, const StateDigest& b) {
  return std::equal(a.leaves.begin(), a.leaves.end(), b.leaves.begin(), b.leaves.end(),
                    [](const LeafDigest& x, const LeafDigest& y) { return x.name == y.name; });
}

void AppendWhole(const StateDigest& digest, std::string& out) {
  AppendVarint(digest.leaves.size(), out);
  for (const LeafDigest& leaf : digest.leaves) {
    AppendText(leaf.name, out);
    AppendNumber(leaf.fields_hash, out);
    AppendVarint(leaf.blocks.size(), out);
    for (const uint64_t block : leaf.blocks) AppendNumber(block, out);
  }
}

// Blocks that `last` lacks count as changed.
bool IsChanged(const LeafDigest& leaf, const LeafDigest& last, size_t block) {
  return block >= last.blocks.size() || leaf.blocks[block] != last.blocks[block];
}

void AppendLeafChanges(const LeafDigest& leaf, const LeafDigest& last, std::string& out) {
  AppendNumber(leaf.fields_hash, out);
  AppendVarint(leaf.blocks.size(), out);
  uint64_t changed = 0;
  for (size_t i = 0; i < leaf.blocks.size(); ++i) changed += IsChanged(leaf, last, i) ? 1 : 0;
  AppendVarint(changed, out);
  size_t next = 0;
  for (size_t i = 0; i < leaf.blocks.size(); ++i) {
    if (!IsChanged(leaf, last, i)) continue;
    AppendVarint(i - next, out);
    AppendNumber(leaf.blocks[i], out);
    next = i + 1;
  }
}

void AppendChanges(const StateDigest& digest, const StateDigest& last, std::string& out) {
  uint64_t changed = 0;
  for (size_t i = 0; i < digest.leaves.size(); ++i) changed += digest.leaves[i] == last.leaves[i] ? 0 : 1;
  AppendVarint(changed, out);
  for (size_t i = 0; i < digest.leaves.size(); ++i) {
    if (digest.leaves[i] == last.leaves[i]) continue;
    AppendVarint(i, out);
    AppendLeafChanges(digest.leaves[i], last.leaves[i], out);
  }
}

void ReadLeafChanges(ByteReader& reader, LeafDigest& leaf) {
  leaf.fields_hash = reader.Read<uint64_t>();
  const uint64_t blocks = reader.ReadCount("blocks", kDigestBlocksMax);
  // Each new block is told below: nothing is taken that the bytes do not pay for.
  if (blocks > leaf.blocks.size() + reader.rest().size() / sizeof(uint64_t)) {
    reader.Fail(absl::StrCat("leaf ", leaf.name, " grows to ", blocks, " blocks without telling them"));
    return;
  }
  leaf.blocks.resize(blocks);
  const uint64_t changed = reader.ReadCount("changed blocks", leaf.blocks.size());
  uint64_t next = 0;
  for (uint64_t i = 0; i < changed && reader.ok(); ++i) {
    const uint64_t gap = reader.ReadVarint();
    const auto value = reader.Read<uint64_t>();
    if (gap >= leaf.blocks.size() - next) {
      reader.Fail(absl::StrCat("a changed block beyond the ", leaf.blocks.size(), " of leaf ", leaf.name));
      return;
    }
    leaf.blocks[next + gap] = value;
    next += gap + 1;
  }
  leaf.hash = platform::LeafHash(leaf.fields_hash, leaf.blocks);
}

}  // namespace

void DigestEncoder::Append(std::shared_ptr<const StateDigest> digest, std::string& out) {
  if (last_ != nullptr && HaveSameLeaves(*digest, *last_)) {
    AppendNumber(kChanges, out);
    AppendChanges(*digest, *last_, out);
  } else {
    AppendNumber(kWhole, out);
    AppendWhole(*digest, out);
  }
  AppendNumber(digest->root, out);
  last_ = std::move(digest);
}

void DigestDecoder::Read(ByteReader& reader) {
  const auto kind = reader.Read<uint8_t>();
  if (!reader.ok()) return;
  if (kind == kWhole) {
    ReadWhole(reader);
  } else if (kind == kChanges && has_last_) {
    ReadChanges(reader);
  } else {
    reader.Fail(kind == kChanges ? "a hash tree as changes without one before it"
                                 : absl::StrCat("there is no kind of hash trees ", static_cast<int>(kind)));
  }
  digest_.root = reader.Read<uint64_t>();
  if (reader.ok() && digest_.root != platform::RootHash(digest_)) {
    reader.Fail("the root of a hash tree is not that of its leaves");
  }
  has_last_ = reader.ok();
}

void DigestDecoder::ReadWhole(ByteReader& reader) {
  digest_.leaves.resize(reader.ReadCount("leaves", kDigestLeavesMax));
  for (LeafDigest& leaf : digest_.leaves) {
    leaf.name = reader.ReadText("leaf name", kLeafNameBytesMax);
    leaf.fields_hash = reader.Read<uint64_t>();
    const uint64_t blocks = reader.ReadCount("blocks", kDigestBlocksMax);
    const std::string_view bytes = reader.ReadBytes(blocks * sizeof(uint64_t));
    leaf.blocks.resize(bytes.size() / sizeof(uint64_t));
    if (!bytes.empty()) std::memcpy(leaf.blocks.data(), bytes.data(), bytes.size());
    leaf.hash = platform::LeafHash(leaf.fields_hash, leaf.blocks);
  }
}

void DigestDecoder::ReadChanges(ByteReader& reader) {
  const uint64_t changed = reader.ReadCount("changed leaves", digest_.leaves.size());
  for (uint64_t i = 0; i < changed && reader.ok(); ++i) {
    const uint64_t at = reader.ReadVarint();
    if (at >= digest_.leaves.size()) {
      reader.Fail(absl::StrCat("leaf ", at, " of ", digest_.leaves.size()));
      return;
    }
    ReadLeafChanges(reader, digest_.leaves[at]);
  }
}

}  // namespace footfall::sim
