#include "tests/server/copies_fixture.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace footfall::tests {
namespace {

constexpr size_t kPieceBytes = 20'000;

std::vector<std::string> PiecesOf(const std::string& bytes) {
  std::vector<std::string> pieces;
  for (size_t at = 0; at < bytes.size(); at += kPieceBytes) pieces.push_back(bytes.substr(at, kPieceBytes));
  return pieces;
}

}  // namespace

SavedWorld TrySave(Client& client, const v1::SaveSnapshotRequest& request) {
  grpc::ClientContext context;
  client.Prepare(context);
  const auto reader = client.world.SaveSnapshot(&context, request);
  SavedWorld saved;
  v1::SaveSnapshotResponse message;
  while (reader->Read(&message)) {
    if (message.has_head()) {
      CHECK(saved.bytes.empty());
      saved.stamp = message.stamp();
      saved.info = message.head().info();
      saved.told_bytes = message.head().bytes();
    }
    saved.largest_piece = std::max(saved.largest_piece, message.ByteSizeLong());
    saved.bytes += message.piece();
  }
  saved.status = reader->Finish();
  return saved;
}

SavedWorld Save(Client& client) {
  SavedWorld saved = TrySave(client);
  INFO(saved.status.error_message());
  REQUIRE(saved.status.ok());
  CHECK(saved.bytes.size() == saved.told_bytes);
  return saved;
}

grpc::Status RestorePieces(Client& client, const v1::RestoreHead& head,
                           const std::vector<std::string>& pieces, v1::RestoreSnapshotResponse* response) {
  grpc::ClientContext context;
  client.Prepare(context);
  v1::RestoreSnapshotResponse ignored;
  const auto writer = client.world.RestoreSnapshot(&context, response == nullptr ? &ignored : response);
  v1::RestoreSnapshotRequest request;
  *request.mutable_head() = head;
  bool goes_on = writer->Write(request);
  for (size_t i = 0; goes_on && i < pieces.size(); ++i) {
    request.set_piece(pieces[i]);
    goes_on = writer->Write(request);
  }
  writer->WritesDone();
  return writer->Finish();
}

grpc::Status TryRestore(Client& client, const std::string& bytes, v1::RestoreSnapshotResponse* response) {
  v1::RestoreHead head;
  head.set_bytes(bytes.size());
  return RestorePieces(client, head, PiecesOf(bytes), response);
}

v1::RestoreSnapshotResponse Restore(Client& client, const std::string& bytes) {
  v1::RestoreSnapshotResponse response;
  const grpc::Status status = TryRestore(client, bytes, &response);
  INFO(status.error_message());
  REQUIRE(status.ok());
  return response;
}

ForkRun TryFork(Client& client, const v1::ForkPlan& plan, const std::string& upload) {
  grpc::ClientContext context;
  client.Prepare(context);
  const auto stream = client.world.Fork(&context);
  v1::ForkRequest request;
  *request.mutable_plan() = plan;
  if (!upload.empty()) request.mutable_plan()->set_upload_bytes(upload.size());
  bool goes_on = stream->Write(request);
  for (const std::string& piece : PiecesOf(upload)) {
    request.set_piece(piece);
    goes_on = goes_on && stream->Write(request);
  }
  stream->WritesDone();
  ForkRun run;
  v1::ForkResponse message;
  while (stream->Read(&message)) {
    if (message.has_started()) {
      run.stamp = message.stamp();
      run.info = message.started().info();
    }
    run.finished.insert(run.finished.end(), message.progress().finished().begin(),
                        message.progress().finished().end());
    run.hashes.insert(run.hashes.end(), message.progress().hashes().begin(),
                      message.progress().hashes().end());
    if (message.has_outcome()) run.outcome = message.outcome();
  }
  run.status = stream->Finish();
  return run;
}

ForkRun Fork(Client& client, const v1::ForkPlan& plan, const std::string& upload) {
  ForkRun run = TryFork(client, plan, upload);
  INFO(run.status.error_message());
  REQUIRE(run.status.ok());
  CHECK(run.outcome.ticks_run() == plan.ticks());
  CHECK(run.outcome.results_size() == plan.commands_size());
  return run;
}

v1::ForkPlan PlanOf(uint32_t ticks) {
  v1::ForkPlan plan;
  plan.set_ticks(ticks);
  return plan;
}

v1::Command* AddCommand(v1::ForkPlan& plan, uint32_t tick) {
  v1::ForkCommand* const command = plan.add_commands();
  command->set_tick(tick);
  return command->mutable_command();
}

void CheckStalls(server::Core& core, int64_t now_ns) {
  core.strand().Run([&] {
    for (const server::SessionPtr& session : core.sessions().All()) {
      const auto streams = session->streams;
      for (const auto& stream : streams) stream->CheckStall(now_ns);
    }
  });
}

OpenRestore::OpenRestore(Client& client, uint64_t bytes, uint64_t epoch) {
  client.Prepare(context_);
  writer_ = client.world.RestoreSnapshot(&context_, &response_);
  v1::RestoreSnapshotRequest request;
  request.mutable_head()->set_bytes(bytes);
  if (epoch != 0) request.mutable_head()->mutable_expect()->set_world_epoch(epoch);
  REQUIRE(writer_->Write(request));
}

bool OpenRestore::Send(const std::string& piece) {
  v1::RestoreSnapshotRequest request;
  request.set_piece(piece);
  return writer_->Write(request);
}

grpc::Status OpenRestore::Finish() {
  writer_->WritesDone();
  return writer_->Finish();
}

OpenFork::OpenFork(Client& client, const v1::ForkPlan& plan) {
  client.Prepare(context_);
  stream_ = client.world.Fork(&context_);
  v1::ForkRequest request;
  *request.mutable_plan() = plan;
  REQUIRE(stream_->Write(request));
  stream_->WritesDone();
}

OpenFork::OpenFork(Client& client, v1::ForkPlan plan, uint64_t upload_bytes) {
  client.Prepare(context_);
  stream_ = client.world.Fork(&context_);
  v1::ForkRequest request;
  plan.set_upload_bytes(upload_bytes);
  *request.mutable_plan() = std::move(plan);
  REQUIRE(stream_->Write(request));
}

grpc::Status OpenFork::Finish() {
  v1::ForkResponse rest;
  while (stream_->Read(&rest)) {
  }
  return stream_->Finish();
}

}  // namespace footfall::tests
