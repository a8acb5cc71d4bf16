#ifndef FOOTFALL_SIM_PUBLISHED_VIEW_H_
#define FOOTFALL_SIM_PUBLISHED_VIEW_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "nav/dynamic/object_row.h"
#include "nav/mesh/nav_view.h"
#include "nav/path/path_result.h"
#include "nav/query/query_result.h"
#include "nav/server/nav_request.h"
#include "nav/server/request_types.h"
#include "nav/server/slot_state.h"
#include "nav/stream/stream_state.h"
#include "nav/upkeep/upkeep_state.h"
#include "platform/state_hash.h"
#include "sim/command.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

// One live request as readers see it.
struct RequestView {
  WireHandle handle;
  nav::SourceId source = 0;
  nav::SlotState state = nav::SlotState::kEmpty;
  nav::NavRequest request;
  ClientRef client_ref;
  bool want_polys = false;
  nav::RequestTiming timing;
  std::shared_ptr<const nav::PathResult> result;   // of a path; null until complete
  std::shared_ptr<const nav::QueryResult> answer;  // of every other type; null until complete

  bool is_complete() const { return result != nullptr || answer != nullptr; }
};

// Of one type of requests.
struct RequestTypeFigures {
  uint32_t slots = 0;
  uint32_t slots_in_use = 0;
  uint32_t slots_high_water = 0;
  uint64_t submitted = 0;
  uint64_t full = 0;  // refused, for all slots of the type were in use
  uint64_t completed = 0;
  friend bool operator==(const RequestTypeFigures&, const RequestTypeFigures&) = default;
};

// One obstacle or hazard as readers see it.
struct ObstacleView {
  WireHandle handle;
  nav::SourceId source = 0;
  nav::ObjectDescription description;  // as last put; of an obstacle
  nav::ObjectPlacement placement = nav::ObjectPlacement::kHidden;
  WireHandle vehicle;                 // of a vehicle's door
  std::optional<nav::Hazard> hazard;  // set: it is a hazard, and nothing but `handle` and `source` beside it
};

// Numbers of the obstacles for metrics.
struct ObjectFigures {
  uint32_t placed = 0;
  uint32_t placed_high_water = 0;
  uint32_t records = 0;  // placed or not
  uint32_t hazards = 0;
  uint64_t refused = 0;  // for lack of room
  uint64_t waited = 0;   // times that one lost its room, or found none and waited
  uint64_t updates = 0;
  uint64_t below_threshold = 0;
  uint32_t cells_in_use = 0;
  uint32_t cells_high_water = 0;
  uint32_t overflow = 0;  // obstacles outside cells
  friend bool operator==(const ObjectFigures&, const ObjectFigures&) = default;
};

// Numbers of the path server for metrics and the tick stream.
struct PathServerFigures {
  uint32_t slots_in_use = 0;
  uint32_t slots_high_water = 0;
  uint64_t submitted = 0;
  uint64_t refused = 0;
  uint64_t completed = 0;
  uint64_t cancelled = 0;
  uint64_t expired = 0;
  uint64_t restarts = 0;
  uint64_t heaps_full = 0;
  uint64_t fragments_full = 0;
  uint64_t points_full = 0;
  uint64_t visited_full = 0;  // ended with RanOutOfVisitedPolysSpace
  uint64_t polys_full = 0;    // ended with ReachedMaxPathPolys
  uint64_t no_room = 0;       // published as NoPoints, for the store of points was full
  std::array<RequestTypeFigures, nav::kRequestTypes> by_type{};  // by nav::RequestType
  friend bool operator==(const PathServerFigures&, const PathServerFigures&) = default;
};

// The streaming as readers see it (R52); resident tiles are those of the mesh.
struct StreamingView {
  bool is_streaming = false;  // false: all tiles are resident
  platform::Vec3 focus;
  uint64_t resident_bytes = 0;  // of the blobs of resident tiles
  uint64_t disk_waits = 0;      // ticks that waited for the real disk; no part of state
  nav::StreamCounters counters;
  std::vector<nav::LoadRegion> regions;       // as of the last tick
  std::vector<nav::RequestedTile> requested;  // ascending due time, then index
};

