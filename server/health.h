#ifndef FOOTFALL_SERVER_HEALTH_H_
#define FOOTFALL_SERVER_HEALTH_H_

#include <grpcpp/health_check_service_interface.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "server/figures.h"

namespace footfall::server {

// A tick that has not finished after so long is no progress (R5).
inline constexpr int64_t kStuckNs = 5'000'000'000;
// Health names beside the empty one and the services': a world is loaded and its ticks make progress.
inline constexpr char kWorldHealthName[] = "world";

// Whether ticks make progress: paused on purpose is healthy, a tick that hangs or a running clock without
// ticks is not. `now_ns` is SteadyNs. Not thread-safe.
class TickProgress {
 public:
  bool IsHealthy(const Figures& figures, int64_t now_ns);

 private:
  uint64_t ticks_ = 0;
  int64_t changed_ns_ = 0;  // when `ticks_` last rose, or the world did not run
};

// Keeps grpc.health.v1 to the progress of the ticks, on a thread of its own: the strand could not tell that
// it hangs.
class HealthReporter {
 public:
  // Neither is owned; both outlive this object.
  HealthReporter(grpc::HealthCheckServiceInterface& health, const Figures& figures);
  ~HealthReporter();

  // Every name is NOT_SERVING from here on.
  void Drain();

 private:
  void Watch();
  void Report(bool healthy);

  grpc::HealthCheckServiceInterface& health_;
  const Figures& figures_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_HEALTH_H_
