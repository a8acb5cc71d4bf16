// What lies below and above the streets: the canal, underpasses and foot bridges.
#include "nav/build/city_house.h"
#include "nav/build/city_street.h"

namespace footfall::nav {
namespace {

constexpr float kCanalHalf = 12;  // Water and towpath together.
constexpr float kTowpath = 4;     // Along the south side.
constexpr float kCanalBedZ = -5;
constexpr float kTowpathStairs = 5.25F;  // 14 steps.
constexpr float kTowpathStairsWidth = 2.5F;
constexpr float kUnderpassStairs = 6;  // 16 steps.
constexpr float kBridgeZ = 5;
constexpr float kBridgeStairs = 9.75F;  // 26 steps.
constexpr float kStairsWidth = 2.5F;
constexpr float kStairsMargin = 1;  // Between the stairs and the block's side.
constexpr float kHalfTunnel = 1.5F;

// The strip of a block in which the stairs lie, in x.
Rect StairsStrip(const Rect& block, Facing side, float y0, float y1) {
  const float x0 = side == Facing::kEast ? block.x1 - kStairsMargin - kStairsWidth : block.x0 + kStairsMargin;
  return {x0, y0, x0 + kStairsWidth, y1};
}

Rect UnderpassStairs(const Rect& block, Facing side) {
  const float y = block.Middle().y;
  return StairsStrip(block, side, y + kHalfTunnel, y + kHalfTunnel + kUnderpassStairs);
}

void BuildUnderpass(const StreetSite& site, const Rect& west, const Rect& east) {
  const Rect down = UnderpassStairs(west, Facing::kEast);
  const Rect up = UnderpassStairs(east, Facing::kWest);
  const float y = west.Middle().y;
  site.mesher.Floor({down.x0, y - kHalfTunnel, up.x1, y + kHalfTunnel}, kUnderpassZ, CityMaterial::kStation);
  for (const Rect& stairs : {down, up}) {
    site.mesher.Steps(stairs, Facing::kNorth, kUnderpassZ, kPavementZ, CityMaterial::kSteps);
    // Walls down to the tunnel that end as railings around the opening.
    constexpr float kRailing = kPavementZ + 1.25F;
    for (const float x : {stairs.x0 - kWallThickness, stairs.x1}) {
      site.mesher.Box({x, stairs.y0, x + kWallThickness, stairs.y1}, kUnderpassZ, kRailing,
                      CityMaterial::kWall);
    }
    site.mesher.Box(
        {stairs.x0 - kWallThickness, stairs.y0 - kWallThickness, stairs.x1 + kWallThickness, stairs.y0},
        kRoadZ, kRailing, CityMaterial::kWall);
  }
  constexpr float kUnderRoad = kRoadZ - 0.25F;
  const Rect tunnel{down.x0, y - kHalfTunnel, up.x1, y + kHalfTunnel};
  const auto wall = [&](float x0, float y0, float x1, float y1) {
    site.mesher.Box({x0, y0, x1, y1}, kUnderpassZ, kUnderRoad, CityMaterial::kWall);
  };
  wall(tunnel.x0 - kWallThickness, tunnel.y0 - kWallThickness, tunnel.x1 + kWallThickness, tunnel.y0);
  wall(tunnel.x0 - kWallThickness, tunnel.y0, tunnel.x0, tunnel.y1);
  wall(tunnel.x1, tunnel.y0, tunnel.x1 + kWallThickness, tunnel.y1);
  wall(down.x1, tunnel.y1, up.x0, tunnel.y1 + kWallThickness);
}

void BuildFootbridge(const StreetSite& site, const Rect& west, const Rect& east) {
  const float y = west.Middle().y;
  const Rect up = StairsStrip(west, Facing::kEast, y + kHalfTunnel, y + kHalfTunnel + kBridgeStairs);
  const Rect down = StairsStrip(east, Facing::kWest, up.y0, up.y1);
  const Rect deck{up.x0, y - kHalfTunnel, down.x1, y + kHalfTunnel};
  site.mesher.Floor(deck, kBridgeZ, CityMaterial::kBridge);
  for (const Rect& stairs : {up, down}) {
    site.mesher.Steps(stairs, Facing::kSouth, kPavementZ, kBridgeZ, CityMaterial::kSteps);
  }
  const auto railing = [&](float x0, float y0, float x1, float y1) {
    site.mesher.Box({x0, y0, x1, y1}, kBridgeZ - 0.25F, kBridgeZ + 1.25F, CityMaterial::kWall);
  };
  railing(deck.x0, deck.y0 - kWallThickness, deck.x1, deck.y0);
  railing(up.x1, deck.y1, down.x0, deck.y1 + kWallThickness);
  railing(deck.x0 - kWallThickness, deck.y0, deck.x0, deck.y1);
  railing(deck.x1, deck.y0, deck.x1 + kWallThickness, deck.y1);
}

}  // namespace

Rect CanalGap(const Rect& cell) {
  const float y = cell.Middle().y;
  return {cell.x0, y - kCanalHalf, cell.x1, y + kCanalHalf};
}

void BuildCanal(const StreetSite& site, Sheet& ground) {
  const Rect gap = CanalGap(site.grid.Cell(site.x, site.y));
  CityMesher& mesher = site.mesher;
  const Rect towpath{gap.x0, gap.y0, gap.x1, gap.y0 + kTowpath};
  const Rect water{gap.x0, towpath.y1, gap.x1, gap.y1};
  constexpr float kInset = CityMesher::kInset;
  mesher.Floor(towpath, kTowpathZ, CityMaterial::kQuay);
  mesher.Floor(water, kCanalBedZ, CityMaterial::kBed);
  mesher.Floor(water, kCanalWaterZ, CityMaterial::kDeepWater);
  mesher.Face({gap.x1, water.y0 - kInset}, {gap.x0, water.y0 - kInset}, kCanalBedZ, kTowpathZ,
              CityMaterial::kWall);
  mesher.Face({gap.x0, gap.y1 + kInset}, {gap.x1, gap.y1 + kInset}, kCanalBedZ, kRoadZ - 0.25F,
              CityMaterial::kWall);
  ground.Cut(gap);
  const auto south_wall = [&](float x0, float x1) {
    mesher.Face({x1, gap.y0 - kInset}, {x0, gap.y0 - kInset}, kTowpathZ, kRoadZ - 0.25F, CityMaterial::kWall);
  };
  const Rect block = site.grid.Block(site.x, site.y);
  if (site.grid.IsRim(site.x, site.y)) {
    south_wall(gap.x0, gap.x1);
    return;
  }
  // Stairs run down along the bank, where the block is whole.
  const float x = block.Middle().x;
  const Rect stairs{x, gap.y0 - kTowpathStairsWidth, x + kTowpathStairs, gap.y0};
  const Rect landing{stairs.x1, stairs.y0, stairs.x1 + 2.5F, gap.y0};
  south_wall(gap.x0, stairs.x0);
  south_wall(landing.x1, gap.x1);
  ground.Cut(stairs);
  ground.Cut(landing);
  mesher.Steps(stairs, Facing::kWest, kTowpathZ, kPavementZ, CityMaterial::kSteps);
  mesher.Floor(landing, kTowpathZ, CityMaterial::kQuay);
  const float top = kPavementZ + 1;
  mesher.Box({stairs.x0, stairs.y0 - kWallThickness, landing.x1 + kWallThickness, stairs.y0}, kTowpathZ, top,
             CityMaterial::kWall);
  mesher.Box({landing.x1, stairs.y0, landing.x1 + kWallThickness, gap.y0}, kTowpathZ, top,
             CityMaterial::kWall);
  mesher.Box({stairs.x0, gap.y0 - kWallThickness, stairs.x1, gap.y0}, kTowpathZ, top, CityMaterial::kWall);
  // Railings along the promenades; west of the stairs one can jump down to the towpath.
  mesher.Box({landing.x1, gap.y0 - kWallThickness, block.x1, gap.y0}, kRoadZ, top, CityMaterial::kWall);
  mesher.Box({block.x0, gap.y1, block.x1, gap.y1 + kWallThickness}, kRoadZ, top, CityMaterial::kWall);
}

TramCrossing TramCrossingAt(const CityGrid& grid, int x, int y, int plan_y) {
  if (!CityGrid::HasTram(x) || grid.CanalRuns(y)) return TramCrossing::kNone;
  if (grid.IsRim(x, y) || grid.IsRim(x + 1, y)) return TramCrossing::kNone;
  // Every third row has a bridge, every third an underpass.
  switch ((plan_y % 3 + 3) % 3) {
    case 0:
      return TramCrossing::kFootbridge;
    case 1:
      return TramCrossing::kUnderpass;
    default:
      return TramCrossing::kNone;
  }
}

void CutUnderpass(const Rect& block, Facing side, Sheet& ground) {
  const Rect stairs = UnderpassStairs(block, side);
  ground.Cut({stairs.x0 - kWallThickness, stairs.y0 - kWallThickness, stairs.x1 + kWallThickness, stairs.y1});
}

void BuildTramCrossing(const StreetSite& site, TramCrossing kind) {
  const Rect west = site.grid.Block(site.x, site.y);
  const Rect east = site.grid.Block(site.x + 1, site.y);
  if (kind == TramCrossing::kUnderpass) BuildUnderpass(site, west, east);
  if (kind == TramCrossing::kFootbridge) BuildFootbridge(site, west, east);
}

}  // namespace footfall::nav
