#include "nav/stream/tile_streamer.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/numeric/int128.h"
#include "nav/stream/seam_stitch.h"
#include "platform/check.h"
#include "platform/sim_time.h"

namespace footfall::nav {
namespace {

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

// Tile row or column of a coordinate, which may lie outside the world.
int TileOf(float coordinate) {
  const float tiles = (std::clamp(coordinate, kWorldMin, kWorldMax) - kWorldMin) / kTileSize;
  return std::clamp(static_cast<int>(tiles), 0, kTilesX - 1);
}

// Calls fn with each of the up to eight tiles around a tile.
template <class Fn>
void ForEachBeside(MeshIndex tile, Fn&& fn) {
  const int x = tile % kTilesX;
  const int y = tile / kTilesX;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const bool in_world = x + dx >= 0 && x + dx < kTilesX && y + dy >= 0 && y + dy < kTilesY;
      if (in_world && (dx != 0 || dy != 0)) fn(static_cast<MeshIndex>((y + dy) * kTilesX + x + dx));
    }
  }
}

void SortUnique(std::vector<MeshIndex>& tiles) {
  // total order: equal numbers are alike.
  std::sort(tiles.begin(), tiles.end());
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
}

LoadTile LoadFrom(const TileSet& tiles, std::function<void(MeshIndex)> before_read) {
  return [&tiles, before = std::move(before_read)](TileKey key) {
    const auto index = static_cast<MeshIndex>(key & 0xFFFF);
    if (before) before(index);
    return tiles.Load(index, static_cast<int>(key >> 16));
  };
}

}  // namespace

TileStreamer::TileStreamer(const platform::Profile& profile, Options options)
    : profile_(profile),
      tiles_(std::move(options.tiles)),
      corrections_(std::move(options.corrections)),
      regions_(std::max(profile.load_regions_max, 1)),
      loader_(LoadFrom(tiles_, std::move(options.before_read)), options.own_thread) {
  if (is_streaming()) tiles_.ExpectEviction();
}

TileStreamer::~TileStreamer() = default;

absl::Status TileStreamer::Begin(platform::Vec3 position) {
  FOOTFALL_CHECK(view_ == nullptr);
  state_ = {};
  state_.focus = Focus::At(position, 0);
  UpdateOrigin(0);
  state_.pass_origin = platform::Xy(position);
  NavViewBuilder builder;
  for (const MeshIndex index : tiles_.map_tiles()) builder.Declare(index);
  Pass(0);
  // What the load position requires is there before the first tick.
  for (RequestedTile& tile : state_.requested) tile.due_ns = 0;
  state_.io_busy_until_ns = 0;
  if (!is_streaming()) state_.next_pass_ns = kNever;
  if (absl::Status status = PlaceDue(0, builder); !status.ok()) return status;
  if (absl::Status status = Finish(builder); !status.ok()) return status;
  Publish(builder);
  return absl::OkStatus();
}

void TileStreamer::SetFocus(platform::Vec3 position, platform::Vec3 velocity, int64_t now_ns) {
  state_.focus = Focus::At(position, now_ns);
  state_.focus.velocity = velocity;
}

void TileStreamer::SwitchFocus(platform::Vec3 destination, int64_t duration_ns, int64_t now_ns) {
  FOOTFALL_CHECK(duration_ns > 0);
  const platform::Vec3 from = state_.focus.PositionAt(now_ns);
  state_.focus = Focus::At(from, now_ns);
  state_.focus.destination = destination;
  state_.focus.switch_ns = duration_ns;
}

bool TileStreamer::SetRegion(LoadRegionKind kind, uint32_t owner, platform::Vec2 center, float radius) {
  const bool is_set = regions_.Set(kind, owner, center, radius) != LoadRegions::kNone;
  state_.regions = regions_.all();
  return is_set;
}

bool TileStreamer::ClearRegion(LoadRegionKind kind, uint32_t owner) {
  const bool was_there = regions_.Clear(kind, owner);
  state_.regions = regions_.all();
  return was_there;
}

void TileStreamer::ClearOwner(uint32_t owner) {
  regions_.ClearOwner(owner);
  state_.regions = regions_.all();
}

