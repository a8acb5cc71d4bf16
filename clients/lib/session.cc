#include "clients/lib/session.h"

#include <utility>

#include "clients/lib/session_calls.h"

namespace footfall::client {
namespace {

using SessionStub = v1::SessionService::Stub;
using WorldStub = v1::WorldService::Stub;
using PathStub = v1::PathService::Stub;

template <class Request>
Request OfHandles(std::span<const std::uint64_t> handles) {
  Request request;
  request.mutable_handles()->Add(handles.begin(), handles.end());
  return request;
}

template <class T>
absl::Status StatusOf(const absl::StatusOr<T>& result) {
  return result.status();
}

}  // namespace

Session::Session(std::shared_ptr<SessionCalls> calls) : calls_(std::move(calls)) {}

Session::Session(Session&&) noexcept = default;

Session& Session::operator=(Session&& other) noexcept {
  if (this != &other) {
    if (calls_ != nullptr) {
      Close().IgnoreError();
    }
    calls_ = std::move(other.calls_);
  }
  return *this;
}

Session::~Session() {
  if (calls_ != nullptr) {
    Close().IgnoreError();
  }
}

absl::StatusOr<Session> Session::Open(const Connection& connection, const SessionOptions& options) {
  v1::OpenSessionRequest request;
  request.set_client_name(options.client_name);
  request.set_role(options.role);
  if (options.order.has_value()) {
    request.set_order(*options.order);
  }
  request.set_lock_step_member(options.lock_step_member);
  request.set_lease_ms(options.lease_ms);
  request.set_resume_token(options.resume_token);

  SessionStub stub(connection.channel());
  absl::StatusOr<v1::OpenSessionResponse> opened =
      Call(stub, &SessionStub::OpenSession, request, "", connection.options().deadline);
  if (!opened.ok()) {
    return opened.status();
  }
  return Session(std::make_shared<SessionCalls>(connection, *std::move(opened)));
}

const v1::OpenSessionResponse& Session::opened() const { return calls_->opened; }
const Connection& Session::connection() const { return calls_->connection; }

absl::Status Session::Renew() {
  return StatusOf(calls_->Quick(calls_->sessions, &SessionStub::RenewSession, v1::RenewSessionRequest()));
}

absl::Status Session::Close() {
  if (calls_->closed.exchange(true)) {
    return absl::OkStatus();
  }
  return StatusOf(calls_->Quick(calls_->sessions, &SessionStub::CloseSession, v1::CloseSessionRequest()));
}

std::string Session::Detach() {
  calls_->closed = true;
  std::string token = calls_->opened.session_token();
  calls_.reset();
  return token;
}

absl::StatusOr<v1::GetWorldResponse> Session::GetWorld() {
  return calls_->Quick(calls_->world, &WorldStub::GetWorld, v1::GetWorldRequest());
}

absl::StatusOr<v1::StepResponse> Session::Step(std::uint32_t ticks) {
  v1::StepRequest request;
  request.set_ticks(ticks);
  return Step(request);
}

absl::StatusOr<v1::StepResponse> Session::Step(const v1::StepRequest& request) {
  return calls_->Waiting(calls_->world, &WorldStub::Step, request);
}

absl::StatusOr<v1::RunResponse> Session::Run(std::optional<double> speed) {
  v1::RunRequest request;
  if (speed.has_value()) {
    request.set_speed(*speed);
  }
  return calls_->Quick(calls_->world, &WorldStub::Run, request);
}

absl::StatusOr<v1::PauseResponse> Session::Pause(std::optional<std::uint64_t> at_tick) {
  v1::PauseRequest request;
  if (at_tick.has_value()) {
    request.set_at_tick(*at_tick);
  }
  return calls_->Waiting(calls_->world, &WorldStub::Pause, request);
}

absl::StatusOr<v1::ResetResponse> Session::Reset(const v1::ResetRequest& request) {
  return calls_->Waiting(calls_->world, &WorldStub::Reset, request);
}

absl::StatusOr<v1::GetStateHashResponse> Session::GetStateHash(std::optional<std::uint64_t> tick) {
  v1::GetStateHashRequest request;
  if (tick.has_value()) {
    request.set_tick(*tick);
  }
  return calls_->Quick(calls_->world, &WorldStub::GetStateHash, request);
}

absl::StatusOr<v1::SubmitResponse> Session::Submit(const v1::SubmitRequest& request) {
  return calls_->Waiting(calls_->paths, &PathStub::Submit, request);
}

absl::StatusOr<v1::PollResponse> Session::Poll(const v1::PollRequest& request) {
  return calls_->Waiting(calls_->paths, &PathStub::Poll, request);
}

absl::StatusOr<v1::FetchResponse> Session::Fetch(const v1::FetchRequest& request) {
  return calls_->Waiting(calls_->paths, &PathStub::Fetch, request);
}

absl::StatusOr<v1::ReleaseResponse> Session::Release(std::span<const std::uint64_t> handles) {
  return calls_->Quick(calls_->paths, &PathStub::Release, OfHandles<v1::ReleaseRequest>(handles));
}

absl::StatusOr<v1::CancelResponse> Session::Cancel(std::span<const std::uint64_t> handles) {
  return calls_->Quick(calls_->paths, &PathStub::Cancel, OfHandles<v1::CancelRequest>(handles));
}

absl::StatusOr<v1::ListRequestsResponse> Session::ListRequests(const v1::ListRequestsRequest& request) {
  return calls_->Quick(calls_->paths, &PathStub::ListRequests, request);
}

absl::StatusOr<PathHandle> Session::SubmitPath(const v1::NavRequest& request) {
  absl::StatusOr<std::vector<absl::StatusOr<PathHandle>>> handles = SubmitPaths({&request, 1});
  if (!handles.ok()) {
    return handles.status();
  }
  return std::move(handles->front());
}

absl::StatusOr<std::vector<absl::StatusOr<PathHandle>>> Session::SubmitPaths(
    std::span<const v1::NavRequest> requests) {
  v1::SubmitRequest batch;
  for (const v1::NavRequest& request : requests) {
    *batch.add_requests() = request;
  }
  absl::StatusOr<v1::SubmitResponse> response = Submit(batch);
  if (!response.ok()) {
    return response.status();
  }
  std::vector<absl::StatusOr<PathHandle>> handles;
  for (const v1::CommandResult& result : response->results()) {
    if (result.has_error()) {
      handles.emplace_back(ToAbslStatus(result.error()));
    } else {
      handles.emplace_back(PathHandle(calls_, result.handle()));
    }
  }
  if (handles.size() != requests.size()) {
    return absl::InternalError("the reply has " + std::to_string(handles.size()) + " results for " +
                               std::to_string(requests.size()) + " requests");
  }
  return handles;
}

std::unique_ptr<AttachStream> Session::Attach() { return AttachStream::Open(*calls_); }

}  // namespace footfall::client
