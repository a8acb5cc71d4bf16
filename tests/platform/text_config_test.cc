#include "platform/text_config.h"

#include <google/protobuf/struct.pb.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdio>
#include <string>

#include "footfall/config/v1/profile.pb.h"

namespace footfall::platform {

namespace {

using Catch::Contains;
using Message = config::v1::Profile;

std::string ErrorOf(std::string_view text) {
  Message message;
  const absl::Status status = ParseTextConfig(text, "file.txtpb", &message);
  CHECK(status.code() == absl::StatusCode::kInvalidArgument);
  CHECK(message.ByteSizeLong() == 0);
  return std::string(status.message());
}

// Nested messages of a recursive type, `depth` deep.
std::string Nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) {
    text += "list_value { values { ";
  }
  text += "bool_value: true ";
  for (int i = 0; i < depth; ++i) {
    text += "} } ";
  }
  return text;
}

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = std::string(FOOTFALL_BINARY_DIR) + "/" + name;
  std::FILE* file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  REQUIRE(std::fwrite(text.data(), 1, text.size(), file) == text.size());
  REQUIRE(std::fclose(file) == 0);
  return path;
}

}  // namespace

TEST_CASE("a text of the schema is read with comments and nested messages") {
  Message message;
  REQUIRE(ParseTextConfig("# A comment with { and \" in it.\nname: \"a\"\nmovement_costs { climb_high: 1.5 }",
                          "file.txtpb", &message)
              .ok());
  CHECK(message.name() == "a");
  CHECK(message.movement_costs().climb_high() == 1.5F);
}

TEST_CASE("an empty text is an empty message, whatever the message held before") {
  Message message;
  message.set_name("old");
  REQUIRE(ParseTextConfig("", "file.txtpb", &message).ok());
  CHECK(message.name().empty());
}

TEST_CASE("an error names source, line, column and field") {
  CHECK_THAT(ErrorOf("name: \"a\"\n  path_core :  word"),
             Contains("file.txtpb:2:16: field path_core:") && Contains("word"));
  CHECK_THAT(ErrorOf("movement_costs {\n climb_high: true }"),
             Contains("file.txtpb:2:14: field climb_high:"));
  CHECK_THAT(ErrorOf("path_core: 99999999999"), Contains("file.txtpb:1:12: field path_core:"));
  CHECK_THAT(ErrorOf("search_points: NO_SUCH_NAME"), Contains("search_points"));
  CHECK_THAT(ErrorOf("path_core: 1 path_core: 2"), Contains("path_core") && Contains("multiple times"));
  CHECK_THAT(ErrorOf("name: \"never closed"), Contains("file.txtpb:1:"));
  CHECK_THAT(ErrorOf("movement_costs {"), Contains("file.txtpb:1:"));
}

TEST_CASE("all errors of a text are reported, not only the first") {
  const std::string errors = ErrorOf("one: 1\ntwo { three: 3 }\nsnap_up: inf\nfour: [1, 2]\nsnap_xy: nan\n");
  CHECK_THAT(errors, Contains("file.txtpb:1:") && Contains("\"one\""));
  CHECK_THAT(errors, Contains("file.txtpb:2:") && Contains("\"two\""));
  CHECK_THAT(errors, Contains("file.txtpb:3:1: field snap_up:"));
  CHECK_THAT(errors, Contains("file.txtpb:4:") && Contains("\"four\""));
  CHECK_THAT(errors, Contains("file.txtpb:5:1: field snap_xy:"));
}

TEST_CASE("a flood of errors is cut and counted") {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += "unknown: 1\n";
  }
  const std::string errors = ErrorOf(text);
  CHECK_THAT(errors, Contains("file.txtpb: 980 further errors"));
  CHECK(errors.size() < 10000);
}

TEST_CASE("numbers that are not finite are errors, in nested messages too") {
  for (const char* value : {"nan", "inf", "-inf", "1e39", "-1e999"}) {
    CAPTURE(value);
    CHECK_THAT(ErrorOf("\n movement_costs {\n  climb_low: " + std::string(value) + " }"),
               Contains("file.txtpb:3:3: field climb_low: the value") && Contains("not a finite number"));
  }
  Message message;
  CHECK(ParseTextConfig("snap_xy: 1e30 snap_up: 0 snap_down: -0.0", "file.txtpb", &message).ok());
}

