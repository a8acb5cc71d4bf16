#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "nav/build/city.h"
#include "nav/build/city_grid.h"
#include "nav/build/obj_reader.h"
#include "nav/mesh/types.h"

namespace footfall::tests {
namespace {

using nav::BuildCity;
using nav::City;
using nav::CityParams;
using nav::Rect;
using nav::TriangleSoup;
using platform::Vec3;

City CityOf(uint64_t seed, int tiles_x, int tiles_y) {
  absl::StatusOr<City> city = BuildCity({seed, tiles_x, tiles_y});
  REQUIRE(city.ok());
  return *std::move(city);
}

// A triangle by value: three corners and its material.
using Facet = std::array<float, 10>;

Facet FacetOf(const TriangleSoup& soup, const TriangleSoup::Triangle& t) {
  const Vec3 a = soup.vertices[t.a];
  const Vec3 b = soup.vertices[t.b];
  const Vec3 c = soup.vertices[t.c];
  return {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, static_cast<float>(t.material)};
}

// All facets, or those whose middle lies in a rectangle, sorted.
std::vector<Facet> Facets(const TriangleSoup& soup, const Rect* within = nullptr) {
  std::vector<Facet> facets;
  for (const TriangleSoup::Triangle& t : soup.triangles) {
    const Facet f = FacetOf(soup, t);
    const float x = (f[0] + f[3] + f[6]) / 3;
    const float y = (f[1] + f[4] + f[7]) / 3;
    if (within != nullptr && (x < within->x0 || x >= within->x1 || y < within->y0 || y >= within->y1))
      continue;
    facets.push_back(f);
  }
  std::sort(facets.begin(), facets.end());
  return facets;
}

bool SamePlaces(const City& a, const City& b) {
  return std::equal(a.annotations.places.begin(), a.annotations.places.end(), b.annotations.places.begin(),
                    b.annotations.places.end(), [](const nav::NamedPlace& p, const nav::NamedPlace& q) {
                      return p.name == q.name && p.position == q.position;
                    });
}

// Middles of the triangles that lie in a tile, counted from its corner in steps of 1/64 m, with materials.
std::vector<std::array<int64_t, 4>> TrianglesIn(const City& city, int tile_x, int tile_y) {
  const float corner_x = nav::kWorldMin + static_cast<float>(tile_x) * nav::kTileSize;
  const float corner_y = nav::kWorldMin + static_cast<float>(tile_y) * nav::kTileSize;
  std::vector<std::array<int64_t, 4>> found;
  for (const TriangleSoup::Triangle& triangle : city.soup.triangles) {
    const Vec3 sum =
        city.soup.vertices[triangle.a] + city.soup.vertices[triangle.b] + city.soup.vertices[triangle.c];
    const Vec3 middle{sum.x / 3 - corner_x, sum.y / 3 - corner_y, sum.z / 3};
    if (middle.x < 0 || middle.x >= nav::kTileSize || middle.y < 0 || middle.y >= nav::kTileSize) continue;
    found.push_back({std::lround(middle.x * 64), std::lround(middle.y * 64), std::lround(middle.z * 64),
                     triangle.material});
  }
  // total order: equal entries are alike.
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("the same seed gives the same city, another one another") {
  const City a = CityOf(1, 4, 3);
  const City b = CityOf(1, 4, 3);
  CHECK(a.soup.vertices == b.soup.vertices);
  CHECK(Facets(a.soup) == Facets(b.soup));
  CHECK(SamePlaces(a, b));
  const City other = CityOf(2, 4, 3);
  CHECK(Facets(a.soup) != Facets(other.soup));
}

TEST_CASE("a block does not depend on the size of the city") {
  const City small = CityOf(7, 2, 2);
  const City large = CityOf(7, 5, 4);
  const City tall = CityOf(7, 2, 6);
  // Blocks and streets between the middles of the small city's outermost whole blocks.
  const Rect core{1425, 1425, 1575, 1575};
  const std::vector<Facet> expected = Facets(small.soup, &core);
  CHECK(expected.size() > 1000);
  CHECK(Facets(large.soup, &core) == expected);
  CHECK(Facets(tall.soup, &core) == expected);
  for (const nav::NamedPlace& place : small.annotations.places) {
    const auto& places = large.annotations.places;
    const auto same = [&](const nav::NamedPlace& p) {
      return p.name == place.name && p.position == place.position;
    };
    CHECK(std::any_of(places.begin(), places.end(), same));
  }
}

TEST_CASE("a city fills whole tiles around the world's middle and nothing beyond") {
  struct Case {
    int tiles_x;
    int tiles_y;
    Rect area;
  };
  for (const Case& c : {Case{1, 1, {1500, 1500, 1650, 1650}}, Case{2, 2, {1350, 1350, 1650, 1650}},
                        Case{3, 1, {1350, 1500, 1800, 1650}}, Case{6, 6, {1050, 1050, 1950, 1950}}}) {
    const City city = CityOf(3, c.tiles_x, c.tiles_y);
    Rect box{9000, 9000, -6000, -6000};
    for (const Vec3 v : city.soup.vertices) {
      box = {std::min(box.x0, v.x), std::min(box.y0, v.y), std::max(box.x1, v.x), std::max(box.y1, v.y)};
    }
    CHECK(box.x0 == c.area.x0);
    CHECK(box.y0 == c.area.y0);
    CHECK(box.x1 == c.area.x1);
    CHECK(box.y1 == c.area.y1);
  }
}

TEST_CASE("no triangle of a city is degenerate, broken or there twice") {
  const City city = CityOf(1, 6, 6);
  const TriangleSoup& soup = city.soup;
  bool are_all_proper = true;
  std::set<Facet> seen;
  size_t repeated = 0;
  for (const TriangleSoup::Triangle& t : soup.triangles) {
    REQUIRE(std::max({t.a, t.b, t.c}) < soup.vertices.size());
    REQUIRE(t.material < soup.materials.size());
    const Vec3 u = soup.vertices[t.b] - soup.vertices[t.a];
    const Vec3 v = soup.vertices[t.c] - soup.vertices[t.a];
    const Vec3 n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    are_all_proper = are_all_proper && std::isfinite(n.x + n.y + n.z) && platform::Length(n) / 2 > 0.002F;
    if (!seen.insert(FacetOf(soup, t)).second) ++repeated;
  }
  CHECK(are_all_proper);
  CHECK(repeated == 0);
}

TEST_CASE("every material of a city is in its map, once") {
  const City city = CityOf(1, 2, 2);
  std::set<std::string> names;
  for (const nav::MaterialMap::Entry& entry : city.materials.entries) CHECK(names.insert(entry.name).second);
  for (const std::string& name : city.soup.materials) CHECK(names.count(name) == 1);
}

TEST_CASE("pavements carry every ped density from 1 to 7", "[NAV-029]") {
  const City city = CityOf(1, 6, 6);
  std::set<int> densities;
  for (const TriangleSoup::Triangle& t : city.soup.triangles) {
    const auto& surface = city.materials.entries[t.material].surface;
    if (surface.walkable) densities.insert(surface.ped_density);
  }
  CHECK(densities == std::set<int>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("a city of no or too many tiles is refused by name, value and limit") {
  for (const auto& [params, text] :
       {std::pair<CityParams, std::string>{{1, 0, 1}, "tiles_x: 0, limits 1 .. 100"},
        {{1, 1, 101}, "tiles_y: 101, limits 1 .. 100"},
        {{1, -3, 1}, "tiles_x: -3, limits 1 .. 100"}}) {
    const absl::StatusOr<City> city = BuildCity(params);
    CHECK(city.status().code() == absl::StatusCode::kInvalidArgument);
    CHECK(city.status().message() == text);
  }
  CHECK(BuildCity({~uint64_t{0}, 1, 1}).ok());
}

TEST_CASE("a city as OBJ reads back as the same triangles") {
  const City city = CityOf(5, 1, 1);
  const std::string path = std::string(FOOTFALL_BINARY_DIR) + "/city_soup_test.obj";
  REQUIRE(WriteObj(city, path).ok());
  nav::ObjImport import;
  import.up = nav::UpAxis::kZ;
  const absl::StatusOr<TriangleSoup> read = nav::ReadObjFile(path, import);
  std::remove(path.c_str());
  REQUIRE(read.ok());
  TriangleSoup renamed = *read;
  for (TriangleSoup::Triangle& t : renamed.triangles) {
    const auto& names = city.soup.materials;
    t.material = static_cast<uint32_t>(std::find(names.begin(), names.end(), read->materials[t.material]) -
                                       names.begin());
  }
  CHECK(Facets(renamed) == Facets(city.soup));
  CHECK(WriteObj(city, "/no such folder/city.obj").code() == absl::StatusCode::kNotFound);
}

TEST_CASE("a city with a period repeats its tiles") {
  CityParams params;
  params.tiles_x = 8;
  params.tiles_y = 16;
  params.period_x = 2;
  params.period_y = 4;
  const auto city = BuildCity(params);
  REQUIRE(city.ok());
  const int first_x = nav::kTilesX / 2 - params.tiles_x / 2;
  const int first_y = nav::kTilesY / 2 - params.tiles_y / 2;
  for (int y = first_y + 2; y + 4 < first_y + params.tiles_y - 2; ++y) {
    for (int x = first_x + 2; x + 2 < first_x + params.tiles_x - 2; ++x) {
      CAPTURE(x, y);
      const auto here = TrianglesIn(*city, x, y);
      CHECK(here.size() > 100);
      CHECK(here == TrianglesIn(*city, x, y + 4));
      CHECK(here == TrianglesIn(*city, x + 2, y));
    }
  }
}

}  // namespace footfall::tests
