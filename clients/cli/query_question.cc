#include "clients/cli/query_question.h"

#include "absl/strings/match.h"
#include "clients/cli/flag_use.h"
#include "clients/cli/parse.h"
#include "clients/cli/path_flags.h"
#include "clients/cli/remote.h"
#include "clients/lib/requests.h"

namespace footfall::cli {
namespace {

constexpr const char* kKinds = "nearest, below, ray, los, flood, clear, audio, water, random or path";

constexpr FlagUse kUses[] = {
    {"--radius", "nearest, flood, flood area_underfoot, clear, audio, water"},
    {"--clear-radius", "clear"},
    {"--count", "nearest, random"},
    {"--filter", "nearest, below"},
    {"--spacing", "nearest"},
    {"--avoid-objects", "nearest, below"},
    {"--objects", "ray, los"},
    {"--no-water", "ray, los"},
    {"--slope-max", "ray, los"},
    {"--each-on-mesh", "los"},
    {"--stop-at-first", "los"},
    {"--area-max", "flood area_underfoot"},
    {"--flag", "path"},
    {"--seed", "random"},
};

}  // namespace

void QueryQuestion::Declare(Flags& flags) {
  flags.Arguments("question", &words_, 1,
                  "nearest POINT | below POINT | ray START END | los POINT POINT.. | flood GOAL START | "
                  "clear CENTER | audio POINT | water POINT | random [REACHABLE_FROM] | path START GOAL; "
                  "below and audio answer on closed ground, too; "
                  "GOAL: nearest_vehicle_lane_node, nearest_sheltered, nearest_unsheltered, area_underfoot, "
                  "nearby_pavement, nearest_out_of_water, nearest_not_isolated");
  flags.Number("--radius", &radius_, 0, 15000,
               "nearest, flood, clear, audio, water: how far to look, m; 0 takes the server's default");
  flags.Number("--clear-radius", &clear_radius_, 0.1F, 75, "clear: of the room wanted, m [1]");
  flags.Integer("--count", &count_, 1, 65536, "nearest, random: how many answers");
  flags.Texts("--filter", &filters_, "nearest, below: only such ground, e.g. only_pavement; may be repeated");
  flags.Number("--spacing", &spacing_, 0, 150, "nearest: least distance between two answers, m");
  flags.Switch("--avoid-objects", &avoid_objects_, "nearest, below: not where a dynamic object stands");
  flags.Switch("--objects", &objects_, "ray, los: dynamic objects block, too");
  flags.Switch("--no-water", &no_water_, "ray, los: steps between water and land block");
  flags.Number("--slope-max", &slope_max_, 0, 1.57F, "ray, los: steeper ground blocks, rad; 0: none does");
  flags.Switch("--each-on-mesh", &each_on_mesh_, "los: each segment by itself, both its ends on the mesh");
  flags.Switch("--stop-at-first", &stop_at_first_, "los: test nothing beyond the first blocked segment");
  flags.Number("--area-max", &area_max_, 0, 1e6F, "flood area_underfoot: enough is enough, m2; 0: never");
  flags.Texts("--flag", &flags_, "path: a wish for the search, e.g. prefer_pavements; may be repeated");
  flags.Seed(&seed_);
  flags.Given(&given_);
}

absl::Status QueryQuestion::AddFilters(v1::ClosestPosition* closest) const {
  for (const std::string& name : filters_) {
    const absl::StatusOr<int> number =
        EnumNumber("--filter", "CLOSEST_FILTER_", name, *v1::ClosestFilter_descriptor());
    if (!number.ok()) return number.status();
    closest->add_filters(static_cast<v1::ClosestFilter>(*number));
  }
  closest->set_spacing_min(spacing_);
  closest->set_avoid_objects(avoid_objects_);
  return absl::OkStatus();
}

absl::StatusOr<v1::NavRequest> QueryQuestion::MakeSight() const {
  const std::vector<std::string> rest = Rest(1);
  const auto points = ParsePoints(words_.front(), rest, words_.front() == "ray" ? 2 : rest.size());
  if (!points.ok()) return points.status();
  v1::NavRequest request;
  v1::LineOfSight* sight = request.mutable_line_of_sight();
  for (const platform::Vec3& point : *points) *sight->add_points() = ToProto(point);
  sight->set_objects(objects_);
  sight->set_no_water_edges(no_water_);
  sight->set_slope_max(slope_max_);
  sight->set_each_on_mesh(each_on_mesh_);
  sight->set_stop_at_first_failure(stop_at_first_);
  return request;
}

absl::StatusOr<v1::NavRequest> QueryQuestion::MakeFlood() const {
  if (words_.size() < 2) return absl::InvalidArgumentError("flood: give a goal and a start");
  const absl::StatusOr<int> goal =
      EnumNumber("flood", "FLOOD_FILL_GOAL_", words_[1], *v1::FloodFillGoal_descriptor());
  if (!goal.ok()) return goal.status();
  const auto points = ParsePoints("flood", Rest(2), 1);
  if (!points.ok()) return points.status();
  v1::NavRequest request;
  v1::FloodFill* flood = request.mutable_flood_fill();
  *flood->mutable_start() = ToProto(points->front());
  flood->set_goal(static_cast<v1::FloodFillGoal>(*goal));
  flood->set_distance(radius_);
  flood->set_area_max(area_max_);
  return request;
}

// The kinds that look around one point.
absl::StatusOr<v1::NavRequest> QueryQuestion::MakeAround() const {
  const std::string& kind = words_.front();
  const auto points = ParsePoints(kind, Rest(1), 1);
  if (!points.ok()) return points.status();
  const v1::Vec3 point = ToProto(points->front());
  v1::NavRequest request;
  if (kind == "clear") {
    *request.mutable_clear_area()->mutable_center() = point;
    request.mutable_clear_area()->set_search_radius(radius_ > 0 ? radius_ : 10);
    request.mutable_clear_area()->set_clear_radius(clear_radius_);
  } else if (kind == "audio") {
    *request.mutable_audio()->mutable_position() = point;
    request.mutable_audio()->set_radius(radius_);
  } else if (kind == "water") {
    *request.mutable_water_edges()->mutable_position() = point;
    request.mutable_water_edges()->set_radius(radius_ > 0 ? radius_ : 50);
  } else {
    request = kind == "below" ? client::PointBelow(point) : client::NearestPoint(point, radius_);
    if (kind == "nearest") request.mutable_closest()->set_results_max(static_cast<std::uint32_t>(count_));
    if (absl::Status status = AddFilters(request.mutable_closest()); !status.ok()) return status;
  }
  return request;
}

absl::StatusOr<v1::NavRequest> QueryQuestion::Make() const {
  absl::StatusOr<v1::NavRequest> request = MakeAny();
  std::string kind = words_.front();
  if (kind == "flood" && words_.size() > 1 && absl::EqualsIgnoreCase(words_[1], "area_underfoot")) {
    kind += " area_underfoot";
  }
  if (absl::Status used = CheckFlagUse(given_, kind, kUses); request.ok() && !used.ok()) return used;
  return request;
}

absl::StatusOr<v1::NavRequest> QueryQuestion::MakeAny() const {
  const std::string& kind = words_.front();
  const std::vector<std::string> rest = Rest(1);
  const auto count = static_cast<std::uint32_t>(count_);
  if (kind == "ray" || kind == "los") return MakeSight();
  if (kind == "flood") return MakeFlood();
  if (kind == "nearest" || kind == "below" || kind == "clear" || kind == "audio" || kind == "water") {
    return MakeAround();
  }
  if (kind == "random" && rest.empty()) return client::RandomPoints(seed_.value_or(1), count);
  if (kind != "random" && kind != "path") {
    return absl::InvalidArgumentError("question: '" + kind + "' is not " + kKinds);
  }
  const auto points = ParsePoints(kind, rest, kind == "path" ? 2 : 1);
  if (!points.ok()) return points.status();
  const v1::Vec3 first = ToProto(points->front());
  if (kind == "random") return client::RandomPointsReachableFrom(first, seed_.value_or(1), count);
  v1::NavRequest request = client::PathBetween(first, ToProto(points->back()));
  if (absl::Status status = AddPathFlags(flags_, &request); !status.ok()) return status;
  return request;
}

}  // namespace footfall::cli
