#ifndef FOOTFALL_CLIENTS_LIB_HELD_REQUEST_H_
#define FOOTFALL_CLIENTS_LIB_HELD_REQUEST_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/lib/path_handle.h"
#include "footfall/v1/nav.pb.h"

namespace footfall::client {

class Session;

// One question to the path plane at a time: owns at most one handle, polls it, and cancels it when another
// question is asked or the object ends (NAV-249). The answer is fetched once and kept, and its slot is free
// from then on. Movable, not copyable. One thread at a time; the session may end before.
class HeldRequest {
 public:
  HeldRequest() = default;
  HeldRequest(HeldRequest&&) = default;
  HeldRequest& operator=(HeldRequest&& other) noexcept;
  ~HeldRequest();

  // Cancels what is under way, forgets an answer and asks anew.
  absl::Status Ask(Session& session, const v1::NavRequest& question);
  // True once the answer is there; false: not yet, poll again after a tick. An error when nothing was asked
  // or the request is gone; it is then forgotten.
  absl::StatusOr<bool> Poll();
  // Like Poll, but waits for the answer as PathHandle::Await does.
  absl::StatusOr<bool> Await();
  // Cancels what is under way; an answer that is there stays. OK when there is nothing.
  absl::Status Cancel();

  // Null until Poll says true. Valid until the next Ask.
  const v1::NavResult* answer() const { return answer_.has_value() ? &*answer_ : nullptr; }
  // The handle on the wire; 0 when nothing is under way.
  std::uint64_t id() const { return handle_.id(); }

 private:
  absl::StatusOr<bool> Keep(absl::StatusOr<v1::NavResult> result);

  PathHandle handle_;
  std::optional<v1::NavResult> answer_;
};

// The four helpers of NAV-249: HeldRequest with the question spelled out. Metres, Z up.

class RouteSearch : public HeldRequest {
 public:
  absl::Status Begin(Session& session, const v1::Vec3& start, const v1::Vec3& goal);
};

class SightTest : public HeldRequest {
 public:
  absl::Status Begin(Session& session, const v1::Vec3& start, const v1::Vec3& end);
  // Whether all of the way is free. REQUIRES: answer() is not null.
  bool is_clear() const;
};

class ClearAreaSearch : public HeldRequest {
 public:
  absl::Status Begin(Session& session, const v1::Vec3& center, float search_radius, float clear_radius);
  // Unset: there is none. REQUIRES: answer() is not null.
  std::optional<v1::Vec3> place() const;
};

class ClosestPositionSearch : public HeldRequest {
 public:
  // `radius` 0: the profile's snapping distances.
  absl::Status Begin(Session& session, const v1::Vec3& position, float radius, std::uint32_t results_max = 1);
  // The nearest; unset: there is none. REQUIRES: answer() is not null.
  std::optional<v1::Vec3> place() const;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_HELD_REQUEST_H_
