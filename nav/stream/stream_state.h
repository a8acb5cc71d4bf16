#ifndef FOOTFALL_NAV_STREAM_STREAM_STATE_H_
#define FOOTFALL_NAV_STREAM_STREAM_STATE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "nav/mesh/tile_overlay.h"
#include "nav/mesh/types.h"
#include "nav/stream/focus.h"
#include "nav/stream/load_regions.h"

namespace footfall::nav {

// Figures of the streaming, since the world began.
struct StreamCounters {
  uint64_t passes = 0;
  uint64_t suspended_ticks = 0;  // a pass was due and a switch held it back (NAV-066)
  uint64_t requested = 0;
  uint64_t placed = 0;
  uint64_t evicted = 0;
  uint64_t dropped = 0;          // no longer required when they were due (R21)
  uint64_t refused_full = 0;     // wanted by a pass that had no room for them (resident_tiles_max)
  uint64_t mesh_changes = 0;     // syncs that placed or removed a tile: NavMeshesChanged (NAV-070)
  uint64_t stitched_edges = 0;   // edges that stitching gave another neighbour (NAV-075)
  uint64_t corrected_edges = 0;  // by the correction list (NAV-074)
  friend bool operator==(const StreamCounters&, const StreamCounters&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("passes", self.passes);
    visitor.Field("suspended_ticks", self.suspended_ticks);
    visitor.Field("requested", self.requested);
    visitor.Field("placed", self.placed);
    visitor.Field("evicted", self.evicted);
    visitor.Field("dropped", self.dropped);
    visitor.Field("refused_full", self.refused_full);
    visitor.Field("mesh_changes", self.mesh_changes);
    visitor.Field("stitched_edges", self.stitched_edges);
    visitor.Field("corrected_edges", self.corrected_edges);
  }
};

// A tile that was asked for and is not there yet.
struct RequestedTile {
  MeshIndex index = kNoNavMesh;
  uint8_t group = 0;   // whose tile it is (TileSet)
  bool wanted = true;  // as of the last pass
  int64_t due_ns = 0;  // visible in the first sync at or after this moment (R21)
  friend bool operator==(const RequestedTile&, const RequestedTile&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("index", self.index);
    visitor.Field("group", self.group);
    visitor.Field("wanted", self.wanted);
    visitor.Field("due_ns", self.due_ns);
  }
};

// Everything about which tiles are there and which are to come: a pure function of scenario, seed, profile
// and log. Hashed, saved and restored (R21).
struct StreamState {
  Focus focus;
  platform::Vec2 pass_origin;    // of the last pass, or of the last movement that made one due (NAV-058)
  int64_t next_pass_ns = 0;      // a pass is due from this moment on (NAV-063)
  int64_t io_busy_until_ns = 0;  // of the virtual disk
  uint64_t groups_on = 1;        // TileSet::Groups
  uint64_t mesh_generation = 0;  // of the view
  std::array<uint64_t, 157> resident{};  // bit i % 64 of word i / 64: map tile i is there
  StreamCounters counters;
  std::vector<LoadRegion> regions;
  std::vector<RequestedTile> requested;  // ascending due, then index
  std::vector<uint8_t> resident_groups;  // of the resident tiles, ascending index

  bool IsResident(MeshIndex index) const { return (resident[index / 64U] >> (index % 64U) & 1) != 0; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("focus", self.focus);
    visitor.Field("pass_origin", self.pass_origin);
    visitor.Field("next_pass_ns", self.next_pass_ns);
    visitor.Field("io_busy_until_ns", self.io_busy_until_ns);
    visitor.Field("groups_on", self.groups_on);
    visitor.Field("mesh_generation", self.mesh_generation);
    visitor.Field("resident", self.resident);
    visitor.Field("counters", self.counters);
    visitor.Rows("regions", self.regions);
    visitor.Rows("requested", self.requested);
    visitor.Column("resident_groups", self.resident_groups);
  }
};

// What is needed to go on, and to show readers the same mesh, beside the state: what of the mesh depends on
// when it was made. Not hashed: it follows from the log like everything else.
struct StreamSave {
  // What edits make of one resident tile, as of the last sync; a later edit may wait for the next one.
  struct Overlay {
    MeshIndex tile = kNoNavMesh;
    std::shared_ptr<const TileOverlay> overlay;

    template <class Self, class Visitor>
    static void Describe(Self& self, Visitor& visitor) {
      visitor.Field("tile", self.tile);
      visitor.Field("overlay", self.overlay);
    }
  };

  StreamState state;
  std::vector<uint64_t> stitched_on;  // parallel to state.resident_groups: packs on at the last stitching
  std::vector<Overlay> overlays;      // ascending tile; of those that have one
  std::vector<uint32_t> tile_generations;  // NavView::Slot::generation of the map tiles, ascending index

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("state", self.state);
    visitor.Keep("stitched_on", self.stitched_on);
    visitor.Keep("overlays", self.overlays);
    visitor.Keep("tile_generations", self.tile_generations);
  }
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_STREAM_STATE_H_