bool TileStreamer::SetGroup(uint32_t group, bool on) {
  if (group == 0 || group > TileSet::kGroupsMax || (tiles_.groups() >> group & 1) == 0) return false;
  const uint64_t bit = uint64_t{1} << group;
  state_.groups_on = on ? state_.groups_on | bit : state_.groups_on & ~bit;
  state_.next_pass_ns = 0;
  return true;
}

// Step 1 (NAV-058).
void TileStreamer::UpdateOrigin(int64_t now_ns) {
  const platform::Vec2 origin = platform::Xy(state_.focus.PositionAt(now_ns));
  regions_.SetOrigin(origin, profile_.load_proximity);
  state_.regions = regions_.all();
}

absl::Status TileStreamer::Sync(int64_t now_ns) {
  changed_.clear();
  UpdateOrigin(now_ns);
  if (is_streaming()) {
    const platform::Vec2 origin = state_.regions.front().center;
    const float trigger = profile_.origin_move_trigger;
    if (platform::LengthSq(origin - state_.pass_origin) > trigger * trigger) state_.next_pass_ns = now_ns;
  }
  NavViewBuilder builder(*view_);
  if (now_ns >= state_.next_pass_ns) {
    if (state_.focus.SuspendsStreaming(now_ns, profile_.switch_suspend_distance)) {
      ++state_.counters.suspended_ticks;
    } else {
      Pass(now_ns);
      Evict(builder);
    }
  }
  if (absl::Status status = PlaceDue(now_ns, builder); !status.ok()) return status;
  const bool meshes_changed = !changed_.empty();
  if (meshes_changed) ++state_.counters.mesh_changes;
  if (absl::Status status = Finish(builder); !status.ok()) return status;
  if (!changed_.empty()) Publish(builder);
  return absl::OkStatus();
}

// Request-and-evict (NAV-063, NAV-067): first what may go, then what is wanted.
void TileStreamer::Pass(int64_t now_ns) {
  ++state_.counters.passes;
  state_.pass_origin = state_.regions.front().center;
  state_.next_pass_ns = is_streaming() ? now_ns + PeriodNs() : kNever;
  evict_.clear();
  for (const auto& [index, tile] : resident_) {
    const bool is_outside =
        is_streaming() && regions_.FirstWithin(index, profile_.evict_hysteresis) == LoadRegions::kNone;
    if (is_outside || tiles_.GroupOf(index, state_.groups_on) < 0) evict_.push_back(index);
  }
  for (RequestedTile& tile : state_.requested) {
    const bool is_outside =
        is_streaming() && regions_.FirstWithin(tile.index, profile_.evict_hysteresis) == LoadRegions::kNone;
    if (is_outside || tiles_.GroupOf(tile.index, state_.groups_on) != tile.group) tile.wanted = false;
  }
  RequestMissing(now_ns);
}

void TileStreamer::Evict(NavViewBuilder& builder) {
  for (const MeshIndex index : evict_) {
    resident_bytes_ -= tiles_.BytesOf(index, resident_.at(index).group);
    resident_.erase(index);
    SetResident(index, false);
    builder.Remove(index);
    changed_.push_back(index);
    ++state_.counters.evicted;
  }
}

