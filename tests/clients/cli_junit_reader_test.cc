// Reports are read back as they were written, and what is no report is an error that names the line.
#include <catch2/catch.hpp>
#include <string>

#include "clients/cli/batch/junit_reader.h"
#include "clients/cli/batch/xml_reader.h"

namespace footfall::cli {
namespace {

using State = JunitCase::State;

JunitCase Case(const std::string& name, State state) {
  JunitCase one;
  one.name = name;
  one.suite = "folder <1>";
  one.state = state;
  one.seconds = 0.25;
  one.message = state == State::kPassed ? "" : "why & \"how\"";
  one.properties = {{"seed", "7"}, {"repro", "cd 'a' && b"}};
  one.output = "line 1\n<line> & 2\n";
  return one;
}

TEST_CASE("a report that was written is read back the same") {
  JunitSuite one{"footfall", "2026-01-02T03:04:05Z", {{"shard", "1"}}, {}};
  one.cases = {Case("a", State::kPassed), Case("b/c d", State::kFailed), Case("e", State::kError),
               Case("f", State::kSkipped)};
  one.cases[1].details = "how\nand <why>\n";
  JunitSuite other{"other", "2026-01-02T03:04:04Z", {}, {Case("g", State::kPassed)}};
  const std::string xml = JunitXml({one, other});
  const auto read = ParseJunit(xml, "x.xml");
  REQUIRE(read.ok());
  REQUIRE(read->size() == 2);
  CHECK((*read)[0].properties == one.properties);
  CHECK((*read)[0].cases[1].message == "why & \"how\"");
  CHECK((*read)[0].cases[1].output == "line 1\n<line> & 2\n");
  CHECK((*read)[0].cases[1].details == "how\nand <why>\n");
  CHECK((*read)[0].cases[3].state == State::kSkipped);
  CHECK(JunitXml(*read) == xml);
  CHECK(xml.find("<testsuites name=\"footfall\" tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\" "
                 "time=\"1.250\" timestamp=\"2026-01-02T03:04:04Z\">") != std::string::npos);
}

TEST_CASE("a placeholder comes back as not run") {
  JunitSuite suite;
  suite.cases.emplace_back();
  suite.cases.back().name = "a";
  const auto read = ParseJunit(JunitXml({suite}), "x.xml");
  REQUIRE(read.ok());
  CHECK(read->front().cases.front().state == State::kNotRun);
}

TEST_CASE("reports of other programs are read") {
  const auto read = ParseJunit(
      "\xEF\xBB\xBF<?xml version='1.0'?><!-- a > b --><testsuite name='s'><properties/>"
      "<testcase name='a' time='1e-1'><failure>text</failure><system-err>no</system-err></testcase>"
      "<testcase name='b&#10;&#x41;'><system-out><![CDATA[<x>]]></system-out></testcase></testsuite>\n\n",
      "x.xml");
  REQUIRE(read.ok());
  const auto& cases = read->front().cases;
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].state == State::kFailed);
  CHECK(cases[0].seconds == 0.1);
  CHECK(cases[1].name == "b\nA");
  CHECK(cases[1].output == "<x>");
}

TEST_CASE("what is no report is an error that names file and line") {
  const std::pair<std::string, const char*> bad[] = {
      {"", "x.xml: line 1: there is no element"},
      {"hello", "this is no XML"},
      {"<html/>", "<html> begins no JUnit report"},
      {"<testsuites>\n<testsuite name=\"a\">", "line 2: the text ends inside <testsuite>"},
      {"<testsuites>\n</testsuite>", "line 2: </testsuite> closes nothing that is open"},
      {"<testsuites a=b></testsuites>", "has no quotes around it"},
      {"<testsuites a></testsuites>", "an attribute with its value in quotes"},
      {"<testsuites a=\"&lol;\"/>", "'&lol;' is no entity"},
      {"<testsuites a=\"&#xFFFFFFFF;\"/>", "is no entity"},
      {"<!DOCTYPE x [<!ENTITY lol \"lol\">]><testsuites/>", "a document type is not read"},
      {"<testsuite><testcase time=\"1\"/></testsuite>", "a <testcase> has no name"},
      {"<testsuites><!-- ", "ends inside a comment"},
      {"<testsuites><", "a name is expected"},
      {"<testsuite/>\n<testsuite/>", "line 2: there is more behind the end of the first element"},
      {"<testsuite/>text", "there is more behind the end of the first element"},
      {"<testsuite/><!-- ", "ends inside a comment"},
      {"<testsuite><testcase name='a' time='nan'/></testsuite>", "case a: time: 'nan' is not a number"},
      {"<testsuite><testcase name='a' time='1e300'/></testsuite>", "time: '1e300'"},
      {"<testsuite><testcase name='a' time='-5'/></testsuite>", "time: '-5'"},
      {"<testsuite><testcase name='a' time='5 s'/></testsuite>", "time: '5 s'"},
      {"<testsuite><testcase name='a'><testcase name='b'/></testcase></testsuite>", "inside another one"},
      {"<testsuites><testcase name='a'/></testsuites>", "is in no <testsuite>"},
  };
  for (const auto& [text, says] : bad) {
    CAPTURE(text);
    const auto read = ParseJunit(text, "x.xml");
    REQUIRE(!read.ok());
    CAPTURE(read.status().message());
    CHECK(read.status().message().find(says) != absl::string_view::npos);
  }
  std::string deep;
  for (size_t i = 0; i < XmlReader::kXmlNestingMax + 1; ++i) {
    deep += "<testsuite>";
  }
  CHECK(ParseJunit(deep, "x.xml").status().message().find("nested deeper") != absl::string_view::npos);
}

