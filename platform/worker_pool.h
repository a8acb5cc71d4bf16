#ifndef FOOTFALL_PLATFORM_WORKER_POOL_H_
#define FOOTFALL_PLATFORM_WORKER_POOL_H_

#include <absl/functional/function_ref.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace footfall::platform {

// Entities of a chunk in the parallel phases of a tick. Fixed, whatever the thread count, so that everything
// a chunk computes and emits is the same on any host (R20).
inline constexpr size_t kChunkEntities = 256;

// Chunks of `chunk` items that cover `count` items. REQUIRES: chunk > 0.
constexpr size_t ChunkCount(size_t count, size_t chunk = kChunkEntities) {
  return count / chunk + (count % chunk != 0 ? 1 : 0);
}

// A parallel-for over fixed chunks. Which thread gets which chunk is left to chance; results must go to
// places that belong to the item or to the chunk (ChunkOutputs) and never into a sum across chunks.
//
// One thread at a time calls ParallelFor, and not from inside a body. No allocation per call.
class WorkerPool {
 public:
  // Items [begin, end) of chunk `chunk_index`; begin is chunk_index times the chunk length. Must not throw.
  using ChunkBody = absl::FunctionRef<void(size_t begin, size_t end, size_t chunk_index)>;

  // `threads` counts the calling thread: 1 runs everything inline. REQUIRES: threads >= 1.
  explicit WorkerPool(int threads);
  ~WorkerPool();

  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int threads() const { return static_cast<int>(helpers_.size()) + 1; }

  // Calls `body` once for each chunk of [0, count) and returns when all calls have returned; what they wrote
  // is then visible to the caller. REQUIRES: chunk > 0.
  void ParallelFor(size_t count, size_t chunk, ChunkBody body);
  void ParallelFor(size_t count, ChunkBody body) { ParallelFor(count, kChunkEntities, body); }

 private:
  struct Loop {
    size_t count = 0;
    size_t chunk = 0;
    const ChunkBody* body = nullptr;
  };

  void HelperMain();
  // Claims and runs chunks until none is left.
  void RunChunks(const Loop& loop);

  std::mutex mutex_;
  std::condition_variable loop_opened_;
  std::condition_variable helpers_left_;
  Loop loop_;
  // Between the start and the end of ParallelFor.
  bool in_loop_ = false;
  // Helpers join a loop only while it is open, so that the caller does not wait for one that wakes late.
  bool loop_open_ = false;
  uint64_t loop_number_ = 0;
  int helpers_inside_ = 0;
  bool stopping_ = false;
  std::atomic<size_t> next_chunk_{0};
  std::vector<std::thread> helpers_;
};

// One output list per chunk, read in chunk order: the order of a serial loop over the items. Begin before the
// loop; inside it a body touches only the list of its own chunk. Lists keep their memory, hence no allocation
// once warm.
template <typename T>
class ChunkOutputs {
 public:
  // Empties the lists and provides `chunks` of them. Not during a loop.
  void Begin(size_t chunks) {
    if (chunks > lists_.size()) {
      lists_.resize(chunks);
    }
    chunks_ = chunks;
    for (size_t i = 0; i < chunks_; ++i) {
      lists_[i].items.clear();
    }
  }

  // The list of one chunk. REQUIRES: chunk_index is below the figure given to Begin.
  std::vector<T>& At(size_t chunk_index) { return lists_[chunk_index].items; }

  // Calls visit(const T&) for every item, chunk by chunk.
  template <typename Visit>
  void OrderedMerge(Visit visit) const {
    for (size_t i = 0; i < chunks_; ++i) {
      for (const T& item : lists_[i].items) {
        visit(item);
      }
    }
  }

 private:
  // A cache line each: chunks next to each other are written by different threads.
  struct alignas(64) List {
    std::vector<T> items;
  };

  std::vector<List> lists_;
  size_t chunks_ = 0;
};

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_WORKER_POOL_H_
