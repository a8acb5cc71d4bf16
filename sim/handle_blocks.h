#ifndef FOOTFALL_SIM_HANDLE_BLOCKS_H_
#define FOOTFALL_SIM_HANDLE_BLOCKS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "platform/check.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

// What readers see of everything that has a handle, ascending handle, in blocks; View has a member `handle`.
// A value like SourceSlots: a copy costs one pointer a block, a write after it copies the one block that it
// touches, so that publishing a tick costs what changed and not what is there. Copies may be read on any
// thread; the original belongs to the world's thread.
template <class View>
class HandleBlocks {
 public:
  static constexpr size_t kBlockMax = 32;

  size_t size() const { return size_; }
  // Null when nothing has this handle. Valid until the next write to this object.
  const View* Find(WireHandle handle) const;
  // Those with first <= handle <= last, ascending. Valid until the next write to this object.
  std::vector<const View*> Range(WireHandle first, WireHandle last) const;

  // --- The original only

  // REQUIRES: nothing has this handle.
  void Insert(View view);
  // For writing everything but the handle. REQUIRES: Find(handle) is not null.
  View& Mutable(WireHandle handle);
  // REQUIRES: Find(handle) is not null.
  void Erase(WireHandle handle);
  // After a copy was made: later writes copy the blocks that they touch.
  void Seal() { ++version_; }

 private:
  struct Block {
    uint64_t version = 0;
    std::vector<View> views;  // 1 to kBlockMax
  };

  template <class Views>
  static auto PlaceOf(Views& views, WireHandle handle) {
    return std::lower_bound(views.begin(), views.end(), handle,
                            [](const View& view, WireHandle h) { return view.handle < h; });
  }
  // The block that holds the handle or would hold it. REQUIRES: there is a block.
  size_t BlockOf(WireHandle handle) const;
  Block& MutableBlock(size_t index);
  void SplitFull(size_t index, WireHandle incoming);
  void MergeSmall(size_t index);

  std::vector<std::shared_ptr<const Block>> blocks_;
  size_t size_ = 0;
  uint64_t version_ = 0;
};

template <class View>
size_t HandleBlocks<View>::BlockOf(WireHandle handle) const {
  FOOTFALL_CHECK(!blocks_.empty());
  const auto after =
      std::upper_bound(blocks_.begin(), blocks_.end(), handle,
                       [](WireHandle h, const auto& block) { return h < block->views.front().handle; });
  return after == blocks_.begin() ? 0 : static_cast<size_t>(after - blocks_.begin()) - 1;
}

template <class View>
const View* HandleBlocks<View>::Find(WireHandle handle) const {
  if (blocks_.empty()) {
    return nullptr;
  }
  const auto& views = blocks_[BlockOf(handle)]->views;
  const auto place = PlaceOf(views, handle);
  return place != views.end() && place->handle == handle ? &*place : nullptr;
}

template <class View>
std::vector<const View*> HandleBlocks<View>::Range(WireHandle first, WireHandle last) const {
  std::vector<const View*> found;
  if (blocks_.empty()) {
    return found;
  }
  for (size_t i = BlockOf(first); i < blocks_.size(); ++i) {
    const auto& views = blocks_[i]->views;
    for (auto place = PlaceOf(views, first); place != views.end(); ++place) {
      if (last < place->handle) {
        return found;
      }
      found.push_back(&*place);
    }
  }
  return found;
}

template <class View>
void HandleBlocks<View>::Insert(View view) {
  if (blocks_.empty()) {
    auto block = std::make_shared<Block>();
    block->version = version_;
    block->views.reserve(kBlockMax);
    blocks_.push_back(std::move(block));
  } else if (blocks_[BlockOf(view.handle)]->views.size() == kBlockMax) {
    SplitFull(BlockOf(view.handle), view.handle);
  }
  // An empty block exists only here, as the first one.
  const size_t index = size_ == 0 ? 0 : BlockOf(view.handle);
  auto& views = MutableBlock(index).views;
  const auto place = PlaceOf(views, view.handle);
  FOOTFALL_CHECK(place == views.end() || place->handle != view.handle);
  views.insert(place, std::move(view));
  ++size_;
}

template <class View>
View& HandleBlocks<View>::Mutable(WireHandle handle) {
  auto& views = MutableBlock(BlockOf(handle)).views;
  const auto place = PlaceOf(views, handle);
  FOOTFALL_CHECK(place != views.end());
  FOOTFALL_CHECK(place->handle == handle);
  return *place;
}

template <class View>
void HandleBlocks<View>::Erase(WireHandle handle) {
  const size_t index = BlockOf(handle);
  auto& views = MutableBlock(index).views;
  const auto place = PlaceOf(views, handle);
  FOOTFALL_CHECK(place != views.end());
  FOOTFALL_CHECK(place->handle == handle);
  views.erase(place);
  --size_;
  if (views.empty()) {
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(index));
  } else {
    MergeSmall(index);
  }
}

template <class View>
typename HandleBlocks<View>::Block& HandleBlocks<View>::MutableBlock(size_t index) {
  std::shared_ptr<const Block>& shared = blocks_[index];
  if (shared->version != version_) {
    auto copy = std::make_shared<Block>();
    copy->version = version_;
    copy->views.reserve(kBlockMax);
    copy->views.assign(shared->views.begin(), shared->views.end());
    shared = std::move(copy);
  }
  // Made by this object as a Block that is not const, and in no copy yet.
  return const_cast<Block&>(*shared);
}

template <class View>
void HandleBlocks<View>::SplitFull(size_t index, WireHandle incoming) {
  auto& views = MutableBlock(index).views;
  // Handles of a source rise: a block that is filled from its end stays full and the new one begins behind
  // it.
  const size_t kept = views.back().handle < incoming ? kBlockMax - 1 : kBlockMax / 2;
  auto behind = std::make_shared<Block>();
  behind->version = version_;
  behind->views.reserve(kBlockMax);
  const auto middle = views.begin() + static_cast<std::ptrdiff_t>(kept);
  std::move(middle, views.end(), std::back_inserter(behind->views));
  views.erase(middle, views.end());
  blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(behind));
}

template <class View>
void HandleBlocks<View>::MergeSmall(size_t index) {
  for (const size_t left : {index, index - 1}) {  // index - 1 wraps to a number that has no right neighbour
    if (left >= blocks_.size() || left + 1 >= blocks_.size()) {
      continue;
    }
    if (blocks_[left]->views.size() + blocks_[left + 1]->views.size() > kBlockMax / 2) {
      continue;
    }
    auto& views = MutableBlock(left).views;
    const auto& behind = blocks_[left + 1]->views;
    views.insert(views.end(), behind.begin(), behind.end());
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(left) + 1);
    return;
  }
}

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_HANDLE_BLOCKS_H_
