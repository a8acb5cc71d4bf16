#include "nav/build/edge_probe.h"

#include <algorithm>
#include <cmath>

#include "platform/math.h"

namespace footfall::nav {
namespace {

// Ground at the floor's own height this near the edge is the floor itself, which outlines cut.
constexpr double kOwnFloor = 0.5;
constexpr double kWallDepth = 0.5;
constexpr double kLevelTolerance = 0.01;  // Heights of polygons are multiples of 1/64 m.
// The grid rounds heights up to its cells, so what measures up to a limit may come out nearly one cell above.
constexpr double kRoundedUp = 0.99;

struct Spot {
  double x;
  double y;
  double z;
};

struct Direction {
  double x;
  double y;
};

Spot SpotOn(const EdgeProbe& probe, double t) {
  const auto at = [t](int32_t a, int32_t b) { return (a + t * (b - a)) / kUnitsPerMetre; };
  return {at(probe.a.x, probe.b.x), at(probe.a.y, probe.b.y), at(probe.a.z, probe.b.z)};
}

Spot Moved(Spot spot, Direction d, double distance) {
  return {spot.x + d.x * distance, spot.y + d.y * distance, spot.z};
}

platform::Vec3 ToVec3(Spot s) {
  return {static_cast<float>(s.x), static_cast<float>(s.y), static_cast<float>(s.z)};
}

bool Contains(const EditArea& area, Spot s) {
  return s.x >= area.min.x && s.x <= area.max.x && s.y >= area.min.y && s.y <= area.max.y &&
         s.z >= area.min.z && s.z <= area.max.z;
}

class Prober {
 public:
  Prober(const VoxelGrid& grid, const std::vector<EditArea>& areas, const BuildParams& params)
      : grid_(grid), areas_(areas), params_(params) {}

  EdgeSample Probe(Spot start, Direction out) const {
    EdgeSample sample;
    if (Allows(start, &EditArea::no_cover)) sample.wall = WallAt(start, out);
    FindCrossing(start, out, sample);
    const bool is_climb = sample.crossing == Crossing::kClimbLow || sample.crossing == Crossing::kClimbHigh;
    if (sample.crossing != Crossing::kNone &&
        !Allows(start, is_climb ? &EditArea::no_climbs : &EditArea::no_drops)) {
      sample.crossing = Crossing::kNone;
    }
    return sample;
  }

  // The wall next to a place where a ped may stand: something solid at knee height within reach.
  Wall WallAt(Spot start, Direction out) const {
    const double knee = start.z + params_.cover_wall_min * 0.7;
    const double reach = grid_.erosion() + 2 * grid_.cell_size();
    for (double d = grid_.cell_size() / 2; d <= reach; d += grid_.cell_size() / 2) {
      const Spot s = Moved(start, out, d);
      const std::optional<double> top = grid_.SolidTop(s.x, s.y, knee);
      if (!top.has_value()) continue;
      const double height = *top - start.z;
      if (height < params_.cover_wall_min - kLevelTolerance) return Wall::kNone;
      // What goes on rising behind its first cells is a slope.
      const Spot behind = Moved(start, out, d + kWallDepth);
      const bool is_low = height <= params_.cover_wall_max + RoundedUp();
      if (is_low &&
          grid_.SolidTop(behind.x, behind.y, start.z + params_.cover_wall_max + RoundedUp()).has_value()) {
        return Wall::kNone;
      }
      return is_low ? Wall::kLow : Wall::kTall;
    }
    return Wall::kNone;
  }

  // True when the same floor goes on: an edge on a tile's border, seen from its own tile only, may be no end.
  bool GoesOn(Spot start, Direction out) const {
    const Spot s = Moved(start, out, grid_.cell_size() / 2);
    const auto gap = grid_.GapAbove(s.x, s.y, s.z + params_.agent_climb);
    return gap.has_value() && gap->walkable && std::fabs(gap->ground - s.z) <= params_.climb_low_min;
  }

  // True when a ped can stand at the spot, give or take a step.
  bool IsFree(Spot s) const {
    const auto gap = grid_.GapAbove(s.x, s.y, s.z + params_.agent_climb);
    if (!gap.has_value()) return false;
    return std::fabs(gap->floor - s.z) <= params_.climb_low_min &&
           gap->ceiling - gap->floor >= params_.agent_height;
  }

