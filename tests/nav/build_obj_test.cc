#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "nav/build/obj_reader.h"

namespace footfall::nav {
namespace {

constexpr char kQuad[] = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\n";

absl::StatusOr<TriangleSoup> Read(const std::string& text, ObjImport import = {}) {
  return ReadObj(text, "x.obj", import);
}

std::string ErrorOf(const std::string& text, ObjImport import = {}) {
  const auto soup = Read(text, import);
  return soup.ok() ? "" : std::string(soup.status().message());
}

// Area of the triangles' shadow on the plane they lie in.
double Area(const TriangleSoup& soup) {
  double area = 0;
  for (const TriangleSoup::Triangle& t : soup.triangles) {
    const platform::Vec3 u = soup.vertices[t.b] - soup.vertices[t.a];
    const platform::Vec3 v = soup.vertices[t.c] - soup.vertices[t.a];
    const platform::Vec3 n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    area += Length(n) / 2.0;
  }
  return area;
}

TEST_CASE("Y up turns into Z up without mirroring", "[R36]") {
  const auto soup = Read("v 1 2 3\nv 2 2 3\nv 1 2 2\nf 1 2 3\n");
  REQUIRE(soup.ok());
  CHECK(soup->vertices[0] == platform::Vec3{1, -3, 2});
  // (1 0 0) x (0 0 -1) looks along +Y in the file; it must look along +Z here.
  const platform::Vec3 u = soup->vertices[1] - soup->vertices[0];
  const platform::Vec3 v = soup->vertices[2] - soup->vertices[0];
  CHECK(u.x * v.y - u.y * v.x > 0);
}

TEST_CASE("axes, scale, recentring and translation apply in this order", "[R36]") {
  ObjImport import;
  import.up = UpAxis::kZ;
  import.scale = 2;
  import.recentre = true;
  import.translate = {100, 0, 5};
  const auto soup = Read("v 0 0 1\nv 4 0 1\nv 4 4 1\nf 1 2 3\n", import);
  REQUIRE(soup.ok());
  CHECK(soup->vertices[0] == platform::Vec3{96, -4, 5});
  CHECK(soup->vertices[2] == platform::Vec3{104, 4, 5});
  CHECK(ObjImportText(import) == "--up z --scale 2 --translate 100,0,5 --recentre");
}

TEST_CASE("materials follow usemtl, across objects and groups", "[R36]") {
  const auto soup = Read(std::string(kQuad) +
                         "f 1 2 3\no a\nusemtl brick wall\nf 1 2 3\ng b\nf 1 3 4\nusemtl \nf 1 2 4\nusemtl "
                         "brick wall\nf 2 3 4\n");
  REQUIRE(soup.ok());
  CHECK(soup->materials == std::vector<std::string>{"", "brick wall"});
  std::vector<uint32_t> used;
  for (const auto& t : soup->triangles) used.push_back(t.material);
  CHECK(used == std::vector<uint32_t>{0, 1, 1, 0, 1});
}

TEST_CASE("comments, CRLF, colours, W, texture and normal indices and joined lines are read", "[R36]") {
  const auto soup = Read(
      "# x\r\nmtllib a.mtl\r\nv 0 0 0 1.0 0.5 0.5 0.5\r\nv\t+4 0 0 1\r\nv 4 4e0 0 # end\r\nvt 0 0\r\nvn 0 0 "
      "1\r\ns off\r\nf 1/1/1 2//1 \\\r\n3/1\r\n");
  REQUIRE(soup.ok());
  CHECK(soup->vertices.size() == 3);
  CHECK(soup->triangles.size() == 1);
}

TEST_CASE("negative indices count back from the last vertex", "[R36]") {
  const auto soup = Read(std::string(kQuad) + "f -4 -3 -2\nv 9 9 9\nf -1 1 2\n");
  REQUIRE(soup.ok());
  CHECK(soup->triangles[0].a == 0);
  CHECK(soup->triangles[1].a == 4);
}

TEST_CASE("faces of many corners keep their area, convex or not", "[R36]") {
  ObjImport import;
  import.up = UpAxis::kZ;
  SECTION("convex") {
    const auto soup = Read(std::string(kQuad) + "f 1 2 3 4\n", import);
    REQUIRE(soup.ok());
    CHECK(soup->triangles.size() == 2);
    CHECK(Area(*soup) == Approx(16));
  }
  SECTION("an L, where a fan from the first corner would leave the face") {
    const auto soup =
        Read("v 0 0 0\nv 4 0 0\nv 4 1 0\nv 1 1 0\nv 1 4 0\nv 0 4 0\nf 4 5 6 1 2 3\nf 3 4 5 6 1 2\n", import);
    REQUIRE(soup.ok());
    CHECK(soup->triangles.size() == 8);
    CHECK(Area(*soup) == Approx(14));
  }
  SECTION("a comb") {
    std::string text;
    std::string face = "f";
    for (int i = 0; i < 12; ++i) {
      text += "v " + std::to_string(i) + (i % 2 == 0 ? " 1 0\n" : " 5 0\n");
      face += " " + std::to_string(i + 1);
    }
    text += "v 11 0 0\nv 0 0 0\n";
    const auto soup = Read(text + face + " 13 14\n", import);
    REQUIRE(soup.ok());
    CHECK(soup->triangles.size() == 12);
    CHECK(Area(*soup) == Approx(11 * 3.0));
  }
  SECTION("a wall, seen from the side") {
    const auto soup = Read("v 0 0 0\nv 0 0 4\nv 0 1 4\nv 0 1 1\nv 0 4 1\nv 0 4 0\nf 1 2 3 4 5 6\n", import);
    REQUIRE(soup.ok());
    CHECK(Area(*soup) == Approx(7));
  }
  SECTION("one that crosses itself still ends") {
    CHECK(Read("v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 4 0\nv 2 9 0\nf 1 2 3 4 5\n", import).ok());
  }
  SECTION("a repeated corner adds nothing") {
    const auto soup = Read(std::string(kQuad) + "f 1 1 2 3\n", import);
    REQUIRE(soup.ok());
    CHECK(soup->triangles.size() == 1);
  }
}

TEST_CASE("broken files are refused with file, line and value", "[R36]") {
  const std::string quad = kQuad;
  CHECK(ErrorOf("") == "x.obj: no faces in 0 lines");
  CHECK(ErrorOf(quad) == "x.obj: no faces in 4 lines");
  CHECK(ErrorOf("v 1 2\n") == "x.obj:1: a vertex has 2 coordinates, 3 are needed");
  CHECK(ErrorOf("v 1 two 3\n") == "x.obj:1: coordinate \"two\" is not a number");
  CHECK(ErrorOf("v 1 2 3x\n") == "x.obj:1: coordinate \"3x\" is not a number");
  CHECK(ErrorOf("\nv nan 0 0\n").find("x.obj:2: coordinate nan") == 0);
  CHECK(ErrorOf("v inf 0 0\n").find("x.obj:1: coordinate inf") == 0);
  CHECK(ErrorOf("v 1e30 0 0\n").find("x.obj:1: coordinate 1e30") == 0);
  CHECK(ErrorOf("v 1e999 0 0\n").find("x.obj:1: coordinate 1e999") == 0);
  CHECK(ErrorOf(quad + "f 1 2 5\n") == "x.obj:5: corner 5 is outside 1 .. 4, the vertices so far");
  CHECK(ErrorOf(quad + "f 1 2 0\n").find("x.obj:5: corner 0") == 0);
  CHECK(ErrorOf(quad + "f 1 2 -5\n").find("x.obj:5: corner -5") == 0);
  CHECK(ErrorOf(quad + "f 1 2 99999999999999999999\n").find("x.obj:5: corner") == 0);
  CHECK(ErrorOf(quad + "f 1 2\n") == "x.obj:5: a face has 2 corners, 3 are needed");
  CHECK(ErrorOf(quad + "f 1 2 a\n") == "x.obj:5: corner \"a\" is not an index");
  CHECK(ErrorOf("v 0 0 0\nv 9500 0 0\nv 0 0 1\nf 1 2 3\n").find("x.obj:2: vertex lies at (9500, ") == 0);
  CHECK(ReadObjFile("/nonexistent.obj", {}).status().code() == absl::StatusCode::kNotFound);
}

TEST_CASE("bad import flags are refused", "[R36]") {
  ObjImport import;
  for (const float scale :
       {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    import.scale = scale;
    CHECK(ErrorOf(std::string(kQuad) + "f 1 2 3\n", import).find("scale: ") == 0);
  }
  import.scale = 1;
  import.translate.x = std::numeric_limits<float>::infinity();
  CHECK(ErrorOf(std::string(kQuad) + "f 1 2 3\n", import) == "translate: not finite");
}

}  // namespace
}  // namespace footfall::nav
