#include "server/health.h"

#include <chrono>

#include "footfall/v1/world_service.pb.h"
#include "server/clock.h"

namespace footfall::server {
namespace {

constexpr std::chrono::milliseconds kPeriod{100};
constexpr const char* kNames[] = {"",
                                  "footfall.v1.SessionService",
                                  "footfall.v1.WorldService",
                                  "footfall.v1.NavMeshService",
                                  "footfall.v1.PathService",
                                  "footfall.v1.ObstacleService",
                                  "footfall.v1.WorldEditService",
                                  "footfall.v1.QueryService",
                                  kWorldHealthName};

}  // namespace

bool TickProgress::IsHealthy(const Figures& figures, int64_t now_ns) {
  if (figures.stopped) return false;
  const int64_t began = figures.tick_began_ns;
  if (began != 0 && now_ns - began > kStuckNs) return false;
  const uint64_t ticks = figures.ticks;
  const bool runs = figures.run_state == v1::RUN_STATE_RUNNING;
  if (ticks != ticks_ || !runs || changed_ns_ == 0) {
    ticks_ = ticks;
    changed_ns_ = now_ns;
  }
  return now_ns - changed_ns_ <= kStuckNs;
}

HealthReporter::HealthReporter(grpc::HealthCheckServiceInterface& health, const Figures& figures)
    : health_(health), figures_(figures) {
  Report(true);
  thread_ = std::thread([this] { Watch(); });
}

HealthReporter::~HealthReporter() { Drain(); }

void HealthReporter::Report(bool healthy) {
  for (const char* name : kNames) health_.SetServingStatus(name, healthy);
}

void HealthReporter::Watch() {
  TickProgress progress;
  bool healthy = true;
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, kPeriod, [this] { return stopping_; })) {
    const bool now_healthy = progress.IsHealthy(figures_, SteadyNs());
    if (now_healthy == healthy) continue;
    healthy = now_healthy;
    Report(healthy);
  }
}

void HealthReporter::Drain() {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
    stopping_ = true;
    changed_.notify_all();
  }
  thread_.join();
  health_.Shutdown();
}

}  // namespace footfall::server
