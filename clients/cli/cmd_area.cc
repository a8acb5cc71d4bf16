#include "clients/cli/cmd_area.h"

#include <cinttypes>
#include <cstdio>

#include "absl/strings/escaping.h"
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

constexpr const char* kWords =
    "close, open, paths-off, paths-on, no-spawns, remove, allow-spawns or list is wanted";

constexpr FlagUse kUses[] = {
    {"--number", "close, open, paths-off, paths-on, no-spawns, remove, allow-spawns"},
    {"--radius", "close, open, paths-off, paths-on, no-spawns"},
    {"--for-ms", "no-spawns"},
};

class AreaCommand final : public Command {
 public:
  std::string name() const override { return "area"; }
  std::string summary() const override {
    return "Close areas of the mesh, switch ped paths, block spawns, list what is edited";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments(
        "what", &words_, 1,
        "close, open, paths-off, paths-on or no-spawns, with MIN MAX of a box or CENTER of a sphere "
        "(each X,Y,Z in metres); remove, allow-spawns, or list");
    flags.Text(
        "--session", &session_,
        "the session that has the areas, as the first edit prints it; without it one is opened. They stay "
        "while the session lives: its lease and hold time after the last command. list marks them: mine");
    flags.Integer("--number", &number_, 0, UINT32_MAX, "the session's own number of the area");
    flags.Number("--radius", &radius_, 0, 20000, "of a sphere around CENTER, m");
    flags.Integer("--for-ms", &for_ms_, 0, 86'400'000, "no-spawns: simulation time; 0: until it is removed");
    flags.Json(&json_);
    flags.Quiet(&quiet_);
    flags.Given(&given_);
  }

