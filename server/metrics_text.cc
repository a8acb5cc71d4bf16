#include "server/metrics_text.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "footfall/v1/world_service.pb.h"
#include "server/clock.h"

namespace footfall::server {
namespace {

class Page {
 public:
  void Gauge(const char* name, const char* help, double value) {
    prometheus::ClientMetric metric;
    metric.gauge.value = value;
    Add(name, help, prometheus::MetricType::Gauge, std::move(metric));
  }
  void Counter(const char* name, const char* help, double value) {
    prometheus::ClientMetric metric;
    metric.counter.value = value;
    Add(name, help, prometheus::MetricType::Counter, std::move(metric));
  }
  std::string Text() const { return prometheus::TextSerializer().Serialize(families_); }

 private:
  void Add(const char* name, const char* help, prometheus::MetricType type, prometheus::ClientMetric metric) {
    prometheus::MetricFamily family;
    family.name = name;
    family.help = help;
    family.type = type;
    family.metric.push_back(std::move(metric));
    families_.push_back(std::move(family));
  }

  std::vector<prometheus::MetricFamily> families_;
};

template <class Number>
double Of(const Number& number) {
  return static_cast<double>(number);
}

double Seconds(int64_t ns) { return static_cast<double>(ns) / 1e9; }

// Of the types that are no path: each pool by itself.
void AddTypes(const sim::PathServerFigures& path, Page& page) {
  const std::pair<nav::RequestType, std::string> kTypes[] = {
      {nav::RequestType::kLineOfSight, "line_of_sight"},
      {nav::RequestType::kAudioProperties, "audio"},
      {nav::RequestType::kFloodFill, "flood_fill"},
      {nav::RequestType::kClearArea, "clear_area"},
      {nav::RequestType::kClosestPosition, "closest_position"},
  };
  for (const auto& [type, name] : kTypes) {
    const sim::RequestTypeFigures& figures = path.by_type[nav::IndexOf(type)];
    const std::string prefix = "footfall_" + name;
    page.Gauge((prefix + "_slots").c_str(), "Slots of the type that the profile has.", Of(figures.slots));
    page.Gauge((prefix + "_slots_in_use").c_str(), "Slots of the type taken.", Of(figures.slots_in_use));
    page.Gauge((prefix + "_slots_high_water").c_str(), "Most slots of the type ever taken at once.",
               Of(figures.slots_high_water));
    page.Counter((prefix + "_full_total").c_str(), "Requests refused because the type's slots were in use.",
                 Of(figures.full));
  }
}

// A table of fixed size.
void AddTable(const char* name, size_t rows, const nav::TableCounts& counts, int32_t rows_max, Page& page) {
  const std::string prefix = absl::StrCat("footfall_", name);
  page.Gauge(prefix.c_str(), "Rows of the table in use.", Of(rows));
  page.Gauge((prefix + "_high_water").c_str(), "Most rows ever in use at once.", Of(counts.high_water));
  page.Gauge((prefix + "_max").c_str(), "Rows that the profile has room for.", Of(rows_max));
  page.Counter((prefix + "_full_total").c_str(), "Times that something found no room.", Of(counts.full));
}

void AddJob(const char* name, const nav::JobClock& job, Page& page) {
  const std::string prefix = absl::StrCat("footfall_", name, "_job");
  page.Counter((prefix + "_slices_total").c_str(), "Slices of the background job.", Of(job.slices));
  page.Counter((prefix + "_units_total").c_str(), "Units of search work that it used.", Of(job.units));
  page.Counter((prefix + "_starved_total").c_str(), "Periods in which requests left nothing for it.",
               Of(job.starved));
}

void AddUpkeep(const sim::UpkeepView& upkeep, const platform::Profile& profile, Page& page) {
  const nav::WorldEdits& edits = *upkeep.edits;
  const sim::UpkeepFigures& figures = upkeep.figures;
  AddTable("area_switches", edits.switches.rows().size(), figures.switches, profile.path_region_switches_max,
           page);
  AddTable("climbs_waiting", edits.climbs.waiting().size(), figures.climbs,
           profile.deferred_disable_climbs_max, page);
  page.Gauge("footfall_climbs_disabled", "Climbs that no search crosses.",
             Of(edits.climbs.disabled().size()));
  page.Counter("footfall_climbs_unmatched_total", "Climbs asked for where there is none.",
               Of(figures.climbs_unmatched));
  AddTable("ladders_blocked", edits.ladders.rows().size(), figures.ladders, profile.blocked_ladders_max,
           page);
  AddTable("spawn_blocks", edits.spawn_blocks.rows().size(), figures.spawn_blocks,
           profile.ped_gen_blocked_areas_max, page);
  AddTable("cover_buffer", figures.cover_buffered, figures.cover, profile.cover_points_max, page);
  page.Gauge("footfall_cover_points", "Cover points of the last whole round.", Of(upkeep.cover->size()));
  page.Counter("footfall_cover_rounds_total", "Whole rounds of cover extraction.", Of(figures.cover_rounds));
  page.Counter("footfall_cover_restarts_total", "Rounds that tiles coming or going cut short.",
               Of(figures.cover_restarts));
  page.Counter("footfall_cover_tiles_refused_total", "Tiles beyond those that a round considers.",
               Of(figures.cover_tiles_refused));
  AddTable("water_edges", upkeep.water->size(), figures.water, profile.water_edges_max, page);
  page.Counter("footfall_water_rounds_total", "Whole rounds of water edges.", Of(figures.water_rounds));
  AddTable("ambient_spawns", upkeep.ambient->size(), figures.ambient, profile.ped_gen_coords_max, page);
  page.Counter("footfall_ambient_searches_total", "Complete ambient searches.", Of(figures.ambient_searches));
  page.Counter("footfall_ambient_restarts_total", "Ambient searches that tiles sent to their beginning.",
               Of(figures.ambient_restarts));
  AddTable("opponent_spawns", upkeep.opponent->coords.size(), figures.opponent,
           profile.opponent_spawn_coords_max, page);
  page.Counter("footfall_opponent_searches_total", "Opponent searches started.",
               Of(figures.opponent_searches));
  page.Counter("footfall_opponent_restarts_total", "Opponent searches that tiles sent to their beginning.",
               Of(figures.opponent_restarts));
  page.Counter("footfall_opponent_refused_total", "Opponent searches refused because of another one.",
               Of(figures.opponent_refused));
  AddJob("cover", figures.cover_job, page);
  AddJob("spawn", figures.spawn_job, page);
}

// How late the next tick is already because the present one takes longer than a tick of real time.
int64_t LagUnderWay(const Published& world, const Figures& figures, int64_t now_ns) {
  const int64_t began_ns = figures.tick_began_ns;
  if (began_ns == 0 || figures.run_state != v1::RUN_STATE_RUNNING) return 0;
  return now_ns - began_ns - kNsPerSecondWall / world.rate_hz;
}

}  // namespace

std::string MetricsText(const Published& world, const Figures& figures, int64_t now_ns) {
  const sim::PublishedView& view = *world.view;
  const sim::PathServerFigures& path = view.figures;
  Page page;
  page.Gauge("footfall_tick", "Last finished tick of the present epoch.", Of(view.tick));
  page.Counter("footfall_ticks_total", "Ticks run by this process.", Of(figures.ticks.load()));
  page.Gauge("footfall_sim_time_seconds", "Simulated time of the last tick.", Seconds(view.sim_time_ns));
  page.Counter("footfall_tick_real_seconds_total", "Wall time that ticks took.",
               Seconds(figures.tick_real_ns));
  if (figures.path_wait_ns >= 0) {
    page.Counter("footfall_path_wait_seconds_total", "Of that, spent waiting for searches.",
                 Seconds(figures.path_wait_ns));
  }
  if (figures.recording_bytes >= 0) {
    page.Counter("footfall_recording_bytes_total", "Bytes of recordings written, over all epochs.",
                 Of(figures.recording_bytes.load()));
    page.Counter("footfall_recording_failures_total", "Recordings that ended before their world did.",
                 Of(figures.recording_failures.load()));
  }
  page.Gauge("footfall_lag_seconds", "How late the last paced tick was, or the next one is by now.",
             Seconds(std::max<int64_t>(figures.lag_ns, LagUnderWay(world, figures, now_ns))));
  page.Gauge("footfall_run_state", "State of the clock, as v1.RunState numbers it.",
             Of(figures.run_state.load()));
  page.Gauge("footfall_path_slots_in_use", "Path slots taken.", Of(path.by_type[0].slots_in_use));
  page.Gauge("footfall_path_slots_high_water", "Most path slots ever taken at once.",
             Of(path.by_type[0].slots_high_water));
  page.Gauge("footfall_path_slots", "Path slots that the profile has.", Of(world.profile->path_requests_max));
  page.Counter("footfall_path_requests_total", "Requests of all types that took a slot.", Of(path.submitted));
  page.Counter("footfall_path_refused_total", "Requests of all types that were refused.", Of(path.refused));
  page.Counter("footfall_path_completed_total", "Requests of all types that were published.",
               Of(path.completed));
  page.Counter("footfall_path_cancelled_total", "Requests of all types cancelled before their end.",
               Of(path.cancelled));
  page.Counter("footfall_path_expired_total", "Results given up because nobody fetched them.",
               Of(path.expired));
  page.Counter("footfall_path_restarts_total", "Searches sent back by a tile change.", Of(path.restarts));
  page.Counter("footfall_path_heap_full_total", "Searches whose open list ran full.", Of(path.heaps_full));
  page.Counter("footfall_path_visited_full_total", "Searches that met more polygons than they may.",
               Of(path.visited_full));
  page.Counter("footfall_path_fragments_full_total",
               "Searches that left polygons blocked for want of fragments.", Of(path.fragments_full));
  page.Counter("footfall_path_polys_full_total", "Searches whose way has more polygons than it may.",
               Of(path.polys_full));
  page.Counter("footfall_path_points_full_total", "Paths cut because they have more points than they may.",
               Of(path.points_full));
  page.Counter("footfall_path_no_room_total", "Results lost because the store of points was full.",
               Of(path.no_room));
  const sim::StreamingView& streaming = *view.streaming;
  page.Gauge("footfall_tiles_resident", "Tiles that searches see.", Of(view.mesh->resident().size()));
  page.Gauge("footfall_tiles_requested", "Tiles asked for and not visible yet.",
             Of(streaming.requested.size()));
  page.Gauge("footfall_tiles_resident_bytes", "Bytes of the resident tiles.", Of(streaming.resident_bytes));
  page.Counter("footfall_tile_passes_total", "Request-and-evict passes.", Of(streaming.counters.passes));
  page.Counter("footfall_tiles_placed_total", "Tiles placed.", Of(streaming.counters.placed));
  page.Counter("footfall_tiles_evicted_total", "Tiles evicted.", Of(streaming.counters.evicted));
  page.Counter("footfall_tiles_dropped_total", "Tiles no longer required when they were due.",
               Of(streaming.counters.dropped));
  page.Counter("footfall_tiles_refused_total", "Tiles wanted by a pass without room for them.",
               Of(streaming.counters.refused_full));
  page.Counter("footfall_tile_disk_waits_total", "Tiles that a tick had to wait for.",
               Of(streaming.disk_waits));
  AddTypes(path, page);
  const sim::ObjectFigures& objects = view.objects;
  page.Gauge("footfall_obstacles", "Obstacles that searches go around.", Of(objects.placed));
  page.Gauge("footfall_obstacles_high_water", "Most obstacles ever placed at once.",
             Of(objects.placed_high_water));
  page.Gauge("footfall_obstacles_max", "Obstacles that the profile has room for.",
             Of(world.profile->dynamic_objects_max));
  page.Gauge("footfall_obstacles_known", "Obstacles placed, hidden, queued or waiting.", Of(objects.records));
  page.Counter("footfall_obstacles_refused_total", "Obstacles and hazards refused for lack of room.",
               Of(objects.refused));
  page.Counter("footfall_obstacles_waited_total", "Times that an obstacle had no room and waited.",
               Of(objects.waited));
  page.Counter("footfall_obstacle_updates_total", "Positions of obstacles taken over at a sync.",
               Of(objects.updates));
  page.Counter("footfall_obstacle_moves_skipped_total", "Moves below the thresholds.",
               Of(objects.below_threshold));
  page.Gauge("footfall_obstacle_cells", "Grid cells that hold obstacles.", Of(objects.cells_in_use));
  page.Gauge("footfall_obstacle_cells_high_water", "Most grid cells ever in use at once.",
             Of(objects.cells_high_water));
  page.Gauge("footfall_obstacles_outside_cells", "Obstacles that every search looks at.",
             Of(objects.overflow));
  page.Gauge("footfall_hazards", "Explosives and gas clouds.", Of(objects.hazards));
  AddUpkeep(*view.upkeep, *world.profile, page);
  page.Counter("footfall_snapshots_saved_total", "Snapshots taken for clients.",
               Of(figures.snapshots_saved.load()));
  page.Counter("footfall_snapshot_restores_total", "Worlds that a client's snapshot replaced.",
               Of(figures.restores.load()));
  page.Counter("footfall_snapshot_restores_refused_total", "Restores that ended without changing the world.",
               Of(figures.restores_refused.load()));
  page.Gauge("footfall_snapshot_transfers", "Snapshots that are sent or uploaded.",
             Of(figures.transfers_now->load()));
  page.Gauge("footfall_forks", "Forks that run beside the world.", Of(figures.forks_now->load()));
  page.Counter("footfall_forks_total", "Forks begun.", Of(figures.forks.load()));
  page.Gauge("footfall_sessions", "Sessions open or orphaned.", Of(figures.sessions.load()));
  page.Gauge("footfall_waiting_calls", "Calls that wait for ticks.", Of(figures.waiting_calls.load()));
  page.Counter("footfall_queries_total", "Queries answered by the query plane.", Of(figures.queries.load()));
  page.Counter("footfall_query_cpu_seconds_total",
               "CPU time that answering queries took, without reading and writing messages.",
               Seconds(figures.query_cpu_ns));
  page.Counter("footfall_queries_refused_total", "Queries refused because their peer had too many waiting.",
               Of(figures.queries_refused.load()));
  page.Counter("footfall_slow_readers_total", "Command streams cut off.", Of(figures.slow_readers.load()));
  page.Counter("process_cpu_seconds_total", "CPU time of this process.", Seconds(ProcessCpuNs()));
  return page.Text();
}

}  // namespace footfall::server
