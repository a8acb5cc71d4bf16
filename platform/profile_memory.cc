#include "platform/profile_memory.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace footfall::platform {

namespace {

constexpr FigureBytes kFigures[] = {
    {"path_requests_max", &Profile::path_requests_max, kRequestBytes},
    {"grid_requests_max", &Profile::grid_requests_max, kRequestBytes},
    {"los_requests_max", &Profile::los_requests_max, kRequestBytes},
    {"audio_requests_max", &Profile::audio_requests_max, kRequestBytes},
    {"flood_fill_requests_max", &Profile::flood_fill_requests_max, kRequestBytes},
    {"clear_area_requests_max", &Profile::clear_area_requests_max, kRequestBytes},
    {"closest_position_requests_max", &Profile::closest_position_requests_max, kRequestBytes},
    {"path_points_max", &Profile::path_points_max, kPathPointBytes},
    {"result_points_max", &Profile::result_points_max, kResultPointBytes},
    {"path_polys_max", &Profile::path_polys_max, kRoutePolyBytes},
    {"heap_max", &Profile::heap_max, kHeapEntryBytes},
    {"visited_polys_max", &Profile::visited_polys_max, kVisitedPolyBytes},
    {"search_nodes_max", &Profile::search_nodes_max, kSearchNodeBytes},
    {"dynamic_objects_max", &Profile::dynamic_objects_max, kObjectBytes},
    {"tessellated_polys_max", &Profile::tessellated_polys_max, kFragmentBytes},
    {"immediate_queue_max", &Profile::immediate_queue_max, kVisitedPolyBytes},
    {"immediate_visited_polys_max", &Profile::immediate_visited_polys_max, kVisitedPolyBytes},
    {"cover_points_max", &Profile::cover_points_max, kPlaceBytes},
    {"cover_tiles_max", &Profile::cover_tiles_max, kPlaceBytes},
    {"water_edges_max", &Profile::water_edges_max, kPlaceBytes},
    {"ped_gen_coords_max", &Profile::ped_gen_coords_max, kPlaceBytes},
    {"ped_gen_blocked_areas_max", &Profile::ped_gen_blocked_areas_max, kPlaceBytes},
    {"opponent_spawn_coords_max", &Profile::opponent_spawn_coords_max, kPlaceBytes},
    {"path_region_switches_max", &Profile::path_region_switches_max, kPlaceBytes},
    {"deferred_disable_climbs_max", &Profile::deferred_disable_climbs_max, kPlaceBytes},
    {"blocked_ladders_max", &Profile::blocked_ladders_max, kPlaceBytes},
    {"sessions_max", &Profile::sessions_max, kSessionBytes},
    {"commands_per_tick_max", &Profile::commands_per_tick_max, kWaitingBytes},
    {"query_queue_max", &Profile::query_queue_max, kWaitingBytes},
    {"attach_queue_max", &Profile::attach_queue_max, kWaitingBytes},
};

std::uint64_t BytesOf(const Profile& profile, const FigureBytes& figure) {
  return static_cast<std::uint64_t>(std::max(0, profile.*figure.member)) * figure.item_bytes;
}

}  // namespace

std::span<const FigureBytes> FiguresWithMemory() { return kFigures; }

std::uint64_t ProfileBytes(const Profile& profile) {
  std::uint64_t bytes = 0;
  for (const FigureBytes& figure : kFigures) bytes += BytesOf(profile, figure);
  return bytes;
}

void CheckMemory(const Profile& profile, std::vector<std::string>* faults) {
  const std::uint64_t bytes = ProfileBytes(profile);
  if (bytes <= kProfileBytesMax) return;
  const FigureBytes& most = *std::max_element(
      std::begin(kFigures), std::end(kFigures),
      [&](const FigureBytes& a, const FigureBytes& b) { return BytesOf(profile, a) < BytesOf(profile, b); });
  faults->push_back(absl::StrCat(
      profile.name, ": ", std::string(most.figure), " = ", profile.*most.member, " takes most of the ", bytes,
      " bytes that all tables of the profile need, the limit is ", kProfileBytesMax));
}

}  // namespace footfall::platform