TEST_CASE("a failure is found behind elements and prefixes of other programs") {
  const auto read = ParseJunit(
      "<x:testsuites xmlns:x='y'><x:testsuite tests='4' failures='2' errors='1' name='s'>"
      "<x:testcase name='a' time='1,234.5'><details><x:failure message='one'/></details></x:testcase>"
      "<x:testcase name='b'><skipped/><failure message='two'/><failure/></x:testcase>"
      "<testcase name='c'><e:error message='three'/></testcase><testcase name='d'/>"
      "</x:testsuite></x:testsuites><?end of it?><!-- --> \n",
      "x.xml");
  REQUIRE(read.ok());
  const auto& cases = read->front().cases;
  REQUIRE(cases.size() == 4);
  CHECK(cases[0].message == "one");
  CHECK(cases[0].seconds == 1234.5);
  CHECK(cases[1].state == State::kFailed);
  CHECK(cases[2].state == State::kError);
  CHECK(cases[3].state == State::kPassed);
  CHECK(read->front().doubts.empty());
}

TEST_CASE("what a report says of itself and its cases do not show is a doubt") {
  const std::pair<std::string, std::string> doubtful[] = {
      {"<testsuite name='s' tests='2'><testcase name='a'/></testsuite>",
       "the suite s says tests=\"2\", there are 1"},
      {"<testsuite name='s' failures='1'><testcase name='a'/></testsuite>",
       "the suite s says failures=\"1\", there are 0"},
      {"<testsuites errors='many'><testsuite><testcase name='a'/></testsuite></testsuites>",
       "the report says errors=\"many\", there are 0"},
      {"<testsuite name='s'><error message='no disk'/><testcase name='a'/></testsuite>",
       "the suite s has an <error> that is of no case: no disk"},
      {"<testsuites><failure message='m'/></testsuites>", "the report has a <failure> that is of no case: m"},
  };
  for (const auto& [text, says] : doubtful) {
    CAPTURE(text);
    const auto read = ParseJunit(text, "x.xml");
    REQUIRE(read.ok());
    CHECK(read->front().doubts == std::vector<std::string>{says});
  }
  // Programs count a suite with those in it, or without; and failures or cases that failed.
  for (const char* const tests : {"1", "2"}) {
    const auto read =
        ParseJunit(std::string("<testsuites tests='2'><testsuite tests='") + tests +
                       "'><testcase name='a'/><testsuite tests='1' failures='2'><testcase name='b'>"
                       "<failure/><failure/></testcase></testsuite></testsuite></testsuites>",
                   "x.xml");
    REQUIRE(read.ok());
    CHECK(read->front().doubts.empty());
    CHECK(read->size() == 2);
  }
}

TEST_CASE("a report cut anywhere is an error, never fewer cases") {
  JunitSuite suite;
  suite.cases = {Case("a", State::kPassed), Case("b", State::kFailed)};
  std::string xml = JunitXml({suite});
  xml.pop_back();  // the line feed behind the last element
  for (size_t length = 0; length < xml.size(); ++length) {
    CAPTURE(length);
    CHECK(!ParseJunit(xml.substr(0, length), "x.xml").ok());
  }
  CHECK(ParseJunit(xml, "x.xml").ok());
}

}  // namespace
}  // namespace footfall::cli
