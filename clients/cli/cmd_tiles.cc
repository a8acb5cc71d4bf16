#include "clients/cli/cmd_tiles.h"

#include <cstdio>
#include <string>
#include <vector>

#include "clients/cli/exit_code.h"
#include "clients/cli/flag_use.h"
#include "clients/cli/parse.h"
#include "clients/cli/remote.h"
#include "clients/lib/call.h"
#include "clients/lib/session.h"
#include "footfall/v1/nav_mesh_service.grpc.pb.h"

namespace footfall::cli {
namespace {

using v1::NavMeshService;

constexpr FlagUse kUses[] = {
    {"--near", "the list near a point"},
    {"--radius", "the list near a point"},
    {"--state", "the list near a point, the whole list"},
};

class TilesCommand final : public Command {
 public:
  std::string name() const override { return "tiles"; }
  std::string summary() const override {
    return "List the tiles of a served world, or show the polygons below points";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments("points", &points_, 0, "x,y,z: shows the polygon below each instead");
    flags.Text("--near", &near_, "x,y,z: only tiles near this point");
    flags.Number("--radius", &radius_, 0, 15000, "with --near: how near, m [0]");
    flags.Choice("--state", &state_, {"any", "resident", "requested", "absent"}, "only these tiles [any]");
    flags.Json(&json_);
    flags.Given(&given_);
  }

  int Run() override {
    const std::string_view kind = !points_.empty() ? "polygons below points"
                                  : near_.empty()  ? "the whole list"
                                                   : "the list near a point";
    if (const absl::Status used = CheckFlagUse(given_, kind, kUses); !used.ok()) {
      return Fail(name(), used);
    }
    const client::Connection connection = remote_.Connect();
    client::SessionOptions options;
    options.client_name = "footfall-tiles";
    options.role = v1::ROLE_OBSERVER;
    const absl::StatusOr<client::Session> session = client::Session::Open(connection, options);
    if (!session.ok()) {
      return Fail(name(), session.status());
    }
    NavMeshService::Stub stub(connection.channel());
    const std::string& token = session->opened().session_token();
    return points_.empty() ? ListTiles(connection, stub, token) : ShowPolys(connection, stub, token);
  }

 private:
  int ListTiles(const client::Connection& connection, NavMeshService::Stub& stub, const std::string& token) {
    v1::ListTilesRequest request;
    if (!near_.empty()) {
      const auto point = ParsePoints("--near", {near_}, 1);
      if (!point.ok()) {
        return Fail(name(), point.status());
      }
      *request.mutable_within()->mutable_center() = ToProto(point->front());
      request.mutable_within()->set_radius(radius_);
    }
    if (state_ == "resident") {
      request.set_state(v1::TILE_STATE_RESIDENT);
    } else if (state_ == "requested") {
      request.set_state(v1::TILE_STATE_REQUESTED);
    } else if (state_ == "absent") {
      request.set_state(v1::TILE_STATE_ABSENT);
    }
    for (;;) {
      const absl::StatusOr<v1::ListTilesResponse> page =
          client::Call(stub, &NavMeshService::Stub::ListTiles, request, token, connection.options().deadline);
      if (!page.ok()) {
        return Fail(name(), page.status());
      }
      if (json_) {
        if (const absl::Status printed = PrintJson(*page, false); !printed.ok()) {
          return Fail(name(), printed);
        }
      } else {
        for (const v1::NavTile& tile : page->tiles()) {
          Print(tile);
        }
      }
      if (page->next_page_token().empty()) {
        if (!json_) {
          std::printf("%u tiles resident, %.1f MiB%s\n", page->resident_tiles(),
                      static_cast<double>(page->resident_bytes()) / (1024.0 * 1024.0),
                      page->streaming() ? (", around " + PointText(page->focus())).c_str() : "");
        }
        return kPassed;
      }
      request.set_page_token(page->next_page_token());
    }
  }

  int ShowPolys(const client::Connection& connection, NavMeshService::Stub& stub, const std::string& token) {
    const auto points = ParsePoints("points", points_, points_.size());
    if (!points.ok()) {
      return Fail(name(), points.status());
    }
    v1::GetPolysRequest request;
    for (const platform::Vec3& point : *points) {
      *request.add_below() = ToProto(point);
    }
    const absl::StatusOr<v1::GetPolysResponse> response =
        client::Call(stub, &NavMeshService::Stub::GetPolys, request, token, connection.options().deadline);
    if (!response.ok()) {
      return Fail(name(), response.status());
    }
    bool all_found = true;
    for (const v1::NavPoly& poly : response->polys()) {
      all_found = all_found && !poly.has_error();
      if (const absl::Status printed = PrintJson(poly, !json_); !printed.ok()) {
        return Fail(name(), printed);
      }
    }
    return all_found ? kPassed : kFailed;
  }

  static void Print(const v1::NavTile& tile) {
    std::string state = v1::TileState_Name(tile.state());
    state = state.substr(std::string("TILE_STATE_").size());
    std::printf("%4u at %s: %s, %llu bytes, %u polygons, generation %u%s\n", tile.index(),
                PointText(tile.center()).c_str(), state.c_str(),
                static_cast<unsigned long long>(tile.bytes()), tile.polys(), tile.generation(),
                tile.has_overlay() ? ", changed by switches" : "");
  }

  Remote remote_;
  std::vector<std::string> points_;
  std::string near_;
  std::vector<std::string> given_;
  float radius_ = 0;
  std::string state_ = "any";
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> NewTilesCommand() { return std::make_unique<TilesCommand>(); }

}  // namespace footfall::cli
