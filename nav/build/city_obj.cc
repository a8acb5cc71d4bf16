#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nav/build/city.h"

namespace footfall::nav {

absl::Status WriteObj(const City& city, const std::string& path) {
  std::string text = "# Z up\n";
  for (const platform::Vec3& v : city.soup.vertices)
    absl::StrAppendFormat(&text, "v %.9g %.9g %.9g\n", v.x, v.y, v.z);
  // One pass a material: readers open a new object at each `usemtl`.
  for (uint32_t m = 0; m < city.soup.materials.size(); ++m) {
    absl::StrAppend(&text, "usemtl ", city.soup.materials[m], "\n");
    for (const TriangleSoup::Triangle& t : city.soup.triangles) {
      if (t.material == m) absl::StrAppend(&text, "f ", t.a + 1, " ", t.b + 1, " ", t.c + 1, "\n");
    }
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return absl::NotFoundError(absl::StrCat(path, ": cannot be opened for writing"));
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !is_written)
    return absl::InternalError(absl::StrCat(path, ": cannot be written"));
  return absl::OkStatus();
}

}  // namespace footfall::nav
