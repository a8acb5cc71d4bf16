#ifndef FOOTFALL_NAV_BUILD_POLY_LOCATOR_H_
#define FOOTFALL_NAV_BUILD_POLY_LOCATOR_H_

#include <cstddef>
#include <vector>

#include "nav/build/tile_mesh.h"
#include "platform/vec.h"

namespace footfall::nav {

// Finds polygons of one tile by position. Reads the mesh, which must outlive it and not change. Any thread.
class PolyLocator {
 public:
  explicit PolyLocator(const TileMesh& mesh);

  // The polygon under or over the point whose surface is nearest in height, within `height_tolerance` metres;
  // the lowest number among equals. kNone: none.
  int Find(platform::Vec3 p, double height_tolerance) const;

  struct Nearest {
    int poly = TileMesh::kNone;
    platform::Vec3 point;
    double distance = 0;
  };
  // The polygon nearest in space within `limit` metres; the lowest number among equals.
  Nearest FindNearest(platform::Vec3 p, double limit) const;

 private:
  bool ContainsXy(const TileMesh::Poly& poly, double x, double y) const;
  double Height(const TileMesh::Poly& poly, double x, double y) const;
  int Bin(double metres, double origin) const;
  size_t BinNumber(int column, int row) const {
    return static_cast<size_t>(row) * static_cast<size_t>(bins_) + static_cast<size_t>(column);
  }

  const TileMesh& mesh_;
  double x_min_ = 0;
  double y_min_ = 0;
  int bins_ = 0;  // along each axis
  std::vector<std::vector<int>> polys_of_bin_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_BUILD_POLY_LOCATOR_H_
