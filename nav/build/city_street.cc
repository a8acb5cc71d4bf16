#include "nav/build/city_street.h"

#include "nav/build/city_block.h"
#include "nav/build/city_house.h"

namespace footfall::nav {
namespace {

constexpr float kCrossingDepth = 3;

// A piece of street between two junctions, in its own frame: u across it, v along it.
class Segment {
 public:
  Segment(const StreetSite& site, const Rect& rect, Facing front, const StreetBands& bands)
      : site_(site), frame_(rect, front), rect_(rect), bands_(bands), middle_(frame_.width() / 2) {}

  // `crossing_at_start`, `crossing_at_end`: whether a junction lies there.
  void Build(bool crossing_at_start, bool crossing_at_end) {
    const float length = frame_.depth();
    Sheet road(Across(-bands_.road, bands_.road, 0, length), kRoadZ, CityMaterial::kRoad);
    if (bands_.tram > 0) road.Paint(Across(-bands_.tram, bands_.tram, 0, length), CityMaterial::kTram);
    if (crossing_at_start) {
      road.Paint(Across(-bands_.road, bands_.road, 0, kCrossingDepth), CityMaterial::kCrossing);
    }
    if (crossing_at_end) {
      road.Paint(Across(-bands_.road, bands_.road, length - kCrossingDepth, length), CityMaterial::kCrossing);
    }
    road.Emit(site_.mesher);
    for (const float side : {-1.0F, 1.0F}) {
      const Rect pavement = Across(side * bands_.road, side * bands_.pavement, 0, length);
      site_.mesher.Floor(pavement, kPavementZ, site_.pavement);
      AddFurniture(side, length);
    }
    // Kerbs look at the road.
    site_.mesher.Face(Edge(-bands_.road, length), Edge(-bands_.road, 0), kRoadZ, kPavementZ, site_.pavement);
    site_.mesher.Face(Edge(bands_.road, 0), Edge(bands_.road, length), kRoadZ, kPavementZ, site_.pavement);
  }

 private:
  Rect Across(float from, float to, float v0, float v1) const {
    return frame_.Map(middle_ + from, v0, middle_ + to, v1);
  }
  platform::Vec2 Edge(float across, float v) const { return frame_.Point(middle_ + across, v); }

  // Planters along the kerb, parked cars at it; away from the crossings.
  void AddFurniture(float side, float length) {
    constexpr float kEnd = 8;
    constexpr float kPlanter = 2;
    constexpr float kCar = 4.25F;
    // Each planter in a half of its own, so that no two meet.
    const float half = Quarter((length - 2 * kEnd) / 2);
    const int planters = PickInt(site_.random, 0, 2);
    for (int i = 0; i < planters; ++i) {
      const float start = kEnd + half * static_cast<float>(i);
      const float v = PickMetres(site_.random, start, start + half - kPlanter);
      site_.mesher.Box(Across(side * (bands_.road + 0.25F), side * (bands_.road + 1), v, v + kPlanter),
                       kRoadZ, kPavementZ + 0.75F, CityMaterial::kWall);
    }
    if (PickInt(site_.random, 0, 1) == 1) {
      const float v = PickMetres(site_.random, kEnd, length - kEnd - kCar);
      site_.mesher.Box(Across(side * (bands_.road - 2), side * (bands_.road - 0.25F), v, v + kCar), kRoadZ,
                       kRoadZ + 1.5F, CityMaterial::kWall);
    }
  }

  const StreetSite& site_;
  Frame frame_;
  Rect rect_;
  StreetBands bands_;
  float middle_;
};

void BuildJunction(const StreetSite& site) {
  const StreetBands north = CityGrid::NorthStreet(site.x);
  const StreetBands east = CityGrid::EastStreet(site.y);
  const float x = CityGrid::StreetAt(site.x);
  const float y = CityGrid::StreetAt(site.y);
  Sheet road({x - north.pavement, y - east.pavement, x + north.pavement, y + east.pavement}, kRoadZ,
             CityMaterial::kRoad);
  if (north.tram > 0) {
    road.Paint({x - north.tram, y - east.pavement, x + north.tram, y + east.pavement}, CityMaterial::kTram);
  }
  for (const float sx : {-1.0F, 1.0F}) {
    for (const float sy : {-1.0F, 1.0F}) {
      const Rect corner{
          sx < 0 ? x - north.pavement : x + north.road, sy < 0 ? y - east.pavement : y + east.road,
          sx < 0 ? x - north.road : x + north.pavement, sy < 0 ? y - east.road : y + east.pavement};
      road.Cut(corner);
      site.mesher.Floor(corner, kPavementZ, site.pavement);
    }
  }
  road.Emit(site.mesher);
}

}  // namespace

void BuildStreets(const StreetSite& site) {
  const CityGrid& grid = site.grid;
  const Rect block = grid.Block(site.x, site.y);
  const bool has_east = site.x < grid.x_last();
  const bool has_north = site.y < grid.y_last();
  const float x = CityGrid::StreetAt(site.x);
  const float y = CityGrid::StreetAt(site.y);
  if (has_east) {
    const StreetBands bands = CityGrid::NorthStreet(site.x);
    const Rect rect{x - bands.pavement, block.y0, x + bands.pavement, block.y1};
    Segment(site, rect, Facing::kSouth, bands).Build(site.y > grid.y_first(), has_north);
    if (grid.CanalRuns(site.y)) {
      const Rect gap = CanalGap(grid.Cell(site.x, site.y));
      for (const float wall : {rect.x0, rect.x1 - kWallThickness}) {
        site.mesher.Box({wall, gap.y0, wall + kWallThickness, gap.y1}, kRoadZ, kPavementZ + 1,
                        CityMaterial::kWall);
      }
    }
  }
  if (has_north) {
    const StreetBands bands = CityGrid::EastStreet(site.y);
    const Rect rect{block.x0, y - bands.pavement, block.x1, y + bands.pavement};
    Segment(site, rect, Facing::kWest, bands).Build(site.x > grid.x_first(), has_east);
  }
  if (has_east && has_north) BuildJunction(site);
}

}  // namespace footfall::nav
