#include "clients/lib/requests.h"

namespace footfall::client {

v1::Vec3 Point(float x, float y, float z) {
  v1::Vec3 point;
  point.set_x(x);
  point.set_y(y);
  point.set_z(z);
  return point;
}

v1::NavRequest PathBetween(const v1::Vec3& start, const v1::Vec3& goal) {
  v1::NavRequest request;
  *request.mutable_path()->mutable_start() = start;
  *request.mutable_path()->mutable_goal() = goal;
  return request;
}

v1::NavRequest RandomPoints(std::uint64_t seed, std::uint32_t count) {
  v1::NavRequest request;
  request.mutable_random_point()->set_seed(seed);
  request.mutable_random_point()->set_count(count);
  return request;
}

v1::NavRequest RandomPointsReachableFrom(const v1::Vec3& from, std::uint64_t seed, std::uint32_t count) {
  v1::NavRequest request = RandomPoints(seed, count);
  *request.mutable_random_point()->mutable_reachable_from() = from;
  return request;
}

v1::NavRequest NearestPoint(const v1::Vec3& position, float radius) {
  v1::NavRequest request;
  *request.mutable_closest()->mutable_position() = position;
  request.mutable_closest()->set_search_radius(radius);
  return request;
}

v1::NavRequest PointBelow(const v1::Vec3& position) {
  v1::NavRequest request;
  *request.mutable_closest()->mutable_position() = position;
  request.mutable_closest()->set_below_only(true);
  return request;
}

v1::NavRequest StraightWalk(const v1::Vec3& start, const v1::Vec3& end) {
  v1::NavRequest request;
  *request.mutable_line_of_sight()->add_points() = start;
  *request.mutable_line_of_sight()->add_points() = end;
  return request;
}

std::vector<v1::Vec3> Waypoints(const v1::NavResult& result) {
  std::vector<v1::Vec3> points;
  for (int i = 0; i + 2 < result.xyz_size(); i += 3) {
    points.push_back(Point(result.xyz(i), result.xyz(i + 1), result.xyz(i + 2)));
  }
  return points;
}

}  // namespace footfall::client
