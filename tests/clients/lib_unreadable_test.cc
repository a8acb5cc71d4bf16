// Replies that are no messages, from a server that goes on or ends: no call hangs, aborts or passes.
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <string>

#include "clients/lib/query_stream.h"
#include "clients/lib/session.h"

namespace footfall::tests {
namespace {

grpc::ByteBuffer BufferOf(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

// Answers the first message with `answer`, reads on, and ends when the client does or, with `ends`, at once.
class Answer final : public grpc::ServerGenericBidiReactor {
 public:
  Answer(const std::string& answer, bool ends) : answer_(BufferOf(answer)), ends_(ends) {
    StartRead(&request_);
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return;
    if (!is_answered_) StartWrite(&answer_);
    is_answered_ = true;
    StartRead(&request_);
  }
  void OnWriteDone(bool /*ok*/) override {
    if (ends_) End(grpc::Status::OK);
  }
  void OnCancel() override { End(grpc::Status::CANCELLED); }
  void OnDone() override { delete this; }

  void End(const grpc::Status& status) {
    if (!is_ended_.exchange(true)) Finish(status);
  }

  grpc::ByteBuffer request_;
  grpc::ByteBuffer answer_;
  const bool ends_;
  bool is_answered_ = false;
  std::atomic<bool> is_ended_ = false;
};

class GarbageServer final : public grpc::CallbackGenericService {
 public:
  explicit GarbageServer(bool ends) : ends_(ends) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterCallbackGenericService(this);
    server_ = builder.BuildAndStart();
  }
  ~GarbageServer() override { server_->Shutdown(std::chrono::system_clock::now()); }

  client::Connection Connect() const {
    // Long enough for whoever is on time, and not what the calls end with.
    client::ConnectOptions options;
    options.deadline = options.wait_deadline = options.stream_deadline = std::chrono::seconds(10);
    return client::Connection::To("127.0.0.1:" + std::to_string(port_), options);
  }

 private:
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override {
    if (context->method() == "/footfall.v1.SessionService/OpenSession") {
      v1::OpenSessionResponse opened;
      opened.set_session_token("secret");
      return new Answer(opened.SerializeAsString(), true);
    }
    if (context->method() == "/footfall.v1.SessionService/CloseSession") return new Answer("", true);
    return new Answer("\xff\xff\xff", ends_);
  }

  const bool ends_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

void CheckUnreadable(const absl::Status& status) {
  INFO(status.ToString());
  CHECK(absl::IsInternal(status));
  CHECK(status.message().find("a message that cannot be read") != absl::string_view::npos);
}

}  // namespace

TEST_CASE("a reply that cannot be read ends snapshots, forks and streams with an error") {
  const bool ends = GENERATE(false, true);
  CAPTURE(ends);
  const GarbageServer server(ends);
  const client::Connection connection = server.Connect();
  auto session = client::Session::Open(connection);
  REQUIRE(session.ok());
  SECTION("save") { CheckUnreadable(session->SaveSnapshot().status()); }
  SECTION("restore") { CheckUnreadable(session->RestoreSnapshot("bytes").status()); }
  SECTION("fork") { CheckUnreadable(session->Fork(v1::ForkPlan()).status()); }
  SECTION("fork of an upload") { CheckUnreadable(session->Fork(v1::ForkPlan(), "bytes").status()); }
  SECTION("attach") {
    const auto stream = session->Attach();
    stream->Write(v1::AttachRequest());
    v1::AttachResponse frame;
    CHECK_FALSE(stream->Read(&frame));
    CheckUnreadable(stream->Finish());
  }
  SECTION("query stream") {
    const auto stream = client::QueryStream::Open(connection);
    stream->Write(v1::QueryRequest());
    v1::QueryStreamResponse reply;
    CHECK_FALSE(stream->Read(&reply));
    CheckUnreadable(stream->Finish());
  }
}

TEST_CASE("a fork begins at one place") {
  const GarbageServer server(true);
  auto session = client::Session::Open(server.Connect());
  REQUIRE(session.ok());
  v1::ForkPlan plan;
  plan.set_file("monday");
  const absl::Status both = session->Fork(plan, "bytes").status();
  CHECK(both == absl::InvalidArgumentError("plan.from: must be unset beside a snapshot, which it begins at"));
  // What an empty file holds is not the served world.
  CHECK(session->Fork(v1::ForkPlan(), "").status() == absl::InvalidArgumentError("snapshot: is empty"));
}

}  // namespace footfall::tests
