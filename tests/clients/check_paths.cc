// footfall-check-paths PACK PATHS: judges what `footfall bot --output PATHS` brought from a server, with the
// walker and the oracle of tests/nav and nothing of the code that made it. Prints figures as `name: value`
// lines; ends with 1 when a path is missing, leaves the mesh, does not join the asked ends, or is shorter
// than the shortest.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nav/mesh/pack.h"
#include "nav/query/nearest.h"
#include "tests/nav/mesh_walker.h"
#include "tests/nav/shortest_oracle.h"

namespace footfall::tests {
namespace {

using platform::Vec3;

// Points come from the mesh and go back to it unchanged; metres.
constexpr float kEndTolerance = 0.01F;
constexpr double kShorterTolerance = 0.01;
// Waypoint flags under which the way to the next point is no walk: climbs, drops, ladders (NAV-166).
constexpr unsigned kNoWalk = 0x77;

struct Answer {
  Vec3 start;
  Vec3 goal;
  std::string outcome;
  std::vector<Vec3> points;
  std::vector<unsigned> flags;
};

Vec3 PointOf(const nlohmann::json& json) {
  // Fields that are zero are left out.
  return {json.value("x", 0.0F), json.value("y", 0.0F), json.value("z", 0.0F)};
}

Answer AnswerOf(const std::string& line) {
  const nlohmann::json json = nlohmann::json::parse(line);
  const nlohmann::json& result = json.at("result");
  Answer answer{PointOf(json.at("start")), PointOf(json.at("goal")), result.value("outcome", ""), {}, {}};
  const std::vector<float> xyz = result.value("xyz", std::vector<float>());
  for (size_t i = 0; i + 2 < xyz.size(); i += 3) {
    answer.points.push_back({xyz[i], xyz[i + 1], xyz[i + 2]});
  }
  answer.flags = result.value("waypoint_flags", std::vector<unsigned>());
  return answer;
}

class Judge {
 public:
  explicit Judge(const nav::NavView& view) : view_(view), oracle_(view) {}

  void Take(const Answer& answer) {
    ++paths_;
    if (answer.outcome != "NAV_OUTCOME_COMPLETE" || answer.points.size() < 2 ||
        answer.flags.size() != answer.points.size()) {
      Fault("no complete path");
      return;
    }
    if (platform::Distance(answer.points.front(), answer.start) > kEndTolerance ||
        platform::Distance(answer.points.back(), answer.goal) > kEndTolerance) {
      Fault("the path does not join the asked points");
    }
    for (const Vec3& point : answer.points) {
      if (!PolyAt(point).valid()) {
        Fault("a point is off the mesh");
        return;
      }
    }
    bool walks = true;
    double length = 0;
    for (size_t i = 0; i + 1 < answer.points.size(); ++i) {
      length += static_cast<double>(
          platform::Distance(platform::Xy(answer.points[i]), platform::Xy(answer.points[i + 1])));
      if ((answer.flags[i] & kNoWalk) != 0) {
        walks = false;
        continue;
      }
      ++segments_;
      if (!CanWalk(view_, PolyAt(answer.points[i]), answer.points[i], answer.points[i + 1])) {
        Fault("segment " + std::to_string(i) + " leaves the mesh");
      }
    }
    if (!walks) {
      ++with_climbs_;
      return;
    }
    if (!PolyAt(answer.start).valid() || !PolyAt(answer.goal).valid()) {
      Fault("an asked point is off the mesh");
      return;
    }
    const double shortest =
        oracle_.Length(PolyAt(answer.start), answer.start, PolyAt(answer.goal), answer.goal);
    if (shortest < 0 || length < shortest - kShorterTolerance) {
      Fault("length " + std::to_string(length) + ", exact shortest " + std::to_string(shortest));
      return;
    }
    length_ += length;
    shortest_ += shortest;
    // Very short paths say nothing about the search.
    ratios_.push_back(length / std::max(shortest, 0.5));
  }

  int Report() {
    std::sort(ratios_.begin(), ratios_.end());
    std::printf("paths: %d\nwith_climbs: %d\nsegments_walked: %d\nfaults: %d\n", paths_, with_climbs_,
                segments_, faults_);
    if (!ratios_.empty()) {
      std::printf("length_ratio: %.5f\nratio_p99: %.5f\nratio_max: %.5f\n", length_ / shortest_,
                  ratios_[ratios_.size() * 99 / 100], ratios_.back());
    }
    return paths_ > 0 && faults_ == 0 ? 0 : 1;
  }

 private:
  nav::PolyRef PolyAt(Vec3 point) const { return nav::NearestPoly(view_, point, {}).poly; }

  void Fault(const std::string& why) {
    ++faults_;
    std::fprintf(stderr, "path %d: %s\n", paths_, why.c_str());
  }

  const nav::NavView& view_;
  ShortestOracle oracle_;
  int paths_ = 0;
  int with_climbs_ = 0;
  int segments_ = 0;
  int faults_ = 0;
  double length_ = 0;
  double shortest_ = 0;
  std::vector<double> ratios_;
};

int Main(const std::string& pack_path, const std::string& paths_path) {
  const auto pack = nav::Pack::Open(pack_path);
  if (!pack.ok()) {
    std::fprintf(stderr, "%s\n", std::string(pack.status().message()).c_str());
    return 4;
  }
  const auto view = (*pack)->ViewOfAll();
  if (!view.ok()) {
    std::fprintf(stderr, "%s\n", std::string(view.status().message()).c_str());
    return 4;
  }
  Judge judge(**view);
  std::ifstream file(paths_path);
  for (std::string line; std::getline(file, line);) {
    judge.Take(AnswerOf(line));
  }
  return judge.Report();
}

}  // namespace
}  // namespace footfall::tests

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: footfall-check-paths PACK PATHS\n");
    return 4;
  }
  return footfall::tests::Main(argv[1], argv[2]);
}
