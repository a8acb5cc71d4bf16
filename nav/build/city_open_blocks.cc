// Blocks without houses: parks, plazas, terraces and the half blocks along the rim.
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nav/build/city_block.h"
#include "nav/build/city_grid.h"
#include "nav/build/city_house.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

constexpr float kTreeHeight = 6;

// Puts up to `count` boxes where they overlap neither each other nor what is taken.
void ScatterBoxes(const BlockSite& site, const Rect& area, int count, float width, float depth, float height,
                  std::vector<Rect>& taken) {
  constexpr float kRoom = 1.75F;  // So that one can pass between any two.
  for (int i = 0; i < count; ++i) {
    const float x = PickMetres(site.random, area.x0, area.x1 - width);
    const float y = PickMetres(site.random, area.y0, area.y1 - depth);
    const Rect box{x, y, x + width, y + depth};
    const bool is_free =
        std::none_of(taken.begin(), taken.end(), [&](const Rect& t) { return t.Overlaps(box.Grown(kRoom)); });
    if (!is_free || box.x1 > area.x1 || box.y1 > area.y1) continue;
    site.mesher.Box(box, kRoadZ, kPavementZ + height, CityMaterial::kWall);
    site.ground.Cut(box);
    taken.push_back(box);
  }
}

// A pond with a shelf to wade on and a deep middle.
void AddPond(const BlockSite& site, const Rect& rim) {
  constexpr float kShelfZ = -0.5F;
  constexpr float kDeepZ = -2.5F;
  constexpr float kWaterZ = 0;
  const Rect shelf = rim.Grown(-2);
  const Rect deep = shelf.Grown(-3);
  const Rect bottom = deep.Grown(-1);
  site.ground.Cut(rim);
  site.mesher.Slopes(rim, kPavementZ, shelf, kShelfZ, CityMaterial::kBed);
  Sheet ring(shelf, kShelfZ, CityMaterial::kBed);
  ring.Cut(deep);
  ring.Emit(site.mesher);
  site.mesher.Slopes(deep, kShelfZ, bottom, kDeepZ, CityMaterial::kBed);
  site.mesher.Floor(bottom, kDeepZ, CityMaterial::kBed);
  Sheet water(rim.Grown(-0.25F), kWaterZ, CityMaterial::kShallowWater);
  water.Cut(deep);
  water.Emit(site.mesher);
  site.mesher.Floor(deep, kWaterZ, CityMaterial::kDeepWater);
}

// A hill, gentle on three sides and too steep to walk at ease on the fourth.
void AddHill(const BlockSite& site, const Rect& foot) {
  constexpr float kHeight = 4;
  const Rect top{foot.x0 + 11, foot.y0 + 8, foot.x1 - 3, foot.y1 - 8};
  site.ground.Cut(foot);
  site.mesher.Slopes(foot, kPavementZ, top, kPavementZ + kHeight, CityMaterial::kGrass);
  site.mesher.Floor(top, kPavementZ + kHeight, CityMaterial::kGrass);
}

// A straight path of any direction over flat ground, in the same plane: it wins where both lie.
void AddDiagonalPath(CityMesher& mesher, Vec2 from, Vec2 to, Vec2 half_width) {
  const Vec2 a = from - half_width;
  const Vec2 b = to - half_width;
  const Vec2 c = to + half_width;
  const Vec2 d = from + half_width;
  mesher.Quad({a.x, a.y, kPavementZ}, {b.x, b.y, kPavementZ}, {c.x, c.y, kPavementZ}, {d.x, d.y, kPavementZ},
              CityMaterial::kPath);
}

