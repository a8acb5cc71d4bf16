#include "tests/nav/counting_new.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace footfall::nav::testing {
namespace {

std::atomic<uint64_t> allocations{0};

}  // namespace

uint64_t AllocationsCount() { return allocations; }

static void* CountedNew(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) {
    std::abort();
  }
  return memory;
}

}  // namespace footfall::nav::testing

void* operator new(std::size_t size) { return footfall::nav::testing::CountedNew(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return footfall::nav::testing::CountedNew(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
