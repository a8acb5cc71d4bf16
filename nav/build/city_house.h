#ifndef FOOTFALL_NAV_BUILD_CITY_HOUSE_H_
#define FOOTFALL_NAV_BUILD_CITY_HOUSE_H_

#include <string>

#include "nav/build/annotations.h"
#include "nav/build/city_geometry.h"

namespace footfall::nav {

// Doors, in metres: wide enough that half a metre of ground remains after the builder has taken off the
// agent's body on both sides.
inline constexpr float kDoorWidth = 1.5F;
inline constexpr float kDoorHeight = 2.25F;
inline constexpr float kWallThickness = 0.25F;

// Smallest plot of a house that one can walk into.
inline constexpr float kHouseWidthMin = 12;
inline constexpr float kHouseDepthMin = 11;

// A wall along one side of a strip `kWallThickness` wide, between a and b of the longer axis, with door gaps.
struct DoorGap {
  float middle;  // Along the wall, from its start.
  float width = kDoorWidth;
};
void AddWall(CityMesher& mesher, const Frame& frame, float u0, float v0, float u1, float v1, float z0,
             float z1, const std::vector<DoorGap>& gaps);

struct HouseParams {
  int storeys = 2;
  bool has_roof_access = false;  // Stairs go on up to a roof with a parapet.
  bool has_back_door = true;
};
// A house with two rooms on the left, a hall with the front door and stairs between walls on the right, the
// same on every storey. The ground below must be cut out of its sheet. REQUIRES: the frame is at least
// kHouseWidthMin x kHouseDepthMin.
void AddHouse(CityMesher& mesher, const Frame& frame, const HouseParams& params);

// A building without insides; `top` is its roof.
void AddSolidBuilding(CityMesher& mesher, const Rect& rect, float height, CityMaterial top);

// A ladder on the wall `side` of a box-shaped building, from the pavement to its roof of height `roof_z`.
LadderNote MakeLadder(const std::string& name, const Rect& building, Facing side, float roof_z);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_CITY_HOUSE_H_
