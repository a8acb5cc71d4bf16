#include "platform/profile_fit.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

namespace footfall::platform {

namespace {

using Catch::Contains;

Profile LoadText(const std::string& text) {
  const std::string path = std::string(FOOTFALL_BINARY_DIR) + "/profile_fit_test.txtpb";
  std::FILE* file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  REQUIRE(std::fwrite(text.data(), 1, text.size(), file) == text.size());
  REQUIRE(std::fclose(file) == 0);
  absl::StatusOr<Profile> profile = LoadProfile(path);
  INFO(profile.status().ToString());
  REQUIRE(profile.ok());
  return *std::move(profile);
}

}  // namespace

TEST_CASE("server holds 65,536 peds and 8,192 sessions and not one more") {
  const Profile server = *LoadProfile("server");
  CHECK_FALSE(FirstFullTable(server, {65536, 8192}).has_value());
  CHECK_FALSE(FirstFullTable(server, {0, 0}).has_value());
  CHECK_THAT(*FirstFullTable(server, {65537, 8192}),
             Contains("server: peds_max = 65536") && Contains("65537"));
  CHECK_THAT(*FirstFullTable(server, {65536, 8193}), Contains("sessions_max = 8192") && Contains("8193"));
}

TEST_CASE("the check names the first table that runs full") {
  const Profile ps3 = *LoadProfile("ps3");
  CHECK_FALSE(FirstFullTable(ps3, {128, 32}).has_value());
  CHECK_THAT(*FirstFullTable(ps3, {129, 1}), Contains("peds_max = 128"));
  CHECK_THAT(*FirstFullTable(ps3, {1, 33}), Contains("path_requests_max = 32") && Contains("need 33"));
  const Profile few_commands = *LoadProfile("server", {"commands_per_tick_max=15"});
  CHECK_THAT(*FirstFullTable(few_commands, {0, 1}),
             Contains("commands_per_tick_max = 15") && Contains("need 16"));
  const Profile few_points = *LoadProfile("server", {"result_points_max=1025"});
  CHECK_THAT(*FirstFullTable(few_points, {0, 100}),
             Contains("result_points_max = 1025") && Contains("need 6400"));
}

TEST_CASE("a fitted profile loads and holds exactly its load") {
  for (const ExpectedLoad load : {ExpectedLoad{1, 1}, {0, 0}, {100, 3}, {65536, 8192}, {1000000, 100000}}) {
    const absl::StatusOr<std::string> text = FitProfile("fitted", load);
    REQUIRE(text.ok());
    const Profile profile = LoadText(*text);
    CAPTURE(*text);
    CHECK(profile.name == "fitted");
    CHECK_FALSE(FirstFullTable(profile, load).has_value());
    CHECK(FirstFullTable(profile, {load.peds + 1 + (load.peds == 0), load.sessions}).has_value());
    CHECK(profile.search_points == SearchPoints::kSharedEdge);
  }
}

TEST_CASE("a fit that cannot be made says why") {
  CHECK_THAT(std::string(FitProfile("server", {1, 1}).status().message()), Contains("\"server\""));
  CHECK_THAT(std::string(FitProfile("a\"b", {1, 1}).status().message()),
             Contains("no name for a new profile"));
  CHECK_THAT(std::string(FitProfile("", {1, 1}).status().message()), Contains("no name for a new profile"));
  CHECK_THAT(std::string(FitProfile("f", {-1, 1}).status().message()), Contains("peds = -1"));
  CHECK_THAT(std::string(FitProfile("f", {1, -5}).status().message()), Contains("sessions = -5"));
  CHECK_THAT(std::string(FitProfile("f", {20000000, 1}).status().message()),
             Contains("peds_max would be 20000000") && Contains("16777216"));
  CHECK_FALSE(FitProfile("f", {1, 2000000000}).ok());
  CHECK_FALSE(FitProfile("f", {1, 1}, "atari").ok());
  CHECK_THAT(FitProfile("f", {1, 1}, "ps3").value(), Contains("base: \"ps3\""));
}

}  // namespace footfall::platform
