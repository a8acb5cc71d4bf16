#include "nav/build/instanced_city.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nav/build/city.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/types.h"
#include "platform/state_hash.h"

namespace footfall::nav {
namespace {

// Around the period that is used, the built city has one tile on each side whose plan is the same and whose
// own neighbours are whole too, and then the rim.
constexpr int kMargin = 2;
constexpr int kBuiltX = kInstancedPeriodX + 2 * kMargin;
constexpr int kBuiltY = kInstancedPeriodY + 2 * kMargin;
constexpr int kPeriods[2] = {kInstancedPeriodX, kInstancedPeriodY};
constexpr int kMiddleTile = kTilesX / 2;

struct TileAt {
  int x = 0;
  int y = 0;
  MeshIndex index() const { return static_cast<MeshIndex>(y * kTilesX + x); }
};

TileAt At(MeshIndex index) { return {index % kTilesX, index / kTilesX}; }

int Modulo(int a, int n) { return (a % n + n) % n; }

platform::Vec3 Moved(platform::Vec3 p, int tiles_x, int tiles_y) {
  return {p.x + static_cast<float>(tiles_x) * kTileSize, p.y + static_cast<float>(tiles_y) * kTileSize, p.z};
}

// The tile of the period that has the same plan as this one of the built city.
TileAt Canonical(TileAt tile, TileAt first) {
  return {first.x + Modulo(tile.x - first.x, kPeriods[0]), first.y + Modulo(tile.y - first.y, kPeriods[1])};
}

using Outline = std::vector<std::array<float, 3>>;

// A polygon by its corners from the lowest on, after moving: equal for the same polygon of two periods.
Outline OutlineOf(const TileDraft& tile, const DraftPoly& poly, int tiles_x, int tiles_y) {
  Outline outline;
  for (const uint16_t vertex : poly.vertices) {
    const platform::Vec3 p = Moved(tile.vertices[vertex], tiles_x, tiles_y);
    outline.push_back({p.x, p.y, p.z});
  }
  std::rotate(outline.begin(), std::min_element(outline.begin(), outline.end()), outline.end());
  return outline;
}

class Instancer {
 public:
  Instancer(WorldDraft built, const InstancedCityParams& params)
      : built_(std::move(built)),
        first_{kMiddleTile - kBuiltX / 2 + kMargin, kMiddleTile - kBuiltY / 2 + kMargin},
        params_(params),
        low_{kMiddleTile - params.tiles_x / 2, kMiddleTile - params.tiles_y / 2} {
    for (const TileDraft& tile : built_.tiles) by_index_[tile.index] = &tile;
    for (int y = 0; y < kPeriods[1]; ++y) {
      for (int x = 0; x < kPeriods[0]; ++x) IndexPolys({first_.x + x, first_.y + y});
    }
  }

  WorldDraft Run() {
    WorldDraft world;
    std::map<std::array<int, 4>, MeshIndex> bases;
    for (int y = low_.y; y < low_.y + params_.tiles_y; ++y) {
      for (int x = low_.x; x < low_.x + params_.tiles_x; ++x) {
        const TileAt plan = Canonical({x, y}, first_);
        const int side_x = x == low_.x ? -1 : x == low_.x + params_.tiles_x - 1 ? 1 : 0;
        const int side_y = y == low_.y ? -1 : y == low_.y + params_.tiles_y - 1 ? 1 : 0;
        const MeshIndex index = TileAt{x, y}.index();
        const auto [base, is_new] = bases.try_emplace({plan.x, plan.y, side_x, side_y}, index);
        if (is_new) {
          world.tiles.push_back(Placed(plan, {x, y}));
        } else {
          world.instances.push_back({index, base->second});
        }
      }
    }
    world.parameters =
        absl::StrCat("source: instanced city ", params_.tiles_x, "x", params_.tiles_y, " seed ", params_.seed,
                     "\nperiod_tiles: ", kPeriods[0], " x ", kPeriods[1], "\n");
    const uint64_t size =
        static_cast<uint64_t>(params_.tiles_x) << 32 | static_cast<uint64_t>(params_.tiles_y);
    world.build_id = platform::MixHash(built_.build_id, size);
    return world;
  }

 private:
  const TileDraft& Built(TileAt tile) const { return *by_index_.at(tile.index()); }