void TileStreamer::RequestMissing(int64_t now_ns) {
  if (!profile_.tiles_enabled) return;
  std::vector<RequestedTile> batch;
  size_t taken = resident_.size() - evict_.size();
  // A swap takes no further place.
  for (const RequestedTile& tile : state_.requested) {
    taken += tile.wanted && resident_.find(tile.index) == resident_.end() ? 1 : 0;
  }
  const auto consider = [&](MeshIndex index) {
    const int group = tiles_.GroupOf(index, state_.groups_on);
    if (group < 0) return;
    const auto there = resident_.find(index);
    if (there != resident_.end() && there->second.group == group) return;
    const auto is_same = [&](const RequestedTile& tile) {
      return tile.index == index && tile.group == group;
    };
    const auto asked = std::find_if(state_.requested.begin(), state_.requested.end(), is_same);
    if (asked != state_.requested.end() && asked->wanted) return;
    if (std::any_of(batch.begin(), batch.end(), is_same)) return;
    if (there == resident_.end()) {
      if (IsLimited() && taken >= static_cast<size_t>(profile_.resident_tiles_max)) {
        ++state_.counters.refused_full;
        return;
      }
      ++taken;
    }
    // Wanted again before it came: its room may have gone to others meanwhile.
    if (asked != state_.requested.end()) {
      asked->wanted = true;
      return;
    }
    batch.push_back({index, static_cast<uint8_t>(group), true, 0});
  };
  if (!is_streaming()) {
    if (resident_.size() < tiles_.map_tiles().size() || tiles_.groups() != 1) {
      for (const MeshIndex index : tiles_.map_tiles()) consider(index);
    }
  } else {
    for (const LoadRegion& region : state_.regions) {
      if (!region.active) continue;
      const float reach = region.radius + kTileRadius;
      for (int y = TileOf(region.center.y - reach); y <= TileOf(region.center.y + reach); ++y) {
        for (int x = TileOf(region.center.x - reach); x <= TileOf(region.center.x + reach); ++x) {
          const auto index = static_cast<MeshIndex>(y * kTilesX + x);
          if (IsWithin(region, index, 0)) consider(index);
        }
      }
    }
  }
  if (batch.empty()) return;
  // total order: indices of a batch differ.
  std::sort(batch.begin(), batch.end(),
            [](const RequestedTile& a, const RequestedTile& b) { return a.index < b.index; });
  uint64_t bytes = 0;
  for (const RequestedTile& tile : batch) bytes += tiles_.BytesOf(tile.index, tile.group);
  int64_t reading_ns = 0;
  if (const int64_t speed = profile_.disk_bytes_per_second; speed > 0) {
    const absl::uint128 whole = absl::uint128(bytes) * platform::kNsPerSecond;
    reading_ns =
        static_cast<int64_t>((whole + static_cast<uint64_t>(speed) - 1) / static_cast<uint64_t>(speed));
  }
  state_.io_busy_until_ns = std::max(now_ns, state_.io_busy_until_ns) + reading_ns;
  const int64_t due_ns = state_.io_busy_until_ns + int64_t{profile_.load_latency_ms} * platform::kNsPerMs;
  for (RequestedTile& tile : batch) {
    tile.due_ns = due_ns;
    loader_.Request(KeyOf(tile.index, tile.group));
    state_.requested.push_back(tile);
  }
  state_.counters.requested += batch.size();
}

// The tiles of a pass stand together in `requested`, ascending, and later passes stand behind them.
absl::Status TileStreamer::PlaceDue(int64_t now_ns, NavViewBuilder& builder) {
  size_t count = 0;
  while (count < state_.requested.size() && state_.requested[count].due_ns <= now_ns) ++count;
  for (size_t i = 0; i < count; ++i) {
    const RequestedTile& tile = state_.requested[i];
    if (!tile.wanted) {
      loader_.Drop(KeyOf(tile.index, tile.group));
      ++state_.counters.dropped;
      continue;
    }
    absl::Status status = Place(tile.index, tile.group, loader_.Take(KeyOf(tile.index, tile.group)), builder);
    if (!status.ok()) return status;
    ++state_.counters.placed;
  }
  state_.requested.erase(state_.requested.begin(), state_.requested.begin() + static_cast<ptrdiff_t>(count));
  return absl::OkStatus();
}

absl::Status TileStreamer::Place(MeshIndex index, int group, absl::StatusOr<TilePtr> tile,
                                 NavViewBuilder& builder) {
  if (!tile.ok()) return tile.status();
  if (absl::Status status = builder.CheckPlacement(**tile); !status.ok()) return status;
  Resident& resident = resident_[index];
  if (resident.pristine != nullptr) resident_bytes_ -= tiles_.BytesOf(index, resident.group);
  resident = {*tile, *tile, static_cast<uint8_t>(group), 0};
  resident_bytes_ += tiles_.BytesOf(index, group);
  SetResident(index, true);
  builder.Place(index, *std::move(tile));
  changed_.push_back(index);
  return absl::OkStatus();
}