// A hedge around the block with a gate in the middle of each side.
void AddHedge(const BlockSite& site, float height) {
  constexpr float kThickness = 0.75F;
  constexpr float kGate = 5;
  const Rect& r = site.rect;
  for (const Facing side : {Facing::kSouth, Facing::kEast, Facing::kNorth, Facing::kWest}) {
    const Frame frame(r, side);
    const float gate = Quarter((frame.width() - kGate) / 2);
    // Corners stay open too, so that the four sides need not meet.
    site.mesher.Box(frame.Map(2, 0, gate, kThickness), kRoadZ, kPavementZ + height, CityMaterial::kWall);
    site.mesher.Box(frame.Map(gate + kGate, 0, frame.width() - 2, kThickness), kRoadZ, kPavementZ + height,
                    CityMaterial::kWall);
  }
}

}  // namespace

Vec3 BuildPark(const BlockSite& site) {
  const Rect& r = site.rect;
  const Vec2 m = r.Middle();
  constexpr float kHalfPath = 1.5F;
  site.ground.Paint(r, CityMaterial::kGrass);
  site.ground.Paint({m.x - kHalfPath, r.y0, m.x + kHalfPath, r.y1}, CityMaterial::kPath);
  site.ground.Paint({r.x0, m.y - kHalfPath, r.x1, m.y + kHalfPath}, CityMaterial::kPath);
  // Pond and hill stand in opposite quarters, diagonal paths in the other two.
  const bool is_mirrored = PickInt(site.random, 0, 1) == 1;
  const float hedge = PickMetres(site.random, 0.75F, 1.25F);
  const float margin = 2;
  const Rect west{r.x0 + 3, m.y + kHalfPath + margin, m.x - kHalfPath - margin, r.y1 - 3};
  const Rect east{m.x + kHalfPath + margin, r.y0 + 3, r.x1 - 3, m.y - kHalfPath - margin};
  AddPond(site, is_mirrored ? east : west);
  AddHill(site, is_mirrored ? west : east);
  const float reach = 22;
  const float half = 1.125F;  // Of the width of a diagonal path, along each axis.
  AddDiagonalPath(site.mesher, {m.x, m.y}, {m.x - reach, m.y - reach}, {half, -half});
  AddDiagonalPath(site.mesher, {m.x, m.y}, {m.x + reach, m.y + reach}, {-half, half});
  AddHedge(site, hedge);
  std::vector<Rect> taken = {{m.x - 3, r.y0, m.x + 3, r.y1}, {r.x0, m.y - 3, r.x1, m.y + 3}};
  ScatterBoxes(site, {r.x0 + 3, r.y0 + 3, m.x, m.y}, 5, 0.5F, 0.5F, kTreeHeight, taken);
  ScatterBoxes(site, {m.x, m.y, r.x1 - 3, r.y1 - 3}, 5, 0.5F, 0.5F, kTreeHeight, taken);
  return {m.x, m.y, kPavementZ};
}