  void IndexPolys(TileAt tile) {
    const TileDraft& draft = Built(tile);
    for (size_t i = 0; i < draft.polys.size(); ++i) {
      polys_[tile.index()][OutlineOf(draft, draft.polys[i], 0, 0)] = static_cast<PolyIndex>(i);
    }
  }

  // What a reference of the built city is in the world, seen from a tile that was moved: the polygon of the
  // period that is the same after whole periods, or nothing where the rim of the world is or where the built
  // city's own rim changed the polygon.
  PolyRef InWorld(PolyRef ref, int dx, int dy) const {
    if (!ref.valid()) return {};
    const TileAt from = At(ref.mesh());
    const TileAt to{from.x + dx, from.y + dy};
    const bool is_inside = to.x >= low_.x && to.x < low_.x + params_.tiles_x && to.y >= low_.y &&
                           to.y < low_.y + params_.tiles_y;
    if (!is_inside) return {};
    const TileAt plan = Canonical(from, first_);
    const auto source = by_index_.find(ref.mesh());
    if (source == by_index_.end()) return {};
    const TileDraft& tile = *source->second;
    const auto& known = polys_.at(plan.index());
    const auto found = known.find(OutlineOf(tile, tile.polys[ref.poly()], plan.x - from.x, plan.y - from.y));
    return found == known.end() ? PolyRef() : PolyRef(to.index(), found->second);
  }

  // The tile of the period, moved to its first place in the world.
  TileDraft Placed(TileAt plan, TileAt place) const {
    TileDraft tile = Built(plan);
    const int dx = place.x - plan.x;
    const int dy = place.y - plan.y;
    tile.index = place.index();
    tile.minimum = Moved(tile.minimum, dx, dy);
    for (platform::Vec3& vertex : tile.vertices) vertex = Moved(vertex, dx, dy);
    for (DraftCover& cover : tile.cover) cover.position = Moved(cover.position, dx, dy);
    for (DraftPoly& poly : tile.polys) {
      for (DraftEdge& edge : poly.edges) {
        edge.neighbour = InWorld(edge.neighbour, dx, dy);
        if (edge.neighbour.valid()) continue;
        edge.type = AdjacencyType::kNormal;
        edge.flags = static_cast<uint8_t>(edge.flags & ~(kEdgeHighDrop | kEdgeExternal));
      }
    }
    std::vector<DraftLink> links;
    for (DraftLink link : tile.links) {
      link.from = InWorld(link.from, dx, dy);
      link.to = InWorld(link.to, dx, dy);
      if (!link.from.valid() || !link.to.valid()) continue;
      link.start = Moved(link.start, dx, dy);
      link.end = Moved(link.end, dx, dy);
      links.push_back(link);
    }
    tile.links = std::move(links);
    return tile;
  }

  WorldDraft built_;
  TileAt first_;  // lower left tile of the period, in the built city
  InstancedCityParams params_;
  TileAt low_;  // lower left tile of the world
  std::map<MeshIndex, const TileDraft*> by_index_;
  std::map<MeshIndex, std::map<Outline, PolyIndex>> polys_;  // of the period's tiles
};

absl::Status CheckTiles(const char* field, int tiles) {
  if (tiles >= 3 && tiles <= kTilesX) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(field, ": ", tiles, ", limits 3 .. ", kTilesX));
}

}  // namespace

absl::StatusOr<WorldDraft> BuildInstancedCity(const InstancedCityParams& params, int threads) {
  if (absl::Status status = CheckTiles("tiles_x", params.tiles_x); !status.ok()) return status;
  if (absl::Status status = CheckTiles("tiles_y", params.tiles_y); !status.ok()) return status;
  CityParams city_params;
  city_params.seed = params.seed;
  city_params.tiles_x = kBuiltX;
  city_params.tiles_y = kBuiltY;
  city_params.period_x = kInstancedPeriodX;
  city_params.period_y = kInstancedPeriodY;
  const absl::StatusOr<City> city = BuildCity(city_params);
  if (!city.ok()) return city.status();
  WorldDraft built;
  const absl::StatusOr<BuildReport> report =
      BuildWorld(city->soup, city->materials, city->annotations, city->params, threads, {}, &built);
  if (!report.ok()) return report.status();
  return Instancer(std::move(built), params).Run();
}

}  // namespace footfall::nav
