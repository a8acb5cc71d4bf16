#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "nav/path/path_search.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "tests/nav/hand_packs.h"
#include "tests/nav/mesh_walker.h"
#include "tests/test_data.h"

// The published benchmarks of path finding, as tests of length and success: navigation meshes of the Polyanya
// authors with exact optima, and grid maps of Moving AI cut into triangles.
namespace footfall::nav {
namespace {

using platform::Vec2;
using platform::Vec3;

// Everything is moved by this, to lie inside the first tile.
constexpr float kShift = 20;

struct Query {
  Vec2 from;
  Vec2 to;
  double length;  // of the file
};

double LengthXy(const PathResult& path) {
  double length = 0;
  for (size_t i = 1; i < path.points.size(); ++i) {
    length += platform::Distance(platform::Xy(path.points[i - 1]), platform::Xy(path.points[i]));
  }
  return length;
}

class Runner {
 public:
  explicit Runner(std::shared_ptr<const NavView> view)
      : view_(std::move(view)), profile_(*platform::LoadProfile("server")), search_(profile_) {}

  // The length of the path, which is on the mesh from end to end; negative when there is none.
  double Length(const Query& query) {
    PathRequest request;
    request.start = {query.from.x + kShift, query.from.y + kShift, 0};
    request.end = {query.to.x + kShift, query.to.y + kShift, 0};
    request.flags = PathFlagMask(kFlagDontLimitSearchExtents);
    platform::CostMeter meter;
    search_.Run(*view_, request, meter, path_);
    if (path_.code != CompletionCode::kFound || path_.partial_reason != PartialReason::kNone) return -1;
    for (size_t i = 1; i < path_.points.size(); ++i) {
      CHECK(tests::CanWalk(*view_, path_.point_polys[i - 1], path_.points[i - 1], path_.points[i],
                           path_.point_polys[i]));
    }
    return LengthXy(path_);
  }

 private:
  std::shared_ptr<const NavView> view_;
  platform::Profile profile_;
  PathSearch search_;
  PathResult path_;
};

// Mesh versions 2 and 3 list, for what is read here, the same: vertices, then polygons counter-clockwise.
std::shared_ptr<const NavView> MeshView(const std::string& file) {
  std::ifstream in(file);
  REQUIRE(in.good());
  std::string word;
  int version = 0;
  size_t vertices_count = 0;
  size_t polys_count = 0;
  in >> word >> version >> vertices_count >> polys_count;
  REQUIRE(version == 2);
  std::vector<Vec3> vertices;
  for (size_t v = 0; v < vertices_count; ++v) {
    float x = 0;
    float y = 0;
    size_t neighbours = 0;
    in >> x >> y >> neighbours;
    for (size_t n = 0; n < neighbours; ++n) in >> word;
    vertices.push_back({x + kShift, y + kShift, 0});
  }
  tests::HandWorld world;
  for (size_t p = 0; p < polys_count; ++p) {
    size_t corners = 0;
    in >> corners;
    std::vector<Vec3> outline;
    for (size_t n = 0; n < corners; ++n) {
      size_t vertex = 0;
      in >> vertex;
      REQUIRE(vertex < vertices.size());
      outline.push_back(vertices[vertex]);
    }
    for (size_t n = 0; n < corners; ++n) in >> word;
    std::reverse(outline.begin(), outline.end());
    world.Add(outline);
  }
  REQUIRE(in.good());
  return tests::ViewOf(world.Finish());
}

TEST_CASE("polyanya's arena: all are found and the sum is within 0.3 percent of the optimum", "[NAV-155]") {
  FOOTFALL_REQUIRE_DATA(data);
  std::vector<Query> queries;
  std::ifstream in(data + "/polyanya/arena-euclid.csv");
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    Query query{};
    words >> query.from.x >> query.from.y >> query.to.x >> query.to.y >> query.length;
    queries.push_back(query);
  }
  REQUIRE(queries.size() == 160);
  for (const char* name : {"arena", "arena-merged"}) {
    CAPTURE(name);
    Runner runner(MeshView(data + "/polyanya/" + name + ".mesh"));
    double lengths = 0;
    double optimum = 0;
    for (const Query& query : queries) {
      CAPTURE(query.from.x, query.from.y, query.to.x, query.to.y);
      const double length = runner.Length(query);
      REQUIRE(length >= query.length - 0.01);
      lengths += length;
      optimum += query.length;
    }
    std::printf("polyanya %s: lengths / shortest %.5f\n", name, lengths / optimum);
    CHECK(lengths <= optimum * 1.003);
  }
}

// A grid map as triangles: two for every cell that can be walked on, '.', 'G' or 'S'.
std::shared_ptr<const NavView> GridView(const std::string& file, int* width, int* height) {
  std::ifstream in(file);
  REQUIRE(in.good());
  std::string word;
  in >> word >> word >> word >> *height >> word >> *width >> word;
  tests::HandWorld world;
  for (int y = 0; y < *height; ++y) {
    std::string row;
    in >> row;
    REQUIRE(row.size() == static_cast<size_t>(*width));
    for (int x = 0; x < *width; ++x) {
      if (std::string(".GS").find(row[static_cast<size_t>(x)]) == std::string::npos) continue;
      const float low_x = static_cast<float>(x) + kShift;
      const float low_y = static_cast<float>(y) + kShift;
      world.Add({{low_x, low_y, 0}, {low_x, low_y + 1, 0}, {low_x + 1, low_y + 1, 0}});
      world.Add({{low_x, low_y, 0}, {low_x + 1, low_y + 1, 0}, {low_x + 1, low_y, 0}});
    }
  }
  return tests::ViewOf(world.Finish());
}

// The optimum on the eight-connected grid, without cutting corners, is a way that we may walk too.
TEST_CASE("Moving AI maps: all are found, and no longer than the optimum on the grid", "[NAV-155]") {
  FOOTFALL_REQUIRE_DATA(data);
  for (const char* name : {"arena", "den009d", "den312d", "lak103d"}) {
    CAPTURE(name);
    const std::string file = data + "/movingai/" + name + ".map";
    int width = 0;
    int height = 0;
    Runner runner(GridView(file, &width, &height));
    std::ifstream in(file + ".scen");
    std::string word;
    in >> word >> word;
    double lengths = 0;
    double optimum = 0;
    int queries = 0;
    int bucket = 0;
    while (in >> bucket >> word >> width >> height) {
      Query query{};
      in >> query.from.x >> query.from.y >> query.to.x >> query.to.y >> query.length;
      query.from = query.from + Vec2{0.5F, 0.5F};
      query.to = query.to + Vec2{0.5F, 0.5F};
      CAPTURE(query.from.x, query.from.y, query.to.x, query.to.y, query.length);
      if (++queries % 3 != 0) continue;  // they come in groups of about equal length
      const double length = runner.Length(query);
      REQUIRE(length >= static_cast<double>(platform::Distance(query.from, query.to)) - 0.01);
      CHECK(length <= query.length * 1.02 + 0.01);
      lengths += length;
      optimum += query.length;
    }
    CHECK(queries >= 100);
    std::printf("movingai %s: %d queries, lengths / grid optimum %.5f\n", name, queries / 3,
                lengths / optimum);
    CHECK(lengths < optimum);
  }
}

}  // namespace
}  // namespace footfall::nav
