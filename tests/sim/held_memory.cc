#include "tests/sim/held_memory.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace footfall::sim::testing {
namespace {

std::atomic<int64_t> held_blocks{0};
std::atomic<int64_t> held_bytes{0};

}  // namespace

HeldMemory HeldNow() { return {held_blocks, held_bytes}; }

static void* CountedNew(std::size_t size) {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  ++held_blocks;
  held_bytes += static_cast<int64_t>(malloc_usable_size(memory));
  return memory;
}

static void CountedDelete(void* memory) {
  if (memory == nullptr) return;
  --held_blocks;
  held_bytes -= static_cast<int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace footfall::sim::testing

void* operator new(std::size_t size) { return footfall::sim::testing::CountedNew(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return footfall::sim::testing::CountedNew(size);
}
void operator delete(void* memory) noexcept { footfall::sim::testing::CountedDelete(memory); }
void operator delete(void* memory, std::size_t) noexcept { footfall::sim::testing::CountedDelete(memory); }
