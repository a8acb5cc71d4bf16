// Snapshots and forks of a Session.
#include <utility>

#include "clients/lib/message_stream.h"
#include "clients/lib/session.h"
#include "clients/lib/session_calls.h"

namespace footfall::client {
namespace {

// Of one piece: any server takes messages of this size, and few are needed.
constexpr size_t kPieceBytes = size_t{256} << 10;

// False: the stream has ended.
template <class Request>
bool WritePieces(std::string_view bytes, MessageStream& stream) {
  Request request;
  for (size_t sent = 0; sent < bytes.size(); sent += kPieceBytes) {
    request.set_piece(std::string(bytes.substr(sent, kPieceBytes)));
    if (!stream.Write(request)) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<Session::Snapshot> Session::SaveSnapshot(const v1::Expect& expect) {
  MessageStream stream(calls_->connection.channel(), "/footfall.v1.WorldService/SaveSnapshot",
                       calls_->opened.session_token(), calls_->connection.options().wait_deadline);
  v1::SaveSnapshotRequest request;
  *request.mutable_expect() = expect;
  if (stream.Write(request)) stream.WritesDone();
  Snapshot snapshot;
  std::uint64_t expected = 0;
  v1::SaveSnapshotResponse message;
  while (stream.Read(&message)) {
    if (message.has_head()) {
      snapshot.stamp = message.stamp();
      snapshot.info = message.head().info();
      expected = message.head().bytes();
    }
    snapshot.bytes += message.piece();
  }
  if (absl::Status status = stream.Finish(); !status.ok()) return status;
  if (snapshot.bytes.size() != expected) {
    return absl::DataLossError("the server sent " + std::to_string(snapshot.bytes.size()) + " bytes of " +
                               std::to_string(expected));
  }
  return snapshot;
}

absl::StatusOr<v1::RestoreSnapshotResponse> Session::RestoreSnapshot(std::string_view bytes,
                                                                     const v1::Expect& expect) {
  MessageStream stream(calls_->connection.channel(), "/footfall.v1.WorldService/RestoreSnapshot",
                       calls_->opened.session_token(), calls_->connection.options().wait_deadline);
  v1::RestoreSnapshotRequest request;
  request.mutable_head()->set_bytes(bytes.size());
  *request.mutable_head()->mutable_expect() = expect;
  // A stream that has ended says why at its end.
  if (stream.Write(request) && WritePieces<v1::RestoreSnapshotRequest>(bytes, stream)) stream.WritesDone();
  v1::RestoreSnapshotResponse response;
  const bool is_answered = stream.Read(&response);
  if (absl::Status status = stream.Finish(); !status.ok()) return status;
  if (!is_answered) return absl::InternalError("the restore ended without an answer");
  return response;
}

absl::StatusOr<v1::ForkOutcome> Session::Fork(v1::ForkPlan plan, std::optional<std::string_view> snapshot,
                                              const OnForkMessage& on_message) {
  if (snapshot && plan.from_case() != v1::ForkPlan::FROM_NOT_SET) {
    return absl::InvalidArgumentError("plan.from: must be unset beside a snapshot, which it begins at");
  }
  if (snapshot && snapshot->empty()) return absl::InvalidArgumentError("snapshot: is empty");
  MessageStream stream(calls_->connection.channel(), "/footfall.v1.WorldService/Fork",
                       calls_->opened.session_token(), calls_->connection.options().stream_deadline);
  if (snapshot) plan.set_upload_bytes(snapshot->size());
  v1::ForkRequest request;
  *request.mutable_plan() = std::move(plan);
  if (stream.Write(request) && WritePieces<v1::ForkRequest>(snapshot.value_or(""), stream)) {
    stream.WritesDone();
  }
  std::optional<v1::ForkOutcome> outcome;
  v1::ForkResponse message;
  while (stream.Read(&message)) {
    if (message.has_outcome()) {
      outcome = std::move(*message.mutable_outcome());
    } else if (on_message && !on_message(message)) {
      stream.Cancel();
    }
  }
  if (absl::Status status = stream.Finish(); !status.ok()) return status;
  if (!outcome) return absl::InternalError("the fork ended without an outcome");
  return *std::move(outcome);
}

}  // namespace footfall::client
