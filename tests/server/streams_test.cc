#include <catch2/catch.hpp>
#include <thread>

#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using Sessions = v1::SessionService::Stub;
using World = v1::WorldService::Stub;

namespace {

struct Attached {
  explicit Attached(Client& client) {
    client.Prepare(context);
    stream = client.sessions.Attach(&context);
  }
  // The next frame that says something or ends the stream.
  bool Next(v1::AttachResponse* frame) {
    while (stream->Read(frame)) {
      if (frame->results_size() > 0 || frame->finished_size() > 0 || !frame->closing_reason().empty())
        return true;
    }
    return false;
  }
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReaderWriter<v1::AttachRequest, v1::AttachResponse>> stream;
};

v1::AttachRequest SubmitFrame(uint64_t sequence) {
  v1::AttachRequest frame;
  v1::Command* command = frame.add_commands();
  command->set_sequence(sequence);
  *command->mutable_submit() = PathRequest(1, 1, 15, 15);
  return frame;
}

}  // namespace

TEST_CASE("Attach takes commands and pushes results and completions") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  Attached attached(client);
  REQUIRE(attached.stream->Write(SubmitFrame(5)));
  v1::AttachResponse frame;
  REQUIRE(attached.Next(&frame));
  REQUIRE(frame.results_size() == 1);
  CHECK(frame.results(0).sequence() == 5);
  CHECK(frame.results(0).applied_tick() == 1);
  const uint64_t handle = frame.results(0).handle();
  REQUIRE(handle != 0);
  client.Step(2);
  REQUIRE(attached.Next(&frame));
  REQUIRE(frame.finished_size() == 1);
  CHECK(frame.finished(0).handle() == handle);
  CHECK(frame.stamp().tick() == 2);
  attached.stream->WritesDone();
  while (attached.stream->Read(&frame)) {
  }
  CHECK(attached.stream->Finish().ok());
}

TEST_CASE("a lock-step member steps over Attach alone") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open(v1::ROLE_BOT, [](v1::OpenSessionRequest& request) { request.set_lock_step_member(true); });
  Attached attached(client);
  v1::AttachRequest say = SubmitFrame(1);
  say.set_ready_until_tick(2);
  REQUIRE(attached.stream->Write(say));
  v1::AttachResponse frame;
  REQUIRE(attached.Next(&frame));
  REQUIRE(frame.results_size() == 1);
  CHECK(frame.results(0).applied_tick() == 1);
  if (frame.finished_size() == 0) REQUIRE(attached.Next(&frame));
  CHECK(frame.finished_size() == 1);
}

TEST_CASE("who is no lock-step member cannot let ticks run") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  Attached attached(client);
  v1::AttachRequest say = SubmitFrame(1);
  say.set_ready_until_tick(2);
  REQUIRE(attached.stream->Write(say));
  v1::AttachResponse frame;
  while (attached.stream->Read(&frame)) {
  }
  const grpc::Status status = attached.stream->Finish();
  CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(status.error_message().find("ready_until_tick: must be unset: ") == 0);
}

TEST_CASE("a sequence that does not rise ends the stream with INVALID_ARGUMENT") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  Attached attached(client);
  REQUIRE(attached.stream->Write(SubmitFrame(5)));
  attached.stream->Write(SubmitFrame(5));
  v1::AttachResponse frame;
  while (attached.stream->Read(&frame)) {
  }
  const grpc::Status status = attached.stream->Finish();
  CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
  CHECK(FieldOf(DetailsOf(status)) == "commands[0].sequence");
}

TEST_CASE("a command of an observer fails alone with ROLE_NEEDED") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open(v1::ROLE_OBSERVER);
  Attached attached(client);
  REQUIRE(attached.stream->Write(SubmitFrame(1)));
  v1::AttachResponse frame;
  REQUIRE(attached.Next(&frame));
  CHECK(ReasonOf(frame.results(0).error()) == "ROLE_NEEDED");
}

