#include "tests/nav/hand_packs.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>

#include "nav/mesh/pack.h"
#include "nav/mesh/pack_writer.h"
#include "platform/check.h"

namespace footfall::tests {
namespace {

using nav::AdjacencyType;
using nav::DraftEdge;
using nav::DraftPoly;
using nav::MeshIndex;
using nav::PolyRef;
using nav::TileDraft;
using nav::WorldDraft;
using platform::Vec2;
using platform::Vec3;

using Point = std::array<float, 3>;
using EdgeKey = std::pair<Point, Point>;

Point AsPoint(Vec3 v) { return {v.x, v.y, v.z}; }

EdgeKey KeyOf(const TileDraft& tile, const DraftPoly& poly, size_t edge) {
  return {AsPoint(tile.vertices[poly.vertices[edge]]),
          AsPoint(tile.vertices[poly.vertices[(edge + 1) % poly.vertices.size()]])};
}

void JoinEdges(WorldDraft& world) {
  std::map<EdgeKey, std::pair<PolyRef, DraftEdge*>> edges;
  for (TileDraft& tile : world.tiles) {
    for (size_t p = 0; p < tile.polys.size(); ++p) {
      for (size_t e = 0; e < tile.polys[p].edges.size(); ++e) {
        const PolyRef ref(tile.index, static_cast<nav::PolyIndex>(p));
        const bool added =
            edges.emplace(KeyOf(tile, tile.polys[p], e), std::make_pair(ref, &tile.polys[p].edges[e])).second;
        FOOTFALL_CHECK(added);
      }
    }
  }
  for (auto& [key, edge] : edges) {
    const auto back = edges.find({key.second, key.first});
    if (back != edges.end()) edge.second->neighbour = back->second.first;
  }
}

}  // namespace

TileDraft& HandWorld::TileAt(MeshIndex index) {
  for (TileDraft& tile : world_.tiles) {
    if (tile.index == index) return tile;
  }
  TileDraft tile;
  tile.index = index;
  const float corner_x = nav::kWorldMin + nav::kTileSize * static_cast<float>(index % nav::kTilesX);
  const float corner_y = nav::kWorldMin + nav::kTileSize * static_cast<float>(index / nav::kTilesX);
  tile.minimum = {corner_x - nav::kLatticeXyMargin, corner_y - nav::kLatticeXyMargin, -128.0F};
  tile.extent = {nav::kLatticeXyExtent, nav::kLatticeXyExtent, 256.0F};
  world_.tiles.push_back(tile);
  return world_.tiles.back();
}

uint16_t HandWorld::VertexIn(TileDraft& tile, Vec3 position) {
  const auto at = std::find(tile.vertices.begin(), tile.vertices.end(), position);
  const auto index = static_cast<uint16_t>(at - tile.vertices.begin());
  if (at == tile.vertices.end()) tile.vertices.push_back(position);
  return index;
}

PolyRef HandWorld::Add(const std::vector<Vec3>& clockwise, uint8_t flags, uint16_t attributes) {
  Vec3 sum;
  for (const Vec3& vertex : clockwise) sum = sum + vertex;
  const Vec3 mean = sum * (1.0F / static_cast<float>(clockwise.size()));
  TileDraft& tile = TileAt(nav::MeshIndexAt(mean.x, mean.y));
  DraftPoly poly;
  poly.flags = flags;
  poly.attributes = attributes;
  for (const Vec3& vertex : clockwise) {
    poly.vertices.push_back(VertexIn(tile, vertex));
    DraftEdge edge;
    edge.vertex_space = edge.edge_space = 31;
    poly.edges.push_back(edge);
  }
  if ((flags & nav::kPolyWater) != 0) tile.has_water = true;
  tile.polys.push_back(std::move(poly));
  return PolyRef(tile.index, static_cast<nav::PolyIndex>(tile.polys.size() - 1));
}

PolyRef HandWorld::Quad(float low_x, float low_y, float high_x, float high_y, float z, uint8_t flags) {
  return Add({{low_x, low_y, z}, {low_x, high_y, z}, {high_x, high_y, z}, {high_x, low_y, z}}, flags);
}

void HandWorld::Grid(float low_x, float low_y, int columns, int rows, float size, float z) {
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const float x = low_x + static_cast<float>(column) * size;
      const float y = low_y + static_cast<float>(row) * size;
      Quad(x, y, x + size, y + size, z);
    }
  }
}

void HandWorld::Cross(PolyRef from, int edge, PolyRef to, AdjacencyType type) {
  crossings_.push_back({from, edge, to, type});
}

void HandWorld::Link(PolyRef from, PolyRef to, Vec3 start, Vec3 end, nav::LinkKind kind) {
  TileAt(from.mesh()).links.push_back({kind, start, end, from, to});
}

void HandWorld::Cover(Vec3 position, nav::CoverType type, uint8_t direction) {
  TileAt(nav::MeshIndexAt(position.x, position.y)).cover.push_back({position, type, direction});
}

DraftPoly& HandWorld::Poly(PolyRef ref) { return TileAt(ref.mesh()).polys.at(ref.poly()); }

int HandWorld::EdgeBetween(PolyRef ref, Vec2 a, Vec2 b) {
  const TileDraft& tile = TileAt(ref.mesh());
  const DraftPoly& poly = Poly(ref);
  for (size_t n = 0; n < poly.vertices.size(); ++n) {
    const Vec3 from = tile.vertices[poly.vertices[n]];
    const Vec3 to = tile.vertices[poly.vertices[(n + 1) % poly.vertices.size()]];
    if (Xy(from) == a && Xy(to) == b) return static_cast<int>(n);
  }
  FOOTFALL_CHECK(false);
  return -1;
}

