#ifndef FOOTFALL_SERVER_STRAND_H_
#define FOOTFALL_SERVER_STRAND_H_

#include <chrono>
#include <functional>
#include <memory>

namespace footfall::server {

// The one thread that owns the world, the sessions and every waiting call. What others want done there they
// post; tasks run in the order in which they were posted, so a tick never overlaps a call.
class Strand {
 public:
  using Task = std::function<void()>;

  Strand();
  // Stops first if that was not done.
  ~Strand();
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;

  void Start();
  // Runs what has been posted so far, then ends the thread. Tasks posted later are dropped. Not from the
  // strand.
  void Stop();
  // Any thread.
  void Post(Task task);
  // Posts and waits until it ran. Not from the strand.
  void Run(const Task& task);
  bool IsCurrent() const;

 private:
  friend class StrandTimer;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Runs one task on the strand at a moment. Belongs to the strand: made and ended before it starts or after it
// stops, used on it.
class StrandTimer {
 public:
  explicit StrandTimer(Strand& strand);
  ~StrandTimer();

  // Replaces what was set before.
  void After(std::chrono::nanoseconds delay, Strand::Task task);
  void Cancel();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_STRAND_H_
