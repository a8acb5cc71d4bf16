#ifndef FOOTFALL_CLIENTS_CLI_LOAD_ENGINE_H_
#define FOOTFALL_CLIENTS_CLI_LOAD_ENGINE_H_

#include <grpcpp/completion_queue.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/load_run.h"
#include "clients/lib/connection.h"

namespace footfall::cli {

using LoadClock = std::chrono::steady_clock;

// What a completion queue gives back.
class LoadTag {
 public:
  virtual ~LoadTag() = default;
  virtual void Done(bool ok) = 0;
};

inline float MicrosSince(LoadClock::time_point then) {
  return std::chrono::duration<float, std::micro>(LoadClock::now() - then).count();
}

// Counts of one run; filled by the traffic.
struct LoadCounts {
  std::vector<float> latencies_us;  // Of calls that are answered at once.
  std::vector<float> submits_us;    // Of calls that wait for a tick.
  std::vector<std::uint32_t> ticks;
  std::int64_t items = 0;
  std::int64_t errors = 0;
  std::string first_error;

  void Answered(LoadClock::time_point due) { latencies_us.push_back(MicrosSince(due)); }
  void Submitted(LoadClock::time_point due) { submits_us.push_back(MicrosSince(due)); }
  void Failed(const std::string& why) {
    ++errors;
    if (first_error.empty()) {
      first_error = why;
    }
  }
};

// One kind of load over one completion queue. One thread.
class Traffic {
 public:
  virtual ~Traffic() = default;
  // Whether a message can be started now, apart from the ceiling of messages out.
  virtual bool CanStart(LoadClock::time_point now) = 0;
  // Starts one, which was due at `due`.
  virtual void Start(LoadClock::time_point due) = 0;
  // Messages without an answer yet.
  virtual int out() const = 0;
  // Of them, those that the ceiling does not count, as the pace of the world holds them back.
  virtual int waiting_for_ticks() const { return 0; }
  // Ends streams; called once nothing is out, or when answers no longer come.
  virtual void Stop() = 0;
};

// Messages out at once are bounded by the caller. `counts` and `queue` are not owned.
absl::StatusOr<std::unique_ptr<Traffic>> MakeUnaryTraffic(const std::vector<client::Connection>& channels,
                                                          const std::vector<v1::NavRequest>& questions,
                                                          int sessions, grpc::CompletionQueue* queue,
                                                          LoadCounts* counts);
std::unique_ptr<Traffic> MakeQueryTraffic(const std::vector<client::Connection>& channels,
                                          const std::vector<v1::NavRequest>& questions,
                                          grpc::CompletionQueue* queue, LoadCounts* counts);
std::unique_ptr<Traffic> MakeStreamTraffic(const std::vector<client::Connection>& channels,
                                           const std::vector<v1::NavRequest>& questions, int batch,
                                           grpc::CompletionQueue* queue, LoadCounts* counts);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_LOAD_ENGINE_H_
