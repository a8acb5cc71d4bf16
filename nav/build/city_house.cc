#include "nav/build/city_house.h"

#include <algorithm>

#include "nav/build/city_grid.h"
#include "platform/check.h"

namespace footfall::nav {
namespace {

constexpr float kStairWidth = 2.25F;
constexpr float kStairStart = 1.75F;  // From the front wall's outer side: the landing below.
constexpr float kStairLength = 5;     // 16 steps of 3/16 m on a storey: 31 degrees.
constexpr float kParapet = 1;         // Low enough to climb and to take cover behind.
constexpr float kLadderFromWall = 0.875F;
constexpr float kLadderFromLedge = 1.25F;

class HouseBuilder {
 public:
  HouseBuilder(CityMesher& mesher, const Frame& frame, const HouseParams& params)
      : mesher_(mesher), frame_(frame), params_(params), w_(frame.width()), d_(frame.depth()) {
    FOOTFALL_CHECK(w_ >= kHouseWidthMin && d_ >= kHouseDepthMin);
    FOOTFALL_CHECK(params.storeys >= 1);
    rooms_ = Quarter(w_ * 0.4F);
    stair_u0_ = w_ - kWallThickness - kStairWidth;
    stair_u1_ = w_ - kWallThickness;
  }

  void Build() {
    for (int storey = 0; storey < params_.storeys; ++storey) AddStorey(storey);
    AddRoof();
  }

 private:
  static float FloorZ(int storey) { return kPavementZ + kStoreyHeight * static_cast<float>(storey); }
  bool HasStairs(int storey) const { return storey + 1 < params_.storeys || params_.has_roof_access; }
  Rect StairRect() const { return frame_.Map(stair_u0_, kStairStart, stair_u1_, kStairStart + kStairLength); }

  void AddStorey(int storey) {
    const float z0 = FloorZ(storey);
    const float z1 = z0 + kStoreyHeight;
    Sheet floor(frame_.Map(0, 0, w_, d_).Grown(-kWallThickness / 2), z0, CityMaterial::kInterior);
    // Stairs stand in their own gap; above stairs there is the gap through which they come.
    if (storey == 0 ? HasStairs(0) : true) floor.Cut(StairRect());
    floor.Emit(mesher_);
    AddOuterWalls(storey, z0, z1);
    const float half = Quarter(d_ / 2);
    AddWall(mesher_, frame_, rooms_, kWallThickness, rooms_ + kWallThickness, d_ - kWallThickness, z0, z1,
            {{Quarter(half / 2), kDoorWidth}, {Quarter(half + half / 2), kDoorWidth}});
    AddWall(mesher_, frame_, kWallThickness, half, rooms_, half + kWallThickness, z0, z1, {});
    if (storey > 0 || HasStairs(storey)) AddStairWell(storey, z0, z1);
  }

  void AddOuterWalls(int storey, float z0, float z1) {
    const float hall = Quarter((rooms_ + kWallThickness + stair_u0_ - kWallThickness) / 2);
    std::vector<DoorGap> front;
    std::vector<DoorGap> back;
    if (storey == 0) {
      front.push_back({hall});
      if (params_.has_back_door) back.push_back({hall});
    }
    AddWall(mesher_, frame_, 0, 0, w_, kWallThickness, z0, z1, front);
    AddWall(mesher_, frame_, 0, d_ - kWallThickness, w_, d_, z0, z1, back);
    AddWall(mesher_, frame_, 0, 0, kWallThickness, d_, z0, z1, {});
    AddWall(mesher_, frame_, w_ - kWallThickness, 0, w_, d_, z0, z1, {});
  }

  // The wall between hall and stairs, open at both landings, and the stairs of this storey.
  void AddStairWell(int storey, float z0, float z1) {
    const bool has_stairs = HasStairs(storey);
    AddWall(mesher_, frame_, stair_u0_ - kWallThickness, has_stairs ? kStairStart : kWallThickness, stair_u0_,
            kStairStart + kStairLength, z0, z1, {});
    if (has_stairs) mesher_.Steps(StairRect(), frame_.inwards(), z0, z1, CityMaterial::kSteps);
  }

  void AddRoof() {
    const float z = FloorZ(params_.storeys);
    const Rect all = frame_.Map(0, 0, w_, d_);
    if (!params_.has_roof_access) {
      mesher_.Floor(all.Grown(-CityMesher::kInset), z, CityMaterial::kRoof);
      return;
    }
    Sheet deck(all.Grown(-kWallThickness / 2), z, CityMaterial::kRoofDeck);
    deck.Cut(StairRect());
    deck.Emit(mesher_);
    const float top = z + kParapet;
    AddWall(mesher_, frame_, 0, 0, w_, kWallThickness, z, top, {});
    AddWall(mesher_, frame_, 0, d_ - kWallThickness, w_, d_, z, top, {});
    AddWall(mesher_, frame_, 0, 0, kWallThickness, d_, z, top, {});
    AddWall(mesher_, frame_, w_ - kWallThickness, 0, w_, d_, z, top, {});
    AddWall(mesher_, frame_, stair_u0_ - kWallThickness, kStairStart - kWallThickness, stair_u0_,
            kStairStart + kStairLength, z, top, {});
    AddWall(mesher_, frame_, stair_u0_, kStairStart - kWallThickness, stair_u1_, kStairStart, z, top, {});
  }

  CityMesher& mesher_;
  const Frame& frame_;
  const HouseParams& params_;
  float w_;
  float d_;
  float rooms_;  // u where the rooms on the left end.
  float stair_u0_;
  float stair_u1_;
};

}  // namespace

void AddWall(CityMesher& mesher, const Frame& frame, float u0, float v0, float u1, float v1, float z0,
             float z1, const std::vector<DoorGap>& gaps) {
  const bool is_along_u = u1 - u0 > v1 - v0;
  const float length = is_along_u ? u1 - u0 : v1 - v0;
  const auto piece = [&](float from, float to, float low) {
    if (to <= from || low >= z1) return;
    mesher.Box(is_along_u ? frame.Map(u0 + from, v0, u0 + to, v1) : frame.Map(u0, v0 + from, u1, v0 + to),
               low, z1, CityMaterial::kWall);
  };
  float from = 0;
  for (const DoorGap& gap : gaps) {
    const float left = gap.middle - gap.width / 2;
    const float right = gap.middle + gap.width / 2;
    piece(from, left, z0);
    piece(left, right, z0 + kDoorHeight);
    from = right;
  }
  piece(from, length, z0);
}

void AddHouse(CityMesher& mesher, const Frame& frame, const HouseParams& params) {
  HouseBuilder(mesher, frame, params).Build();
}

void AddSolidBuilding(CityMesher& mesher, const Rect& rect, float height, CityMaterial top) {
  mesher.Box(rect, kRoadZ, kPavementZ + height, top);
}

LadderNote MakeLadder(const std::string& name, const Rect& building, Facing side, float roof_z) {
  const Frame frame(building, side);
  const float u = Quarter(frame.width() / 2);
  const platform::Vec2 bottom = frame.Point(u, -kLadderFromWall);
  const platform::Vec2 top = frame.Point(u, kLadderFromLedge);
  return {name, {bottom.x, bottom.y, kPavementZ}, {top.x, top.y, roof_z}, HeadingOf(Opposite(side)), false};
}

}  // namespace footfall::nav
