#ifndef FOOTFALL_NAV_BUILD_OBJ_READER_H_
#define FOOTFALL_NAV_BUILD_OBJ_READER_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "nav/build/triangle_soup.h"
#include "platform/vec.h"

namespace footfall::nav {

enum class UpAxis { kY, kZ };

// What the reader does to the file's coordinates, in this order: axes, scale, recentring, translation (R36).
struct ObjImport {
  UpAxis up = UpAxis::kY;  // kY: (x, y, z) -> (x, -z, y), which keeps handedness.
  float scale = 1;
  bool recentre = false;  // Moves the middle of the XY box to the origin and the lowest point to Z 0.
  platform::Vec3 translate;
};

// The flags as text for BuildParams::import.
std::string ObjImportText(const ObjImport& import);

// Reads Wavefront OBJ text: v, f (any polygon, negative indices, v/vt/vn forms) and usemtl; other statements
// are skipped. Faces of more than three corners are cut into triangles, concave ones too. `name` is for
// messages. INVALID_ARGUMENT with `name:line`, what was read and the limit: a number that is not finite or
// leaves the world, an index out of range, a face of fewer than three corners, a file without faces.
absl::StatusOr<TriangleSoup> ReadObj(std::string_view text, const std::string& name, const ObjImport& import);
// The same for a file; NOT_FOUND when it cannot be opened.
absl::StatusOr<TriangleSoup> ReadObjFile(const std::string& path, const ObjImport& import);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_OBJ_READER_H_
