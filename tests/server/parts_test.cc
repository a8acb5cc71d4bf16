#include <catch2/catch.hpp>

#include "google/rpc/error_details.pb.h"
#include "server/limits.h"
#include "server/remembered_replies.h"
#include "server/wait_list.h"
#include "tests/server/server_fixture.h"

using namespace footfall;          // NOLINT
using namespace footfall::server;  // NOLINT
using footfall::tests::FieldOf;
using footfall::tests::ReasonOf;

TEST_CASE("every fault of the world has a code and a reason of the closed list") {
  for (int fault = 1; fault < sim::kCommandFaults; ++fault) {
    CAPTURE(fault);
    google::rpc::Status status;
    FillStatus(OfCommand(static_cast<sim::CommandFault>(fault), "flags: 7 has no effect", 0), &status);
    CHECK(status.code() != grpc::StatusCode::OK);
    CHECK(ReasonOf(status) == sim::ReasonOf(static_cast<sim::CommandFault>(fault)));
  }
}

TEST_CASE("a conversion error is split into field and text below its item") {
  google::rpc::Status status;
  FillStatus(OfConversion(absl::InvalidArgumentError("path.start.x: nan is not in the world"), "requests[3]"),
             &status);
  CHECK(FieldOf(status) == "requests[3].path.start.x");
  // The field stands once in the message, and in the violation beside its description.
  google::rpc::BadRequest bad;
  REQUIRE(status.details(1).UnpackTo(&bad));
  CHECK(status.message() == "requests[3].path.start.x: " + bad.field_violations(0).description());
  CHECK(status.message() == "requests[3].path.start.x: nan is not in the world");
}

TEST_CASE("remembered replies: the oldest go first, by number and by bytes") {
  RememberedReplies replies;
  const auto none = [](const std::string*) {};
  for (uint32_t i = 0; i <= kRequestIdsKept; ++i) {
    const std::string key = "k" + std::to_string(i);
    REQUIRE(replies.Begin(key, none) == RememberedReplies::Found::kNew);
    replies.Finish(key, "reply", 1 << 20);
  }
  CHECK(replies.Begin("k1", none) == RememberedReplies::Found::kDone);
  CHECK(replies.Begin("k0", none) == RememberedReplies::Found::kNew);
  replies.Finish("k0", std::string(100, 'x'), 100);
  CHECK(replies.Begin("k0", none) == RememberedReplies::Found::kDone);
  CHECK(replies.Begin("k64", none) == RememberedReplies::Found::kNew);
}

TEST_CASE("remembered replies: a repeat waits for the first call, and runs anew if that failed") {
  RememberedReplies replies;
  std::string got;
  bool failed = false;
  const auto waiter = [&](const std::string* reply) {
    failed = reply == nullptr;
    if (reply != nullptr) got = *reply;
  };
  CHECK(replies.Begin("a", waiter) == RememberedReplies::Found::kNew);
  CHECK(replies.Begin("a", waiter) == RememberedReplies::Found::kWaiting);
  replies.Finish("a", "first", 1000);
  CHECK(got == "first");
  CHECK(replies.Begin("b", waiter) == RememberedReplies::Found::kNew);
  CHECK(replies.Begin("b", waiter) == RememberedReplies::Found::kWaiting);
  replies.Forget("b");
  CHECK(failed);
  CHECK(replies.Begin("b", waiter) == RememberedReplies::Found::kNew);
}

TEST_CASE("waits end when reached, when nothing is due, and with a fault, a cancelled one is not told") {
  WaitList waits;
  std::vector<WaitEnd> ends;
  bool reached = false;
  const auto add = [&] {
    return waits.Add(
        nullptr, [&] { return reached; }, [&](WaitEnd end, const Fault*) { ends.push_back(end); });
  };
  add();
  waits.Check([](const Session*) { return true; });
  CHECK(ends.empty());
  reached = true;
  waits.Check([](const Session*) { return true; });
  reached = false;
  add();
  waits.Check([](const Session*) { return false; });
  add();
  waits.FailAll(Refusal("DRAINING", "test"));
  waits.Cancel(add());
  waits.FailAll(Refusal("DRAINING", "test"));
  CHECK(ends == std::vector<WaitEnd>{WaitEnd::kReached, WaitEnd::kNothingDue, WaitEnd::kFault});
  CHECK(waits.size() == 0);
}
