#ifndef FOOTFALL_CLIENTS_LIB_PATH_HANDLE_H_
#define FOOTFALL_CLIENTS_LIB_PATH_HANDLE_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "footfall/v1/nav.pb.h"

namespace footfall::client {

class SessionCalls;

// One path request of a session. The destructor releases it, with its slot and result, unless the session has
// ended before. Movable, not copyable. One thread at a time.
class PathHandle {
 public:
  PathHandle() = default;
  PathHandle(PathHandle&& other) noexcept;
  // Releases the request that is overwritten.
  PathHandle& operator=(PathHandle&& other) noexcept;
  ~PathHandle();

  // The handle on the wire; 0 when there is none.
  std::uint64_t id() const { return id_; }

  // Outcome and timing, at once. PENDING is an outcome.
  absl::StatusOr<v1::NavResult> Poll();
  // The whole result, at once; repeatable. Without points while pending.
  absl::StatusOr<v1::NavResult> Fetch();
  // Waits for the result, at most for ConnectOptions::wait_deadline. In a world where no tick runs it does
  // not wait: the result is then PENDING, and somebody has to Step.
  absl::StatusOr<v1::NavResult> Await();
  // Stops the request and frees its slot.
  absl::Status Cancel();
  // Frees slot and result now rather than at destruction.
  absl::Status Release();
  // Gives the handle up without releasing it, and returns it.
  std::uint64_t Forget();

 private:
  friend class Session;
  PathHandle(std::weak_ptr<SessionCalls> session, std::uint64_t id);

  std::weak_ptr<SessionCalls> session_;
  std::uint64_t id_ = 0;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_PATH_HANDLE_H_
