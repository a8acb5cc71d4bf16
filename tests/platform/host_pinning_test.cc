#include "platform/host_pinning.h"

#include <pthread.h>
#include <sched.h>

#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <thread>

namespace footfall::platform {
namespace {

// The first core that this process may use.
int FirstOpenCore() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  REQUIRE(sched_getaffinity(0, sizeof(cores), &cores) == 0);
  int core = 0;
  while (!CPU_ISSET(static_cast<size_t>(core), &cores)) {
    ++core;
  }
  return core;
}

TEST_CASE("a thread is bound to a core that the host has", "[NAV-289]") {
  const int core = FirstOpenCore();
  HostPin pin;
  cpu_set_t cores;
  CPU_ZERO(&cores);
  // A thread of its own, so that the test program stays free to move.
  std::thread([&] {
    pin = PinThread(pthread_self(), core);
    pthread_getaffinity_np(pthread_self(), sizeof(cores), &cores);
  }).join();
  CHECK(pin.pinned);
  CHECK(pin.note == "thread pinned to core " + std::to_string(core));
  CHECK(CPU_COUNT(&cores) == 1);
  CHECK(CPU_ISSET(static_cast<size_t>(core), &cores));
}

TEST_CASE("a core that the host lacks leaves the thread alone and gives a note", "[NAV-289]") {
  cpu_set_t before;
  CPU_ZERO(&before);
  REQUIRE(pthread_getaffinity_np(pthread_self(), sizeof(before), &before) == 0);
  for (const int core :
       {-1, CPU_SETSIZE - 1, CPU_SETSIZE, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    CAPTURE(core);
    const HostPin pin = PinThread(pthread_self(), core);
    CHECK_FALSE(pin.pinned);
    CHECK(pin.note.find(std::to_string(core)) != std::string::npos);
  }
  cpu_set_t after;
  CPU_ZERO(&after);
  REQUIRE(pthread_getaffinity_np(pthread_self(), sizeof(after), &after) == 0);
  CHECK(CPU_EQUAL(&before, &after));
}

}  // namespace
}  // namespace footfall::platform
