// Reports for CI say what happened, whatever a scenario printed.
#include <catch2/catch.hpp>

#include "clients/cli/batch/junit.h"
#include "clients/cli/batch/junit_reader.h"
#include "clients/cli/batch/verdict.h"

namespace footfall::cli {
namespace {

JunitCase Judged(ChildResult child) {
  JunitCase one;
  Judge(child, &one);
  return one;
}

ChildResult Exited(int code, const std::string& standard_output) {
  ChildResult child;
  child.code = code;
  child.standard_output = standard_output;
  child.standard_error = "file.txtpb:3: something\nmore";
  return child;
}

TEST_CASE("a case that has not ended counts as an error") {
  const std::string xml = JunitXml({JunitSuite{"footfall", "2026-01-02T03:04:05Z", {}, {JunitCase{}}}});
  CHECK(xml.find("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\" time=\"0.000\" "
                 "timestamp=\"2026-01-02T03:04:05Z\"") != std::string::npos);
  CHECK(xml.find("<error message=\"has not ended\"/>") != std::string::npos);
}

TEST_CASE("markup, control characters and broken UTF-8 do not break the report") {
  JunitCase one;
  one.state = JunitCase::State::kFailed;
  one.name = "a<b>&\"c";
  one.output = std::string("x\x01\x1B[0m\t\xC3\xA9\xFF\xC3", 11) + "]]>\xEF\xBF\xBF\xED\xA0\x80";
  const std::string xml = JunitXml({JunitSuite{"footfall", "t", {}, {one}}});
  CHECK(xml.find("name=\"a&lt;b&gt;&amp;&quot;c\"") != std::string::npos);
  CHECK(xml.find("<system-out>x[0m\t\xC3\xA9?"
                 "?]]&gt;?????"
                 "?</system-out>") != std::string::npos);
}

TEST_CASE("names of any bytes come back, and no two become one") {
  JunitSuite suite;
  for (const char* name : {"a\xFF"
                           "b",
                           "a\xFE"
                           "b",
                           "\x01\\x41", "c\\x41", "line\nfeed\ttab", "\xC3\xA4"}) {
    suite.cases.emplace_back();
    suite.cases.back().name = name;
  }
  const std::string xml = JunitXml({suite});
  CHECK(xml.find("name=\"a\\xffb\"") != std::string::npos);
  CHECK(xml.find("line&#10;feed&#9;tab") != std::string::npos);
  const auto read = ParseJunit(xml, "x.xml");
  REQUIRE(read.ok());
  REQUIRE(read->front().cases.size() == suite.cases.size());
  for (size_t i = 0; i < suite.cases.size(); ++i) {
    CHECK(read->front().cases[i].name == suite.cases[i].name);
    CHECK(read->front().cases[i].properties.empty());
  }
}

TEST_CASE("only exit code 0 with a report that says so has passed") {
  using State = JunitCase::State;
  const std::string passed = "{\"passed\":true,\"seed\":7,\"failures\":[]}\n0123456789abcdef\n";
  CHECK(Judged(Exited(0, passed)).state == State::kPassed);
  CHECK(Judged(Exited(0, passed)).properties[1] == std::pair<std::string, std::string>("seed", "7"));
  CHECK(Judged(Exited(1, passed)).state == State::kFailed);
  CHECK(Judged(Exited(0, "{\"passed\":false}\n")).state == State::kFailed);
  CHECK(Judged(Exited(0, "0123456789abcdef\n")).state == State::kError);
  CHECK(Judged(Exited(0, "{\"passed\":1}\n")).state == State::kError);
  CHECK(Judged(Exited(0, "")).state == State::kError);
  CHECK(Judged(Exited(4, passed)).message == "exit code 4: file.txtpb:3: something");
}

TEST_CASE("a failure names what differed") {
  const JunitCase one =
      Judged(Exited(1, "{\"passed\":false,\"failures\":[\"a\",\"b\"],\"golden\":\"different\"}"));
  CHECK(one.state == JunitCase::State::kFailed);
  CHECK(one.message == "a (and 2 more)");
  CHECK(one.details == "a\nb\nthe final hash differs from the golden hash\n");
  const JunitCase golden =
      Judged(Exited(1,
                    "{\"passed\":false,\"failures\":[],\"hash\":\"12ab\",\"golden\":\"different\","
                    "\"golden_hash\":\"00ff\",\"first_different_leaf\":\"handles\"}"));
  CHECK(golden.message == "the final hash 12ab differs from the golden hash 00ff, first in handles");
  CHECK(golden.details.empty());
}

TEST_CASE("a replay that leaves its recording names tick and leaf") {
  const JunitCase one =
      Judged(Exited(1,
                    "{\"passed\":false,\"failures\":[\"tick 7: x\"],\"difference\":{\"tick\":7,"
                    "\"leaf\":\"handles\",\"text\":\"x\"}}"));
  CHECK(one.state == JunitCase::State::kFailed);
  CHECK(one.message == "tick 7: x");
  REQUIRE(FindProperty(one.properties, kFirstDifferentTick) != nullptr);
  CHECK(*FindProperty(one.properties, kFirstDifferentTick) == "7");
  CHECK(*FindProperty(one.properties, kFirstDifferentLeaf) == "handles");
  CHECK(FindProperty(Judged(Exited(1, "{\"passed\":false,\"difference\":7}")).properties,
                     kFirstDifferentTick) == nullptr);
}

TEST_CASE("a replay of nothing has shown nothing") {
  using State = JunitCase::State;
  CHECK(Judged(Exited(0, "{\"recording\":\"a\",\"ticks\":1,\"passed\":true}")).state == State::kPassed);
  const JunitCase none = Judged(Exited(0, "{\"recording\":\"a\",\"ticks\":0,\"passed\":true}"));
  CHECK(none.state == State::kError);
  CHECK(none.message == "the recording holds no whole tick");
  // Of a runner that does not replay such a one itself.
  CHECK(Judged(Exited(0, "{\"recording\":\"a\",\"closed\":false,\"ticks\":0,\"passed\":true}")).state ==
        State::kError);
  CHECK(Judged(Exited(0, "{\"recording\":\"a\",\"closed\":true,\"ticks\":0,\"passed\":true}")).state ==
        State::kPassed);
  CHECK(Judged(Exited(0, "{\"recording\":\"a\",\"passed\":true}")).state == State::kError);
}

TEST_CASE("a crash, a time limit and a stop are errors even with a good report") {
  ChildResult child = Exited(11, "{\"passed\":true}\n");
  child.end = ChildResult::End::kSignalled;
  CHECK(Judged(child).state == JunitCase::State::kError);
  CHECK(Judged(child).message.find("ended by signal 11") == 0);
  child.end = ChildResult::End::kTimeLimit;
  CHECK(Judged(child).state == JunitCase::State::kError);
  child.time_limit = std::chrono::seconds(90);
  CHECK(Judged(child).message == "no end within the time limit of 90 s (--timeout)");
  child.time_limit = std::chrono::milliseconds(1500);
  CHECK(Judged(child).message == "no end within the time limit of 1500 ms (--timeout)");
  child.end = ChildResult::End::kInterrupted;
  CHECK(Judged(child).state == JunitCase::State::kError);
}

}  // namespace
}  // namespace footfall::cli