  bool Allows(Spot s, bool EditArea::*forbids) const {
    return std::none_of(areas_.begin(), areas_.end(),
                        [s, forbids](const EditArea& area) { return area.*forbids && Contains(area, s); });
  }

 private:
  // Goes outward cell by cell at the lowest height that clears what it meets, until ground can be landed on.
  void FindCrossing(Spot start, Direction out, EdgeSample& sample) const {
    const auto here = grid_.GapAbove(start.x, start.y, start.z + kLevelTolerance);
    if (!here.has_value()) return;
    // The other floor begins where erosion lets it: beyond the reach by that much, and one cell of rounding.
    const double reach = params_.climb_reach + grid_.erosion() + grid_.cell_size();
    double top = start.z;
    for (double d = grid_.cell_size() / 2; d <= reach; d += grid_.cell_size() / 2) {
      const Spot s = Moved(start, out, d);
      const auto gap = grid_.GapAbove(s.x, s.y, top + kLevelTolerance);
      if (!gap.has_value()) return;
      top = std::max(top, gap->floor);
      double rise = top - start.z;
      if (rise > params_.climb_high_max + RoundedUp() + kLevelTolerance) return;
      if (gap->ceiling - top < params_.agent_height) return;
      if (here->ceiling - top < params_.agent_height) return;
      if (!gap->walkable) continue;
      const double step = gap->ground - start.z;
      // Ground has its true height; what was only passed over is known to the cell.
      const double slack = top == gap->floor ? 0 : RoundedUp();
      if (top == gap->floor) rise = step;
      const bool is_climb = rise >= params_.climb_low_min - kLevelTolerance;
      if (!is_climb && std::fabs(step) < params_.drop_min - kLevelTolerance) {
        if (d <= kOwnFloor) continue;
        return;
      }
      if (is_climb && step < -params_.climb_low_max) return;
      if (rise - slack > params_.climb_high_max + kLevelTolerance) return;
      sample.landing = ToVec3({s.x, s.y, gap->ground});
      sample.crossing = is_climb                                     ? ClimbOf(rise - slack)
                        : step < -params_.drop_max - kLevelTolerance ? Crossing::kHighDrop
                                                                     : Crossing::kDrop;
      return;
    }
  }

  double RoundedUp() const { return kRoundedUp * params_.cell_height; }

  Crossing ClimbOf(double rise) const {
    return rise <= params_.climb_low_max + kLevelTolerance ? Crossing::kClimbLow : Crossing::kClimbHigh;
  }

