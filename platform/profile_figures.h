#ifndef FOOTFALL_PLATFORM_PROFILE_FIGURES_H_
#define FOOTFALL_PLATFORM_PROFILE_FIGURES_H_

#include "platform/profile.h"

// The description of a profile, for the sources that hash, load or list it. A figure is added here, in
// profile.h and in profile.proto; tests fail while one of the three lacks it.
namespace footfall::platform {

template <class Self, class Visitor>
void MovementCosts::Describe(Self& self, Visitor& visitor) {
  visitor.Field("climb_high", self.climb_high);
  visitor.Field("climb_low", self.climb_low);
  visitor.Field("drop_down", self.drop_down);
  visitor.Field("drop_down_per_metre", self.drop_down_per_metre);
  visitor.Field("climb_ladder", self.climb_ladder);
  visitor.Field("climb_ladder_per_metre", self.climb_ladder_per_metre);
  visitor.Field("climb_object_per_metre", self.climb_object_per_metre);
  visitor.Field("enter_water", self.enter_water);
  visitor.Field("leave_water", self.leave_water);
  visitor.Field("be_in_water", self.be_in_water);
  visitor.Field("wander_zero_density", self.wander_zero_density);
  visitor.Field("lower_density_per_level", self.lower_density_per_level);
  visitor.Field("non_straight", self.non_straight);
  visitor.Field("move_onto_steep", self.move_onto_steep);
  visitor.Field("avoid_train_tracks", self.avoid_train_tracks);
  visitor.Field("no_directional_cover", self.no_directional_cover);
  visitor.Field("missing_cover_bit", self.missing_cover_bit);
  visitor.Field("flee_double_back", self.flee_double_back);
  visitor.Field("flee_double_back_softer", self.flee_double_back_softer);
  visitor.Field("flee_double_back_multiplier", self.flee_double_back_multiplier);
}

template <class Self, class Visitor>
void Profile::Describe(Self& self, Visitor& visitor) {
  visitor.Omit("name", self.name);
  visitor.Field("cores_count", self.cores_count);
  visitor.Field("main_core", self.main_core);
  visitor.Field("path_core", self.path_core);
  visitor.Field("path_core_fixed", self.path_core_fixed);
  visitor.Field("path_core_reset", self.path_core_reset);
  visitor.Field("path_workers", self.path_workers);
  visitor.Field("path_unit_ns", self.path_unit_ns);
  visitor.Field("path_slice_units_nominal", self.path_slice_units_nominal);
  visitor.Field("path_floor_units", self.path_floor_units);
  visitor.Field("path_slice_units", self.path_slice_units);
  visitor.Field("main_unit_ns", self.main_unit_ns);
  visitor.Field("main_load_units", self.main_load_units);
  visitor.Field("main_command_units", self.main_command_units);
  visitor.Field("main_publish_units", self.main_publish_units);
  visitor.Field("main_tile_units", self.main_tile_units);
  visitor.Field("ped_gen_interval_ms", self.ped_gen_interval_ms);
  visitor.Field("path_requests_max", self.path_requests_max);
  visitor.Field("grid_requests_max", self.grid_requests_max);
  visitor.Field("los_requests_max", self.los_requests_max);
  visitor.Field("audio_requests_max", self.audio_requests_max);
  visitor.Field("flood_fill_requests_max", self.flood_fill_requests_max);
  visitor.Field("clear_area_requests_max", self.clear_area_requests_max);
  visitor.Field("closest_position_requests_max", self.closest_position_requests_max);
  visitor.Field("path_points_max", self.path_points_max);
  visitor.Field("result_points_max", self.result_points_max);
  visitor.Field("los_points_max", self.los_points_max);
  visitor.Field("closest_position_results_max", self.closest_position_results_max);
  visitor.Field("audio_polys_max", self.audio_polys_max);
  visitor.Field("influence_spheres_max", self.influence_spheres_max);
  visitor.Field("included_objects_max", self.included_objects_max);
  visitor.Field("excluded_objects_max", self.excluded_objects_max);
  visitor.Field("request_timeout_ms", self.request_timeout_ms);
  visitor.Field("stale_check_ms", self.stale_check_ms);
  visitor.Field("requests_per_session_max", self.requests_per_session_max);
  visitor.Field("in_world_reserve", self.in_world_reserve);
  visitor.Field("sources_take_turns", self.sources_take_turns);
  visitor.Field("search_points", self.search_points);
  visitor.Field("path_polys_max", self.path_polys_max);
  visitor.Field("heap_max", self.heap_max);
  visitor.Field("visited_polys_max", self.visited_polys_max);
  visitor.Field("search_pages_max", self.search_pages_max);
  visitor.Field("search_nodes_max", self.search_nodes_max);
  visitor.Field("search_iterations_max", self.search_iterations_max);
  visitor.Field("query_units_max", self.query_units_max);
  visitor.Field("unchecked_straight_line", self.unchecked_straight_line);
  visitor.Field("minimise_distance", self.minimise_distance);
  visitor.Field("pull_from_edges", self.pull_from_edges);
  visitor.Field("smooth_corners", self.smooth_corners);
  visitor.Field("movement_costs", self.movement_costs);
  visitor.Field("snap_xy", self.snap_xy);
  visitor.Field("snap_up", self.snap_up);
  visitor.Field("snap_down", self.snap_down);
  visitor.Field("point_below_up_tolerance", self.point_below_up_tolerance);
  visitor.Field("ped_radius", self.ped_radius);
  visitor.Field("target_reached_distance", self.target_reached_distance);
  visitor.Field("streaming_enabled", self.streaming_enabled);
  visitor.Field("tiles_enabled", self.tiles_enabled);
  visitor.Field("request_evict_ms", self.request_evict_ms);
  visitor.Field("load_latency_ms", self.load_latency_ms);
  visitor.Field("disk_bytes_per_second", self.disk_bytes_per_second);
  visitor.Field("load_proximity", self.load_proximity);
  visitor.Field("evict_hysteresis", self.evict_hysteresis);
  visitor.Field("origin_move_trigger", self.origin_move_trigger);
  visitor.Field("switch_suspend_distance", self.switch_suspend_distance);
  visitor.Field("load_regions_max", self.load_regions_max);
  visitor.Field("resident_tiles_max", self.resident_tiles_max);
  visitor.Field("restarts_max", self.restarts_max);
  visitor.Field("dynamic_objects_max", self.dynamic_objects_max);
  visitor.Field("dynamic_object_grids_max", self.dynamic_object_grids_max);
  visitor.Field("tessellated_polys_max", self.tessellated_polys_max);
  visitor.Field("dynamic_meshes_max", self.dynamic_meshes_max);
  visitor.Field("immediate_queue_max", self.immediate_queue_max);
  visitor.Field("immediate_visited_polys_max", self.immediate_visited_polys_max);
  visitor.Field("cover_points_max", self.cover_points_max);
  visitor.Field("cover_tiles_max", self.cover_tiles_max);
  visitor.Field("water_edges_max", self.water_edges_max);
  visitor.Field("ped_gen_coords_max", self.ped_gen_coords_max);
  visitor.Field("ped_gen_blocked_areas_max", self.ped_gen_blocked_areas_max);
  visitor.Field("opponent_spawn_coords_max", self.opponent_spawn_coords_max);
  visitor.Field("path_region_switches_max", self.path_region_switches_max);
  visitor.Field("deferred_disable_climbs_max", self.deferred_disable_climbs_max);
  visitor.Field("blocked_ladders_max", self.blocked_ladders_max);
  visitor.Field("scanned_entities_max", self.scanned_entities_max);
  visitor.Field("scenario_blocking_areas_max", self.scenario_blocking_areas_max);
  visitor.Field("anim_blackboard_items_max", self.anim_blackboard_items_max);
  visitor.Field("peds_max", self.peds_max);
  visitor.Field("tasks_per_ped_max", self.tasks_per_ped_max);
  visitor.Field("peds_per_session_max", self.peds_per_session_max);
  visitor.Field("obstacles_per_session_max", self.obstacles_per_session_max);
  visitor.Field("sessions_max", self.sessions_max);
  visitor.Field("watches_per_session_max", self.watches_per_session_max);
  visitor.Field("batch_items_max", self.batch_items_max);
  visitor.Field("message_bytes_max", self.message_bytes_max);
  visitor.Field("step_ticks_max", self.step_ticks_max);
  visitor.Field("commands_per_tick_max", self.commands_per_tick_max);
  visitor.Field("query_queue_max", self.query_queue_max);
  visitor.Field("attach_queue_max", self.attach_queue_max);
  visitor.Omit("origins", self.origins);
}

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_PROFILE_FIGURES_H_
