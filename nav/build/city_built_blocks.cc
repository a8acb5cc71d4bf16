// Blocks with houses.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "nav/build/city_block.h"
#include "nav/build/city_grid.h"
#include "nav/build/city_house.h"

namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

constexpr float kRowDepth = 12;

// A platform at a wall with steps at one end and a ramp at the other; one can jump off and climb up in
// between.
void AddLoadingDock(const BlockSite& site, const Frame& frame, float u0, float u1, float v) {
  constexpr float kDockDepth = 3;
  constexpr float kDockZ = kPavementZ + 0.9375F;
  constexpr float kStepsRun = 2;
  constexpr float kRampRun = 4;
  site.mesher.Box(frame.Map(u0, v - kDockDepth, u1, v), kRoadZ, kDockZ, CityMaterial::kYard);
  const Vec2 right = frame.Point(1, 0) - frame.Point(0, 0);
  const Facing along = right.x > 0.5F    ? Facing::kEast
                       : right.x < -0.5F ? Facing::kWest
                       : right.y > 0.5F  ? Facing::kNorth
                                         : Facing::kSouth;
  site.mesher.Steps(frame.Map(u0 - kStepsRun, v - kDockDepth, u0, v), along, kPavementZ, kDockZ,
                    CityMaterial::kSteps);
  site.mesher.Ramp(frame.Map(u1, v - kDockDepth, u1 + kRampRun, v), Opposite(along), kPavementZ, kDockZ,
                   CityMaterial::kSteps);
}

// A hall of one large room with two doors in each wall, and pillars west of `pillars_x1`.
void AddHall(const BlockSite& site, const Rect& rect, float height, CityMaterial floor, float pillar_spacing,
             float pillars_x1) {
  const float z1 = kPavementZ + height;
  site.ground.Cut(rect);
  site.mesher.Floor(rect.Grown(-kWallThickness / 2), kPavementZ, floor);
  site.mesher.Floor(rect.Grown(-CityMesher::kInset), z1, CityMaterial::kRoof);
  for (const Facing side : {Facing::kSouth, Facing::kEast, Facing::kNorth, Facing::kWest}) {
    const Frame frame(rect, side);
    const float w = frame.width();
    AddWall(site.mesher, frame, 0, 0, w, kWallThickness, kPavementZ, z1,
            {{Quarter(w / 4), 2}, {Quarter(w * 3 / 4), 2}});
  }
  for (float x = rect.x0 + pillar_spacing; x < pillars_x1; x += pillar_spacing) {
    for (float y = rect.y0 + pillar_spacing; y < rect.y1 - 2; y += pillar_spacing) {
      site.mesher.Box({x, y, x + 0.5F, y + 0.5F}, kPavementZ, z1, CityMaterial::kWall);
    }
  }
}

}  // namespace

Vec3 BuildCourtyard(const BlockSite& site) {
  const Rect r = site.rect.Grown(-0.5F);
  const Vec2 m = r.Middle();
  constexpr float kGate = 5;
  const RowParams row{0, 0.5F, 4};  // No ladders: at the corners the side rows stand behind it.
  const RowParams side_row{0.4F, 0.5F, 4};
  // Two rows over the whole width, with a gateway in the middle of each; two shorter ones between them.
  for (const Facing side : {Facing::kSouth, Facing::kNorth}) {
    const bool is_south = side == Facing::kSouth;
    const float y0 = is_south ? r.y0 : r.y1 - kRowDepth;
    const float y1 = y0 + kRowDepth;
    BuildRow(site, Frame({r.x0, y0, m.x - kGate / 2, y1}, side), row);
    BuildRow(site, Frame({m.x + kGate / 2, y0, r.x1, y1}, side), row);
    // A room over the gateway: what is below is sheltered.
    site.mesher.Floor({m.x - kGate / 2, y0, m.x + kGate / 2, y1}, kPavementZ + 4, CityMaterial::kRoof);
  }
  BuildRow(site, Frame({r.x0, r.y0 + kRowDepth, r.x0 + kRowDepth, r.y1 - kRowDepth}, Facing::kWest),
           side_row);
  BuildRow(site, Frame({r.x1 - kRowDepth, r.y0 + kRowDepth, r.x1, r.y1 - kRowDepth}, Facing::kEast),
           side_row);
  const Rect court = r.Grown(-kRowDepth);
  const bool is_green = PickInt(site.random, 0, 1) == 1;
  site.ground.Paint(court, is_green ? CityMaterial::kGrass : CityMaterial::kYard);
  site.ground.Paint({m.x - 2, court.y0, m.x + 2, court.y1}, CityMaterial::kPath);
  // A shed whose flat roof has a ladder, and walls to climb over.
  const Rect shed{court.x0 + 4, m.y - 3, court.x0 + 10, m.y + 3};
  constexpr float kShed = 3.5F;
  site.ground.Cut(shed);
  AddSolidBuilding(site.mesher, shed, kShed, CityMaterial::kRoofDeck);
  site.ladders.push_back(
      MakeLadder(absl::StrCat(site.name, "_shed"), shed, Facing::kEast, kPavementZ + kShed));
  const float wall = PickMetres(site.random, 0.75F, 1);
  site.mesher.Box({m.x + 4, m.y - 5, court.x1 - 3, m.y - 4.75F}, kRoadZ, kPavementZ + wall,
                  CityMaterial::kWall);
  site.mesher.Box({m.x + 4, m.y + 5, court.x1 - 3, m.y + 5.25F}, kRoadZ, kPavementZ + 1.5F,
                  CityMaterial::kWall);
  return {m.x, m.y, kPavementZ};
}

