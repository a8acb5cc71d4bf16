#include "nav/stream/tile_set.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "platform/check.h"
#include "platform/state_hash.h"

namespace footfall::nav {

absl::StatusOr<TileSet> TileSet::Create(std::shared_ptr<const Pack> base, std::vector<ContentPack> content) {
  FOOTFALL_CHECK(base != nullptr);
  TileSet set;
  set.packs_.push_back({0, std::move(base)});
  for (ContentPack& added : content) {
    if (added.group == 0 || added.group > kGroupsMax || (set.groups_ >> added.group & 1) != 0) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "content pack: group %d is there twice or not in [1, %d]", added.group, kGroupsMax));
    }
    if (added.pack->build_id() != set.base().build_id()) {
      return absl::FailedPreconditionError(
          absl::StrFormat("content pack of group %d: build id %016x differs from the base's build id %016x",
                          added.group, added.pack->build_id(), set.base().build_id()));
    }
    set.groups_ |= Groups{1} << added.group;
    set.packs_.push_back(std::move(added));
  }
  // total order: groups differ.
  std::sort(set.packs_.begin(), set.packs_.end(),
            [](const ContentPack& a, const ContentPack& b) { return a.group < b.group; });
  for (const ContentPack& pack : set.packs_) {
    for (const Pack::Entry& entry : pack.pack->entries()) {
      if (entry.index <= kLastMapIndex) set.map_tiles_.push_back(entry.index);
    }
  }
  // total order: equal numbers are alike.
  std::sort(set.map_tiles_.begin(), set.map_tiles_.end());
  set.map_tiles_.erase(std::unique(set.map_tiles_.begin(), set.map_tiles_.end()), set.map_tiles_.end());
  return set;
}

const Pack& TileSet::PackOf(int group) const {
  for (const ContentPack& pack : packs_) {
    if (static_cast<int>(pack.group) == group) return *pack.pack;
  }
  FOOTFALL_CHECK(false);
}

int TileSet::GroupOf(MeshIndex index, Groups on) const {
  for (size_t i = packs_.size(); i-- > 0;) {
    const uint32_t group = packs_[i].group;
    if ((on >> group & 1) != 0 && packs_[i].pack->Find(index) != nullptr) return static_cast<int>(group);
  }
  return -1;
}

bool TileSet::Has(MeshIndex index, int group) const {
  return index <= kLastMapIndex && group >= 0 && group <= static_cast<int>(kGroupsMax) &&
         (groups_ >> group & 1) != 0 && PackOf(group).Find(index) != nullptr;
}

uint64_t TileSet::digest() const {
  uint64_t digest = base().build_id();
  for (const ContentPack& pack : packs_) {
    digest = platform::MixHash(digest, pack.group);
    for (const Pack::Entry& entry : pack.pack->entries()) {
      digest = platform::MixHash(digest, platform::MixHash(entry.index, entry.checksum));
    }
  }
  return digest;
}

uint64_t TileSet::BytesOf(MeshIndex index, int group) const {
  const Pack::Entry* entry = PackOf(group).Find(index);
  FOOTFALL_CHECK(entry != nullptr);
  return entry->bytes;
}

void TileSet::ExpectEviction() const {
  for (const ContentPack& pack : packs_) pack.pack->ExpectEviction();
}

absl::StatusOr<TilePtr> TileSet::Load(MeshIndex index, int group) const { return PackOf(group).Tile(index); }

}  // namespace footfall::nav
