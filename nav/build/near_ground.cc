#include "nav/build/near_ground.h"

#include <algorithm>
#include <vector>

namespace footfall::nav {
namespace {

constexpr float kNoLimit = 1e9F;

class Mover {
 public:
  Mover(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params)
      : mesh_(mesh), grid_(grid), params_(params) {}

  bool Run() {
    std::vector<int> far;
    for (int p = 0; p < static_cast<int>(mesh_.polys.size()); ++p) {
      if (Excess(p) > 0) far.push_back(p);
    }
    if (far.empty()) return false;
    users_.resize(mesh_.vertices.size());
    for (int p = 0; p < static_cast<int>(mesh_.polys.size()); ++p) {
      for (const int c : mesh_.polys[p].corners) users_[c].push_back(p);
    }
    bool is_moved = false;
    for (const int p : far) is_moved |= MovePoly(p);
    return is_moved;
  }

 private:
  // Each turn moves each corner once; more turns than this bring millimetres.
  static constexpr int kTurns = 4;
  static constexpr int32_t kStepsMax = kUnitsPerMetre / 4 / kHeightUnits;

  // Metres by which a polygon leaves the ground beyond the limit.
  double Excess(int p) const {
    const float error = grid_.Measure(mesh_, mesh_.polys[p], kNoLimit).max;
    return std::max(0.0, static_cast<double>(error) - params_.height_error);
  }

  double ExcessAround(int vertex) const {
    double sum = 0;
    for (const int p : users_[vertex]) sum += Excess(p);
    return sum;
  }

  bool MovePoly(int p) {
    bool is_moved = false;
    for (int turn = 0; turn < kTurns; ++turn) {
      bool is_better = false;
      for (const int c : mesh_.polys[p].corners) {
        if (Excess(p) == 0) return is_moved;
        is_better |= MoveVertex(c);
      }
      if (!is_better) return is_moved;
      is_moved = true;
    }
    return is_moved;
  }

  // The least move that leaves the least excess.
  bool MoveVertex(int vertex) {
    const int32_t z = mesh_.vertices[vertex].z;
    const double before = ExcessAround(vertex);
    int32_t best_z = z;
    double best = before;
    for (int32_t step = 1; step <= kStepsMax; ++step) {
      for (const int32_t sign : {-1, 1}) {
        mesh_.vertices[vertex].z = z + sign * step * kHeightUnits;
        const double excess = ExcessAround(vertex);
        if (excess >= best) continue;
        best = excess;
        best_z = mesh_.vertices[vertex].z;
      }
    }
    mesh_.vertices[vertex].z = best_z;
    return best_z != z;
  }

  TileMesh& mesh_;
  const VoxelGrid& grid_;
  const BuildParams& params_;
  std::vector<std::vector<int>> users_;  // By vertex: the polygons around it.
};

}  // namespace

bool MoveNearGround(TileMesh& mesh, const VoxelGrid& grid, const BuildParams& params) {
  return Mover(mesh, grid, params).Run();
}

}  // namespace footfall::nav
