#ifndef FOOTFALL_PLATFORM_PROFILE_H_
#define FOOTFALL_PLATFORM_PROFILE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "platform/cost_meter.h"

namespace footfall::platform {

// Which point of the next polygon a search goes to (R25).
enum class SearchPoints : std::uint8_t {
  kTargetClosest,  // The candidate point of the polygon that is closest to the target (NAV-136).
  kSharedEdge,     // The point of the shared edge with the least |parent - p| + |p - target|.
};

// Movement costs of a search (NAV-147): copied into each request, where wander and flee may change the copy.
// Costs without a unit in the name are added once; `_per_metre` ones are multiplied by a length.
struct MovementCosts {
  float climb_high = 800;                     // (NAV-148)
  float climb_low = 400;                      // (NAV-148)
  float drop_down = 100;                      // (NAV-148)
  float drop_down_per_metre = 5;              // Times the height of the drop. (NAV-148)
  float climb_ladder = 50;                    // (NAV-149)
  float climb_ladder_per_metre = 5;           // Times the height of the link. (NAV-149)
  float climb_object_per_metre = 10;          // Times the length of the link. (NAV-149)
  float enter_water = 50;                     // (NAV-150)
  float leave_water = 25;                     // (NAV-150)
  float be_in_water = 20;                     // (NAV-150)
  float wander_zero_density = 100;            // Wander, polygon of density 0. (NAV-151)
  float lower_density_per_level = 10;         // Wander, times the levels of density lost. (NAV-151)
  float non_straight = 1;                     // Wander, times length and 1 - cosine of the turn. (NAV-152)
  float move_onto_steep = 100;                // (NAV-152)
  float avoid_train_tracks = 16000;           // Only with the flag of that name. (NAV-152)
  float no_directional_cover = 500;           // (NAV-153)
  float missing_cover_bit = 75;               // Times the missing direction bits. (NAV-153)
  float flee_double_back = 400;               // (NAV-154)
  float flee_double_back_softer = 200;        // (NAV-154)
  float flee_double_back_multiplier = 0.25F;  // (NAV-154)

  friend bool operator==(const MovementCosts&, const MovementCosts&) = default;
  // Defined in platform/profile_figures.h.
  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor);
};

// Who set a figure: `profile` is a profile's name, or "--set"; `row` is the specification row that this
// profile quotes for it, or empty. Figures that no profile sets have no origin and hold the default.
struct FigureOrigin {
  std::string profile;
  std::string row;
};

// A platform profile: every limit and every virtual speed of the world. The defaults are the documented
// figures of the console profiles, marked with their row (NAV-nnn), or, where nothing is documented, our
// reconstruction, marked with the ruling (Rnn) that settles it. A profile may lower a documented capacity but
// not raise it (NAV-292); `server` may raise any. A plain value: const after loading, so any number of
// threads may read it. Part of the recording header.
struct Profile {
  std::string name = "default";

  // --- Virtual cores and speeds