WorldDraft HandWorld::Finish() {
  JoinEdges(world_);
  for (const Crossing& crossing : crossings_) {
    DraftEdge& edge = Poly(crossing.from).edges.at(static_cast<size_t>(crossing.edge));
    FOOTFALL_CHECK(!edge.neighbour.valid());
    edge.neighbour = crossing.to;
    edge.type = crossing.type;
  }
  world_.build_id = 1;
  world_.parameters = "hand-made";
  return world_;
}

WorldDraft GridWorld(int quads, float size) {
  HandWorld world;
  world.Grid(0, 0, quads, quads, size);
  return world.Finish();
}

WorldDraft SeamWorld() {
  HandWorld world;
  world.Grid(140, 0, 10, 10, 2);
  return world.Finish();
}

WorldDraft CorridorWorld() {
  HandWorld world;
  world.Grid(0, 0, 10, 1, 2);
  world.Grid(18, 2, 1, 9, 2);
  return world.Finish();
}

WorldDraft IslandWorld() {
  HandWorld world;
  world.Grid(0, 0, 5, 5, 2);
  world.Grid(20, 0, 2, 2, 2);
  return world.Finish();
}

WorldDraft StoreysWorld() {
  HandWorld world;
  world.Grid(0, 0, 5, 5, 2, 0);
  world.Grid(0, 0, 5, 5, 2, 4);
  return world.Finish();
}

WorldDraft TerraceWorld() {
  HandWorld world;
  world.Grid(0, 0, 5, 5, 2, 0);
  world.Grid(10, 0, 5, 5, 2, 1);
  for (int row = 0; row < 5; ++row) {
    const PolyRef low(kHandTile, static_cast<nav::PolyIndex>(row * 5 + 4));
    const PolyRef high(kHandTile, static_cast<nav::PolyIndex>(25 + row * 5));
    const float y = static_cast<float>(row) * 2;
    world.Cross(low, world.EdgeBetween(low, {10, y + 2}, {10, y}), high, AdjacencyType::kClimbLow);
    world.Cross(high, world.EdgeBetween(high, {10, y}, {10, y + 2}), low, AdjacencyType::kDropDown);
  }
  return world.Finish();
}

WorldDraft LadderWorld() {
  HandWorld world;
  world.Grid(0, 0, 5, 5, 2, 0);
  world.Grid(12, 0, 5, 5, 2, 6);
  const PolyRef ground(kHandTile, 2 * 5 + 4);
  const PolyRef roof(kHandTile, 25 + 2 * 5);
  world.Link(ground, roof, {9, 5, 0}, {13, 5, 6}, nav::LinkKind::kLadderUp);
  world.Link(roof, ground, {13, 5, 6}, {9, 5, 0}, nav::LinkKind::kLadderDown);
  return world.Finish();
}

WorldDraft HoleWorld() {
  HandWorld world;
  world.Grid(0, 0, 9, 3, 2);
  world.Grid(0, 6, 3, 3, 2);
  world.Grid(12, 6, 3, 3, 2);
  world.Grid(0, 12, 9, 3, 2);
  return world.Finish();
}

WorldDraft SixteenGonWorld() {
  // Offsets of a quarter turn, multiples of 1/256 m; the other quarters are its rotations.
  static constexpr Vec2 kQuarter[4] = {
      {5.0F, 0.0F}, {4.625F, -1.90625F}, {3.53125F, -3.53125F}, {1.90625F, -4.625F}};
  std::vector<Vec3> outline;
  for (int quarter = 0; quarter < 4; ++quarter) {
    for (Vec2 p : kQuarter) {
      for (int i = 0; i < quarter; ++i) p = Vec2{p.y, -p.x};
      outline.push_back({20 + p.x, 20 + p.y, 0});
    }
  }
  HandWorld world;
  world.Add(outline);
  return world.Finish();
}

WorldDraft WaterWorld() {
  HandWorld world;
  world.Grid(0, 0, 5, 5, 2);
  for (int row = 0; row < 5; ++row) {
    world.Poly(PolyRef(kHandTile, static_cast<nav::PolyIndex>(row * 5 + 2))).flags = nav::kPolyWater;
  }
  WorldDraft draft = world.Finish();
  draft.tiles[0].has_water = true;
  return draft;
}

WorldDraft SlopeWorld() {
  WorldDraft draft = GridWorld(5);
  for (Vec3& vertex : draft.tiles[0].vertices) vertex.z = vertex.x / 2;
  return draft;
}

WorldDraft FloatWorld() {
  WorldDraft draft = GridWorld(5);
  draft.tiles[0].compressed = false;
  return draft;
}

WorldDraft Extent150World() {
  HandWorld world;
  world.Quad(10, 10, 70, 70, 5);
  WorldDraft draft = world.Finish();
  draft.tiles[0].minimum = {0, 0, 0};
  draft.tiles[0].extent = {nav::kTileSize, nav::kTileSize, 10};
  return draft;
}

std::string BytesOf(const WorldDraft& world) {
  const auto bytes = nav::PackWorld(world);
  if (!bytes.ok()) std::fprintf(stderr, "%s\n", bytes.status().ToString().c_str());
  FOOTFALL_CHECK(bytes.ok());
  return *bytes;
}

std::shared_ptr<const nav::NavView> ViewOf(const WorldDraft& world) {
  const auto pack = nav::Pack::FromBytes(BytesOf(world));
  if (!pack.ok()) std::fprintf(stderr, "%s\n", pack.status().ToString().c_str());
  FOOTFALL_CHECK(pack.ok());
  const auto view = (*pack)->ViewOfAll();
  FOOTFALL_CHECK(view.ok());
  return *view;
}

}  // namespace footfall::tests