Vec3 BuildPlaza(const BlockSite& site) {
  const Rect& r = site.rect;
  const Vec2 m = r.Middle();
  site.ground.Paint(r, CityMaterial::kPlaza);
  // A fountain: a wall to climb over and a basin to wade in.
  const Rect fountain{m.x - 5, m.y - 5, m.x + 5, m.y + 5};
  const Frame frame(fountain, Facing::kSouth);
  const float wall = kPavementZ + 0.625F;
  for (const Facing side : {Facing::kSouth, Facing::kEast, Facing::kNorth, Facing::kWest}) {
    const Frame rim(fountain, side);
    AddWall(site.mesher, rim, 0, 0, rim.width(), kWallThickness, kRoadZ, wall, {});
  }
  site.mesher.Floor(fountain.Grown(-kWallThickness), kPavementZ + 0.375F, CityMaterial::kShallowWater);
  site.mesher.Box({m.x - 1, m.y - 1, m.x + 1, m.y + 1}, kRoadZ, kPavementZ + 4, CityMaterial::kWall);
  // A stage with steps on one side and a ramp on another; one can jump off the rest.
  const Rect stage{m.x - 9, r.y1 - 15, m.x + 9, r.y1 - 5};
  const float stage_z = kPavementZ + 1.125F;
  site.ground.Cut(stage);
  site.mesher.Box(stage, kRoadZ, stage_z, CityMaterial::kPlaza);
  site.mesher.Steps({m.x - 4, stage.y0 - 2.25F, m.x + 4, stage.y0}, Facing::kNorth, kPavementZ, stage_z,
                    CityMaterial::kSteps);
  site.mesher.Ramp({stage.x1, stage.y0 + 3, stage.x1 + 5, stage.y0 + 6}, Facing::kWest, kPavementZ, stage_z,
                   CityMaterial::kSteps);
  std::vector<Rect> taken = {fountain, stage.Grown(5), {m.x - 9, r.y0, m.x - 5, r.y1}};
  ScatterBoxes(site, {r.x0 + 2, r.y0 + 2, r.x1 - 2, m.y + 8}, 3, 4, 4, 3, taken);         // kiosks
  ScatterBoxes(site, {r.x0 + 2, r.y0 + 2, r.x1 - 2, m.y + 8}, 6, 2, 0.75F, 0.5F, taken);  // benches
  ScatterBoxes(site, {r.x0 + 2, r.y0 + 2, r.x1 - 2, m.y + 8}, 4, 1, 3, 0.875F, taken);    // planters
  return {m.x - 6.5F, m.y, kPavementZ};
}

Vec3 BuildTerraces(const BlockSite& site) {
  const Rect& r = site.rect;
  site.ground.Paint(r, CityMaterial::kPlaza);
  // Three levels, each 1 to 2 m above the last, with steps in the middle and a ramp aside.
  const float rise = 0.1875F * static_cast<float>(PickInt(site.random, 6, 10));
  Rect level{r.x0 + 3, r.y0 + 10, r.x1 - 3, r.y1 - 3};
  float z = kPavementZ;
  const float stairs_x = PickMetres(site.random, level.x0 + 14, level.x1 - 20);
  site.ground.Cut(level);
  for (int i = 0; i < 3; ++i) {
    site.mesher.Steps({stairs_x, level.y0 - 3.5F, stairs_x + 4, level.y0}, Facing::kNorth, z, z + rise,
                      CityMaterial::kSteps);
    site.mesher.Ramp({stairs_x + 8, level.y0 - 6.5F, stairs_x + 10.5F, level.y0}, Facing::kNorth, z, z + rise,
                     CityMaterial::kSteps);
    Rect next = level;
    next.y0 += 14;
    if (i == 1) next.x0 += 12;
    Sheet top(level, z + rise, i == 0 ? CityMaterial::kYard : CityMaterial::kPlaza);
    if (i < 2) top.Cut(next);
    top.Emit(site.mesher);
    site.mesher.Walls(level, z, z + rise);
    z += rise;
    level = next;
  }
  // Low walls on the first level, for cover.
  for (int i = 0; i < 3; ++i) {
    const float x = r.x0 + 8 + 14 * static_cast<float>(i);
    if (x < stairs_x + 12 && x + 6 > stairs_x - 2) continue;
    site.mesher.Box({x, r.y0 + 15, x + 6, r.y0 + 15.25F}, kPavementZ, kPavementZ + rise + 1,
                    CityMaterial::kWall);
  }
  return {stairs_x + 2, r.y0 + 3, kPavementZ};
}

Vec3 BuildRim(const BlockSite& site) {
  const Rect& r = site.rect;
  const Vec2 m = r.Middle();
  site.ground.Paint(r, CityMaterial::kGrass);
  std::vector<Rect> taken;
  const Rect inner = r.Grown(-3);
  ScatterBoxes(site, inner, 2, 10, 8, 8, taken);
  ScatterBoxes(site, inner, 3, 6, 0.5F, 1, taken);
  ScatterBoxes(site, inner, 6, 0.5F, 0.5F, kTreeHeight, taken);
  return {m.x, m.y, kPavementZ};
}

}  // namespace footfall::nav