  // Virtual cores of the machine; core indices lie in [0, cores_count). (R15)
  std::int32_t cores_count = 8;
  // Virtual core of the simulation thread. (R15)
  std::int32_t main_core = 0;
  // Virtual core of the path server; equal to main_core means that it gets what the main thread leaves.
  // (NAV-107, R15)
  std::int32_t path_core = 0;
  // The profile forces path_core; nobody above it may choose another. (NAV-289)
  bool path_core_fixed = false;
  // A path core that the machine lacks becomes core 0 instead of being an error. (NAV-290)
  bool path_core_reset = false;
  // Virtual workers of the path server; more than one only off the main core. (R14, NAV-107)
  std::int32_t path_workers = 1;
  // Virtual ns of one unit of search work; 0 derives it from path_slice_units_nominal, see UnitNs(). (R14,
  // R15)
  std::int64_t path_unit_ns = 0;
  // Units that fill one whole tick. Only used while path_unit_ns is 0. (OQ-14, R14)
  std::int32_t path_slice_units_nominal = 4096;
  // Least budget of a slice, in units, however busy the main core was. (R14)
  std::int32_t path_floor_units = 64;
  // Fixes the budget of every slice, in units, for tests; 0 computes it. (R14)
  std::int32_t path_slice_units = 0;
  // Virtual ns of one unit of main-thread work. (R14)
  std::int64_t main_unit_ns = 1000;
  // Synthetic load of the main core, in main-thread units a tick. (R51)
  std::int32_t main_load_units = 0;
  // Main-thread units for applying one admitted command in phase 1. (R14)
  std::int32_t main_command_units = 2;
  // Main-thread units for publishing one finished request at the sync. (R14)
  std::int32_t main_publish_units = 2;
  // Main-thread units for placing or removing one tile. (R14)
  std::int32_t main_tile_units = 64;
  // Period of spawn-coordinate generation, simulation ms: 30 on pc, durango and orbis, 500 elsewhere.
  // (NAV-291)
  std::int32_t ped_gen_interval_ms = 500;

  // --- Request slots, one table a type (NAV-076)

  std::int32_t path_requests_max = 32;             // (NAV-077)
  std::int32_t grid_requests_max = 8;              // Never used by a live type. (NAV-078)
  std::int32_t los_requests_max = 24;              // (NAV-079)
  std::int32_t audio_requests_max = 16;            // (NAV-079)
  std::int32_t flood_fill_requests_max = 8;        // (NAV-079)
  std::int32_t clear_area_requests_max = 4;        // (NAV-079)
  std::int32_t closest_position_requests_max = 4;  // (NAV-079)
  // Usable waypoints of a path; the array holds one more. (NAV-077, R26)
  std::int32_t path_points_max = 16;
  // Points of all published paths together: the arena that is filled at publication. (R26)
  std::int32_t result_points_max = 544;
  std::int32_t los_points_max = 16;                // Points of a polyline. (NAV-079)
  std::int32_t closest_position_results_max = 16;  // (NAV-079)
  std::int32_t audio_polys_max = 24;               // (NAV-240)
  std::int32_t influence_spheres_max = 8;          // A request. (NAV-081)
  std::int32_t included_objects_max = 8;           // A request. (NAV-081)
  std::int32_t excluded_objects_max = 8;           // A request. (NAV-081)
  // Age since issue, simulation ms, at which an uncollected result is reclaimed. (NAV-094)
  std::int32_t request_timeout_ms = 30000;
  // Period of the check for such results, simulation ms. (NAV-061)
  std::int32_t stale_check_ms = 2000;
  // Path requests that one session may hold, at most path_requests_max; `server` a quarter of all. (R9)
  std::int32_t requests_per_session_max = 32;
  // Path slots that only peds of the world may take; 0 on consoles and pc. (R9)
  std::int32_t in_world_reserve = 0;
  // Within a priority class, the sources of path requests are served in turn; on `server` only. (R9)
  bool sources_take_turns = false;

  // --- Search, per worker or per query

  SearchPoints search_points = SearchPoints::kTargetClosest;  // (R25)
  std::int32_t path_polys_max = 512;  // Polygons of a route; more is ReachedMaxPathPolys. (NAV-144, R26)
  std::int32_t heap_max = 2048;       // Entries of the open list; RanOutOfPathStackSpace. (NAV-107, NAV-142)
  // Nodes a search may touch; more is RanOutOfVisitedPolysSpace. (NAV-135, R26)
  std::int32_t visited_polys_max = 8192;
  // Node pages: tiles that one search may touch, fragments included. (R23)
  std::int32_t search_pages_max = 64;
  // Node records of all pages together; a page reserves one for every polygon of its tile. (R23)
  std::int32_t search_nodes_max = 131072;
  // Expansions after which a search gives TimedOut; 0 is unlimited. (OQ-17)
  std::int32_t search_iterations_max = 0;
  // Units after which a query of the stateless plane gives TimedOut. (R45)
  std::int32_t query_units_max = 262144;
  // Gives a straight line where no mesh data exists (NAV-123), marked as unchecked in the API; off on
  // `server`.
  bool unchecked_straight_line = true;
  bool minimise_distance = true;  // Post step 1 on every path. (NAV-157)
  // Post step 2 on every path; where it is off, paths of requests with PullFromEdgeExtra have it. (NAV-158)
  bool pull_from_edges = true;
  bool smooth_corners = true;  // Route smoothing by splines, for requests with CutSharpCorners. (OQ-33)
  MovementCosts movement_costs;

