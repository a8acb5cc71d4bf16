#include "platform/worker_pool.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

namespace footfall::platform {
namespace {

// A result that depends on the item and on the bounds of its chunk.
uint32_t Mix(size_t item, size_t chunk_index) {
  return static_cast<uint32_t>(item * 2654435761u) ^ static_cast<uint32_t>(chunk_index << 20);
}

TEST_CASE("chunks have 256 entities and the last one the rest", "[R20]") {
  CHECK(kChunkEntities == 256);
  CHECK(ChunkCount(0) == 0);
  CHECK(ChunkCount(1) == 1);
  CHECK(ChunkCount(256) == 1);
  CHECK(ChunkCount(257) == 2);
  CHECK(ChunkCount(SIZE_MAX, 2) == SIZE_MAX / 2 + 1);
}

TEST_CASE("every item is visited once, in the same chunks for any number of threads", "[R20]") {
  for (const int threads : {1, 2, 4, 8}) {
    WorkerPool pool(threads);
    CHECK(pool.threads() == threads);
    for (const size_t count : {0, 1, 255, 256, 257, 512, 5000}) {
      CAPTURE(threads, count);
      std::vector<int> visits(count, 0);
      std::atomic<size_t> chunks = 0;
      std::atomic<bool> bounds_good = true;
      pool.ParallelFor(count, [&](size_t begin, size_t end, size_t chunk_index) {
        ++chunks;
        const size_t length = chunk_index + 1 == ChunkCount(count) ? count - begin : kChunkEntities;
        if (begin != chunk_index * kChunkEntities || end - begin != length) {
          bounds_good = false;
        }
        for (size_t i = begin; i < end; ++i) {
          ++visits[i];
        }
      });
      CHECK(bounds_good);
      CHECK(chunks == ChunkCount(count));
      CHECK(visits == std::vector<int>(count, 1));
    }
  }
}

TEST_CASE("what chunks emit is merged in the order of a serial loop", "[R20]") {
  constexpr size_t kCount = 20'011;
  const auto emitted = [](int threads, size_t chunk) {
    WorkerPool pool(threads);
    ChunkOutputs<uint32_t> outputs;
    outputs.Begin(ChunkCount(kCount, chunk));
    pool.ParallelFor(kCount, chunk, [&](size_t begin, size_t end, size_t chunk_index) {
      for (size_t i = begin; i < end; ++i) {
        if (Mix(i, 0) % 3 == 0) {
          outputs.At(chunk_index).push_back(Mix(i, chunk_index));
        }
      }
    });
    std::vector<uint32_t> merged;
    outputs.OrderedMerge([&](uint32_t value) { merged.push_back(value); });
    return merged;
  };
  for (const size_t chunk : {1, 256, 30'000}) {
    const std::vector<uint32_t> serial = emitted(1, chunk);
    REQUIRE(serial.size() > kCount / 4);
    for (const int threads : {2, 4, 8}) {
      CAPTURE(threads, chunk);
      CHECK(emitted(threads, chunk) == serial);
    }
  }
}

TEST_CASE("outputs of an earlier loop are gone and their memory is kept", "[R20]") {
  ChunkOutputs<int> outputs;
  outputs.Begin(3);
  outputs.At(0).assign(100, 1);
  outputs.At(2).push_back(2);
  const int* memory = outputs.At(0).data();
  outputs.Begin(1);
  int visits = 0;
  outputs.OrderedMerge([&](int) { ++visits; });
  CHECK(visits == 0);
  outputs.At(0).assign(100, 3);
  CHECK(outputs.At(0).data() == memory);
  outputs.Begin(3);
  CHECK(outputs.At(2).empty());
}

TEST_CASE("many short loops in a row see each other's results", "[R20]") {
  for (const int threads : {1, 2, 4, 8}) {
    CAPTURE(threads);
    WorkerPool pool(threads);
    std::vector<uint64_t> values(64, 1);
    for (int round = 0; round < 2000; ++round) {
      // Reads what another thread may have written in the loop before.
      const uint64_t neighbour = values[static_cast<size_t>(round) % 64];
      pool.ParallelFor(values.size(), 4, [&](size_t begin, size_t end, size_t) {
        for (size_t i = begin; i < end; ++i) {
          values[i] = values[i] * 3 + neighbour;
        }
      });
    }
    std::vector<uint64_t> expected(64, 1);
    for (int round = 0; round < 2000; ++round) {
      const uint64_t neighbour = expected[static_cast<size_t>(round) % 64];
      for (uint64_t& value : expected) {
        value = value * 3 + neighbour;
      }
    }
    CHECK(values == expected);
  }
}

TEST_CASE("pools start and end with and without work", "[R20]") {
  for (int round = 0; round < 100; ++round) {
    WorkerPool idle(4);
    WorkerPool busy(3);
    std::atomic<int> items = 0;
    busy.ParallelFor(10, 1, [&](size_t, size_t, size_t) { ++items; });
    REQUIRE(items == 10);
  }
}

}  // namespace
}  // namespace footfall::platform
