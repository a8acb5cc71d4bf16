#include "platform/profile_memory.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "platform/profile_fit.h"

namespace footfall::platform {
namespace {

using Catch::Matchers::Contains;

std::string FaultOf(const std::vector<std::string>& sets) {
  return std::string(LoadProfile("server", sets).status().message());
}

// The greatest value of a figure that still fits, all others being those of `server`.
std::int64_t MostOf(const FigureBytes& figure) {
  const Profile server = *LoadProfile("server");
  const std::uint64_t others =
      ProfileBytes(server) - static_cast<std::uint64_t>(server.*figure.member) * figure.item_bytes;
  return static_cast<std::int64_t>((kProfileBytesMax - others) / figure.item_bytes);
}

TEST_CASE("the profiles that come along need far less than the limit") {
  for (const std::string_view name : ProfileNames()) {
    CAPTURE(std::string(name));
    CHECK(ProfileBytes(*LoadProfile(name)) * 3 < kProfileBytesMax);
  }
  CHECK(kProfileBytesMax == 2'147'483'648);
}

TEST_CASE("each figure that sizes memory is refused by its name where it takes too much", "[NAV-292]") {
  for (const FigureBytes& figure : FiguresWithMemory()) {
    const std::string name(figure.figure);
    CAPTURE(name);
    Profile profile = *LoadProfile("server");
    const std::int64_t most = MostOf(figure);
    profile.*figure.member = static_cast<std::int32_t>(std::min<std::int64_t>(most, INT32_MAX));
    std::vector<std::string> faults;
    CheckMemory(profile, &faults);
    CHECK(faults.empty());
    if (most >= INT32_MAX) continue;
    ++(profile.*figure.member);
    CheckMemory(profile, &faults);
    REQUIRE(faults.size() == 1);
    CHECK_THAT(faults[0],
               Contains("server: " + name + " = " + std::to_string(most + 1) + " takes most of the "));
    CHECK_THAT(faults[0], Contains("the limit is 2147483648"));
  }
}

TEST_CASE("it is the sum that counts, and the largest part of it that is named") {
  CHECK(FaultOf({"search_nodes_max=8000000"}).empty());
  CHECK(FaultOf({"path_requests_max=400000"}).empty());
  CHECK_THAT(FaultOf({"search_nodes_max=8000000", "path_requests_max=399000"}),
             Contains("server: search_nodes_max = 8000000 takes most of the "));
  CHECK_THAT(FaultOf({"search_nodes_max=8000000", "path_requests_max=401000"}),
             Contains("server: path_requests_max = 401000 takes most of the "));
  // As much as the ranges allow: no sum runs over.
  std::vector<std::string> all;
  for (const FigureBytes& figure : FiguresWithMemory()) {
    const bool is_small = figure.figure == "path_points_max";
    all.push_back(std::string(figure.figure) + (is_small ? "=65535" : "=16777216"));
  }
  CHECK_THAT(FaultOf(all), Contains("path_requests_max = 16777216 takes most of the "));
  Profile profile;
  profile.path_requests_max = -1;
  CHECK(ProfileBytes(profile) < ProfileBytes(Profile()));
}

TEST_CASE("a fit that needs too much memory is refused by the same words") {
  CHECK_THAT(std::string(FitProfile("f", {2'090'000, 20'000}).status().message()),
             Contains("f: result_points_max = 16720000 takes most of the "));
}

TEST_CASE("every figure with a most is known to size memory or not to") {
  // Capped by their range or another constant, bounds within one message or request, quotas within a table
  // that counts, or of tables that are not there yet.
  const std::set<std::string> without = {"los_points_max",
                                         "closest_position_results_max",
                                         "audio_polys_max",
                                         "influence_spheres_max",
                                         "included_objects_max",
                                         "excluded_objects_max",
                                         "requests_per_session_max",
                                         "search_pages_max",
                                         "search_iterations_max",
                                         "query_units_max",
                                         "load_regions_max",
                                         "resident_tiles_max",
                                         "restarts_max",
                                         "dynamic_object_grids_max",
                                         "dynamic_meshes_max",
                                         "scanned_entities_max",
                                         "scenario_blocking_areas_max",
                                         "anim_blackboard_items_max",
                                         "peds_max",
                                         "tasks_per_ped_max",
                                         "peds_per_session_max",
                                         "obstacles_per_session_max",
                                         "watches_per_session_max",
                                         "batch_items_max",
                                         "message_bytes_max",
                                         "step_ticks_max"};
  const auto figures = FiguresWithMemory();
  for (const ProfileFigure& figure : DescribeProfile(Profile())) {
    if (!figure.name.ends_with("_max")) continue;
    CAPTURE(figure.name);
    const bool has_memory = std::any_of(figures.begin(), figures.end(),
                                        [&](const FigureBytes& with) { return with.figure == figure.name; });
    CHECK(has_memory != without.contains(figure.name));
  }
}

}  // namespace
}  // namespace footfall::platform