  // --- Positions, metres

  float snap_xy = 2;                      // Farthest snapping of a request's point sideways. (R35)
  float snap_up = 1.5F;                   // Farthest snapping upwards. (R35)
  float snap_down = 3;                    // Farthest snapping downwards. (R35)
  float point_below_up_tolerance = 0.5F;  // How far above the point "point below" may find a surface. (R31)
  float ped_radius = 0.35F;               // Default and least entity radius. (NAV-081, NAV-124)
  float target_reached_distance = 0.5F;   // Last point to target. (NAV-162)

  // --- Streaming of tiles

  // False keeps every tile of the pack resident. (R52)
  bool streaming_enabled = true;
  // False loads no tile at all, as if the world had none: the development switch --no-nav. (NAV-049)
  bool tiles_enabled = true;
  std::int32_t request_evict_ms = 1000;  // Period of the request-and-evict pass, simulation ms. (NAV-063)
  std::int32_t load_latency_ms = 100;    // From the pass to the placement, without reading. (OQ-57, R21)
  // Virtual reading speed; 0 is unlimited. (R21)
  std::int64_t disk_bytes_per_second = 20'000'000;
  float load_proximity = 100;            // Radius of the gameplay-origin region, m. (NAV-065)
  float evict_hysteresis = 10;           // Extra distance before a tile is given up, m. (NAV-067)
  float origin_move_trigger = 50;        // Movement in XY that makes the pass due at once, m. (NAV-058)
  float switch_suspend_distance = 10;    // Distance to a switch's destination, m. (NAV-066)
  std::int32_t load_regions_max = 3;     // (NAV-064)
  std::int32_t resident_tiles_max = 64;  // (R52)
  // Times that a tile change may send an order back to pending before it finishes on its own view. (R21)
  std::int32_t restarts_max = 3;

  // --- Tables of the navigation world

  std::int32_t dynamic_objects_max = 640;          // (NAV-215)
  std::int32_t dynamic_object_grids_max = 64;      // (NAV-216)
  std::int32_t tessellated_polys_max = 4096;       // A search. (NAV-232)
  std::int32_t dynamic_meshes_max = 100;           // (NAV-043)
  std::int32_t immediate_queue_max = 256;          // (NAV-050)
  std::int32_t immediate_visited_polys_max = 256;  // (NAV-252)
  std::int32_t cover_points_max = 128;             // Buffer of extracted points. (NAV-259)
  std::int32_t cover_tiles_max = 128;              // (NAV-261)
  std::int32_t water_edges_max = 16;               // (NAV-262)
  std::int32_t ped_gen_coords_max = 128;           // (NAV-263)
  std::int32_t ped_gen_blocked_areas_max = 64;     // (NAV-265)
  std::int32_t opponent_spawn_coords_max = 256;    // (NAV-266)
  std::int32_t path_region_switches_max = 64;      // (NAV-268)
  std::int32_t deferred_disable_climbs_max = 80;   // (NAV-270)
  std::int32_t blocked_ladders_max = 8;            // (NAV-271)
  std::int32_t scanned_entities_max = 16;          // A scanner. (NAV-303)
  std::int32_t scenario_blocking_areas_max = 45;   // (NAV-305)
  std::int32_t anim_blackboard_items_max = 32;     // (NAV-307)

