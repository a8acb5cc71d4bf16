#include "clients/cli/cmd_upkeep.h"

#include <csignal>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/flag_use.h"
#include "clients/cli/parse.h"
#include "clients/cli/remote.h"
#include "clients/lib/call.h"
#include "clients/lib/session.h"
#include "footfall/v1/world_edit_service.grpc.pb.h"

namespace footfall::cli {
namespace {

using Stub = v1::WorldEditService::Stub;

// Ticks that a search is waited for. It looks at 256 polygons in a slice, so this is a large area.
constexpr uint32_t kSearchTicksMax = 3000;

volatile std::sig_atomic_t interrupted = 0;

// The first SIGINT ends the wait for a search, the second one the program.
void CatchInterrupt() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

constexpr FlagUse kUses[] = {
    {"--near", "cover --near"},
    {"--radius", "cover --near, opponents CENTER"},
    {"--height", "opponents CENTER"},
    {"--width", "opponents FROM TO"},
    {"--all", "opponents CENTER, opponents FROM TO"},
};

class UpkeepCommand final : public Command {
 public:
  std::string name() const override { return "upkeep"; }
  std::string summary() const override {
    return "List cover points, water edges and spawn coordinates; search where opponents may be spawned";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments(
        "what", &words_, 1,
        "cover, water, spawns, or opponents with CENTER of a cylinder or FROM TO of an angled area "
        "(each X,Y,Z in metres)");
    flags.Text("--near", &near_, "cover: X,Y,Z, only points near this one");
    flags.Number("--radius", &radius_, 0, 20000, "how near, or the cylinder's, m [30]");
    flags.Number("--height", &height_, 0, 20000, "opponents: of the cylinder, around its center, m [20]");
    flags.Number("--width", &width_, 0, 20000, "opponents: of the angled area, m [10]");
    flags.Switch("--all", &all_, "opponents: on all polygons, not only on those marked for it");
    flags.Json(&json_);
    flags.Given(&given_);
  }

  int Run() override {
    client::SessionOptions options;
    options.client_name = "footfall-upkeep";
    options.role = words_.front() == "opponents" ? v1::ROLE_OPERATOR : v1::ROLE_OBSERVER;
    v1::StartSpawnSearch search;
    if (const absl::Status used = CheckFlagUse(given_, Kind(), kUses); !used.ok()) return Fail(name(), used);
    if (words_.front() == "opponents") {
      if (const absl::Status filled = FillSearch(&search); !filled.ok()) return Fail(name(), filled);
    } else if (words_.size() > 1) {
      return Fail(name(), absl::InvalidArgumentError(absl::StrCat(words_.front(), ": takes nothing")));
    }
    const absl::Status status = Ask(options, search);
    // The session is closed, and with it the search: now the signal does what it does.
    if (interrupted != 0) std::raise(SIGINT);
    if (!status.ok()) return Fail(name(), status);
    if (missing_.empty()) return kPassed;
    std::fprintf(stderr, "footfall upkeep: %s\n", missing_.c_str());
    return kFailed;
  }

 private:
  // Two points, of one word or of three each.
  bool IsAngled() const { return words_.size() == 3 || words_.size() == 7; }

  std::string Kind() const {
    const std::string& what = words_.front();
    if (what == "opponents") return IsAngled() ? "opponents FROM TO" : "opponents CENTER";
    return what == "cover" && !near_.empty() ? "cover --near" : what;
  }

  absl::Status FillSearch(v1::StartSpawnSearch* search) const {
    const std::vector<std::string> rest(words_.begin() + 1, words_.end());
    const bool is_angled = IsAngled();
    const auto points = ParsePoints("opponents", rest, is_angled ? 2 : 1);
    if (!points.ok()) return points.status();
    search->set_all_polys(all_);
    if (is_angled) {
      v1::AngledArea& area = *search->mutable_area()->mutable_angled();
      *area.mutable_from() = ToProto((*points)[0]);
      *area.mutable_to() = ToProto((*points)[1]);
      area.set_width(width_);
    } else {
      v1::AreaCylinder& area = *search->mutable_area()->mutable_cylinder();
      *area.mutable_base() = ToProto((*points)[0]);
      area.mutable_base()->set_z(area.base().z() - height_ / 2);
      area.set_radius(radius_);
      area.set_height(height_);
    }
    return absl::OkStatus();
  }

  absl::Status Ask(const client::SessionOptions& options, const v1::StartSpawnSearch& search) {
    absl::StatusOr<client::Session> session = client::Session::Open(remote_.Connect(), options);
    if (!session.ok()) return session.status();
    Stub stub(session->connection().channel());
    return Answer(*session, stub, search);
  }

