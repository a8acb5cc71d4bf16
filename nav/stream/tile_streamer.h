#ifndef FOOTFALL_NAV_STREAM_TILE_STREAMER_H_
#define FOOTFALL_NAV_STREAM_TILE_STREAMER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "nav/mesh/nav_view.h"
#include "nav/stream/adjacency_corrections.h"
#include "nav/stream/load_regions.h"
#include "nav/stream/overlay_source.h"
#include "nav/stream/stream_state.h"
#include "nav/stream/tile_loader.h"
#include "nav/stream/tile_set.h"
#include "platform/profile.h"

namespace footfall::nav {

// How a world's tiles come and go, in virtual time (R21, section 5 of the navigation specification): regions
// ask for tiles once a second, what one pass asks for becomes visible in one tick that follows from bytes and
// the virtual disk, and a thread of its own reads ahead so that the tick rarely waits. Makes the world's
// NavView. Not thread-safe: the main thread, in phases 1 and 2.
class TileStreamer {
 public:
  struct Options {
    TileSet tiles;
    AdjacencyCorrections corrections;
    bool own_thread = true;  // reads ahead; else when a tile is due
    // Called by whoever is about to read a tile: a slow one stands for a slow disk.
    std::function<void(MeshIndex)> before_read;
  };

  // `profile` is not owned and must outlive this object. Where it does not stream, all tiles are resident.
  TileStreamer(const platform::Profile& profile, Options options);
  ~TileStreamer();

  // Sources of overlays, not owned. Before Begin.
  void AddOverlaySource(const OverlaySource* source) { overlay_sources_.push_back(source); }

  // The load position of a new map (NAV-056): places what it requires at once, so that a world that is ready
  // has its tiles. Errors of the tiles (R29).
  absl::Status Begin(platform::Vec3 position);
  bool is_streaming() const { return profile_.streaming_enabled; }

  // --- Phase 1: what clients may change. Effect at the next pass.

  // Stands at `position` and moves on at `velocity`. REQUIRES: finite, in the world.
  void SetFocus(platform::Vec3 position, platform::Vec3 velocity, int64_t now_ns);
  // Travels there in `duration_ns` > 0; passes are held back until it is near (NAV-066).
  void SwitchFocus(platform::Vec3 destination, int64_t duration_ns, int64_t now_ns);
  // False when no place is left: nothing is changed then (NAV-064).
  bool SetRegion(LoadRegionKind kind, uint32_t owner, platform::Vec2 center, float radius);
  bool ClearRegion(LoadRegionKind kind, uint32_t owner);
  void ClearOwner(uint32_t owner);
  // Content packs (NAV-075). False when there is no such group.
  bool SetGroup(uint32_t group, bool on);

  // --- Phase 2

  // Steps 1 and 2 of NAV-057 at the start of a tick: origin region, pass if due, placement of what is due.
  // DATA_LOSS names tile and offset: the world must stop (R29).
  absl::Status Sync(int64_t now_ns);
  // Tiles that the last Sync placed, removed or gave another overlay, ascending: searches that touch them are
  // sent back (R21), spawn searches and cover extraction begin anew (NAV-070).
  std::span<const MeshIndex> changed() const { return changed_; }
  // The tile's overlay is asked for again in the next Sync. Without effect for a tile that is not resident.
  void RefreshOverlay(MeshIndex tile) { refresh_.push_back(tile); }

  // The view from which the next one is made, where somebody else gave it more than tiles (objects).
  // REQUIRES: made of view() by NavViewBuilder, with the same tiles and overlays.
  void Continue(std::shared_ptr<const NavView> view);

  // What searches see. Never null after Begin.
  const std::shared_ptr<const NavView>& view() const { return view_; }
  const StreamState& state() const { return state_; }
  const TileSet& tiles() const { return tiles_; }
  // Bytes of the resident tiles' blobs.
  uint64_t resident_bytes() const { return resident_bytes_; }
  // How often a tick had to wait for the disk: for people, no part of state.
  uint64_t disk_waits() const { return loader_.waits(); }

  // Between ticks: everything that Restore needs.
  StreamSave Save() const;
  // Takes over what Save gave, of a streamer over equal packs and an equal profile: reads every resident
  // tile, asks for the requested ones again; the view has the same tiles, overlays and generations, and no
  // objects. Overlays are the saved ones: no source is asked. Before Begin or after it. INVALID_ARGUMENT for
  // a state that no such streamer has, else errors of the tiles (R29); this object is of no use then.
  absl::Status Restore(const StreamSave& save);

 private:
  // A resident tile as its pack gives it, before corrections and stitching.
  struct Resident {
    TilePtr pristine;
    TilePtr placed;
    uint8_t group = 0;
    TileSet::Groups stitched_on = 0;  // packs that were on when its seams were made
  };

  int64_t PeriodNs() const { return int64_t{profile_.request_evict_ms} * 1'000'000; }
  bool IsLimited() const { return profile_.streaming_enabled; }
  void UpdateOrigin(int64_t now_ns);
  void Pass(int64_t now_ns);
  void Evict(NavViewBuilder& builder);
  void RequestMissing(int64_t now_ns);
  absl::Status PlaceDue(int64_t now_ns, NavViewBuilder& builder);
  absl::Status Place(MeshIndex index, int group, absl::StatusOr<TilePtr> tile, NavViewBuilder& builder);
  // Gives tiles beside changed ones their seams anew, and all changed ones their overlays.
  absl::Status Finish(NavViewBuilder& builder);
  // `on`: packs whose tiles may come.
  absl::Status Restitch(MeshIndex index, TileSet::Groups on, NavViewBuilder& builder);
  std::string FaultOf(const StreamSave& save) const;
  absl::Status RestoreTiles(const StreamSave& save, NavViewBuilder& builder);
  std::shared_ptr<const TileOverlay> OverlayFor(const TileView& tile) const;
  void SetResident(MeshIndex index, bool on);
  void Publish(NavViewBuilder& builder);

  const platform::Profile& profile_;
  const TileSet tiles_;
  const AdjacencyCorrections corrections_;
  std::vector<const OverlaySource*> overlay_sources_;
  LoadRegions regions_;
  StreamState state_;
  TileLoader loader_;
  std::map<MeshIndex, Resident> resident_;
  std::vector<MeshIndex> evict_;    // by the running pass
  std::vector<MeshIndex> changed_;  // of the last Sync
  std::vector<MeshIndex> refresh_;
  uint64_t resident_bytes_ = 0;
  std::shared_ptr<const NavView> view_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_TILE_STREAMER_H_