  // --- Peds, sessions and the remote interface

  std::int32_t peds_max = 256;              // Peds alive at once. (PED-002, R51)
  std::int32_t tasks_per_ped_max = 8;       // Task slots a ped. (R51)
  std::int32_t peds_per_session_max = 256;  // (R51)
  // Obstacles and hazards that one session may have; `server` a quarter of the obstacles. (R9)
  std::int32_t obstacles_per_session_max = 640;
  std::int32_t sessions_max = 64;  // Sessions open or orphaned at once. (R51)
  std::int32_t watches_per_session_max = 8;
  std::int32_t batch_items_max = 256;                // Items of one batch.
  std::int32_t message_bytes_max = 4 * 1024 * 1024;  // One message, either direction.
  std::int32_t step_ticks_max = 36000;               // Ticks of one Step call.
  std::int32_t commands_per_tick_max = 4096;         // Admitted for one tick, all sources together.
  std::int32_t query_queue_max = 256;  // Waiting queries a peer; more is refused with RetryInfo. (R45)
  // Frames not yet written to one Attach; more ends it as a slow reader.
  std::int32_t attach_queue_max = 1024;

  // Who set what, by figure name. Not part of the hash.
  std::map<std::string, FigureOrigin, std::less<>> origins;

  // Virtual ns of one unit of search work at `hz` ticks a second: path_unit_ns, or, when that is 0,
  // floor(1e9 / hz / path_slice_units_nominal). At least 1. REQUIRES: hz > 0. (R14)
  std::int64_t UnitNs(std::int32_t hz) const;

  // The virtual core of the worker when `requested` is asked for: path_core where the profile forces it
  // (NAV-289), 0 where the profile resets a core that the machine lacks (NAV-290), else `requested`.
  std::int32_t WorkerCore(std::int32_t requested) const;

  // Names all figures in order, see platform/describe.h. Defined in platform/profile_figures.h.
  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor);
};

// Where a figure comes from.
enum class Provenance : std::uint8_t {
  kDocumented,     // The figure that a specification row states, for every platform or for this one.
  kReconstructed,  // Ours: no row states it, or the profile departs from the row.
  kOverridden,     // Set by a profile of the user or by key=value.
};

// One line of `footfall profiles show`.
struct ProfileFigure {
  std::string name;   // As in the text file; nested ones with a dot: "movement_costs.climb_high".
  std::string value;  // As the text file would spell it.
  Provenance provenance = Provenance::kDocumented;
  std::string source;  // Row or ruling: "NAV-077", "R15". Never empty.
  std::string set_by;  // Name of the profile that sets it, "--set", or "default".
};

// Names of the built-in profiles, in the order in which a person wants them: consoles old to new, pc, server.
std::vector<std::string_view> ProfileNames();

// Loads a built-in profile by its name, or a text file when `name_or_path` contains '/' or ends in ".txtpb".
// `sets` are "key=value" and win over the profile; of two for one key the last wins. Bases are loaded first,
// at most 8 deep; a base that is no built-in name is a path, relative to the file that names it. NotFound for
// a name that is neither; otherwise InvalidArgument, with one line a fault that names field, value and limit.
absl::StatusOr<Profile> LoadProfile(std::string_view name_or_path, const std::vector<std::string>& sets = {});

// Checks ranges and relations between figures, whoever set them; InvalidArgument with one line a fault.
// Documented ceilings (NAV-292) are checked by LoadProfile, which knows what a profile is based on.
absl::Status ValidateProfile(const Profile& profile);

// 64-bit hash of all figures and of the version of the cost schema (R13); the name and the origins do not
// count.
std::uint64_t ProfileHash(const Profile& profile);

// All figures in the order of the struct.
std::vector<ProfileFigure> DescribeProfile(const Profile& profile);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_PROFILE_H_