  absl::Status Answer(client::Session& session, Stub& stub, const v1::StartSpawnSearch& search) {
    const std::string& what = words_.front();
    if (what == "cover") return Cover(session, stub);
    if (what == "water") {
      return Pages<v1::ListWaterEdgesRequest>(
          session, stub, &Stub::ListWaterEdges, {}, [&](const auto& page) {
            if (page.rounds() == 0) missing_ = "no round is finished yet";
            return PrintAll(page.edges(), [](const v1::WaterEdge& edge) {
              return absl::StrCat(PointText(edge.position()), " ", edge.distance(), " m");
            });
          });
    }
    if (what == "spawns") {
      return Pages<v1::ListSpawnCoordsRequest>(session, stub, &Stub::ListSpawnCoords, {},
                                               [&](const auto& page) {
                                                 if (page.searches() == 0)
                                                   missing_ = "no search is finished yet";
                                                 return PrintCoords(page);
                                               });
    }
    if (what == "opponents") return Opponents(session, stub, search);
    return absl::InvalidArgumentError(absl::StrCat(what, ": cover, water, spawns or opponents is wanted"));
  }

  // Every page of a list.
  template <class Request, class Response, class Fn>
  absl::Status Pages(client::Session& session, Stub& stub,
                     grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                     Request request, Fn&& print) {
    do {
      const absl::StatusOr<Response> page = client::Call(
          stub, method, request, session.opened().session_token(), session.connection().options().deadline);
      if (!page.ok()) return page.status();
      if (absl::Status printed = print(*page); !printed.ok()) return printed;
      request.set_page_token(page->next_page_token());
    } while (!request.page_token().empty());
    return absl::OkStatus();
  }

  absl::Status Cover(client::Session& session, Stub& stub) {
    v1::ListCoverPointsRequest request;
    if (!near_.empty()) {
      const auto point = ParsePoints("--near", {near_}, 1);
      if (!point.ok()) return point.status();
      *request.mutable_within()->mutable_center() = ToProto(point->front());
      request.mutable_within()->set_radius(radius_);
    }
    return Pages<v1::ListCoverPointsRequest>(
        session, stub, &Stub::ListCoverPoints, request, [&](const auto& page) {
          if (page.rounds() == 0) missing_ = "no round is finished yet";
          return PrintAll(page.points(), [](const v1::CoverPoint& point) {
            std::string type = v1::CoverType_Name(point.type());
            type = type.substr(std::string("COVER_TYPE_").size());
            return absl::StrCat(PointText(point.position()), " ", type, " heading ", point.heading());
          });
        });
  }

  // Whether no tick will come by itself.
  static absl::Status CheckRuns(client::Session& session) {
    const auto world = session.GetWorld();
    if (world.ok() && world->run_state() == v1::RUN_STATE_PAUSED) {
      return absl::FailedPreconditionError(
          "the world stands still; a search needs one that runs: footfall call WorldService/Run");
    }
    return world.status();
  }

  // Starts the search, waits tick by tick and takes the answer; the session's end gives it up.
  absl::Status Opponents(client::Session& session, Stub& stub, const v1::StartSpawnSearch& search) {
    const std::string& token = session.opened().session_token();
    const auto deadline = session.connection().options().deadline;
    if (absl::Status runs = CheckRuns(session); !runs.ok()) return runs;
    CatchInterrupt();
    v1::EditWorldRequest edit;
    *edit.add_edits()->mutable_start_spawn_search() = search;
    const auto started = client::Call(stub, &Stub::EditWorld, edit, token, deadline);
    if (!started.ok()) return started.status();
    if (started->results(0).has_error()) {
      return client::ToAbslStatus(started->results(0).error());
    }
    v1::GetSpawnSearchRequest request;
    request.set_page_size(1);
    for (uint32_t tick = 0; tick < kSearchTicksMax; ++tick) {
      const auto seen = client::Call(stub, &Stub::GetSpawnSearch, request, token, deadline);
      if (absl::IsDeadlineExceeded(seen.status())) {
        // It may have been paused meanwhile.
        if (absl::Status runs = CheckRuns(session); !runs.ok()) return runs;
      }
      if (!seen.ok()) return seen.status();
      if (interrupted != 0) return absl::CancelledError("opponents: interrupted");
      if (seen->state() == v1::SPAWN_SEARCH_STATE_COMPLETE) {
        return Pages<v1::GetSpawnSearchRequest>(session, stub, &Stub::GetSpawnSearch, {},
                                                [&](const auto& page) { return PrintCoords(page); });
      }
      request.mutable_read()->set_min_tick(seen->stamp().tick() + 1);
    }
    return absl::DeadlineExceededError(
        absl::StrCat("opponents: not found out within ", kSearchTicksMax, " ticks"));
  }

  template <class Page>
  absl::Status PrintCoords(const Page& page) const {
    return PrintAll(page.coords(), [](const v1::SpawnCoord& coord) { return PointText(coord.position()); });
  }

  // A line a message: with --json the message, else what `text_of` says.
  template <class Messages, class TextOf>
  absl::Status PrintAll(const Messages& messages, TextOf&& text_of) const {
    for (const auto& message : messages) {
      if (!json_) {
        std::printf("%s\n", text_of(message).c_str());
      } else if (absl::Status printed = PrintJson(message, false); !printed.ok()) {
        return printed;
      }
    }
    return absl::OkStatus();
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::string missing_;  // Why there is nothing to list yet.
  std::string near_;
  std::vector<std::string> given_;
  float radius_ = 30;
  float height_ = 20;
  float width_ = 10;
  bool all_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> NewUpkeepCommand() { return std::make_unique<UpkeepCommand>(); }

}  // namespace footfall::cli