TEST_CASE("text that is not UTF-8 is an error") {
  for (const char* bytes : {"\\xff", "\\xc0\\x80", "\\xed\\xa0\\x80", "\\xf4\\x90\\x80\\x80", "\\xe2\\x82"}) {
    CAPTURE(bytes);
    CHECK_THAT(ErrorOf("name: \"" + std::string(bytes) + "\""),
               Contains("field name: the text is not UTF-8"));
  }
  Message message;
  CHECK(ParseTextConfig("name: \"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x9a\xb6\"", "file.txtpb", &message)
            .ok());
}

TEST_CASE("nesting is read up to its limit and refused beyond it") {
  google::protobuf::Value value;
  CHECK(ParseTextConfig(Nested(kTextConfigNestingMax / 2), "file.txtpb", &value).ok());
  const absl::Status status = ParseTextConfig(Nested(kTextConfigNestingMax / 2 + 1), "file.txtpb", &value);
  CHECK_THAT(std::string(status.message()),
             Contains("file.txtpb:1:") && Contains("nested deeper than 64 levels"));
}

// Each of these ends the process by stack overflow in a parser without a limit.
TEST_CASE("megabytes of nested text give an error, not a crash") {
  google::protobuf::Value value;
  CHECK_FALSE(ParseTextConfig(Nested(3500), "file.txtpb", &value).ok());  // 70 KB of opening braces.
  for (const char* open :
       {"list_value { values { ", "unknown { ", "unknown: [", "unknown < ", "{", "[", "<"}) {
    CAPTURE(open);
    std::string text;
    while (text.size() < std::size_t{4} << 20) {
      text += open;
    }
    CHECK_FALSE(ParseTextConfig(text, "file.txtpb", &value).ok());
  }
}

TEST_CASE("brackets in strings and comments do not count as nesting") {
  const std::string brackets(1000, '{');
  Message message;
  CHECK(ParseTextConfig("name: \"\\\"" + brackets + "\" # " + brackets + "\nbase: '" + brackets + "'", "f",
                        &message)
            .ok());
}

TEST_CASE("text beyond the size limit is refused before it is parsed") {
  Message message;
  std::string text(kTextConfigBytesMax, ' ');
  CHECK(ParseTextConfig(text, "file.txtpb", &message).ok());
  text += ' ';
  CHECK_THAT(ErrorOf(text), Contains("larger than the limit of 16777216 bytes"));
}

TEST_CASE("binary junk gives an error, not a crash") {
  std::uint32_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string junk = round % 2 == 0 ? "" : "name: \"a\" movement_costs { climb_high: ";
    for (int i = 0; i < 64; ++i) {
      state = state * 1664525U + 1013904223U;
      junk += static_cast<char>(state >> 24);
    }
    Message message;
    const absl::Status status = ParseTextConfig(junk, "junk", &message);
    CHECK((status.ok() || !status.message().empty()));
  }
  CHECK_FALSE(ErrorOf(std::string("name: \"a\"\0\0", 11)).empty());
}

TEST_CASE("every prefix of a file is read or refused, never a crash") {
  const std::string text =
      "name: \"a\\n\" # c\nmovement_costs { climb_high: 1.5e1 }\nsources [{ field: 'x' }]\n";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    Message message;
    const absl::Status status = ParseTextConfig(std::string_view(text).substr(0, size), "prefix", &message);
    CHECK((status.ok() || !status.message().empty()));
  }
}

TEST_CASE("a file is loaded, and its errors carry its path") {
  Message message;
  REQUIRE(LoadTextConfig(WriteFile("text_config_good.txtpb", "name: \"a\"\n"), &message).ok());
  CHECK(message.name() == "a");
  const std::string bad = WriteFile("text_config_bad.txtpb", "\nnope: 1\n");
  CHECK_THAT(std::string(LoadTextConfig(bad, &message).message()), Contains(bad + ":2:"));
}

TEST_CASE("a missing file, a directory and a huge file are errors of their own") {
  Message message;
  const absl::Status missing = LoadTextConfig("/no/such/file.txtpb", &message);
  CHECK(missing.code() == absl::StatusCode::kNotFound);
  CHECK_THAT(std::string(missing.message()), Contains("/no/such/file.txtpb"));
  const absl::Status directory = LoadTextConfig(FOOTFALL_BINARY_DIR, &message);
  CHECK(directory.code() == absl::StatusCode::kInvalidArgument);
  CHECK_THAT(std::string(directory.message()), Contains("is a folder"));
  // Never ends: the limit has to stop the reading.
  CHECK(LoadTextConfig("/dev/zero", &message).code() == absl::StatusCode::kInvalidArgument);
}

}  // namespace footfall::platform
