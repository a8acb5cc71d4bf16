#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nav/stream/tile_streamer.h"

namespace footfall::nav {
namespace {

// Simulation time, ns; leaves room for adding to it.
constexpr int64_t kMomentMax = int64_t{1} << 61;

}  // namespace

StreamSave TileStreamer::Save() const {
  StreamSave save;
  save.state = state_;
  if (!state_.resident_groups.empty()) {
    for (const auto& [index, tile] : resident_) save.stitched_on.push_back(tile.stitched_on);
  }
  for (const MeshIndex index : tiles_.map_tiles()) {
    save.tile_generations.push_back(view_->slot(index).generation);
    if (auto overlay = view_->OverlayOf(index)) save.overlays.push_back({index, std::move(overlay)});
  }
  return save;
}

std::string TileStreamer::FaultOf(const StreamSave& save) const {
  const StreamState& state = save.state;
  if ((state.groups_on & ~tiles_.groups()) != 0 || (state.groups_on & 1) == 0) {
    return absl::StrCat("groups_on: ", state.groups_on, " is not a part of the packs that there are");
  }
  if (state.regions.size() != regions_.all().size()) {
    return absl::StrCat("regions: ", state.regions.size(), ", expected are ", regions_.all().size());
  }
  if (state.io_busy_until_ns < 0 || state.io_busy_until_ns > kMomentMax) {
    return "io_busy_until_ns: a moment that no world reaches";
  }
  if (state.mesh_generation == 0) return "mesh_generation: 0 is none";
  const bool has_groups = tiles_.groups() != 1;
  size_t residents = 0;
  for (size_t word = 0; word < state.resident.size(); ++word) {
    for (size_t bit = 0; bit < 64; ++bit) {
      if ((state.resident[word] >> bit & 1) == 0) continue;
      const size_t index = word * 64 + bit;
      const int group = residents < state.resident_groups.size() ? state.resident_groups[residents] : 0;
      ++residents;
      if (index > kLastMapIndex || !tiles_.Has(static_cast<MeshIndex>(index), group)) {
        return absl::StrCat("resident: no pack has tile ", index, " of group ", group);
      }
    }
  }
  if (state.resident_groups.size() != (has_groups ? residents : 0) ||
      save.stitched_on.size() != state.resident_groups.size()) {
    return absl::StrCat("resident_groups: not one for each of ", residents, " resident tiles");
  }
  int64_t due_ns = 0;
  for (const RequestedTile& tile : state.requested) {
    if (!tiles_.Has(tile.index, tile.group)) {
      return absl::StrCat("requested: no pack has tile ", tile.index, " of group ", int{tile.group});
    }
    const auto is_same = [&](const RequestedTile& other) {
      return other.index == tile.index && other.group == tile.group;
    };
    if (std::count_if(state.requested.begin(), state.requested.end(), is_same) != 1) {
      return absl::StrCat("requested: tile ", tile.index, " is asked for twice");
    }
    if (tile.due_ns < due_ns || tile.due_ns > kMomentMax) return "requested: not in the order of their time";
    due_ns = tile.due_ns;
  }
  if (save.tile_generations.size() != tiles_.map_tiles().size()) {
    return absl::StrCat("tile_generations: ", save.tile_generations.size(), ", expected are ",
                        tiles_.map_tiles().size());
  }
  if (std::count(save.tile_generations.begin(), save.tile_generations.end(), 0U) != 0) {
    return "tile_generations: 0 is none";
  }
  return "";
}

absl::Status TileStreamer::RestoreTiles(const StreamSave& save, NavViewBuilder& builder) {
  const StreamState& state = save.state;
  for (const MeshIndex index : tiles_.map_tiles()) builder.Declare(index);
  size_t number = 0;
  for (const MeshIndex index : tiles_.map_tiles()) {
    if (!state.IsResident(index)) continue;
    const int group = state.resident_groups.empty() ? 0 : state.resident_groups[number];
    ++number;
    if (absl::Status status = Place(index, group, loader_.Take(KeyOf(index, group)), builder); !status.ok()) {
      return status;
    }
  }
  number = 0;
  for (const auto& [index, tile] : resident_) {
    const TileSet::Groups on = save.stitched_on.empty() ? state.groups_on : save.stitched_on[number];
    ++number;
    if (absl::Status status = Restitch(index, on, builder); !status.ok()) return status;
  }
  for (const StreamSave::Overlay& saved : save.overlays) {
    const auto tile = resident_.find(saved.tile);
    if (tile == resident_.end() || saved.overlay->polys_count() != tile->second.placed->polys.size() ||
        saved.overlay->edges_count() != tile->second.placed->edges.size() ||
        saved.overlay->links_count() != tile->second.placed->links.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("overlays: tile ", saved.tile, " is not resident or has other polygons"));
    }
    builder.SetOverlay(saved.tile, saved.overlay);
  }
  for (size_t i = 0; i < save.tile_generations.size(); ++i) {
    builder.SetTileGeneration(tiles_.map_tiles()[i], save.tile_generations[i]);
  }
  return absl::OkStatus();
}

absl::Status TileStreamer::Restore(const StreamSave& save) {
  if (const std::string fault = FaultOf(save); !fault.empty()) return absl::InvalidArgumentError(fault);
  const StreamState& state = save.state;
  for (const RequestedTile& tile : state_.requested) loader_.Drop(KeyOf(tile.index, tile.group));
  resident_.clear();
  resident_bytes_ = 0;
  refresh_.clear();
  state_ = state;
  regions_.Replace(state.regions);
  NavViewBuilder builder;
  if (absl::Status status = RestoreTiles(save, builder); !status.ok()) return status;
  for (const RequestedTile& tile : state.requested) loader_.Request(KeyOf(tile.index, tile.group));
  builder.SetGeneration(state.mesh_generation);
  Publish(builder);
  state_ = state;  // Placing and stitching counted again.
  changed_.clear();
  return absl::OkStatus();
}

}  // namespace footfall::nav
