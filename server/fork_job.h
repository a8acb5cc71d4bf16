#ifndef FOOTFALL_SERVER_FORK_JOB_H_
#define FOOTFALL_SERVER_FORK_JOB_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "footfall/v1/fork.pb.h"
#include "server/fork_plan.h"

namespace footfall::server {

// One fork: runs on a thread of its own and leaves messages, at most kForkMessagesMax of them; then it waits
// for their reader.
class ForkJob {
 public:
  // `changed` is called on the fork's thread when there is another message, and at the end.
  ForkJob(std::unique_ptr<ForkWork> work, CopyDesk::Place place, std::function<void()> changed)
      : work_(std::move(work)), place_(std::move(place)), changed_(std::move(changed)) {}

  // On the fork's thread, once.
  void Run();
  // It ends after the tick under way. Any thread.
  void Stop();
  // Takes the next message. False: none waits. Any thread.
  bool Take(v1::ForkResponse* out);
  // How it ended, once all messages are taken: OK or the fault. Any thread.
  std::optional<grpc::Status> ended() const;

 private:
  // What Run ends with.
  std::optional<Fault> RunTicks(sim::World& world);
  std::variant<std::unique_ptr<sim::World>, Fault> Open();
  Fault OfOpening(const absl::Status& status) const;
  void AddTick(const sim::World& world);
  void AddFinished(const sim::RequestView& request);
  // Sends what has gathered in `progress_`.
  bool SendProgress(uint64_t ticks_run);
  void FillOutcome(const sim::World& world, const sim::Fork& fork, v1::ForkOutcome* out) const;
  // Waits for room. False: it was stopped.
  bool Push(v1::ForkResponse message);
  bool is_stopped() const;

  const std::unique_ptr<ForkWork> work_;
  CopyDesk::Place place_;  // given back before the end is told
  std::function<void()> changed_;
  v1::ForkProgress progress_;
  size_t progress_bytes_ = 0;

  mutable std::mutex mutex_;  // guards all below
  std::condition_variable room_;
  std::deque<v1::ForkResponse> messages_;
  bool stopped_ = false;
  std::optional<grpc::Status> ended_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_FORK_JOB_H_
