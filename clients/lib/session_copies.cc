// Snapshots and forks of a Session.
#include <utility>

#include "clients/lib/session.h"
#include "clients/lib/session_calls.h"

namespace footfall::client {
namespace {

// Of one piece: any server takes messages of this size, and few are needed.
constexpr size_t kPieceBytes = size_t{256} << 10;

// False: the stream has ended.
template <class Request, class Writer>
bool WritePieces(std::string_view bytes, Writer& writer) {
  Request request;
  for (size_t sent = 0; sent < bytes.size(); sent += kPieceBytes) {
    request.set_piece(std::string(bytes.substr(sent, kPieceBytes)));
    if (!writer.Write(request)) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<Session::Snapshot> Session::SaveSnapshot(const v1::Expect& expect) {
  grpc::ClientContext context;
  Prepare(context, calls_->opened.session_token(), calls_->connection.options().wait_deadline);
  v1::SaveSnapshotRequest request;
  *request.mutable_expect() = expect;
  const auto reader = calls_->world.SaveSnapshot(&context, request);
  Snapshot snapshot;
  std::uint64_t expected = 0;
  v1::SaveSnapshotResponse message;
  while (reader->Read(&message)) {
    if (message.has_head()) {
      snapshot.stamp = message.stamp();
      snapshot.info = message.head().info();
      expected = message.head().bytes();
    }
    snapshot.bytes += message.piece();
  }
  const grpc::Status status = reader->Finish();
  if (!status.ok()) return ToAbslStatus(status);
  if (snapshot.bytes.size() != expected) {
    return absl::DataLossError("the server sent " + std::to_string(snapshot.bytes.size()) + " bytes of " +
                               std::to_string(expected));
  }
  return snapshot;
}

absl::StatusOr<v1::RestoreSnapshotResponse> Session::RestoreSnapshot(std::string_view bytes,
                                                                     const v1::Expect& expect) {
  grpc::ClientContext context;
  Prepare(context, calls_->opened.session_token(), calls_->connection.options().wait_deadline);
  v1::RestoreSnapshotResponse response;
  const auto writer = calls_->world.RestoreSnapshot(&context, &response);
  v1::RestoreSnapshotRequest request;
  request.mutable_head()->set_bytes(bytes.size());
  *request.mutable_head()->mutable_expect() = expect;
  // A stream that has ended says why at its end.
  if (writer->Write(request) && WritePieces<v1::RestoreSnapshotRequest>(bytes, *writer)) writer->WritesDone();
  const grpc::Status status = writer->Finish();
  if (!status.ok()) return ToAbslStatus(status);
  return response;
}

absl::StatusOr<v1::ForkOutcome> Session::Fork(v1::ForkPlan plan, std::string_view snapshot,
                                              const OnForkMessage& on_message) {
  grpc::ClientContext context;
  Prepare(context, calls_->opened.session_token(), calls_->connection.options().stream_deadline);
  const auto stream = calls_->world.Fork(&context);
  if (!snapshot.empty()) plan.set_upload_bytes(snapshot.size());
  v1::ForkRequest request;
  *request.mutable_plan() = std::move(plan);
  if (stream->Write(request) && WritePieces<v1::ForkRequest>(snapshot, *stream)) stream->WritesDone();
  std::optional<v1::ForkOutcome> outcome;
  v1::ForkResponse message;
  while (stream->Read(&message)) {
    if (message.has_outcome()) {
      outcome = std::move(*message.mutable_outcome());
    } else if (on_message && !on_message(message)) {
      context.TryCancel();
    }
  }
  const grpc::Status status = stream->Finish();
  if (!status.ok()) return ToAbslStatus(status);
  if (!outcome) return absl::InternalError("the fork ended without an outcome");
  return *std::move(outcome);
}

}  // namespace footfall::client
