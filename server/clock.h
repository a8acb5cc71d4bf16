#ifndef FOOTFALL_SERVER_CLOCK_H_
#define FOOTFALL_SERVER_CLOCK_H_

#include <chrono>
#include <cstdint>
#include <functional>

namespace footfall::server {

// Wall time as leases, paces and heartbeats see it, ns from an arbitrary start, never falling. Tests put
// their own in.
using Clock = std::function<int64_t()>;

inline int64_t SteadyNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// CPU time of the calling thread, and of the whole process, ns. A system call each: not once a query.
int64_t ThreadCpuNs();
int64_t ProcessCpuNs();

inline constexpr int64_t kNsPerMsWall = 1'000'000;
inline constexpr int64_t kNsPerSecondWall = 1'000'000'000;

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_CLOCK_H_