Vec3 BuildRows(const BlockSite& site) {
  const Rect r = site.rect.Grown(-0.5F);
  const Vec2 m = r.Middle();
  const RowParams row{0, 0.6F, 2};
  BuildRow(site, Frame({r.x0, r.y0 + 3, r.x1, r.y0 + 3 + kRowDepth}, Facing::kSouth), row);
  BuildRow(site, Frame({r.x0, r.y1 - 3 - kRowDepth, r.x1, r.y1 - 3}, Facing::kNorth), row);
  // Gardens back to back with a lane between, and walls between neighbours.
  const float south = r.y0 + 3 + kRowDepth;
  const float north = r.y1 - 3 - kRowDepth;
  constexpr float kHalfLane = 2;
  site.ground.Paint({r.x0, south, r.x1, north}, CityMaterial::kGrass);
  site.ground.Paint({r.x0, m.y - kHalfLane, r.x1, m.y + kHalfLane}, CityMaterial::kPath);
  constexpr float kGarden = 12;
  for (float x = r.x0 + kGarden; x < r.x1 - 3; x += kGarden) {
    const float height = PickMetres(site.random, 0.75F, 1.25F);
    for (const Rect& wall : {Rect{x, south + 1.75F, x + 0.25F, m.y - kHalfLane - 1.75F},
                             Rect{x, m.y + kHalfLane + 1.75F, x + 0.25F, north - 1.75F}}) {
      if (wall.depth() > 1) site.mesher.Box(wall, kRoadZ, kPavementZ + height, CityMaterial::kWall);
    }
  }
  return {m.x, m.y, kPavementZ};
}

Vec3 BuildTowers(const BlockSite& site) {
  const Rect& r = site.rect;
  const Vec2 m = r.Middle();
  site.ground.Paint(r.Grown(-1), CityMaterial::kPlaza);
  for (const float sx : {-1.0F, 1.0F}) {
    for (const float sy : {-1.0F, 1.0F}) {
      const float side = PickMetres(site.random, 13, 18);
      const float height = PickMetres(site.random, 20, 60);
      const bool is_podium = PickInt(site.random, 0, 2) == 0;
      const float x = m.x + sx * 15 - Quarter(side / 2);
      const float y = m.y + sy * 14.5F - Quarter(side / 2);
      const Rect tower = Rect{Quarter(x), Quarter(y), Quarter(x) + side, Quarter(y) + side};
      site.ground.Cut(tower);
      if (!is_podium) {
        AddSolidBuilding(site.mesher, tower, height, CityMaterial::kRoof);
        continue;
      }
      // A podium with a terrace that a ladder leads up to, and the tower on it.
      constexpr float kPodium = 5;
      const Rect upper = tower.Grown(-4);
      site.mesher.Walls(tower, kRoadZ, kPavementZ + kPodium);
      Sheet deck(tower.Grown(-CityMesher::kInset), kPavementZ + kPodium, CityMaterial::kRoofDeck);
      deck.Cut(upper);
      deck.Emit(site.mesher);
      site.mesher.Box(upper, kPavementZ + kPodium, kPavementZ + height, CityMaterial::kRoof);
      const Facing side_facing = sx < 0 ? Facing::kEast : Facing::kWest;
      site.ladders.push_back(
          MakeLadder(absl::StrCat(site.name, "_podium_", sx < 0 ? "w" : "e", sy < 0 ? "s" : "n"), tower,
                     side_facing, kPavementZ + kPodium));
    }
  }
  return {m.x, m.y, kPavementZ};
}

