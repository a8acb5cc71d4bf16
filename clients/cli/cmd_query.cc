#include "clients/cli/cmd_query.h"

#include <cstdio>

#include "clients/cli/exit_code.h"
#include "clients/cli/path_plane.h"
#include "clients/cli/query_question.h"
#include "clients/cli/remote.h"
#include "clients/lib/requests.h"

namespace footfall::cli {
namespace {

class QueryCommand final : public Command {
 public:
  std::string name() const override { return "query"; }
  std::string summary() const override {
    return "Ask the query plane, or with --plane path the slots: nearest, below, ray, los, flood, clear, "
           "audio, water, random or path";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    question_.Declare(flags);
    flags.Choice("--plane", &plane_, {"query", "path"},
                 "query: the stateless plane; path: the emulated path server, in ticks [query]");
    flags.Json(&json_);
  }

  int Run() override {
    const absl::StatusOr<v1::NavRequest> request = question_.Make();
    if (!request.ok()) {
      return Fail(name(), request.status());
    }
    const absl::StatusOr<v1::NavResult> result =
        plane_ == "path" ? AskPathPlane(remote_.Connect(), "footfall-query", *request)
                         : remote_.Connect().Query(*request);
    if (!result.ok()) {
      return Fail(name(), result.status());
    }
    if (!json_) {
      Print(*result);
    } else if (const absl::Status printed = PrintJson(*result, true); !printed.ok()) {
      return Fail(name(), printed);
    }
    return result->outcome() == v1::NAV_OUTCOME_COMPLETE ? kPassed : kFailed;
  }

 private:
  static void PrintHit(const v1::NavHit& hit) {
    std::printf("%s", PointText(hit.position()).c_str());
    if (hit.area() > 0) {
      std::printf(" area %.3f m2", static_cast<double>(hit.area()));
    } else {
      std::printf(" distance %.3f m", static_cast<double>(hit.distance()));
    }
    if (hit.audio_properties() != 0) {
      std::printf(", audio %u", hit.audio_properties());
    }
    std::printf("%s%s\n", hit.over_mesh() ? ", over the mesh" : "",
                hit.outcome() == v1::NAV_OUTCOME_COMPLETE ? "" : ", blocked");
  }

  static void Print(const v1::NavResult& result) {
    for (const v1::Vec3& point : client::Waypoints(result)) {
      std::printf("%s\n", PointText(point).c_str());
    }
    for (const v1::NavHit& hit : result.hits()) {
      PrintHit(hit);
    }
    std::printf("outcome: %s\n", OutcomeText(result.outcome()).c_str());
    if (result.xyz_size() > 0) {
      std::printf("length: %.3f m, %d points\n", static_cast<double>(result.length()), result.xyz_size() / 3);
    }
  }

  Remote remote_;
  QueryQuestion question_;
  std::string plane_ = "query";
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> NewQueryCommand() { return std::make_unique<QueryCommand>(); }

}  // namespace footfall::cli
