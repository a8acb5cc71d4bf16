#ifndef FOOTFALL_NAV_BUILD_TRIANGLE_SOUP_H_
#define FOOTFALL_NAV_BUILD_TRIANGLE_SOUP_H_

#include <cstdint>
#include <string>
#include <vector>

#include "platform/vec.h"

namespace footfall::nav {

// A world's collision geometry: what the OBJ reader and the procedural city produce and the builder reads.
// World coordinates in metres, Z up. A triangle faces the side from which its corners run counter-clockwise;
// only faces that look up can be walked on, but every face is solid. Plain value.
struct TriangleSoup {
  struct Triangle {
    uint32_t a = 0;  // Indices into `vertices`.
    uint32_t b = 0;
    uint32_t c = 0;
    uint32_t material = 0;  // Index into `materials`.
  };

  std::vector<platform::Vec3> vertices;
  std::vector<Triangle> triangles;
  // Names as the material map knows them; entry 0 may be the empty name, for faces without a material.
  std::vector<std::string> materials;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_TRIANGLE_SOUP_H_
