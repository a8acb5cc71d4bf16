#include "clients/cli/cmd_obstacle.h"

#include <cinttypes>
#include <cstdio>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/figures.h"
#include "clients/cli/flag_use.h"
#include "clients/cli/parse.h"
#include "clients/cli/remote.h"
#include "clients/lib/call.h"
#include "clients/lib/session.h"
#include "footfall/v1/obstacle_service.grpc.pb.h"

namespace footfall::cli {
namespace {

using Stub = v1::ObstacleService::Stub;

constexpr FlagUse kUses[] = {{"--handle", "put"}, {"--kind", "put"}, {"--heading", "put"}};

class ObstacleCommand final : public Command {
 public:
  std::string name() const override { return "obstacle"; }
  std::string summary() const override { return "Put, move, remove and list boxes that searches go around"; }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments("what", &words_, 1,
                    "put CENTER HALF_EXTENTS (each X,Y,Z in metres), remove HANDLE.., or list");
    flags.Text("--session", &session_,
               "the session that has the obstacles, as put prints it; put without it opens one. They stay "
               "while the session lives: its lease and hold time after the last command");
    flags.Text("--handle", &handle_, "put: move this obstacle instead of making one");
    flags.Choice("--kind", &kind_, {"blocker", "script_blocker", "vehicle", "fire", "object"},
                 "put: what it stands for [blocker]");
    flags.Number("--heading", &heading_, -7, 7, "put: rotation about Z, rad, counter-clockwise from +X");
    flags.Json(&json_);
    flags.Quiet(&quiet_);
    flags.Given(&given_);
  }