Vec3 BuildMarket(const BlockSite& site) {
  const Rect& r = site.rect;
  const Vec2 m = r.Middle();
  site.ground.Paint(r, CityMaterial::kPlaza);
  const Rect hall{r.x0 + 8, r.y0 + 14, r.x1 - 8, r.y1 - 14};
  AddHall(site, hall, 7, CityMaterial::kInterior, 8, hall.x1 - 2);
  // Stalls inside: counters, good for cover.
  for (float x = hall.x0 + 3; x < hall.x1 - 6; x += 8) {
    const float y = PickMetres(site.random, hall.y0 + 3, hall.y1 - 5);
    site.mesher.Box({x, y, x + 3, y + 0.75F}, kPavementZ, kPavementZ + 1, CityMaterial::kWall);
  }
  const Frame front(r, Facing::kSouth);
  AddLoadingDock(site, front, 26, 38, 11);
  site.mesher.Box(front.Map(24, 11, 44, 11.5F), kRoadZ, kPavementZ + 4, CityMaterial::kWall);
  return {m.x, r.y1 - 7, kPavementZ};
}

Vec3 BuildStation(const BlockSite& site) {
  const Rect& r = site.rect;
  const Vec2 m = r.Middle();
  site.ground.Paint(r, CityMaterial::kPlaza);
  const Rect hall{r.x0 + 6, m.y - 2, r.x1 - 6, r.y1 - 6};
  // A gallery over one end of the hall, with stairs at both its sides.
  constexpr float kGalleryZ = kPavementZ + 3.75F;
  const float x0 = hall.x1 - 12.5F;
  const float x1 = hall.x1 - kWallThickness;
  const float run = 7.5F;
  AddHall(site, hall, 9, CityMaterial::kStation, 7, x0 - run - 1);
  const Rect gallery{x0, hall.y0 + 3, x1, hall.y1 - 3};
  site.mesher.Floor(gallery, kGalleryZ, CityMaterial::kStation);
  for (const float y : {gallery.y0, gallery.y1 - 2.5F}) {
    site.mesher.Steps({x0 - run, y, x0, y + 2.5F}, Facing::kEast, kPavementZ, kGalleryZ,
                      CityMaterial::kSteps);
  }
  const Frame edge(Rect{x0, gallery.y0 + 2.5F, x0 + kWallThickness, gallery.y1 - 2.5F}, Facing::kWest);
  AddWall(site.mesher, edge, 0, 0, edge.width(), kWallThickness, kGalleryZ, kGalleryZ + 1, {});
  // Low walls before the doors.
  for (const float x : {m.x - 12, m.x - 2, m.x + 8}) {
    site.mesher.Box({x, r.y0 + 12, x + 4, r.y0 + 12.5F}, kRoadZ, kPavementZ + 0.875F, CityMaterial::kWall);
  }
  return {m.x, r.y0 + 6, kPavementZ};
}

Vec3 BuildCanalBanks(const BlockSite& site) {
  const Rect& r = site.rect;
  const Vec2 m = r.Middle();
  const RowParams row{0.3F, 0.5F, 3};
  // Houses face the street; their back doors open to the promenade.
  BuildRow(site, Frame({r.x0 + 1, r.y0 + 0.5F, r.x1 - 1, r.y0 + 0.5F + kHouseDepthMin}, Facing::kSouth), row);
  BuildRow(site, Frame({r.x0 + 1, r.y1 - 0.5F - kHouseDepthMin, r.x1 - 1, r.y1 - 0.5F}, Facing::kNorth), row);
  return {m.x, r.y1 - kHouseDepthMin - 3, kPavementZ};
}

}  // namespace footfall::nav
