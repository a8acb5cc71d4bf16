#include "tests/nav/counting_new.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace footfall::nav::testing {
namespace {

std::atomic<uint64_t> allocations{0};
std::atomic<uint64_t> frees{0};

}  // namespace

uint64_t AllocationsCount() { return allocations; }
uint64_t LiveAllocationsCount() { return allocations - frees; }

static void* CountedNew(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) {
    std::abort();
  }
  return memory;
}

static void CountedDelete(void* memory) {
  frees += memory == nullptr ? 0 : 1;
  std::free(memory);
}

}  // namespace footfall::nav::testing

void* operator new(std::size_t size) { return footfall::nav::testing::CountedNew(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return footfall::nav::testing::CountedNew(size);
}
void operator delete(void* memory) noexcept { footfall::nav::testing::CountedDelete(memory); }
void operator delete(void* memory, std::size_t) noexcept { footfall::nav::testing::CountedDelete(memory); }