  int Run() override {
    const absl::Status status = words_.front() == "list" ? List() : Edit();
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  absl::Status FillArea(v1::Area* area) const {
    const std::vector<std::string> rest(words_.begin() + 1, words_.end());
    const bool is_sphere = radius_ > 0;
    const auto points = ParsePoints(words_.front(), rest, is_sphere ? 1 : 2);
    if (!points.ok()) return points.status();
    if (is_sphere) {
      *area->mutable_sphere()->mutable_center() = ToProto((*points)[0]);
      area->mutable_sphere()->set_radius(radius_);
    } else {
      *area->mutable_box()->mutable_min() = ToProto((*points)[0]);
      *area->mutable_box()->mutable_max() = ToProto((*points)[1]);
    }
    return absl::OkStatus();
  }

  absl::Status FillEdit(v1::Command* edit) const {
    const std::string& what = words_.front();
    const auto number = static_cast<uint32_t>(number_);
    if (what == "close" || what == "open") {
      edit->mutable_disable_nav_mesh_in_area()->set_number(number);
      edit->mutable_disable_nav_mesh_in_area()->set_enable(what == "open");
      return FillArea(edit->mutable_disable_nav_mesh_in_area()->mutable_area());
    }
    if (what == "paths-off" || what == "paths-on") {
      edit->mutable_set_ped_paths_in_area()->set_number(number);
      edit->mutable_set_ped_paths_in_area()->set_on(what == "paths-on");
      return FillArea(edit->mutable_set_ped_paths_in_area()->mutable_area());
    }
    if (what == "no-spawns") {
      edit->mutable_block_spawns()->set_number(number);
      edit->mutable_block_spawns()->set_duration_ms(static_cast<uint32_t>(for_ms_));
      return FillArea(edit->mutable_block_spawns()->mutable_area());
    }
    if (what != "remove" && what != "allow-spawns") {
      return absl::InvalidArgumentError(absl::StrCat(what, ": ", kWords));
    }
    if (words_.size() > 1) return absl::InvalidArgumentError(absl::StrCat(what, ": takes --number alone"));
    if (session_.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--session: ", what, " needs the session that has the area"));
    }
    if (what == "remove") {
      edit->set_remove_area_switch_number(number);
    } else {
      edit->set_unblock_spawns_number(number);
    }
    return absl::OkStatus();
  }

  // Resumes the session of --session, which must stay open; without it opens one of the role.
  absl::StatusOr<client::Session> Begin(v1::Role role_of_new) const {
    client::SessionOptions options;
    options.client_name = "footfall-area";
    options.role = session_.empty() ? role_of_new : v1::ROLE_OPERATOR;
    options.resume_token = absl::HexStringToBytes(session_);
    if (absl::BytesToHexString(options.resume_token) != session_) {
      return absl::InvalidArgumentError("--session: it is the hexadecimal text that the first edit prints");
    }
    return client::Session::Open(remote_.Connect(), options);
  }

  // Leaves the session open.
  absl::Status Edit() {
    v1::EditWorldRequest request;
    if (absl::Status filled = FillEdit(request.add_edits()); !filled.ok()) return filled;
    if (absl::Status used = CheckFlagUse(given_, words_.front(), kUses); !used.ok()) return used;
    absl::StatusOr<client::Session> session = Begin(v1::ROLE_OPERATOR);
    if (!session.ok()) return session.status();
    Stub stub(session->connection().channel());
    const auto deadline = session->connection().options().deadline;
    const std::string secret = session->Detach();
    const auto response = client::Call(stub, &Stub::EditWorld, request, secret, deadline);
    if (!response.ok()) return response.status();
    const v1::CommandResult& result = response->results(0);
    if (result.has_error()) {
      return client::ToAbslStatus(result.error());
    }
    const std::string token = absl::BytesToHexString(secret);
    if (json_) {
      std::printf("{\"session\": \"%s\", \"tick\": %" PRIu64 "}\n", token.c_str(), result.applied_tick());
    } else {
      std::printf(quiet_ ? "%s\n" : "session: %s\n", token.c_str());
    }
    return absl::OkStatus();
  }

  absl::Status List() {
    if (words_.size() > 1) return absl::InvalidArgumentError("list: takes nothing");
    if (absl::Status used = CheckFlagUse(given_, "list", kUses); !used.ok()) return used;
    absl::StatusOr<client::Session> session = Begin(v1::ROLE_OBSERVER);
    if (!session.ok()) return session.status();
    Stub stub(session->connection().channel());
    const auto deadline = session->connection().options().deadline;
    // One that was given stays open; one that was opened ends with this function.
    const std::string secret = session_.empty() ? session->opened().session_token() : session->Detach();
    v1::ListWorldEditsRequest request;
    do {
      const auto page = client::Call(stub, &Stub::ListWorldEdits, request, secret, deadline);
      if (!page.ok()) return page.status();
      for (const v1::WorldEdit& edit : page->edits()) {
        if (!json_) {
          std::printf("%s%s\n", TextOf(edit).c_str(), edit.mine() ? " mine" : "");
        } else if (absl::Status printed = PrintJson(edit, false); !printed.ok()) {
          return printed;
        }
      }
      request.set_page_token(page->next_page_token());
    } while (!request.page_token().empty());
    return absl::OkStatus();
  }

  static std::string TextOf(const v1::Area& area) {
    return area.has_sphere()
               ? absl::StrCat("sphere ", PointText(area.sphere().center()), " radius ",
                              area.sphere().radius())
               : absl::StrCat("box ", PointText(area.box().min()), " ", PointText(area.box().max()));
  }

  static std::string TextOf(const v1::WorldEdit& edit) {
    switch (edit.kind_case()) {
      case v1::WorldEdit::kPedPaths:
        return absl::StrCat(edit.ped_paths().on() ? "paths-on " : "paths-off ", edit.ped_paths().number(),
                            " ", TextOf(edit.ped_paths().area()));
      case v1::WorldEdit::kNavMesh:
        return absl::StrCat(edit.nav_mesh().enable() ? "open " : "close ", edit.nav_mesh().number(), " ",
                            TextOf(edit.nav_mesh().area()));
      case v1::WorldEdit::kWaitingClimb:
        return absl::StrCat("climb-waiting ", PointText(edit.waiting_climb().position()));
      case v1::WorldEdit::kClimb:
        return absl::StrCat("climb-closed ", PointText(edit.climb().position()));
      case v1::WorldEdit::kLadder:
        return absl::StrCat("ladder-closed ", PointText(edit.ladder().end()), " ",
                            PointText(edit.ladder().other_end()));
      case v1::WorldEdit::kSpawnBlock:
        return absl::StrCat("no-spawns ", edit.spawn_block().number(), " ", TextOf(edit.spawn_block().area()),
                            edit.spawn_block().duration_ms() == 0
                                ? ""
                                : absl::StrCat(" for ", edit.spawn_block().duration_ms(), " ms"));
      case v1::WorldEdit::KIND_NOT_SET:
        break;
    }
    return "an edit that this program does not know";
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::string session_;
  std::vector<std::string> given_;
  uint64_t number_ = 0;
  uint64_t for_ms_ = 0;
  float radius_ = 0;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewAreaCommand() { return std::make_unique<AreaCommand>(); }

}  // namespace footfall::cli
