#ifndef FOOTFALL_SERVER_COPY_DESK_H_
#define FOOTFALL_SERVER_COPY_DESK_H_

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "server/core.h"
#include "server/errors.h"

namespace footfall::server {

// What happens with copies of the world beside the strand: how many may be under way, and the threads that
// work on them. Lives on the strand unless a member says otherwise.
class CopyDesk {
 public:
  // One of those that may be under way. It is free again when the last copy of it goes, on any thread.
  using Place = std::shared_ptr<void>;
  using Task = std::function<void()>;

  // `core` is not owned and outlives it. `data_dir`: the folder of the snapshots that clients may name;
  // empty: none.
  CopyDesk(Core& core, std::string data_dir);
  // Joins its threads. Tasks that have not begun are dropped. REQUIRES: all calls have ended.
  ~CopyDesk();
  CopyDesk(const CopyDesk&) = delete;
  CopyDesk& operator=(const CopyDesk&) = delete;

  Core& core() { return core_; }
  const std::string& data_dir() const { return data_dir_; }

  // TABLE_FULL with all places taken; TYPE_NOT_IN_USE where there are none.
  std::variant<Place, Fault> TakeTransfer();
  std::variant<Place, Fault> TakeFork();

  // Runs the task beside the strand, after those before it, at a lower priority.
  void Beside(Task task);
  // Runs it on a thread of its own, at the lowest priority.
  void RunFork(Task task);

 private:
  struct ForkThread {
    std::shared_ptr<std::atomic<bool>> is_done;
    std::thread thread;
  };

  void Work();
  void JoinForks(bool all);

  Core& core_;
  const std::string data_dir_;
  std::vector<ForkThread> forks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_COPY_DESK_H_
