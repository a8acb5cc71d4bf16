#include "server/copy_desk.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/limits.h"

namespace footfall::server {
namespace {

// Ticks come first, then queries (query_executor.cc), then this.
constexpr int kBesideNice = 10;
constexpr int kForkNice = 19;

// Of the calling thread and of those that it begins. A higher value is allowed to everybody.
void SetNice(int nice) { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), nice); }

std::variant<CopyDesk::Place, Fault> Take(const std::shared_ptr<std::atomic<int64_t>>& now, uint32_t limit,
                                          const char* what) {
  if (*now >= static_cast<int64_t>(limit)) {
    Fault full =
        RetryLater("TABLE_FULL", absl::StrCat(what, ": all ", limit, " places are taken"), kCopyRetryNs);
    return full;
  }
  ++*now;
  return CopyDesk::Place(now.get(), [now](void* /*counter*/) { --*now; });
}

}  // namespace

CopyDesk::CopyDesk(Core& core, std::string data_dir)
    : core_(core), data_dir_(std::move(data_dir)), thread_([this] { Work(); }) {}

CopyDesk::~CopyDesk() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_one();
  }
  thread_.join();
  JoinForks(true);
}

std::variant<CopyDesk::Place, Fault> CopyDesk::TakeTransfer() {
  return Take(core_.figures().transfers_now, kSnapshotTransfersMax, "snapshot_transfers");
}

std::variant<CopyDesk::Place, Fault> CopyDesk::TakeFork() {
  if (core_.options().forks_max == 0) {
    return Refusal("TYPE_NOT_IN_USE", "forks: this server makes none (it was started with --forks 0)");
  }
  return Take(core_.figures().forks_now, core_.options().forks_max, "forks");
}

void CopyDesk::Beside(Task task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  changed_.notify_one();
}

void CopyDesk::Work() {
  SetNice(kBesideNice);
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopped_ || !tasks_.empty(); });
    if (stopped_) return;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    // What it holds goes here, without the lock.
    task = nullptr;
    lock.lock();
  }
}

void CopyDesk::RunFork(Task task) {
  JoinForks(false);
  auto is_done = std::make_shared<std::atomic<bool>>(false);
  forks_.push_back({is_done, std::thread([task = std::move(task), is_done]() mutable {
                      SetNice(kForkNice);
                      task();
                      task = nullptr;
                      *is_done = true;
                    })});
}

void CopyDesk::JoinForks(bool all) {
  std::erase_if(forks_, [all](ForkThread& fork) {
    if (!all && !*fork.is_done) return false;
    fork.thread.join();
    return true;
  });
}

}  // namespace footfall::server