absl::Status TileStreamer::Finish(NavViewBuilder& builder) {
  // Seams of the changed tiles and of those beside them.
  std::vector<MeshIndex> seams = changed_;
  if (tiles_.groups() != 1) {
    for (const MeshIndex index : changed_) {
      ForEachBeside(index, [&](MeshIndex beside) { seams.push_back(beside); });
    }
    SortUnique(seams);
  }
  for (const MeshIndex index : seams) {
    if (resident_.count(index) == 0) continue;
    if (absl::Status status = Restitch(index, state_.groups_on, builder); !status.ok()) return status;
  }
  std::vector<MeshIndex> overlays = changed_;
  overlays.insert(overlays.end(), refresh_.begin(), refresh_.end());
  refresh_.clear();
  SortUnique(overlays);
  for (const MeshIndex index : overlays) {
    const auto tile = resident_.find(index);
    if (tile == resident_.end()) continue;
    auto overlay = OverlayFor(*tile->second.placed);
    if (overlay == nullptr && view_ != nullptr && view_->slot(index).overlay == nullptr) continue;
    if (overlay == nullptr && view_ == nullptr) continue;
    builder.SetOverlay(index, std::move(overlay));
    changed_.push_back(index);
  }
  SortUnique(changed_);
  return absl::OkStatus();
}

absl::Status TileStreamer::Restitch(MeshIndex index, TileSet::Groups on, NavViewBuilder& builder) {
  Resident& tile = resident_.at(index);
  tile.stitched_on = on;
  int misfits = 0;
  // By edge; a correction has the last word.
  std::map<uint32_t, TileCopy::EdgeChange> changes;
  if (tiles_.groups() != 1) {
    ForEachBeside(index, [&](MeshIndex beside) {
      const auto other = resident_.find(beside);
      std::vector<TileCopy::EdgeChange> found;
      if (other != resident_.end()) {
        if (!MayBeSwapped(*tile.pristine) && !MayBeSwapped(*other->second.pristine)) return;
        found = StitchEdges(*tile.pristine, *other->second.pristine);
      } else if (tiles_.GroupOf(beside, on) < 0) {
        // Nothing stands there while these packs are on.
        TileView nothing;
        nothing.index = beside;
        found = StitchEdges(*tile.pristine, nothing);
      }
      for (const TileCopy::EdgeChange& change : found) changes[change.edge] = change;
    });
    state_.counters.stitched_edges += changes.size();
  }
  const auto corrections = corrections_.For(*tile.pristine, &misfits);
  for (const TileCopy::EdgeChange& change : corrections) changes[change.edge] = change;
  state_.counters.corrected_edges += corrections.size();
  if (changes.empty()) {
    if (tile.placed == tile.pristine) return absl::OkStatus();
    tile.placed = tile.pristine;
  } else {
    TileCopy copy(*tile.pristine);
    std::vector<TileCopy::EdgeChange> list;
    list.reserve(changes.size());
    for (const auto& [edge, change] : changes) list.push_back(change);
    if (absl::Status status = copy.Rewire(list); !status.ok()) return status;
    auto rewired = TileCopy::Finish(std::move(copy));
    if (!rewired.ok()) return rewired.status();
    tile.placed = *std::move(rewired);
  }
  builder.Place(index, tile.placed);
  changed_.push_back(index);
  return absl::OkStatus();
}

std::shared_ptr<const TileOverlay> TileStreamer::OverlayFor(const TileView& tile) const {
  if (overlay_sources_.empty()) return nullptr;
  auto overlay = std::make_shared<TileOverlay>(static_cast<uint32_t>(tile.polys.size()),
                                               static_cast<uint32_t>(tile.edges.size()),
                                               static_cast<uint32_t>(tile.links.size()));
  for (const OverlaySource* source : overlay_sources_) source->Apply(tile, *overlay);
  if (overlay->is_empty()) return nullptr;
  return overlay;
}

void TileStreamer::SetResident(MeshIndex index, bool on) {
  const uint64_t bit = uint64_t{1} << (index % 64U);
  uint64_t& word = state_.resident[index / 64U];
  word = on ? word | bit : word & ~bit;
}

void TileStreamer::Continue(std::shared_ptr<const NavView> view) {
  FOOTFALL_CHECK(view != nullptr && view->resident().size() == resident_.size());
  view_ = std::move(view);
  state_.mesh_generation = view_->generation();
}

void TileStreamer::Publish(NavViewBuilder& builder) {
  view_ = builder.Build();
  state_.mesh_generation = view_->generation();
  state_.resident_groups.clear();
  if (tiles_.groups() == 1) return;  // all are the base's
  for (const auto& [index, tile] : resident_) state_.resident_groups.push_back(tile.group);
}

}  // namespace footfall::nav
