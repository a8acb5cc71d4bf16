#include "sim/request_blocks.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "platform/check.h"

namespace footfall::sim {

namespace {

template <class Requests>
auto PlaceOf(Requests& requests, WireHandle handle) {
  return std::lower_bound(requests.begin(), requests.end(), handle,
                          [](const RequestView& request, WireHandle h) { return request.handle < h; });
}

}  // namespace

size_t RequestBlocks::BlockOf(WireHandle handle) const {
  FOOTFALL_CHECK(!blocks_.empty());
  const auto after =
      std::upper_bound(blocks_.begin(), blocks_.end(), handle,
                       [](WireHandle h, const auto& block) { return h < block->requests.front().handle; });
  return after == blocks_.begin() ? 0 : static_cast<size_t>(after - blocks_.begin()) - 1;
}

const RequestView* RequestBlocks::Find(WireHandle handle) const {
  if (blocks_.empty()) {
    return nullptr;
  }
  const auto& requests = blocks_[BlockOf(handle)]->requests;
  const auto place = PlaceOf(requests, handle);
  return place != requests.end() && place->handle == handle ? &*place : nullptr;
}

std::vector<const RequestView*> RequestBlocks::Range(WireHandle first, WireHandle last) const {
  std::vector<const RequestView*> found;
  if (blocks_.empty()) {
    return found;
  }
  for (size_t i = BlockOf(first); i < blocks_.size(); ++i) {
    const auto& requests = blocks_[i]->requests;
    for (auto place = PlaceOf(requests, first); place != requests.end(); ++place) {
      if (last < place->handle) {
        return found;
      }
      found.push_back(&*place);
    }
  }
  return found;
}

void RequestBlocks::Insert(RequestView request) {
  if (blocks_.empty()) {
    auto block = std::make_shared<Block>();
    block->version = version_;
    block->requests.reserve(kBlockMax);
    blocks_.push_back(std::move(block));
  } else if (blocks_[BlockOf(request.handle)]->requests.size() == kBlockMax) {
    SplitFull(BlockOf(request.handle), request.handle);
  }
  // An empty block exists only here, as the first one.
  const size_t index = size_ == 0 ? 0 : BlockOf(request.handle);
  auto& requests = MutableBlock(index).requests;
  const auto place = PlaceOf(requests, request.handle);
  FOOTFALL_CHECK(place == requests.end() || place->handle != request.handle);
  requests.insert(place, std::move(request));
  ++size_;
}

RequestView& RequestBlocks::Mutable(WireHandle handle) {
  auto& requests = MutableBlock(BlockOf(handle)).requests;
  const auto place = PlaceOf(requests, handle);
  FOOTFALL_CHECK(place != requests.end());
  FOOTFALL_CHECK(place->handle == handle);
  return *place;
}

void RequestBlocks::Erase(WireHandle handle) {
  const size_t index = BlockOf(handle);
  auto& requests = MutableBlock(index).requests;
  const auto place = PlaceOf(requests, handle);
  FOOTFALL_CHECK(place != requests.end());
  FOOTFALL_CHECK(place->handle == handle);
  requests.erase(place);
  --size_;
  if (requests.empty()) {
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(index));
  } else {
    MergeSmall(index);
  }
}

RequestBlocks::Block& RequestBlocks::MutableBlock(size_t index) {
  std::shared_ptr<const Block>& shared = blocks_[index];
  if (shared->version != version_) {
    auto copy = std::make_shared<Block>();
    copy->version = version_;
    copy->requests.reserve(kBlockMax);
    copy->requests.assign(shared->requests.begin(), shared->requests.end());
    shared = std::move(copy);
  }
  // Made by this object as a Block that is not const, and in no copy yet.
  return const_cast<Block&>(*shared);
}

void RequestBlocks::SplitFull(size_t index, WireHandle incoming) {
  auto& requests = MutableBlock(index).requests;
  // Handles of a source rise: a block that is filled from its end stays full and the new one begins behind
  // it.
  const size_t kept = requests.back().handle < incoming ? kBlockMax - 1 : kBlockMax / 2;
  auto behind = std::make_shared<Block>();
  behind->version = version_;
  behind->requests.reserve(kBlockMax);
  const auto middle = requests.begin() + static_cast<std::ptrdiff_t>(kept);
  std::move(middle, requests.end(), std::back_inserter(behind->requests));
  requests.erase(middle, requests.end());
  blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(behind));
}

void RequestBlocks::MergeSmall(size_t index) {
  for (const size_t left : {index, index - 1}) {  // index - 1 wraps to a number that has no right neighbour
    if (left >= blocks_.size() || left + 1 >= blocks_.size()) {
      continue;
    }
    if (blocks_[left]->requests.size() + blocks_[left + 1]->requests.size() > kBlockMax / 2) {
      continue;
    }
    auto& requests = MutableBlock(left).requests;
    const auto& behind = blocks_[left + 1]->requests;
    requests.insert(requests.end(), behind.begin(), behind.end());
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(left) + 1);
    return;
  }
}

}  // namespace footfall::sim
