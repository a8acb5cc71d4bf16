#ifndef FOOTFALL_SIM_REQUEST_BLOCKS_H_
#define FOOTFALL_SIM_REQUEST_BLOCKS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/published_view.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

// The live requests as readers see them, ascending handle, in blocks. A value like SourceSlots: a copy costs
// one pointer a block, a write after it copies the one block that it touches, so that publishing a tick costs
// what changed and not what is there. Copies may be read on any thread; the original belongs to the world's
// thread.
class RequestBlocks {
 public:
  static constexpr size_t kBlockMax = 32;

  size_t size() const { return size_; }
  // Null when no request has this handle. Valid until the next write to this object.
  const RequestView* Find(WireHandle handle) const;
  // Those with first <= handle <= last, ascending. Valid until the next write to this object.
  std::vector<const RequestView*> Range(WireHandle first, WireHandle last) const;

  // --- The original only

  // REQUIRES: no request has this handle.
  void Insert(RequestView request);
  // For writing everything but the handle. REQUIRES: Find(handle) is not null.
  RequestView& Mutable(WireHandle handle);
  // REQUIRES: Find(handle) is not null.
  void Erase(WireHandle handle);
  // After a copy was made: later writes copy the blocks that they touch.
  void Seal() { ++version_; }

 private:
  struct Block {
    uint64_t version = 0;
    std::vector<RequestView> requests;  // 1 to kBlockMax
  };

  // The block that holds the handle or would hold it. REQUIRES: there is a block.
  size_t BlockOf(WireHandle handle) const;
  Block& MutableBlock(size_t index);
  void SplitFull(size_t index, WireHandle incoming);
  void MergeSmall(size_t index);

  std::vector<std::shared_ptr<const Block>> blocks_;
  size_t size_ = 0;
  uint64_t version_ = 0;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_REQUEST_BLOCKS_H_
