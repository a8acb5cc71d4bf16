#include "clients/cli/cmd_query.h"

#include <cstdio>

#include "clients/cli/exit_code.h"
#include "clients/cli/parse.h"
#include "clients/cli/path_flags.h"
#include "clients/cli/remote.h"
#include "clients/lib/requests.h"

namespace footfall::cli {
namespace {

class QueryCommand final : public Command {
 public:
  std::string name() const override { return "query"; }
  std::string summary() const override {
    return "Ask the stateless plane: nearest, below, ray, random or path";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments(
        "question", &words_, 1,
        "nearest POINT | below POINT | ray START END | random [REACHABLE_FROM] | path START GOAL");
    flags.Number("--radius", &radius_, 0, 1000, "nearest: how far to look, m; 0 takes the profile's");
    flags.Integer("--count", &count_, 1, 65536, "nearest, random: how many answers");
    flags.Texts("--flag", &flags_, "path: a wish for the search, e.g. prefer_pavements; may be repeated");
    flags.Seed(&seed_);
    flags.Json(&json_);
  }

  int Run() override {
    const absl::StatusOr<v1::NavRequest> request = MakeRequest();
    if (!request.ok()) {
      return Fail(name(), request.status());
    }
    const absl::StatusOr<v1::NavResult> result = remote_.Connect().Query(*request);
    if (!result.ok()) {
      return Fail(name(), result.status());
    }
    if (json_) {
      std::printf("%s", MessageJson(*result, true).c_str());
    } else {
      Print(*result);
    }
    return result->outcome() == v1::NAV_OUTCOME_COMPLETE ? kPassed : kFailed;
  }

 private:
  absl::StatusOr<v1::NavRequest> MakeRequest() const {
    const std::string& kind = words_.front();
    const std::vector<std::string> rest(words_.begin() + 1, words_.end());
    if (kind == "random" && rest.empty()) {
      return client::RandomPoints(seed_.value_or(1), static_cast<std::uint32_t>(count_));
    }
    if (kind != "nearest" && kind != "below" && kind != "ray" && kind != "random" && kind != "path") {
      return absl::InvalidArgumentError("question: '" + kind +
                                        "' is not nearest, below, ray, random or path");
    }
    const bool two = kind == "ray" || kind == "path";
    const auto points = ParsePoints(kind, rest, two ? 2 : 1);
    if (!points.ok()) {
      return points.status();
    }
    const v1::Vec3 first = ToProto(points->front());
    if (kind == "below") {
      return client::PointBelow(first);
    }
    if (kind == "ray") {
      return client::StraightWalk(first, ToProto(points->back()));
    }
    if (kind == "random") {
      return client::RandomPointsReachableFrom(first, seed_.value_or(1), static_cast<std::uint32_t>(count_));
    }
    if (kind == "nearest") {
      v1::NavRequest request = client::NearestPoint(first, radius_);
      request.mutable_closest()->set_results_max(static_cast<std::uint32_t>(count_));
      return request;
    }
    v1::NavRequest request = client::PathBetween(first, ToProto(points->back()));
    if (const absl::Status status = AddPathFlags(flags_, &request); !status.ok()) {
      return status;
    }
    return request;
  }

  static void Print(const v1::NavResult& result) {
    for (const v1::Vec3& point : client::Waypoints(result)) {
      std::printf("%s\n", PointText(point).c_str());
    }
    for (const v1::NavHit& hit : result.hits()) {
      std::printf("%s distance %.3f m%s%s\n", PointText(hit.position()).c_str(),
                  static_cast<double>(hit.distance()), hit.over_mesh() ? ", over the mesh" : "",
                  hit.outcome() == v1::NAV_OUTCOME_NO_PATH ? ", blocked" : "");
    }
    std::printf("outcome: %s\n", OutcomeText(result.outcome()).c_str());
    if (result.xyz_size() > 0) {
      std::printf("length: %.3f m, %d points\n", static_cast<double>(result.length()), result.xyz_size() / 3);
    }
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::vector<std::string> flags_;
  float radius_ = 0;
  std::uint64_t count_ = 1;
  std::optional<std::uint64_t> seed_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> NewQueryCommand() { return std::make_unique<QueryCommand>(); }

}  // namespace footfall::cli
