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

// Counts of one run; filled by the traffic.
struct LoadCounts {
  std::vector<float> latencies_us;
  std::vector<std::uint32_t> ticks;
  std::int64_t items = 0;
  std::int64_t errors = 0;
  std::string first_error;

  void Answered(LoadClock::time_point due) {
    latencies_us.push_back(std::chrono::duration<float, std::micro>(LoadClock::now() - due).count());
  }
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
  virtual int out() const = 0;
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
