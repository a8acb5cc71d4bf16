#include <cmath>
#include <set>

#include "nav/build/build_config.h"
#include "nav/build/obj_reader.h"
#include "tests/fuzz/fuzz_readers.h"
#include "tests/fuzz/fuzz_target.h"

// Readers of a level's files: geometry, materials, annotations.
namespace footfall::fuzz {

namespace {

void CheckSoup(const nav::TriangleSoup& soup) {
  Expect(!soup.triangles.empty(), "a level without faces is refused");
  for (const nav::TriangleSoup::Triangle& triangle : soup.triangles) {
    for (const uint32_t corner : {triangle.a, triangle.b, triangle.c}) {
      Expect(corner < soup.vertices.size(), "a corner names a vertex");
    }
    Expect(triangle.material < soup.materials.size(), "a face names a material");
  }
  for (const platform::Vec3& vertex : soup.vertices) {
    Expect(std::isfinite(vertex.x) && std::isfinite(vertex.y) && std::isfinite(vertex.z),
           "vertices are finite");
  }
}

}  // namespace

void ReadObjBytes(std::string_view bytes) {
  for (const nav::ObjImport& import :
       {nav::ObjImport{}, nav::ObjImport{nav::UpAxis::kZ, 0.01F, true, {10, 20, 30}},
        nav::ObjImport{nav::UpAxis::kY, 1e30F, true, {}}}) {
    const auto soup = nav::ReadObj(bytes, "input", import);
    if (soup.ok()) CheckSoup(*soup);
  }
}

std::vector<std::string> ObjSeeds() {
  return {
      "# a floor\nv 0 0 0\nv 0 0 10\nv 10 0 10\nv 10 0 0\nusemtl stone\nf 1 2 3 4\n",
      "mtllib x.mtl\no thing\nv 0 0 0 1\nv 1e1 -2.5 +3\nv .5 1. 0\nvt 0 0\nvn 0 1 0\ns off\nf 1/1/1 2//1 "
      "3/1\n",
      "v 0 0 0\r\nv 4 0 0\r\nv 4 4 0\r\nv 2 1 0\r\nv 0 4 0\r\nf -5 -4 -3 -2 -1\r\nf 1 2 \\\n3\n",
  };
}

void ReadAnnotationsBytes(std::string_view bytes) {
  const auto notes = nav::ParseAnnotations(bytes, "input");
  if (!notes.ok()) return;
  for (const nav::EditArea& area : notes->edit_areas) {
    Expect(area.min.x < area.max.x && area.min.y < area.max.y && area.min.z < area.max.z,
           "an area's corners are ordered");
  }
  for (const nav::LadderNote& ladder : notes->ladders) {
    Expect(ladder.top.z > ladder.bottom.z, "a ladder's top is above its foot");
  }
}

std::vector<std::string> AnnotationsSeeds() {
  return {
      "ladders { name: \"a\" bottom { x: 1 y: 2 z: 0 } top { x: 1 y: 2 z: 5 } heading: 1.5 up_only: true }\n",
      "edit_areas { name: \"b\" min { x: -1 y: -1 z: -1 } max { x: 1 y: 1 z: 1 } cell_size: 0.125 no_cover: "
      "true "
      "no_drops: true no_climbs: false }\n",
      "places { name: \"market\" position { x: 10 y: 20 z: 0 } }\nplaces { name: \"gate\" position { x: 1 } "
      "}\n",
  };
}

void ReadMaterialsBytes(std::string_view bytes) {
  const auto materials = nav::ParseMaterialMap(bytes, "input");
  if (!materials.ok()) return;
  std::set<std::string> names;
  for (const nav::MaterialMap::Entry& entry : materials->entries) {
    Expect(names.insert(entry.name).second, "names of materials are unique");
    Expect(entry.surface.audio < 16 && entry.surface.ped_density < 8, "what a surface is fits its bits");
  }
}

std::vector<std::string> MaterialsSeeds() {
  return {
      "materials { name: \"\" ped_density: 3 }\nmaterials { name: \"road\" road: true audio: 15 priority: -4 "
      "}\n",
      "materials { name: \"sea\" water: true walkable: false }\nmaterials { name: \"ford\" shallow_water: "
      "true }\n"
      "materials { name: \"hall\" interior: true pavement: true train_track: true network_spawn: true "
      "near_vehicle_node: true priority: 9 }\n",
  };
}

}  // namespace footfall::fuzz