  int Run() override {
    const std::string& what = words_.front();
    const absl::Status status =
        what == "put"      ? Put()
        : what == "remove" ? Remove()
        : what == "list"   ? List()
                         : absl::InvalidArgumentError(absl::StrCat(what, ": put, remove or list is wanted"));
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  // Opens or resumes the session and leaves it open.
  absl::Status Begin() {
    if (absl::Status used = CheckFlagUse(given_, words_.front(), kUses); !used.ok()) return used;
    client::SessionOptions options;
    options.client_name = "footfall-obstacle";
    options.role = kind_ == "script_blocker" ? v1::ROLE_OPERATOR : v1::ROLE_BOT;
    options.resume_token = absl::HexStringToBytes(session_);
    if (options.resume_token.size() * 2 != session_.size() ||
        absl::BytesToHexString(options.resume_token) != session_) {
      return absl::InvalidArgumentError("--session: it is the hexadecimal text that put prints");
    }
    if (session_.empty() && words_.front() != "put") {
      return absl::InvalidArgumentError(
          absl::StrCat("--session: ", words_.front(), " needs the session that has the obstacles"));
    }
    absl::StatusOr<client::Session> session = client::Session::Open(remote_.Connect(), options);
    if (!session.ok()) return session.status();
    deadline_ = session->connection().options().deadline;
    stub_ = std::make_unique<Stub>(session->connection().channel());
    token_ = session->Detach();
    return absl::OkStatus();
  }

  absl::Status Put() {
    const auto points = ParsePoints("put", {words_.begin() + 1, words_.end()}, 2);
    if (!points.ok()) return points.status();
    v1::PutObstaclesRequest request;
    v1::PutObstacle& put = *request.add_obstacles();
    *put.mutable_center() = ToProto((*points)[0]);
    *put.mutable_half_extents() = ToProto((*points)[1]);
    put.set_heading(heading_);
    if (!handle_.empty()) {
      const auto handle = ParseHandle("--handle", handle_);
      if (!handle.ok()) return handle.status();
      put.set_obstacle_handle(*handle);
    }
    if (handle_.empty() || kind_ != "blocker") put.set_kind(KindOf(kind_));
    if (absl::Status begun = Begin(); !begun.ok()) return begun;
    const auto response = client::Call(*stub_, &Stub::PutObstacles, request, token_, deadline_);
    if (!response.ok()) return response.status();
    const v1::CommandResult& result = response->results(0);
    if (result.has_error()) return ErrorOf(result);
    if (json_) {
      std::printf("{\"handle\": \"%016" PRIx64 "\", \"session\": \"%s\", \"tick\": %" PRIu64 "}\n",
                  result.handle(), absl::BytesToHexString(token_).c_str(), result.applied_tick());
    } else {
      std::printf("%016" PRIx64 "\n", result.handle());
      if (!quiet_) std::printf("session: %s\n", absl::BytesToHexString(token_).c_str());
    }
    return absl::OkStatus();
  }

  absl::Status Remove() {
    v1::RemoveObstaclesRequest request;
    for (size_t n = 1; n < words_.size(); ++n) {
      const auto handle = ParseHandle("remove", words_[n]);
      if (!handle.ok()) return handle.status();
      request.add_handles(*handle);
    }
    if (request.handles_size() == 0) return absl::InvalidArgumentError("remove: a handle is wanted");
    if (absl::Status begun = Begin(); !begun.ok()) return begun;
    const auto response = client::Call(*stub_, &Stub::RemoveObstacles, request, token_, deadline_);
    if (!response.ok()) return response.status();
    for (const v1::CommandResult& result : response->results()) {
      if (result.has_error()) return ErrorOf(result);
    }
    return absl::OkStatus();
  }

  absl::Status List() {
    if (words_.size() > 1) return absl::InvalidArgumentError("list: takes nothing");
    if (absl::Status begun = Begin(); !begun.ok()) return begun;
    v1::ListObstaclesRequest request;
    do {
      const auto page = client::Call(*stub_, &Stub::ListObstacles, request, token_, deadline_);
      if (!page.ok()) return page.status();
      for (const v1::Obstacle& obstacle : page->obstacles()) {
        if (!json_) {
          PrintObstacle(obstacle);
          continue;
        }
        const auto json = MessageJson(obstacle, false);
        if (!json.ok()) return json.status();
        std::printf("%s\n", WithHexHandles(*json).c_str());
      }
      request.set_page_token(page->next_page_token());
    } while (!request.page_token().empty());
    return absl::OkStatus();
  }

  static void PrintObstacle(const v1::Obstacle& obstacle) {
    if (obstacle.has_hazard()) {
      std::printf("%016" PRIx64 " %s %s radius %g\n", obstacle.handle(),
                  v1::HazardKind_Name(obstacle.hazard().kind()).c_str(),
                  PointText(obstacle.hazard().center()).c_str(),
                  static_cast<double>(obstacle.hazard().radius()));
    } else {
      const v1::PutObstacle& put = obstacle.obstacle();
      std::printf("%016" PRIx64 " %s %s half %s heading %g %s\n", obstacle.handle(),
                  v1::ObstacleKind_Name(put.kind()).c_str(), PointText(put.center()).c_str(),
                  PointText(put.half_extents()).c_str(), static_cast<double>(put.heading()),
                  v1::ObstacleState_Name(obstacle.state()).c_str());
    }
  }

  static v1::ObstacleKind KindOf(const std::string& kind) {
    if (kind == "script_blocker") return v1::OBSTACLE_KIND_SCRIPT_BLOCKER;
    if (kind == "vehicle") return v1::OBSTACLE_KIND_VEHICLE;
    if (kind == "fire") return v1::OBSTACLE_KIND_FIRE;
    if (kind == "object") return v1::OBSTACLE_KIND_OBJECT;
    return v1::OBSTACLE_KIND_BLOCKER;
  }
  static absl::Status ErrorOf(const v1::CommandResult& result) {
    return client::ToAbslStatus(result.error());
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::string session_;
  std::vector<std::string> given_;
  std::string handle_;
  std::string kind_ = "blocker";
  float heading_ = 0;
  bool json_ = false;
  bool quiet_ = false;
  std::unique_ptr<Stub> stub_;
  std::string token_;
  std::chrono::milliseconds deadline_{};
};

}  // namespace

std::unique_ptr<Command> NewObstacleCommand() { return std::make_unique<ObstacleCommand>(); }

}  // namespace footfall::cli