// The search for where opponents may be spawned, as readers see it.
struct SpawnSearchView {
  nav::SpawnSearchState state = nav::SpawnSearchState::kIdle;
  uint64_t number = 0;                  // searches started so far; the present one's number
  nav::OpponentSpawnRequest request;    // of the present one
  std::vector<nav::SpawnCoord> coords;  // of a complete one
  uint64_t found = 0;                   // good points, more than `coords` when there was no room for all
};

// Numbers of edits and background jobs for metrics. `full` of the counts: what found no room; of the cover
// buffer the slices that it ended.
struct UpkeepFigures {
  nav::TableCounts switches;
  nav::TableCounts climbs;  // that wait
  uint64_t climbs_unmatched = 0;
  nav::TableCounts ladders;
  nav::TableCounts spawn_blocks;
  nav::TableCounts cover;  // of the buffer
  uint64_t cover_buffered = 0;
  uint64_t cover_rounds = 0;
  uint64_t cover_restarts = 0;
  uint64_t cover_tiles_refused = 0;
  nav::TableCounts water;
  uint64_t water_rounds = 0;
  nav::TableCounts ambient;
  uint64_t ambient_searches = 0;
  uint64_t ambient_restarts = 0;
  nav::TableCounts opponent;
  uint64_t opponent_searches = 0;
  uint64_t opponent_restarts = 0;
  uint64_t opponent_refused = 0;
  nav::JobClock cover_job;
  nav::JobClock spawn_job;
  friend bool operator==(const UpkeepFigures&, const UpkeepFigures&) = default;
};

// Edits of places and what the background jobs found, as of the last tick. No pointer is null.
struct UpkeepView {
  uint64_t edits_revision = 0;  // of the parts, to know what did not change
  uint64_t jobs_revision = 0;
  std::shared_ptr<const nav::WorldEdits> edits;
  std::shared_ptr<const nav::CoverPoints> cover;
  std::shared_ptr<const std::vector<nav::WaterEdge>> water;
  std::shared_ptr<const std::vector<nav::SpawnCoord>> ambient;
  std::shared_ptr<const SpawnSearchView> opponent;
  UpkeepFigures figures;
};

// What everything outside the tick reads (architecture rule 3): immutable, shared, replaced as a whole after
// Commit, and while paused after each command (R2). Any thread.
class PublishedView {
 public:
  uint64_t world_epoch = 0;
  uint64_t tick = 0;           // last finished
  uint64_t open_commands = 0;  // applied in the open phase of the next tick; 0 after Commit
  int64_t sim_time_ns = 0;
  std::shared_ptr<const nav::NavView> mesh;
  std::shared_ptr<const platform::StateDigest> hash;  // of `tick`
  PathServerFigures figures;
  ObjectFigures objects;
  std::shared_ptr<const StreamingView> streaming;  // never null
  std::shared_ptr<const UpkeepView> upkeep;        // never null
  std::vector<WireHandle> finished;                // completed at the sync of `tick`, ascending issue order

  // Null when no live request has this handle. Valid as long as the view.
  const RequestView* Find(WireHandle handle) const;
  // The live requests of a source, ascending handle. Valid as long as the view.
  std::vector<const RequestView*> OfSource(nav::SourceId source) const;
  // Obstacles and hazards, likewise.
  const ObstacleView* FindObstacle(WireHandle handle) const;
  std::vector<const ObstacleView*> ObstaclesOfSource(nav::SourceId source) const;
  std::vector<const ObstacleView*> Obstacles() const;  // of all sources, ascending handle
  // Tells why Find gave null, or that a handle is not the caller's: kNone for an own live request (R8).
  CommandFault Judge(WireHandle handle, nav::SourceId source) const;

  // The tables behind the three reads; their blocks are shared with the view before where nothing changed.
  // Written by World alone, never null.
  struct Tables;
  std::shared_ptr<const Tables> tables;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_PUBLISHED_VIEW_H_
