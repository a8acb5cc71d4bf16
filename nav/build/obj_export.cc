#include "nav/build/obj_export.h"

#include "absl/strings/str_format.h"
#include "nav/build/surface_style.h"

namespace footfall::nav {

std::string ExportObj(const NavView& view) {
  std::string text = "# Footfall mesh, Z up\n";
  int64_t written = 0;  // Vertices so far; OBJ counts them from 1 over the whole file.
  for (const MeshIndex index : view.resident()) {
    const TileView& tile = *view.slot(index).tile;
    absl::StrAppendFormat(&text, "g tile_%d\n", index);
    for (uint32_t p = 0; p < tile.polys.size(); ++p) {
      const PolyView poly = view.Poly(PolyRef(index, static_cast<PolyIndex>(p)));
      for (int i = 0; i < poly.vertex_count(); ++i) {
        const platform::Vec3 v = poly.Vertex(i);
        absl::StrAppendFormat(&text, "v %.9g %.9g %.9g\n", v.x, v.y, v.z);
      }
      written += poly.vertex_count();
      absl::StrAppendFormat(&text, "usemtl %s\nf", kSurfaceStyles[StyleOf(poly)].name);
      for (int i = 0; i < poly.vertex_count(); ++i) absl::StrAppendFormat(&text, " %d", written - i);
      text += "\n";
    }
  }
  return text;
}

}  // namespace footfall::nav
