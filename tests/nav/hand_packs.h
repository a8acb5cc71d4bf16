#ifndef FOOTFALL_TESTS_NAV_HAND_PACKS_H_
#define FOOTFALL_TESTS_NAV_HAND_PACKS_H_

#include <memory>
#include <string>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/mesh/tile_draft.h"
#include "platform/vec.h"

// Small worlds made by hand, for the tests of nav and everything above it. Coordinates are round numbers:
// unless said otherwise a world's low corner is (0, 0), the low corner of tile kHandTile.
namespace footfall::tests {

inline constexpr nav::MeshIndex kHandTile = 4040;      // x and y from 0 to 150
inline constexpr nav::MeshIndex kHandTileEast = 4041;  // x from 150 to 300

// Collects polygons in any order, sorts them into tiles by their vertex mean, and joins edges with equal end
// points, in one tile and across seams. Polygon numbers rise in the order of adding, tile by tile.
class HandWorld {
 public:
  // Vertices clockwise from above, multiples of 1/256 m. Returns the polygon's reference.
  nav::PolyRef Add(const std::vector<platform::Vec3>& clockwise, uint8_t flags = 0, uint16_t attributes = 0);
  // Axis-aligned, flat.
  nav::PolyRef Quad(float low_x, float low_y, float high_x, float high_y, float z = 0, uint8_t flags = 0);
  // columns x rows squares, row by row from (low_x, low_y).
  void Grid(float low_x, float low_y, int columns, int rows, float size, float z = 0);
  // A climb or drop over edge `edge` of `from`, which must have no neighbour when the world is finished.
  void Cross(nav::PolyRef from, int edge, nav::PolyRef to, nav::AdjacencyType type);
  void Link(nav::PolyRef from, nav::PolyRef to, platform::Vec3 start, platform::Vec3 end, nav::LinkKind kind);
  void Cover(platform::Vec3 position, nav::CoverType type, uint8_t direction);

  nav::DraftPoly& Poly(nav::PolyRef ref);
  // The number of the edge of `ref` from `a` to `b` (XY). CHECK-fails when there is none.
  int EdgeBetween(nav::PolyRef ref, platform::Vec2 a, platform::Vec2 b);
  // Joins the edges. Free space around vertices and beyond edges is the most that fits, build id 1.
  nav::WorldDraft Finish();

 private:
  struct Crossing {
    nav::PolyRef from;
    int edge;
    nav::PolyRef to;
    nav::AdjacencyType type;
  };
  nav::TileDraft& TileAt(nav::MeshIndex index);
  uint16_t VertexIn(nav::TileDraft& tile, platform::Vec3 position);
  nav::WorldDraft world_;
  std::vector<Crossing> crossings_;
};

// N x N squares of `size` metres at z = 0. quads * size may exceed one tile when squares do not straddle it.
nav::WorldDraft GridWorld(int quads, float size = 2.0F);
// 10 x 10 squares of 2 m, half in kHandTile and half in kHandTileEast: x 140 to 160, y 0 to 20.
nav::WorldDraft SeamWorld();
// An L of 2 m squares: along X to 20 m, then along Y to 20 m; the corner square is (18, 0) to (20, 2).
nav::WorldDraft CorridorWorld();
// 5 x 5 squares of 2 m and, 10 m east of them, an island of 2 x 2 squares (x 20 to 24).
nav::WorldDraft IslandWorld();
// Two floors of 5 x 5 squares of 2 m, z = 0 and z = 4, one above the other, not joined.
nav::WorldDraft StoreysWorld();
// Low ground (x 0 to 10, z = 0) and a terrace (x 10 to 20, z = 1), 5 x 5 squares of 2 m each. Every edge
// between them is a low climb upwards and a drop downwards.
nav::WorldDraft TerraceWorld();
// Ground (x 0 to 10) and a roof (x 12 to 22, z = 6) joined only by a ladder: up from (9, 5, 0) to (13, 5, 6)
// and down the same way.
nav::WorldDraft LadderWorld();
// 9 x 9 squares of 2 m without the middle 3 x 3 (x and y 6 to 12).
nav::WorldDraft HoleWorld();
// One 16-gon of about 10 m across around (20, 20).
nav::WorldDraft SixteenGonWorld();
// A 5 x 5 grid of 2 m with a strip of water polygons in the middle column (x 4 to 6).
nav::WorldDraft WaterWorld();
// A slope: 5 x 5 squares of 2 m, z = x / 2.
nav::WorldDraft SlopeWorld();
// The grid of GridWorld(5) with vertices as plain floats.
nav::WorldDraft FloatWorld();
// One square of 60 m in a tile whose quantisation box is the tile itself: extent 150 m in XY, 10 m in Z.
nav::WorldDraft Extent150World();

// Packs, checks and maps; ends the program with the message when the draft is refused.
std::string BytesOf(const nav::WorldDraft& world);
std::shared_ptr<const nav::NavView> ViewOf(const nav::WorldDraft& world);

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_NAV_HAND_PACKS_H_