TEST_CASE("a newer Attach, a Reset and the end of the session say why they close the stream") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::AttachResponse frame;
  Attached first(client);
  REQUIRE(first.stream->Read(&frame));
  Attached second(client);
  REQUIRE(second.stream->Read(&frame));
  REQUIRE(first.Next(&frame));
  CHECK(frame.closing_reason() == "REPLACED");
  CHECK(client.Call(client.world, &World::Reset, v1::ResetRequest()).ok());
  REQUIRE(second.Next(&frame));
  CHECK(frame.closing_reason() == "WORLD_CHANGED");
  CHECK(second.stream->Finish().error_code() == grpc::StatusCode::ABORTED);
  Attached third(client);
  REQUIRE(third.stream->Read(&frame));
  CHECK(client.Call(client.sessions, &Sessions::CloseSession, v1::CloseSessionRequest()).ok());
  REQUIRE(third.Next(&frame));
  CHECK(frame.closing_reason() == "SESSION_ENDED");
  CHECK(third.stream->Finish().error_code() == grpc::StatusCode::UNAUTHENTICATED);
}

TEST_CASE("a heartbeat comes when there is nothing to say") {
  TestClock clock;
  server::ServerOptions options = TestOptions();
  options.core.clock = clock.clock();
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  Attached attached(client);
  v1::AttachResponse frame;
  REQUIRE(attached.stream->Read(&frame));  // The one that greets.
  clock.AdvanceMs(1001);
  REQUIRE(attached.stream->Read(&frame));
  CHECK(frame.results_size() == 0);
  CHECK(frame.has_stamp());
}

TEST_CASE("a reader of Attach that does not read is cut off as SLOW_READER, the session lives on") {
  const auto server = StartServer(TestOptions("server", {"attach_queue_max=16"}));
  Client client(server->address());
  client.Open();
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);  // A fixed window, which fills.
  v1::SessionService::Stub sessions(
      grpc::CreateCustomChannel(server->address(), grpc::InsecureChannelCredentials(), arguments));
  grpc::ClientContext context;
  client.Prepare(context);
  const auto stream = sessions.Attach(&context);
  v1::AttachResponse frame;
  REQUIRE(stream->Read(&frame));
  // Refused commands answer with an error text each and take no slots.
  uint64_t sequence = 0;
  const bool cut = Eventually([&] {
    v1::AttachRequest say;
    for (int i = 0; i < 250; ++i) {
      v1::Command* command = say.add_commands();
      command->set_sequence(++sequence);
      command->mutable_spawn();
    }
    stream->Write(say);
    return server->core().figures().slow_readers > 0;
  });
  REQUIRE(cut);
  std::string reason;
  while (stream->Read(&frame)) reason = frame.closing_reason();
  const grpc::Status status = stream->Finish();
  // Who reads again within the grace finds the reason; later the stream is cancelled.
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
    CHECK(reason == "SLOW_READER");
    CHECK(ReasonOf(status) == "SLOW_READER");
  } else {
    CHECK(status.error_code() == grpc::StatusCode::CANCELLED);
  }
  CHECK(client.Step(1).ticks_run() == 1);
}

TEST_CASE("WatchTicks sends the ticks that were asked for, with hashes") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::WatchTicksRequest request;
  request.set_every_ticks(2);
  request.set_hash(true);
  grpc::ClientContext context;
  client.Prepare(context);
  const auto stream = client.world.WatchTicks(&context, request);
  stream->WaitForInitialMetadata();
  v1::WatchTicksResponse frame;
  for (uint64_t tick = 2; tick <= 6; tick += 2) {
    const v1::StepResponse step = client.Step(2, true);
    REQUIRE(stream->Read(&frame));
    CHECK(frame.stamp().tick() == tick);
    CHECK(frame.hash().root() == step.hash().root());
    CHECK(frame.run_state() == v1::RUN_STATE_PAUSED);
    CHECK(frame.dropped() == 0);
  }
  context.TryCancel();
  CHECK(stream->Finish().error_code() == grpc::StatusCode::CANCELLED);
}

TEST_CASE("WatchTicks drops frames for a slow reader and counts them") {
  const auto server = StartServer(TestOptions());
  Client client(server->address());
  client.Open();
  v1::WatchTicksRequest request;
  request.set_hash(true);
  grpc::ClientContext context;
  client.Prepare(context);
  const auto stream = client.world.WatchTicks(&context, request);
  stream->WaitForInitialMetadata();
  client.Step(20000);  // About 3 MB, far over the window of a stream.
  client.Step(1);
  v1::WatchTicksResponse frame;
  uint64_t frames = 0;
  uint64_t last = 0;
  do {
    REQUIRE(stream->Read(&frame));
    ++frames;
    CHECK(frame.stamp().tick() > last);
    last = frame.stamp().tick();
  } while (last < 20001);
  CHECK(frame.dropped() > 0);
  CHECK(frames + frame.dropped() == 20001);
  context.TryCancel();
}
