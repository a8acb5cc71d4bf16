#include "server/command_intake.h"

#include <type_traits>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "nav/path/path_request.h"
#include "server/limits.h"
#include "sim/command_config.h"

namespace footfall::server {
namespace {

constexpr uint64_t kOperatorFlags = nav::PathFlagMask(nav::kFlagScriptedRoute) |
                                    nav::PathFlagMask(nav::kFlagMissionPed) |
                                    nav::PathFlagMask(nav::kFlagHighPrioRoute);

v1::CommandResult ResultOf(const CommandOrigin& origin, uint64_t admission) {
  v1::CommandResult result;
  result.set_sequence(origin.sequence);
  result.set_admission(admission);
  return result;
}

template <class T, class... Others>
constexpr bool IsOneOf = (std::is_same_v<T, Others> || ...);

void RefuseCommand(v1::CommandResult result, const Fault& fault, const PendingCommand::Done& done) {
  FillStatus(fault, result.mutable_error());
  done(result);
}

// Edits of the streaming and of places.
struct IsWorldEdit {
  template <class Body>
  bool operator()(const Body& /*body*/) const {
    return IsOneOf<Body, sim::SetFocus, sim::SetRequiredRegion, sim::ClearRequiredRegion, sim::SetContentPack,
                   sim::SetAreaSwitch, sim::RemoveAreaSwitch, sim::DisableClimb, sim::BlockLadder,
                   sim::BlockSpawns, sim::UnblockSpawns, sim::StartSpawnSearch, sim::CancelSpawnSearch,
                   sim::TuneMovementCost>;
  }
};

// What only a server for development does (NAV-297).
std::optional<Fault> CheckDevelopment(const Core& core, const sim::CommandBody& body) {
  if (core.options().development || !std::holds_alternative<sim::TuneMovementCost>(body)) return std::nullopt;
  return Refusal("DEVELOPMENT_ONLY", "tune_movement_cost: the server was started without --dev");
}

std::optional<Fault> CheckCommandRole(const Session& session, const sim::CommandBody& body) {
  if (session.role < v1::ROLE_BOT) {
    return Refusal("ROLE_NEEDED",
                   absl::StrCat("the session has ", v1::Role_Name(session.role), ", commands need ROLE_BOT"));
  }
  const bool is_edit = std::visit(IsWorldEdit(), body);
  if (is_edit && session.role < v1::ROLE_OPERATOR) {
    return Refusal("ROLE_NEEDED", absl::StrCat("the session has ", v1::Role_Name(session.role),
                                               ", world edits need ROLE_OPERATOR"));
  }
  const auto* submit = std::get_if<sim::SubmitPath>(&body);
  if (submit != nullptr && (submit->request.flags & kOperatorFlags) != 0 &&
      session.role < v1::ROLE_OPERATOR) {
    return Refusal("ROLE_NEEDED", absl::StrCat("flags: the session has ", v1::Role_Name(session.role),
                                               ", priority flags need ROLE_OPERATOR"));
  }
  const auto* put = std::get_if<sim::PutObstacle>(&body);
  if (put != nullptr && !put->keeps_kind && put->description.kind == nav::ObjectKind::kScriptBlocker &&
      session.role < v1::ROLE_OPERATOR) {
    return Refusal("ROLE_NEEDED", absl::StrCat("kind: the session has ", v1::Role_Name(session.role),
                                               ", script blockers need ROLE_OPERATOR"));
  }
  return std::nullopt;
}

uint32_t PointsCeiling(const Core& core) {
  return static_cast<uint32_t>(core.published().profile->path_points_max);
}

}  // namespace

void CommandBatch::Set(size_t index, const v1::CommandResult& result) {
  results_[index] = result;
  --open_;
  AnswerIfEmpty();
}

void CommandBatch::AnswerIfEmpty() {
  if (open_ != 0 || !done_) return;
  const Done done = std::exchange(done_, nullptr);
  done(std::move(results_));
}

std::optional<Fault> CheckRequestId(const std::string& request_id) {
  if (request_id.size() <= kRequestIdBytesMax) return std::nullopt;
  return BadField("request_id",
                  absl::StrCat("is ", request_id.size(), " bytes, at most ", kRequestIdBytesMax));
}

std::optional<Fault> CheckBatch(const Core& core, const std::string& field, int items) {
  const int32_t limit = core.published().profile->batch_items_max;
  if (items <= limit) return std::nullopt;
  return BadField(field, absl::StrCat("has ", items, " items, at most ", limit));
}

std::optional<Fault> CheckCommand(const Core& core, const Session& session, const sim::CommandBody& body) {
  if (auto fault = CheckCommandRole(session, body)) return fault;
  return CheckDevelopment(core, body);
}

uint64_t AdmitBody(Core& core, const CommandOrigin& origin, sim::CommandBody body,
                   const PendingCommand::Done& done) {
  const uint64_t admission = ++origin.session->admissions;
  v1::CommandResult reply = ResultOf(origin, admission);
  if (const sim::ClientRef* ref = sim::SubmittedRef(body)) reply.set_client_ref(std::string(ref->view()));
  if (const auto fault = CheckCommand(core, *origin.session, body)) {
    RefuseCommand(std::move(reply), *fault, done);
    return admission;
  }
  PendingCommand command;
  command.session = origin.session;
  command.body = std::move(body);
  command.reply = reply;
  command.at_tick = origin.at_tick ? std::max<uint64_t>(*origin.at_tick, 1) : 0;
  command.awaited = origin.awaited;
  command.step_id = origin.step_id;
  command.done = done;
  if (origin.at_tick == uint64_t{0}) {
    RefuseCommand(std::move(reply), Refusal("TICK_PASSED", "at_tick: 0, which no command can precede"), done);
  } else if (const auto fault = core.Admit(std::move(command))) {
    RefuseCommand(std::move(reply), *fault, done);
  }
  return admission;
}

uint64_t AdmitSubmit(Core& core, const CommandOrigin& origin, const v1::NavRequest& request,
                     const std::string& field, const PendingCommand::Done& done) {
  absl::StatusOr<sim::CommandBody> submit =
      sim::SubmitBodyFromProto(request, *core.published().profile, PointsCeiling(core));
  if (submit.ok()) return AdmitBody(core, origin, *std::move(submit), done);
  const uint64_t admission = ++origin.session->admissions;
  v1::CommandResult reply = ResultOf(origin, admission);
  if (request.client_ref().size() <= sim::ClientRef::kBytesMax) reply.set_client_ref(request.client_ref());
  RefuseCommand(std::move(reply), OfConversion(submit.status(), field), done);
  return admission;
}

uint64_t AdmitConverted(Core& core, const CommandOrigin& origin, absl::StatusOr<sim::CommandBody> body,
                        const std::string& field, const PendingCommand::Done& done) {
  if (body.ok()) return AdmitBody(core, origin, *std::move(body), done);
  const uint64_t admission = ++origin.session->admissions;
  RefuseCommand(ResultOf(origin, admission), OfConversion(body.status(), field), done);
  return admission;
}

uint64_t AdmitCommand(Core& core, CommandOrigin origin, const v1::Command& command, const std::string& field,
                      const PendingCommand::Done& done) {
  origin.sequence = command.sequence();
  if (command.has_at_tick()) origin.at_tick = command.at_tick();
  PendingCommand::Done finish = done;
  if (!command.request_id().empty()) {
    if (const auto fault = CheckRequestId(command.request_id())) {
      RefuseCommand(ResultOf(origin, 0), BadField(absl::StrCat(field, ".", fault->field), fault->description),
                    done);
      return 0;
    }
    const std::string key = "command " + command.request_id();
    const auto found =
        origin.session->replies.Begin(key, [done, sequence = origin.sequence](const std::string* reply) {
          v1::CommandResult result;
          if (reply != nullptr) result.ParseFromString(*reply);
          result.set_sequence(sequence);
          done(result);
        });
    if (found != RememberedReplies::Found::kNew) return 0;
    const auto bytes = static_cast<size_t>(core.world().profile().message_bytes_max);
    finish = [session = origin.session, key, bytes, done](const v1::CommandResult& result) {
      session->replies.Finish(key, result.SerializeAsString(), bytes);
      done(result);
    };
  }
  return AdmitConverted(core, origin,
                        sim::CommandFromProto(command, *core.published().profile, PointsCeiling(core)), field,
                        finish);
}

}  // namespace footfall::server
