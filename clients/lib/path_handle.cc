#include "clients/lib/path_handle.h"

#include <utility>

#include "clients/lib/session_calls.h"

namespace footfall::client {
namespace {

using PathStub = v1::PathService::Stub;

// The one item of a reply to a batch of one.
template <class Response>
absl::StatusOr<v1::NavResult> OnlyResult(absl::StatusOr<Response> response) {
  if (!response.ok()) {
    return response.status();
  }
  if (response->results_size() != 1) {
    return absl::InternalError("the reply has " + std::to_string(response->results_size()) +
                               " results for 1 handle");
  }
  if (response->results(0).has_error()) {
    return ToAbslStatus(response->results(0).error());
  }
  return std::move(*response->mutable_results(0));
}

template <class Response>
absl::Status OnlyStatus(const absl::StatusOr<Response>& response) {
  if (!response.ok()) {
    return response.status();
  }
  return response->results_size() == 1 ? ToAbslStatus(response->results(0).error()) : absl::OkStatus();
}

absl::Status SessionGone() {
  return absl::FailedPreconditionError("the session of this path request is gone");
}

}  // namespace

PathHandle::PathHandle(std::weak_ptr<SessionCalls> session, std::uint64_t id)
    : session_(std::move(session)), id_(id) {}

PathHandle::PathHandle(PathHandle&& other) noexcept
    : session_(std::move(other.session_)), id_(std::exchange(other.id_, 0)) {}

PathHandle& PathHandle::operator=(PathHandle&& other) noexcept {
  if (this != &other) {
    Release().IgnoreError();
    session_ = std::move(other.session_);
    id_ = std::exchange(other.id_, 0);
  }
  return *this;
}

PathHandle::~PathHandle() { Release().IgnoreError(); }

absl::StatusOr<v1::NavResult> PathHandle::Poll() {
  const std::shared_ptr<SessionCalls> session = session_.lock();
  if (session == nullptr) {
    return SessionGone();
  }
  v1::PollRequest request;
  request.add_handles(id_);
  return OnlyResult(session->Quick(session->paths, &PathStub::Poll, request));
}

absl::StatusOr<v1::NavResult> PathHandle::Fetch() {
  const std::shared_ptr<SessionCalls> session = session_.lock();
  if (session == nullptr) {
    return SessionGone();
  }
  v1::FetchRequest request;
  request.add_handles(id_);
  return OnlyResult(session->Quick(session->paths, &PathStub::Fetch, request));
}

absl::StatusOr<v1::NavResult> PathHandle::Await() {
  const std::shared_ptr<SessionCalls> session = session_.lock();
  if (session == nullptr) {
    return SessionGone();
  }
  v1::FetchRequest request;
  request.add_handles(id_);
  request.set_wait_ticks(session->opened.limits().wait_ticks());
  const auto give_up = std::chrono::steady_clock::now() + session->connection.options().wait_deadline;
  for (std::optional<std::uint64_t> tick_before;;) {
    absl::StatusOr<v1::FetchResponse> response = session->Waiting(session->paths, &PathStub::Fetch, request);
    const std::uint64_t tick = response.ok() ? response->stamp().tick() : 0;
    absl::StatusOr<v1::NavResult> result = OnlyResult(std::move(response));
    const bool pending = result.ok() && result->outcome() == v1::NAV_OUTCOME_PENDING;
    // A wait that no tick has ended is one in a world that stands still.
    if (!pending || tick_before == tick || std::chrono::steady_clock::now() >= give_up) {
      return result;
    }
    tick_before = tick;
  }
}

absl::Status PathHandle::Cancel() {
  const std::shared_ptr<SessionCalls> session = session_.lock();
  if (session == nullptr) {
    return SessionGone();
  }
  v1::CancelRequest request;
  request.add_handles(std::exchange(id_, 0));
  return OnlyStatus(session->Quick(session->paths, &PathStub::Cancel, request));
}

absl::Status PathHandle::Release() {
  const std::shared_ptr<SessionCalls> session = session_.lock();
  if (session == nullptr || session->closed || id_ == 0) {
    return absl::OkStatus();
  }
  v1::ReleaseRequest request;
  request.add_handles(std::exchange(id_, 0));
  return OnlyStatus(session->Quick(session->paths, &PathStub::Release, request));
}

std::uint64_t PathHandle::Forget() { return std::exchange(id_, 0); }

}  // namespace footfall::client
