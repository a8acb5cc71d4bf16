#include "platform/profile.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "footfall/config/v1/profile.pb.h"
#include "platform/describe.h"
#include "platform/profile_figures.h"

namespace footfall::platform {

namespace {

using Catch::Contains;

const std::vector<std::string> kConsoles = {"xenon", "ps3", "durango", "orbis"};

Profile Load(std::string_view name, const std::vector<std::string>& sets = {}) {
  absl::StatusOr<Profile> profile = LoadProfile(name, sets);
  INFO(profile.status().ToString());
  REQUIRE(profile.ok());
  return *std::move(profile);
}

std::string ErrorOf(std::string_view name, const std::vector<std::string>& sets = {}) {
  const absl::StatusOr<Profile> profile = LoadProfile(name, sets);
  REQUIRE_FALSE(profile.ok());
  return std::string(profile.status().message());
}

ProfileFigure FigureNamed(const Profile& profile, std::string_view name) {
  for (ProfileFigure& figure : DescribeProfile(profile)) {
    if (figure.name == name) {
      return figure;
    }
  }
  FAIL("no figure " << name);
  return {};
}

std::string WriteProfile(const std::string& name, const std::string& text) {
  const std::string path = std::string(FOOTFALL_BINARY_DIR) + "/" + name + ".txtpb";
  std::FILE* file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  REQUIRE(std::fwrite(text.data(), 1, text.size(), file) == text.size());
  REQUIRE(std::fclose(file) == 0);
  return path;
}

}  // namespace

TEST_CASE("the six profiles load and hold together") {
  CHECK(ProfileNames() == std::vector<std::string_view>{"xenon", "ps3", "durango", "orbis", "pc", "server"});
  std::set<std::uint64_t> hashes;
  for (const std::string_view name : ProfileNames()) {
    const Profile profile = Load(name);
    CHECK(profile.name == name);
    CHECK(ValidateProfile(profile).ok());
    hashes.insert(ProfileHash(profile));
  }
  CHECK(hashes.size() == 6);
}

TEST_CASE("struct, description and schema have the same figures and the same standards") {
  const std::vector<ProfileFigure> figures = DescribeProfile(Profile());
  const int own_fields =
      config::v1::Profile::descriptor()->field_count() - 4;  // Not name, base, sources, costs.
  CHECK(static_cast<int>(figures.size()) ==
        own_fields + config::v1::MovementCosts::descriptor()->field_count());
  for (const ProfileFigure& figure : figures) {
    CAPTURE(figure.name, figure.value);
    CHECK(figure.provenance != Provenance::kOverridden);  // The default is the standard of the schema.
    CHECK(figure.set_by == "default");
    CHECK_FALSE(figure.source.empty());
  }
}

TEST_CASE("a figure that is not described makes this test fail") {
  constexpr std::size_t kCostsPadding = 0;
  CHECK(DescribedBytes(MovementCosts()) + kCostsPadding == sizeof(MovementCosts));
  constexpr std::size_t kProfilePadding = 18;  // After flags and enums, before 8-byte members.
  CHECK(DescribedBytes(Profile()) + kProfilePadding == sizeof(Profile));
}

TEST_CASE("consoles and pc hold the documented slot tables", "[NAV-077][NAV-078][NAV-079]") {
  for (const std::string_view name : {"xenon", "ps3", "durango", "orbis", "pc"}) {
    const Profile profile = Load(name);
    CHECK(profile.path_requests_max == 32);
    CHECK(profile.grid_requests_max == 8);
    CHECK(profile.los_requests_max == 24);
    CHECK(profile.audio_requests_max == 16);
    CHECK(profile.flood_fill_requests_max == 8);
    CHECK(profile.clear_area_requests_max == 4);
    CHECK(profile.closest_position_requests_max == 4);
    CHECK(profile.path_points_max == 16);
    CHECK(profile.los_points_max == 16);
    CHECK(profile.closest_position_results_max == 16);
    CHECK(profile.requests_per_session_max == 32);
    CHECK(profile.in_world_reserve == 0);
    CHECK(profile.result_points_max == 32 * 17);
  }
}

TEST_CASE("consoles and pc hold the documented search limits", "[NAV-107][NAV-135][NAV-142][NAV-144]") {
  for (const std::string_view name : {"xenon", "ps3", "durango", "orbis", "pc"}) {
    const Profile profile = Load(name);
    CHECK(profile.heap_max == 2048);
    CHECK(profile.visited_polys_max == 8192);
    CHECK(profile.path_polys_max == 512);
    CHECK(profile.path_workers == 1);
    CHECK(profile.search_points == SearchPoints::kTargetClosest);
    CHECK(profile.streaming_enabled);
    CHECK(profile.unchecked_straight_line);
    CHECK(profile.minimise_distance);
    CHECK(profile.pull_from_edges);
    CHECK(profile.smooth_corners);
  }
}

TEST_CASE("documented times, distances and radii are the defaults",
          "[NAV-058][NAV-061][NAV-063][NAV-064][NAV-065][NAV-066][NAV-067][NAV-081][NAV-094][NAV-162]") {
  const Profile profile = Load("ps3");
  CHECK(profile.origin_move_trigger == 50);
  CHECK(profile.stale_check_ms == 2000);
  CHECK(profile.request_evict_ms == 1000);
  CHECK(profile.load_regions_max == 3);
  CHECK(profile.load_proximity == 100);
  CHECK(profile.switch_suspend_distance == 10);
  CHECK(profile.evict_hysteresis == 10);
  CHECK(profile.ped_radius == 0.35F);
  CHECK(profile.influence_spheres_max == 8);
  CHECK(profile.included_objects_max == 8);
  CHECK(profile.excluded_objects_max == 8);
  CHECK(profile.request_timeout_ms == 30000);
  CHECK(profile.target_reached_distance == 0.5F);
  CHECK(profile.load_latency_ms == 100);
}

TEST_CASE("movement costs are the documented table",
          "[NAV-147][NAV-148][NAV-149][NAV-150][NAV-151][NAV-152][NAV-153][NAV-154]") {
  for (const std::string_view name : ProfileNames()) {
    const MovementCosts costs = Load(name).movement_costs;
    CHECK(costs.climb_high == 800);
    CHECK(costs.climb_low == 400);
    CHECK(costs.drop_down == 100);
    CHECK(costs.drop_down_per_metre == 5);
    CHECK(costs.climb_ladder == 50);
    CHECK(costs.climb_ladder_per_metre == 5);
    CHECK(costs.climb_object_per_metre == 10);
    CHECK(costs.enter_water == 50);
    CHECK(costs.leave_water == 25);
    CHECK(costs.be_in_water == 20);
    CHECK(costs.wander_zero_density == 100);
    CHECK(costs.lower_density_per_level == 10);
    CHECK(costs.non_straight == 1);
    CHECK(costs.move_onto_steep == 100);
    CHECK(costs.avoid_train_tracks == 16000);
    CHECK(costs.no_directional_cover == 500);
    CHECK(costs.missing_cover_bit == 75);
    CHECK(costs.flee_double_back == 400);
    CHECK(costs.flee_double_back_softer == 200);
    CHECK(costs.flee_double_back_multiplier == 0.25F);
  }
}

TEST_CASE(
    "the later tables hold their documented sizes",
    "[NAV-043][NAV-050][NAV-215][NAV-216][NAV-232][NAV-240][NAV-252][NAV-259][NAV-261][NAV-262][NAV-263]"
    "[NAV-265][NAV-266][NAV-268][NAV-270][NAV-271][NAV-303][NAV-305][NAV-307]") {
  const Profile profile = Load("pc");
  CHECK(profile.dynamic_meshes_max == 100);
  CHECK(profile.immediate_queue_max == 256);
  CHECK(profile.dynamic_objects_max == 640);
  CHECK(profile.dynamic_object_grids_max == 64);
  CHECK(profile.obstacles_per_session_max == 640);
  CHECK(profile.tessellated_polys_max == 4096);
  CHECK(profile.audio_polys_max == 24);
  CHECK(profile.immediate_visited_polys_max == 256);
  CHECK(profile.cover_points_max == 128);
  CHECK(profile.cover_tiles_max == 128);
  CHECK(profile.water_edges_max == 16);
  CHECK(profile.ped_gen_coords_max == 128);
  CHECK(profile.ped_gen_blocked_areas_max == 64);
  CHECK(profile.opponent_spawn_coords_max == 256);
  CHECK(profile.path_region_switches_max == 64);
  CHECK(profile.deferred_disable_climbs_max == 80);
  CHECK(profile.blocked_ladders_max == 8);
  CHECK(profile.scanned_entities_max == 16);
  CHECK(profile.scenario_blocking_areas_max == 45);
  CHECK(profile.anim_blackboard_items_max == 32);
}

TEST_CASE("cores are as documented, only the older consoles share one") {
  const auto check_cores = [](std::string_view name, int main_core, int path_core) {
    CAPTURE(name);
    CHECK(Load(name).main_core == main_core);
    CHECK(Load(name).path_core == path_core);
  };
  check_cores("xenon", 0, 0);
  check_cores("ps3", 0, 0);
  check_cores("durango", 0, 5);
  check_cores("orbis", 1, 0);
  check_cores("pc", 1, 0);
  CHECK(Load("server").main_core != Load("server").path_core);
}

TEST_CASE("durango forces core 5, whoever asks for another", "[NAV-289]") {
  const Profile durango = Load("durango");
  for (const int requested : {-1, 0, 3, 5, 1000}) {
    CHECK(durango.WorkerCore(requested) == 5);
  }
  CHECK(Load("pc").WorkerCore(3) == 3);
  CHECK_THAT(ErrorOf("durango", {"path_core=2"}), Contains("path_core = 2") && Contains("5 (NAV-289)"));
  CHECK_THAT(ErrorOf("durango", {"path_core_fixed=false"}), Contains("NAV-289"));
  CHECK(Load("durango", {"path_core=5"}).path_core == 5);
}

TEST_CASE("xenon resets a core that it lacks to 0, the others refuse it", "[NAV-290]") {
  const Profile xenon = Load("xenon");
  CHECK(xenon.WorkerCore(5) == 5);
  CHECK(xenon.WorkerCore(6) == 0);
  CHECK(xenon.WorkerCore(-1) == 0);
  CHECK(Load("xenon", {"path_core=3"}).path_core == 3);
  CHECK(Load("xenon", {"path_core=99"}).path_core == 0);
  CHECK(Load("xenon", {"path_core=-7"}).path_core == 0);
  CHECK_THAT(ErrorOf("ps3", {"path_core=99"}), Contains("path_core = 99") && Contains("cores_count is 2"));
  CHECK_THAT(ErrorOf("ps3", {"path_core=-1"}), Contains("path_core = -1") && Contains("range 0 to 1023"));
}

TEST_CASE("spawn coordinates are made often on pc and the newer consoles, rarely on the others",
          "[NAV-291]") {
  CHECK(Load("pc").ped_gen_interval_ms == 30);
  CHECK(Load("durango").ped_gen_interval_ms == 30);
  CHECK(Load("orbis").ped_gen_interval_ms == 30);
  CHECK(Load("xenon").ped_gen_interval_ms == 500);
  CHECK(Load("ps3").ped_gen_interval_ms == 500);
}

TEST_CASE("a documented capacity can be lowered but not raised, except on server", "[NAV-292]") {
  for (const std::string_view name : {"xenon", "ps3", "durango", "orbis", "pc"}) {
    CHECK(Load(name, {"path_requests_max=5"}).path_requests_max == 5);
    CHECK(Load(name, {"path_requests_max=32"}).path_requests_max == 32);
    CHECK_THAT(ErrorOf(name, {"path_requests_max=33"}), Contains("path_requests_max = 33") &&
                                                            Contains("limit of 32 (NAV-077)") &&
                                                            Contains("NAV-292"));
    CHECK_THAT(ErrorOf(name, {"heap_max=4096", "path_workers=2"}),
               Contains("heap_max") && Contains("path_workers"));
  }
  CHECK(Load("server", {"path_requests_max=100000"}).path_requests_max == 100000);
}

TEST_CASE("a user profile keeps the ceilings of what it is based on", "[NAV-292]") {
  const std::string small = WriteProfile("small", "name: \"small\" base: \"ps3\" path_requests_max: 4");
  CHECK(Load(small).path_requests_max == 4);
  CHECK(Load(small).cores_count == 2);
  const std::string big = WriteProfile("big", "name: \"big\" base: \"ps3\" path_points_max: 17");
  CHECK_THAT(ErrorOf(big),
             Contains("big: path_points_max = 17 is above the documented limit of 16 (NAV-077)"));
  const std::string rootless = WriteProfile("rootless", "name: \"rootless\" heap_max: 2049");
  CHECK_THAT(ErrorOf(rootless), Contains("heap_max = 2049"));
  const std::string farm = WriteProfile("farm", "name: \"farm\" base: \"server\" path_requests_max: 20000");
  CHECK(Load(farm).path_requests_max == 20000);
  const std::string sub_farm =
      WriteProfile("sub_farm", "name: \"sub_farm\" base: \"farm.txtpb\" heap_max: 100000");
  CHECK(Load(sub_farm).path_requests_max == 20000);
  CHECK(Load(sub_farm).heap_max == 100000);
}

TEST_CASE("server holds its own load test") {
  const Profile server = Load("server");
  CHECK(server.peds_max == 65536);
  CHECK(server.tasks_per_ped_max == 8);
  CHECK(server.sessions_max == 8192);
  CHECK(server.path_points_max == 1024);
  CHECK(server.path_polys_max == 16384);
  CHECK(server.heap_max == 65536);
  CHECK(server.visited_polys_max == 65536);
  CHECK(server.path_requests_max == 8192);
  CHECK(server.requests_per_session_max * 4 == server.path_requests_max);
  CHECK(server.obstacles_per_session_max * 4 == server.dynamic_objects_max);
  CHECK(server.in_world_reserve > 0);
  CHECK(server.path_workers == 4);
  CHECK(server.search_points == SearchPoints::kSharedEdge);
  CHECK_FALSE(server.streaming_enabled);
  CHECK_FALSE(server.unchecked_straight_line);
  CHECK_FALSE(server.pull_from_edges);
}

TEST_CASE("a unit of search work is a 4096th of a tick on consoles and 250 ns on server") {
  for (const std::string& name : kConsoles) {
    CHECK(Load(name).UnitNs(30) == 8138);
    CHECK(Load(name).UnitNs(20) == 12207);
    CHECK(Load(name).UnitNs(60) == 4069);
  }
  CHECK(Load("server").UnitNs(30) == 250);
  CHECK(Load("server").UnitNs(60) == 250);
  CHECK(Load("pc", {"path_slice_units_nominal=1000000000"}).UnitNs(30) == 1);
}

TEST_CASE("more than one path worker on the main core is an error") {
  CHECK_THAT(ErrorOf("server", {"path_core=0"}),
             Contains("path_workers = 4") && Contains("limit is 1") && Contains("R14"));
  CHECK(Load("server", {"path_core=0", "path_workers=1"}).path_workers == 1);
}

TEST_CASE("ValidateProfile checks profiles that were made in code") {
  Profile profile;
  CHECK(ValidateProfile(profile).ok());
  profile.path_requests_max = 0;
  profile.snap_xy = -1;
  profile.ped_radius = 0.0F / 0.0F;
  profile.main_core = 8;
  profile.result_points_max = 16;
  const std::string errors(ValidateProfile(profile).message());
  for (const char* name : {"path_requests_max = 0", "snap_xy = -1", "ped_radius = nan", "main_core = 8",
                           "result_points_max = 16", "in_world_reserve = 0"}) {
    CHECK_THAT(errors, Contains(name));
  }
}

TEST_CASE("every figure with a range refuses what lies outside it") {
  for (const ProfileFigure& figure : DescribeProfile(Load("server"))) {
    const bool number = figure.value.find_first_not_of("0123456789.-+e") == std::string::npos;
    if (number) {
      CAPTURE(figure.name);
      CHECK_THAT(ErrorOf("server", {figure.name + "=-2"}), Contains(figure.name + " = -2"));
      CHECK_FALSE(LoadProfile("server", {figure.name + "=1e30"}).ok());
      CHECK_FALSE(LoadProfile("server", {figure.name + "=nan"}).ok());
      CHECK_FALSE(LoadProfile("server", {figure.name + "=2000000000000000000"}).ok());
    }
  }
}

TEST_CASE("sets override, the last one wins") {
  const Profile profile =
      Load("ps3", {"path_requests_max=5", "path_requests_max=6", "movement_costs.climb_high=1.5",
                   "search_points=SHARED_EDGE", "streaming_enabled=false"});
  CHECK(profile.path_requests_max == 6);
  CHECK(profile.movement_costs.climb_high == 1.5F);
  CHECK(profile.movement_costs.climb_low == 400);
  CHECK(profile.search_points == SearchPoints::kSharedEdge);
  CHECK_FALSE(profile.streaming_enabled);
}

TEST_CASE("sets that cannot be read say why, all of them") {
  const std::string errors =
      ErrorOf("ps3", {"path_requests_max", "nope=1", "name=x", "sources=1", "movement_costs=1",
                      "path_core.x=1", "heap_max=", "heap_max=1 path_core: 1", "heap_max=word", "=1",
                      "path_points_max=1.5", "search_points=SEARCH_POINTS_UNSPECIFIED", "search_points=7"});
  CHECK_THAT(errors, Contains("--set path_requests_max: expected key=value"));
  for (const char* key : {"nope", "name", "sources", "movement_costs", "path_core.x", ""}) {
    CHECK_THAT(errors, Contains("no profile figure is named \"" + std::string(key) + "\""));
  }
  CHECK_THAT(errors, Contains("--set heap_max=: \"\""));
  CHECK_THAT(errors, Contains("\"1 path_core: 1\" is no number"));
  CHECK_THAT(errors, Contains("field heap_max") && Contains("word"));
  CHECK_THAT(errors, Contains("field path_points_max"));
  CHECK_THAT(errors, Contains("search_points must be"));
}

TEST_CASE("names that are no profile are refused and the profiles listed") {
  CHECK(LoadProfile("ps4").status().code() == absl::StatusCode::kNotFound);
  CHECK_THAT(ErrorOf("ps4"), Contains("\"ps4\"") && Contains("xenon, ps3, durango, orbis, pc, server"));
  CHECK(LoadProfile("").status().code() == absl::StatusCode::kNotFound);
  CHECK(LoadProfile("/no/such.txtpb").status().code() == absl::StatusCode::kNotFound);
  CHECK_THAT(ErrorOf(WriteProfile("thief", "name: \"ps3\"")), Contains("belongs to a built-in profile"));
  CHECK_THAT(ErrorOf(WriteProfile("nameless", "heap_max: 5")), Contains("field name = \"\""));
  CHECK_THAT(ErrorOf(WriteProfile("spaced", "name: \"a b\"")), Contains("field name = \"a b\""));
  CHECK_THAT(ErrorOf(WriteProfile("typo", "name: \"typo\"\nheap_maxx: 5")), Contains("typo.txtpb:2:"));
  CHECK_THAT(ErrorOf(WriteProfile("lost", "name: \"lost\" base: \"nobody\"")), Contains("\"nobody\""));
  CHECK_THAT(ErrorOf(WriteProfile("liar", "name: \"liar\" sources { field: \"heap_max\" row: \"NAV-1\" }")),
             Contains("heap_max") && Contains("does not set"));
}

TEST_CASE("a profile that is its own base ends with an error") {
  CHECK_THAT(ErrorOf(WriteProfile("self", "name: \"self\" base: \"self.txtpb\"")),
             Contains("more than 8 bases"));
}

TEST_CASE("the hash covers every figure and neither name nor origin") {
  const Profile profile = Load("server");
  Profile renamed = profile;
  renamed.name = "other";
  renamed.origins.clear();
  CHECK(ProfileHash(renamed) == ProfileHash(profile));
  for (const ProfileFigure& figure : DescribeProfile(profile)) {
    CAPTURE(figure.name);
    for (const char* value : {"1", "2", "3", "true", "false", "TARGET_CLOSEST", "8"}) {
      const absl::StatusOr<Profile> changed = LoadProfile("server", {figure.name + "=" + value});
      if (changed.ok() && FigureNamed(*changed, figure.name).value != figure.value) {
        CHECK(ProfileHash(*changed) != ProfileHash(profile));
      }
    }
  }
}

TEST_CASE("each figure says whether it is documented and who set it") {
  const auto check = [](const Profile& profile, std::string_view name, Provenance provenance,
                        std::string_view source, std::string_view set_by) {
    const ProfileFigure figure = FigureNamed(profile, name);
    CAPTURE(profile.name, figure.name);
    CHECK(figure.provenance == provenance);
    CHECK(figure.source == source);
    CHECK(figure.set_by == set_by);
  };
  const Profile durango = Load("durango");
  check(durango, "path_requests_max", Provenance::kDocumented, "NAV-077", "default");
  check(durango, "path_core", Provenance::kDocumented, "NAV-289", "durango");
  check(durango, "ped_gen_interval_ms", Provenance::kDocumented, "NAV-291", "durango");
  check(durango, "snap_xy", Provenance::kReconstructed, "R35", "default");
  check(Load("ps3"), "peds_max", Provenance::kReconstructed, "PED-002", "ps3");
  check(Load("server"), "path_requests_max", Provenance::kReconstructed, "NAV-077", "server");
  const Profile changed = Load("ps3", {"heap_max=100", "movement_costs.climb_low=1", "path_points_max=16"});
  check(changed, "heap_max", Provenance::kOverridden, "NAV-107", "--set");
  check(changed, "movement_costs.climb_low", Provenance::kOverridden, "NAV-148", "--set");
  check(changed, "path_points_max", Provenance::kDocumented, "NAV-077", "--set");
  CHECK(FigureNamed(changed, "heap_max").value == "100");
  CHECK(FigureNamed(changed, "ped_radius").value == "0.35");
  CHECK(FigureNamed(changed, "streaming_enabled").value == "true");
  CHECK(FigureNamed(changed, "search_points").value == "TARGET_CLOSEST");
}

TEST_CASE("the values of a listing, given back as sets, make the same profile") {
  for (const std::string_view name : ProfileNames()) {
    const Profile profile = Load(name);
    std::vector<std::string> sets;
    for (const ProfileFigure& figure : DescribeProfile(profile)) {
      sets.push_back(figure.name + "=" + figure.value);
    }
    CHECK(ProfileHash(Load(name == "server" ? "server" : "pc", sets)) == ProfileHash(profile));
  }
}

}  // namespace footfall::platform
