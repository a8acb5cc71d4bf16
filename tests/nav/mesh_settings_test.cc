#include <catch2/catch.hpp>
#include <string>

#include "nav/mesh/nav_settings.h"

namespace footfall::nav {
namespace {

bool Mentions(const absl::Status& status, const std::string& text) {
  return std::string(status.message()).find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a missing settings file or key leaves the default", "[NAV-012]") {
  const auto missing = LoadNavSettings("/no/such/file.txtpb", false);
  REQUIRE(missing.ok());
  CHECK(missing->sectors_per_nav_mesh == 3);
  CHECK(missing->nav_mesh_load_distance == 100);
  CHECK(missing->max_nav_meshes_in_any_level == 10000);
  CHECK(missing->max_dynamic_nav_mesh_types == 100);
  const auto one = ParseNavSettings("nav_mesh_load_distance: 80", "test", false);
  REQUIRE(one.ok());
  CHECK(one->nav_mesh_load_distance == 80);
  CHECK(one->max_dynamic_nav_mesh_types == 100);
}

TEST_CASE("all four keys are read", "[NAV-012]") {
  const auto settings = ParseNavSettings(
      "sectors_per_nav_mesh: 3 nav_mesh_load_distance: 1 max_nav_meshes_in_any_level: 5 "
      "max_dynamic_nav_mesh_types: 0",
      "test", false);
  REQUIRE(settings.ok());
  CHECK(settings->max_nav_meshes_in_any_level == 5);
  CHECK(settings->max_dynamic_nav_mesh_types == 0);
}

TEST_CASE("an unparsable value is an error that names the key", "[NAV-012]") {
  for (const std::string key : {"sectors_per_nav_mesh", "nav_mesh_load_distance",
                                "max_nav_meshes_in_any_level", "max_dynamic_nav_mesh_types"}) {
    const auto settings = ParseNavSettings(key + ": many", "nav.txtpb", false);
    CHECK(settings.status().code() == absl::StatusCode::kInvalidArgument);
    CHECK(Mentions(settings.status(), key));
    CHECK(Mentions(settings.status(), "nav.txtpb"));
  }
}

TEST_CASE("settings may lower capacities, never raise them", "[NAV-012]") {
  for (const std::string text : {"max_nav_meshes_in_any_level: 10001", "max_nav_meshes_in_any_level: 0",
                                 "max_dynamic_nav_mesh_types: 101", "max_dynamic_nav_mesh_types: -1",
                                 "nav_mesh_load_distance: -1", "nav_mesh_load_distance: 1e30"}) {
    CAPTURE(text);
    const auto settings = ParseNavSettings(text, "test", false);
    CHECK(settings.status().code() == absl::StatusCode::kInvalidArgument);
    CHECK(Mentions(settings.status(), text.substr(0, text.find(':'))));
  }
}

TEST_CASE("only offline tools take another sector count", "[NAV-009][NAV-010][NAV-012]") {
  CHECK_FALSE(ParseNavSettings("sectors_per_nav_mesh: 4", "test", false).ok());
  CHECK(ParseNavSettings("sectors_per_nav_mesh: 4", "test", true)->sectors_per_nav_mesh == 4);
  CHECK_FALSE(ParseNavSettings("sectors_per_nav_mesh: 0", "test", true).ok());
}

TEST_CASE("settings become overrides of a profile, and lower its tables alone", "[NAV-012][NAV-065]") {
  using Sets = std::vector<std::string>;
  NavSettings settings;
  CHECK(ProfileSetsOf(settings, 64).empty());
  settings.nav_mesh_load_distance = 250;
  settings.max_nav_meshes_in_any_level = 100;
  CHECK(ProfileSetsOf(settings, 64) == Sets{"load_proximity=250"});
  settings.max_nav_meshes_in_any_level = 8;
  CHECK(ProfileSetsOf(settings, 64) == Sets{"load_proximity=250", "resident_tiles_max=8"});
}

}  // namespace footfall::nav
