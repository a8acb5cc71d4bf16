#include <algorithm>
#include <cmath>

#include "nav/build/obj_reader.h"
#include "nav/build/world_builder.h"
#include "nav/mesh/pack.h"
#include "nav/mesh/pack_writer.h"
#include "tests/fuzz/fuzz_readers.h"
#include "tests/fuzz/fuzz_target.h"

// The offline builder on levels that nobody would make.
namespace footfall::fuzz {

namespace {

// Larger levels take too long to be tried often.
constexpr size_t kTrianglesMax = 200;
constexpr float kExtentMax = 60;

bool IsSmall(const nav::TriangleSoup& soup) {
  platform::Vec3 low = soup.vertices[0];
  platform::Vec3 high = low;
  for (const platform::Vec3& v : soup.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return soup.triangles.size() <= kTrianglesMax && high.x - low.x <= kExtentMax &&
         high.y - low.y <= kExtentMax && high.z - low.z <= kExtentMax;
}

nav::MaterialMap Materials() {
  nav::MaterialMap map;
  const auto add = [&](const char* name) -> nav::SurfaceAttributes& {
    map.entries.push_back({name, static_cast<int>(map.entries.size()), {}});
    return map.entries.back().surface;
  };
  add("sea").deep_water = true;
  add("ford").shallow_water = true;
  add("glass").walkable = false;
  add("way").flags = nav::kPolyPavement;
  return map;
}

}  // namespace

void ReadLevelBytes(std::string_view bytes) {
  static const nav::MaterialMap materials = Materials();
  const nav::ObjImport import{nav::UpAxis::kZ, 1, true, {75, 75, 0}};
  const auto soup = nav::ReadObj(bytes, "input", import);
  if (!soup.ok() || !IsSmall(*soup)) return;
  nav::WorldDraft draft;
  const auto report = nav::BuildWorld(*soup, materials, {}, {}, 1, {}, &draft);
  if (!report.ok()) {
    Expect(!report.status().message().empty(), "a refusal says why");
    return;
  }
  const auto packed = nav::PackWorld(draft);
  Expect(packed.ok(), "what is built can be packed");
  const auto pack = nav::Pack::FromBytes(*packed);
  Expect(pack.ok() && (*pack)->ViewOfAll().ok(), "what is packed can be opened");
}

std::vector<std::string> LevelSeeds() {
  return {
      // A floor with a crate on it.
      "v 0 0 0\nv 20 0 0\nv 20 20 0\nv 0 20 0\nf 1 2 3 4\n"
      "v 5 5 1\nv 8 5 1\nv 8 8 1\nv 5 8 1\nv 5 5 0\nv 8 5 0\nv 8 8 0\nv 5 8 0\n"
      "f 5 6 7 8\nf 9 10 6 5\nf 10 11 7 6\nf 11 12 8 7\nf 12 9 5 8\n",
      // A ramp to a terrace, with a drop.
      "v 0 0 0\nv 10 0 0\nv 10 8 0\nv 0 8 0\nv 18 0 3\nv 18 8 3\nv 30 0 3\nv 30 8 3\n"
      "f 1 2 3 4\nusemtl way\nf 2 5 6 3\nf 5 7 8 6\n"
      "v 30 0 1\nv 40 0 1\nv 40 8 1\nv 30 8 1\nusemtl glass\nf 9 10 11 12\n",
      // A shore: ground under shallow and deep water; two floors, one above the other.
      "v 0 0 0\nv 30 0 -3\nv 30 10 -3\nv 0 10 0\nf 1 2 3 4\n"
      "v 4 0 -0.5\nv 12 0 -0.5\nv 12 10 -0.5\nv 4 10 -0.5\nusemtl ford\nf 5 6 7 8\n"
      "v 12 0 -0.5\nv 30 0 -0.5\nv 30 10 -0.5\nv 12 10 -0.5\nusemtl sea\nf 9 10 11 12\n"
      "v 0 0 4\nv 12 0 4\nv 12 10 4\nv 0 10 4\nusemtl way\nf 13 14 15 16\n",
  };
}

}  // namespace footfall::fuzz
