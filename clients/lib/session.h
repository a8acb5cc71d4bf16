#ifndef FOOTFALL_CLIENTS_LIB_SESSION_H_
#define FOOTFALL_CLIENTS_LIB_SESSION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/lib/attach_stream.h"
#include "clients/lib/connection.h"
#include "clients/lib/path_handle.h"
#include "footfall/v1/path_service.pb.h"
#include "footfall/v1/session_service.pb.h"
#include "footfall/v1/world_service.pb.h"

namespace footfall::client {

class SessionCalls;

// What a session is opened as; see OpenSessionRequest for each field.
struct SessionOptions {
  std::string client_name = "footfall-client";  // [A-Za-z0-9._-]{1,64}
  v1::Role role = v1::ROLE_BOT;
  std::optional<std::uint32_t> order;  // Place within a tick.
  bool lock_step_member = false;
  std::uint32_t lease_ms = 0;  // 0: the server's default.
  std::string resume_token;    // Of a session that lost its lease.
};

// A session on a server. Every call renews its lease, so no thread runs in the background: a client that is
// silent for longer than lease_ms() calls Renew(). The destructor closes the session, which releases its
// requests.
//
// Movable, not copyable. Calls may come from several threads at once; moving, closing and destroying may not
// overlap with them. Every call has the deadline of ConnectOptions and gives errors that DecodeError takes
// apart; the outcome of a search is data in the result.
class Session {
 public:
  static absl::StatusOr<Session> Open(const Connection& connection, const SessionOptions& options = {});
  Session(Session&&) noexcept;
  // Closes the session that is overwritten.
  Session& operator=(Session&&) noexcept;
  ~Session();

  const v1::OpenSessionResponse& opened() const;
  const v1::Limits& limits() const { return opened().limits(); }
  std::uint32_t lease_ms() const { return opened().lease_ms(); }
  const Connection& connection() const;

  absl::Status Renew();
  // Ends the session now. Further calls give UNAUTHENTICATED.
  absl::Status Close();
  // Leaves the session open on the server, with all it holds, and returns the secret that resumes it before
  // its lease and hold time are over. REQUIRES: no call follows on this object.
  std::string Detach();

  // --- The world and its clock
  absl::StatusOr<v1::GetWorldResponse> GetWorld();
  absl::StatusOr<v1::StepResponse> Step(std::uint32_t ticks);
  absl::StatusOr<v1::StepResponse> Step(const v1::StepRequest& request);
  // `speed` times real time; unset runs as fast as it goes.
  absl::StatusOr<v1::RunResponse> Run(std::optional<double> speed);
  absl::StatusOr<v1::PauseResponse> Pause(std::optional<std::uint64_t> at_tick = std::nullopt);
  absl::StatusOr<v1::ResetResponse> Reset(const v1::ResetRequest& request);

  // --- Copies of the world (session_copies.cc)
  // Told of each message of a fork but the last one; false ends the fork, which then gives CANCELLED.
  using OnForkMessage = std::function<bool(const v1::ForkResponse&)>;

  // The whole world between two ticks: `bytes` are those of a file .ffsnap.
  struct Snapshot {
    v1::WorldStamp stamp;
    v1::SnapshotInfo info;
    std::string bytes;
  };
  absl::StatusOr<Snapshot> SaveSnapshot(const v1::Expect& expect = {});
  // Another world, made of such bytes, in a new epoch. On any error the server's world is as it was.
  absl::StatusOr<v1::RestoreSnapshotResponse> RestoreSnapshot(std::string_view bytes,
                                                              const v1::Expect& expect = {});
  // What would come of it, from where the plan says or, if there is a snapshot, from its bytes; both together
  // are INVALID_ARGUMENT. Has the deadline of streams. `on_message` may be empty.
  absl::StatusOr<v1::ForkOutcome> Fork(v1::ForkPlan plan,
                                       std::optional<std::string_view> snapshot = std::nullopt,
                                       const OnForkMessage& on_message = {});

  // Unset: of the last finished tick.
  absl::StatusOr<v1::GetStateHashResponse> GetStateHash(std::optional<std::uint64_t> tick = std::nullopt);

  // --- Path requests, batches: item i answers item i
  absl::StatusOr<v1::SubmitResponse> Submit(const v1::SubmitRequest& request);
  absl::StatusOr<v1::PollResponse> Poll(const v1::PollRequest& request);
  absl::StatusOr<v1::FetchResponse> Fetch(const v1::FetchRequest& request);
  absl::StatusOr<v1::ReleaseResponse> Release(std::span<const std::uint64_t> handles);
  absl::StatusOr<v1::CancelResponse> Cancel(std::span<const std::uint64_t> handles);
  absl::StatusOr<v1::ListRequestsResponse> ListRequests(const v1::ListRequestsRequest& request);

  // --- Path requests, one at a time, released by the returned object
  absl::StatusOr<PathHandle> SubmitPath(const v1::NavRequest& request);
  // A batch, of which each item may be refused alone.
  absl::StatusOr<std::vector<absl::StatusOr<PathHandle>>> SubmitPaths(
      std::span<const v1::NavRequest> requests);

  // --- Streams
  // The command stream. One at a time: a second one ends the first. The session must outlive it.
  std::unique_ptr<AttachStream> Attach();

 private:
  explicit Session(std::shared_ptr<SessionCalls> calls);

  std::shared_ptr<SessionCalls> calls_;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_SESSION_H_
