#include "clients/cli/cmd_path.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/explain.h"
#include "clients/cli/flag_use.h"
#include "clients/cli/parse.h"
#include "clients/cli/path_flags.h"
#include "clients/cli/path_plane.h"
#include "clients/cli/picture.h"
#include "clients/cli/remote.h"
#include "clients/hash/output_paths.h"
#include "clients/lib/requests.h"
#include "clients/lib/session.h"

namespace footfall::cli {
namespace {

constexpr FlagUse kUses[] = {{"--heading", "--wander"}, {"--distance", "--flee"}};

class PathCommand final : public Command {
 public:
  std::string name() const override { return "path"; }
  std::string summary() const override { return "Ask a server for the path from START to GOAL"; }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments("points", &words_, 1,
                    "START and GOAL, each X,Y,Z in metres; with --wander or --flee START");
    flags.Number("--wander", &wander_, 0, 15000, "wander about so many metres instead of going to a goal");
    flags.Number("--heading", &heading_, -7, 7, "direction of --wander, rad counter-clockwise from +X [0]");
    flags.Text("--flee", &flee_, "flee from this point, X,Y,Z, instead of going to a goal");
    flags.Number("--distance", &distance_, 0, 15000, "how far to get from --flee's point, m [30]");
    flags.Choice("--plane", &plane_, {"path", "query"},
                 "path: the emulated path server, in ticks; query: the stateless plane [path]");
    flags.Texts("--flag", &flags_, "a wish for the search, e.g. prefer_pavements; may be repeated");
    flags.Switch("--explain", &explain_, "print what the search did; the query plane answers");
    flags.Text("--svg", &svg_,
               "draw the path and the polygons under it to this file, with --explain also what the search "
               "looked at; needs --pack");
    flags.Text("--pack", &pack_, "the .ffnav file that the server has, for --svg");
    flags.Json(&json_);
    flags.Quiet(&quiet_);
    flags.Given(&given_);
  }