  const VoxelGrid& grid_;
  const std::vector<EditArea>& areas_;
  const BuildParams& params_;
};

uint8_t DirectionByte(Direction d) {
  const float turns = platform::Atan2(static_cast<float>(d.y), static_cast<float>(d.x)) / platform::kTwoPi;
  return static_cast<uint8_t>(static_cast<int>(std::floor(turns * 256.0F + 0.5F)) & 0xFF);
}

// A stretch of one edge along which the wall is of one kind.
struct WallRun {
  Wall wall;
  double from;  // metres along the edge
  double to;
};

std::vector<WallRun> WallRuns(const EdgeProbe& probe, double length) {
  std::vector<WallRun> runs;
  const double part = length / static_cast<double>(probe.samples.size());
  for (size_t i = 0; i < probe.samples.size(); ++i) {
    const Wall wall = probe.samples[i].wall;
    if (!runs.empty() && runs.back().wall == wall) {
      runs.back().to = part * static_cast<double>(i + 1);
    } else {
      runs.push_back({wall, part * static_cast<double>(i), part * static_cast<double>(i + 1)});
    }
  }
  return runs;
}

}  // namespace

platform::Vec2 OutwardNormal(LatticePoint a, LatticePoint b) {
  // The polygon is clockwise, so its outside is on the left.
  const double length = LengthXy(a, b) * kUnitsPerMetre;
  return {static_cast<float>(-(b.y - a.y) / length), static_cast<float>((b.x - a.x) / length)};
}

std::pair<int, int> EdgeProbe::Between(LatticePoint from, LatticePoint to) const {
  const auto count = static_cast<double>(samples.size());
  const int first = static_cast<int>(std::ceil(ParameterOn(a, b, from) * count - 0.5));
  const int last = static_cast<int>(std::ceil(ParameterOn(a, b, to) * count - 0.5));
  return {std::clamp(first, 0, static_cast<int>(samples.size())),
          std::clamp(last, 0, static_cast<int>(samples.size()))};
}

std::vector<EdgeProbe> ProbeEdges(TileMesh& mesh, const VoxelGrid& grid, const std::vector<EditArea>& areas,
                                  const BuildParams& params) {
  const Prober prober(grid, areas, params);
  std::vector<EdgeProbe> probes;
  for (TileMesh::Poly& poly : mesh.polys) {
    for (int i = 0; i < poly.size(); ++i) {
      if (poly.across[i] != TileMesh::kNone) continue;
      EdgeProbe probe;
      probe.a = mesh.Corner(poly, i);
      probe.b = mesh.Corner(poly, poly.next(i));
      const int count = std::max(1, static_cast<int>(LengthXy(probe.a, probe.b) / params.edge_sample + 0.5));
      const platform::Vec2 normal = OutwardNormal(probe.a, probe.b);
      const Direction out{normal.x, normal.y};
      const bool on_border = OnTileBorder(probe.a, probe.b);
      for (int k = 0; k < count; ++k) {
        const Spot spot = SpotOn(probe, (k + 0.5) / count);
        const bool is_open = on_border && prober.GoesOn(spot, out);
        probe.samples.push_back(is_open ? EdgeSample() : prober.Probe(spot, out));
      }
      poly.probe[i] = static_cast<int>(probes.size());
      probes.push_back(std::move(probe));
    }
  }
  return probes;
}

std::vector<DraftCover> FindCover(const std::vector<EdgeProbe>& probes, const VoxelGrid& grid,
                                  const std::vector<EditArea>& areas, const BuildParams& params) {
  constexpr double kRunMin = 0.5;     // Narrower walls hide nobody.
  constexpr double kInset = 0.25;     // Points keep this from the end of their wall.
  constexpr double kPillarMax = 1.5;  // A tall wall up to this, open on both sides, is one point.
  const Prober prober(grid, areas, params);
  std::vector<DraftCover> cover;
  for (const EdgeProbe& probe : probes) {
    const double length = LengthXy(probe.a, probe.b);
    const platform::Vec2 normal = OutwardNormal(probe.a, probe.b);
    const Direction out{normal.x, normal.y};
    // One looks at the wall; the edge runs with the outside on its left, so its end is on the right hand.
    const auto is_open = [&](const WallRun& run, double along) {
      const Spot s = SpotOn(probe, along / length);
      return prober.IsFree(s) && prober.WallAt(s, out) != run.wall &&
             (run.wall == Wall::kLow || prober.WallAt(s, out) == Wall::kNone);
    };
    const auto add = [&](double along, CoverType type) {
      cover.push_back({ToVec3(SpotOn(probe, along / length)), type, DirectionByte(out)});
    };
    for (const WallRun& run : WallRuns(probe, length)) {
      if (run.wall == Wall::kNone || run.to - run.from < kRunMin) continue;
      const bool open_left = is_open(run, run.from - params.cover_open_test);
      const bool open_right = is_open(run, run.to + params.cover_open_test);
      if (run.wall == Wall::kTall) {
        if (open_left && open_right && run.to - run.from <= kPillarMax) {
          add((run.from + run.to) / 2, CoverType::kWallOpenBoth);
          continue;
        }
        if (open_left) add(run.from + kInset, CoverType::kWallOpenLeft);
        if (open_right) add(run.to - kInset, CoverType::kWallOpenRight);
        continue;
      }
      if (open_left) add(run.from + kInset, CoverType::kLowWallOpenLeft);
      if (open_right) add(run.to - kInset, CoverType::kLowWallOpenRight);
      const int inner = static_cast<int>((run.to - run.from) / params.cover_spacing);
      const int count = inner == 0 && !open_left && !open_right ? 1 : inner;
      for (int k = 0; k < count; ++k)
        add(run.from + (run.to - run.from) * (k + 0.5) / count, CoverType::kLowWall);
    }
  }
  return cover;
}

}  // namespace footfall::nav
