#include "server/clock.h"

#include <time.h>

namespace footfall::server {
namespace {

int64_t ReadNs(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

int64_t ThreadCpuNs() { return ReadNs(CLOCK_THREAD_CPUTIME_ID); }

int64_t ProcessCpuNs() { return ReadNs(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace footfall::server