  int Run() override {
    if (svg_.empty() != pack_.empty()) {
      return Fail(name(), absl::InvalidArgumentError("--svg and --pack go together"));
    }
    if (explain_ && plane_ == "path" && std::count(given_.begin(), given_.end(), "--plane") > 0) {
      return Fail(name(),
                  absl::InvalidArgumentError("--explain: the query plane alone explains, not --plane path"));
    }
    v1::NavRequest request;
    if (const absl::Status status = client::CheckOutputs({{"--svg", svg_}}, {{"--pack", pack_}});
        !status.ok()) {
      return Fail(name(), status);
    }
    if (const absl::Status status = ReadKind(&request); !status.ok()) {
      return Fail(name(), status);
    }
    if (const absl::Status status = AddPathFlags(flags_, &request); !status.ok()) {
      return Fail(name(), status);
    }
    request.set_want_explain(explain_);
    std::shared_ptr<const nav::Pack> pack;
    if (!pack_.empty()) {
      auto opened = OpenPack();
      if (!opened.ok()) {
        return Fail(name(), opened.status());
      }
      pack = *std::move(opened);
    }
    const auto result = plane_ == "query" || explain_
                            ? remote_.Connect().Query(request)
                            : AskPathPlane(remote_.Connect(), "footfall-path", request);
    if (!result.ok()) {
      return Fail(name(), result.status());
    }
    if (!json_) {
      Print(request, *result);
    } else if (const absl::Status printed = PrintJson(*result, true); !printed.ok()) {
      return Fail(name(), printed);
    }
    if (pack != nullptr) {
      const absl::StatusOr<std::string> svg = PathSvg(*pack, PictureOf(*result));
      if (const absl::Status status = svg.ok() ? WriteText(svg_, *svg) : svg.status(); !status.ok()) {
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

  absl::Status ReadKind(v1::NavRequest* request) const {
    if (wander_ > 0 && !flee_.empty()) {
      return absl::InvalidArgumentError("--wander and --flee exclude each other");
    }
    const bool has_goal = wander_ <= 0 && flee_.empty();
    const auto points = ParsePoints("points", words_, has_goal ? 2 : 1);
    if (!points.ok()) {
      return points.status();
    }
    const std::string_view kind = has_goal ? "START GOAL" : wander_ > 0 ? "--wander" : "--flee";
    if (absl::Status used = CheckFlagUse(given_, kind, kUses); !used.ok()) {
      return used;
    }
    const v1::Vec3 start = ToProto((*points)[0]);
    if (has_goal) {
      *request = client::PathBetween(start, ToProto((*points)[1]));
    } else if (wander_ > 0) {
      *request->mutable_wander()->mutable_start() = start;
      request->mutable_wander()->set_heading(heading_);
      request->mutable_wander()->set_distance(wander_);
    } else {
      const auto threat = ParsePoint("--flee", flee_);
      if (!threat.ok()) {
        return threat.status();
      }
      *request->mutable_flee()->mutable_start() = start;
      *request->mutable_flee()->mutable_threat() = ToProto(*threat);
      request->mutable_flee()->set_distance(distance_);
    }
    return absl::OkStatus();
  }

  static PathPicture PictureOf(const v1::NavResult& result) {
    PathPicture picture;
    for (const v1::Vec3& point : client::Waypoints(result)) {
      picture.path.push_back(FromProto(point));
    }
    const v1::SearchExplanation& explanation = result.explanation();
    picture.pulled = PointsOf(explanation.pulled_xyz());
    for (const uint64_t ref : explanation.visited_poly_ref()) {
      picture.visited.push_back(ref);
    }
    for (const uint64_t ref : explanation.corridor_poly_ref()) {
      picture.corridor.push_back(ref);
    }
    const std::vector<platform::Vec3> corners = PointsOf(explanation.fragment_xyz());
    size_t corner = 0;
    for (const uint32_t count : explanation.fragment_corners()) {
      const auto first = corners.begin() + static_cast<std::ptrdiff_t>(corner);
      picture.fragments.emplace_back(first, first + count);
      corner += count;
    }
    const std::vector<platform::Vec3> boxes = PointsOf(explanation.obstacle_xyz());
    for (size_t first = 0; first + 4 <= boxes.size(); first += 4) {
      const auto begin = boxes.begin() + static_cast<std::ptrdiff_t>(first);
      picture.obstacles.emplace_back(begin, begin + 4);
    }
    return picture;
  }

  static std::vector<platform::Vec3> PointsOf(const google::protobuf::RepeatedField<float>& xyz) {
    std::vector<platform::Vec3> points;
    for (int i = 0; i + 2 < xyz.size(); i += 3) {
      points.push_back({xyz[i], xyz[i + 1], xyz[i + 2]});
    }
    return points;
  }

  void Print(const v1::NavRequest& request, const v1::NavResult& result) const {
    for (const v1::Vec3& point : client::Waypoints(result)) {
      std::printf("%s\n", PointText(point).c_str());
    }
    if (quiet_) {
      return;
    }
    const v1::NavTiming& timing = result.timing();
    std::printf("outcome: %s\n", OutcomeText(result.outcome()).c_str());
    if (result.has_short_of_goal()) {
      std::printf("partial: %s, %.3f m short\n", ReasonText(result.partial_reason()).c_str(),
                  static_cast<double>(result.short_of_goal()));
    }
    std::printf("length: %.3f m, %d points\n", static_cast<double>(result.length()), result.xyz_size() / 3);
    std::printf("ticks: submitted %llu, visible %llu; %u polygons expanded, %.3f virtual ms\n",
                static_cast<unsigned long long>(timing.submitted_tick()),
                static_cast<unsigned long long>(timing.visible_tick()), timing.nodes_expanded(),
                static_cast<double>(timing.virtual_ns()) / 1e6);
    const bool is_resident = result.outcome() != v1::NAV_OUTCOME_NOT_RESIDENT;
    if (result.has_start_snap()) PrintSnap("start", result.start_snap(), is_resident);
    if (result.has_goal_snap()) PrintSnap("goal", result.goal_snap(), is_resident);
    // Both ends are on the mesh: the search may not begin where it was asked to.
    if (result.completion_code() == v1::COMPLETION_CODE_INVALID_COORDINATES && result.has_goal_used()) {
      std::printf(
          "start: its polygon is closed to this search, by an area (footfall area list) or by the request's "
          "flags\n");
    }
    if (result.has_explanation()) {
      std::printf("%s", ExplanationText(request, result).c_str());
    }
    if (result.outcome() == v1::NAV_OUTCOME_NOT_RESIDENT) {
      std::printf("footfall tiles lists what is resident, footfall call WorldService/GetWorld the bounds\n");
    }
    if (result.outcome() == v1::NAV_OUTCOME_PENDING) {
      std::printf("the world stands still: step it, or ask with --plane query\n");
    }
  }

  // "no way", without the prefix.
  static std::string ReasonText(v1::PartialReason reason) {
    std::string text =
        absl::AsciiStrToLower(absl::StripPrefix(v1::PartialReason_Name(reason), "PARTIAL_REASON_"));
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
  }

  static void PrintSnap(const char* end, const v1::NavSnap& snap, bool is_resident) {
    if (snap.has_moved() && snap.moved() > 0) {
      std::printf("%s: moved %.3f m onto the mesh\n", end, static_cast<double>(snap.moved()));
    } else if (!is_resident && snap.poly_ref() == 0 && !snap.has_moved()) {
      std::printf("%s: no tile is there: none is loaded, or it lies outside the world\n", end);
    } else if (snap.has_nearest()) {
      std::printf("%s: off the mesh, nearest surface %.3f m away\n", end,
                  static_cast<double>(snap.nearest()));
    } else if (snap.poly_ref() == 0) {
      std::printf("%s: off the mesh, no surface in reach\n", end);
    }
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::vector<std::string> given_;
  std::string plane_ = "path";
  std::vector<std::string> flags_;
  float wander_ = 0;
  float heading_ = 0;
  std::string flee_;
  float distance_ = 30;
  bool explain_ = false;
  std::string svg_;
  std::string pack_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewPathCommand() { return std::make_unique<PathCommand>(); }

}  // namespace footfall::cli
