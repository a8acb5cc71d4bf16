#include "platform/worker_pool.h"

#include <algorithm>

#include "platform/check.h"

namespace footfall::platform {

WorkerPool::WorkerPool(int threads) {
  FOOTFALL_CHECK(threads >= 1);
  helpers_.reserve(static_cast<size_t>(threads - 1));
  for (int i = 1; i < threads; ++i) {
    helpers_.emplace_back([this] { HelperMain(); });
  }
}

WorkerPool::~WorkerPool() {
  {
    std::lock_guard lock(mutex_);
    FOOTFALL_CHECK(!in_loop_);
    stopping_ = true;
  }
  loop_opened_.notify_all();
  for (std::thread& helper : helpers_) {
    helper.join();
  }
}

void WorkerPool::ParallelFor(size_t count, size_t chunk, ChunkBody body) {
  FOOTFALL_CHECK(chunk > 0);
  const Loop loop{count, chunk, &body};
  {
    std::lock_guard lock(mutex_);
    // A second caller or a call from inside a body would take chunks of the wrong loop.
    FOOTFALL_CHECK(!in_loop_);
    in_loop_ = true;
    loop_ = loop;
    loop_open_ = true;
    ++loop_number_;
    next_chunk_.store(0, std::memory_order_relaxed);
  }
  // A single chunk is not worth waking anybody.
  if (ChunkCount(count, chunk) > 1) {
    loop_opened_.notify_all();
  }
  RunChunks(loop);
  std::unique_lock lock(mutex_);
  loop_open_ = false;
  helpers_left_.wait(lock, [this] { return helpers_inside_ == 0; });
  in_loop_ = false;
}

void WorkerPool::HelperMain() {
  std::unique_lock lock(mutex_);
  uint64_t loop_done = 0;
  while (true) {
    loop_opened_.wait(lock, [&] { return stopping_ || (loop_open_ && loop_number_ != loop_done); });
    if (stopping_) {
      return;
    }
    loop_done = loop_number_;
    const Loop loop = loop_;
    ++helpers_inside_;
    lock.unlock();
    RunChunks(loop);
    lock.lock();
    if (--helpers_inside_ == 0) {
      helpers_left_.notify_one();
    }
  }
}

void WorkerPool::RunChunks(const Loop& loop) {
  const size_t chunks = ChunkCount(loop.count, loop.chunk);
  while (true) {
    const size_t index = next_chunk_.fetch_add(1, std::memory_order_relaxed);
    if (index >= chunks) {
      return;
    }
    const size_t begin = index * loop.chunk;
    (*loop.body)(begin, begin + std::min(loop.chunk, loop.count - begin), index);
  }
}

}  // namespace footfall::platform
