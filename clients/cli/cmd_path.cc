#include "clients/cli/cmd_path.h"

#include <cstdio>
#include <memory>

#include "clients/cli/exit_code.h"
#include "clients/cli/parse.h"
#include "clients/cli/path_flags.h"
#include "clients/cli/picture.h"
#include "clients/cli/remote.h"
#include "clients/lib/requests.h"
#include "clients/lib/session.h"

namespace footfall::cli {
namespace {

class PathCommand final : public Command {
 public:
  std::string name() const override { return "path"; }
  std::string summary() const override { return "Ask a server for the path from START to GOAL"; }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments("points", &words_, 1, "START and GOAL, each X,Y,Z in metres");
    flags.Choice("--plane", &plane_, {"path", "query"},
                 "path: the emulated path server, in ticks; query: the stateless plane [path]");
    flags.Texts("--flag", &flags_, "a wish for the search, e.g. prefer_pavements; may be repeated");
    flags.Text("--svg", &svg_, "draw the path and the polygons under it to this file; needs --pack");
    flags.Text("--pack", &pack_, "the .ffnav file that the server has, for --svg");
    flags.Json(&json_);
    flags.Quiet(&quiet_);
  }

  int Run() override {
    const auto points = ParsePoints("points", words_, 2);
    if (!points.ok()) {
      return Fail(name(), points.status());
    }
    if (svg_.empty() != pack_.empty()) {
      return Fail(name(), absl::InvalidArgumentError("--svg and --pack go together"));
    }
    v1::NavRequest request = client::PathBetween(ToProto((*points)[0]), ToProto((*points)[1]));
    if (const absl::Status status = AddPathFlags(flags_, &request); !status.ok()) {
      return Fail(name(), status);
    }
    std::shared_ptr<const nav::Pack> pack;
    if (!pack_.empty()) {
      auto opened = OpenPack();
      if (!opened.ok()) {
        return Fail(name(), opened.status());
      }
      pack = *std::move(opened);
    }
    const auto result = plane_ == "query" ? remote_.Connect().Query(request) : AskPathServer(request);
    if (!result.ok()) {
      return Fail(name(), result.status());
    }
    Print(*result);
    if (pack != nullptr) {
      std::vector<platform::Vec3> path;
      for (const v1::Vec3& point : client::Waypoints(*result)) {
        path.push_back(FromProto(point));
      }
      if (const absl::Status status = DrawPath(*pack, path, svg_); !status.ok()) {
        return Fail(name(), status);
      }
    }
    return result->outcome() == v1::NAV_OUTCOME_COMPLETE ? kPassed : kFailed;
  }

 private:
  // Before anything is asked: a picture on the wrong ground would look right.
  absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenPack() const {
    client::SessionOptions options;
    options.client_name = "footfall-path";
    options.role = v1::ROLE_OBSERVER;
    absl::StatusOr<client::Session> session = client::Session::Open(remote_.Connect(), options);
    if (!session.ok()) {
      return session.status();
    }
    const absl::StatusOr<v1::GetWorldResponse> world = session->GetWorld();
    return world.ok() ? OpenPackOf(pack_, world->world_build_id()) : world.status();
  }

  absl::StatusOr<v1::NavResult> AskPathServer(const v1::NavRequest& request) const {
    client::SessionOptions options;
    options.client_name = "footfall-path";
    absl::StatusOr<client::Session> session = client::Session::Open(remote_.Connect(), options);
    if (!session.ok()) {
      return session.status();
    }
    absl::StatusOr<client::PathHandle> path = session->SubmitPath(request);
    if (!path.ok()) {
      return path.status();
    }
    return path->Await();
  }

  void Print(const v1::NavResult& result) const {
    if (json_) {
      std::printf("%s", MessageJson(result, true).c_str());
      return;
    }
    for (const v1::Vec3& point : client::Waypoints(result)) {
      std::printf("%s\n", PointText(point).c_str());
    }
    if (quiet_) {
      return;
    }
    const v1::NavTiming& timing = result.timing();
    std::printf("outcome: %s\n", OutcomeText(result.outcome()).c_str());
    std::printf("length: %.3f m, %d points\n", static_cast<double>(result.length()), result.xyz_size() / 3);
    std::printf("ticks: submitted %llu, visible %llu; %u polygons expanded, %.3f virtual ms\n",
                static_cast<unsigned long long>(timing.submitted_tick()),
                static_cast<unsigned long long>(timing.visible_tick()), timing.nodes_expanded(),
                static_cast<double>(timing.virtual_ns()) / 1e6);
    if (result.has_start_snap()) {
      PrintSnap("start", result.start_snap());
    }
    if (result.has_goal_snap()) {
      PrintSnap("goal", result.goal_snap());
    }
    if (result.outcome() == v1::NAV_OUTCOME_NOT_RESIDENT) {
      std::printf(
          "start or goal lies where there is no mesh; footfall call WorldService/GetWorld prints the "
          "bounds\n");
    }
    if (result.outcome() == v1::NAV_OUTCOME_PENDING) {
      std::printf("the world stands still: step it, or ask with --plane query\n");
    }
  }

  static void PrintSnap(const char* end, const v1::NavSnap& snap) {
    if (snap.has_moved() && snap.moved() > 0) {
      std::printf("%s: moved %.3f m onto the mesh\n", end, static_cast<double>(snap.moved()));
    } else if (snap.has_nearest()) {
      std::printf("%s: off the mesh, nearest surface %.3f m away\n", end,
                  static_cast<double>(snap.nearest()));
    } else if (snap.poly_ref() == 0) {
      std::printf("%s: off the mesh, no surface in reach\n", end);
    }
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::string plane_ = "path";
  std::vector<std::string> flags_;
  std::string svg_;
  std::string pack_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewPathCommand() { return std::make_unique<PathCommand>(); }

}  // namespace footfall::cli
