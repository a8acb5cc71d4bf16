#include "server/session_service.h"

#include <string_view>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "server/access.h"
#include "server/attach_stream.h"
#include "server/convert.h"
#include "server/limits.h"
#include "server/unary_call.h"
#include "server/version.h"

namespace footfall::server {
namespace {

// What GetServer names, sorted.
constexpr std::string_view kFeatures[] = {"fork",  "lock_step",    "nav_mesh", "obstacles",   "path",
                                          "query", "random_point", "snapshot", "watch_ticks", "world_edits"};

void TellLimits(Core& core, v1::Limits* out) {
  FillLimits(core.world().profile(), core.world().setup().hz, out);
  out->set_snapshot_bytes(core.options().snapshot_bytes_max);
  out->set_snapshot_transfers(kSnapshotTransfersMax);
  out->set_forks(core.options().forks_max);
  out->set_fork_ticks(kForkTicksMax);
  out->set_fork_commands(static_cast<uint32_t>(kForkCommandsMax));
}

void AnswerOpened(Core& core, const Session& session, bool resumed, v1::OpenSessionResponse* response) {
  response->set_session_token(session.token);
  response->set_client_id(session.client_id);
  response->set_role(session.role);
  response->set_lease_ms(static_cast<uint32_t>(session.lease_ns / kNsPerMsWall));
  response->set_hold_ms(static_cast<uint32_t>(core.sessions().hold_ns() / kNsPerMsWall));
  response->set_resumed(resumed);
  TellLimits(core, response->mutable_limits());
  FillStamp(core.view(), response->mutable_stamp());
}

}  // namespace

grpc::ServerUnaryReactor* SessionServiceImpl::GetServer(grpc::CallbackServerContext* context,
                                                        const v1::GetServerRequest* /*request*/,
                                                        v1::GetServerResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.SessionService.GetServer");
  return UnaryCall::Start(core_, context, access, [response](const UnaryCall::Ptr& call) {
    Core& core = call->core();
    response->set_version(kVersion);
    response->set_api_level(kApiLevel);
    for (const std::string_view feature : kFeatures) {
      if (feature != "fork" || core.options().forks_max > 0) response->add_features(std::string(feature));
    }
    response->set_profile(core.world().profile().name);
    TellLimits(core, response->mutable_limits());
    FillStamp(core.view(), response->mutable_stamp());
    response->set_role_max(core.sessions().role_max());
    call->Ok();
  });
}

grpc::ServerUnaryReactor* SessionServiceImpl::OpenSession(grpc::CallbackServerContext* context,
                                                          const v1::OpenSessionRequest* request,
                                                          v1::OpenSessionResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.SessionService.OpenSession");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Core& core = call->core();
    SessionTable& sessions = core.sessions();
    const bool resumes = !request->resume_token().empty();
    const bool running = core.control().state() == v1::RUN_STATE_RUNNING;
    if (!resumes && request->lock_step_member() && running) {
      return call->Refuse(Refusal("WORLD_RUNNING", "lock_step_member: the world is running; Pause it first"));
    }
    if (!resumes && request->has_order() &&
        core.world().IsScenarioSource(WorldHost::SourceOfOrder(request->order()))) {
      return call->Refuse(Refusal(
          "ORDER_TAKEN", absl::StrCat("order: ", request->order(), " is taken by the scenario's commands")));
    }
    const auto sessions_max = static_cast<uint32_t>(core.world().profile().sessions_max);
    auto opened = resumes ? sessions.Resume(*request, core.now_ns())
                          : sessions.Open(*request, sessions_max, core.now_ns());
    if (std::holds_alternative<Fault>(opened)) return call->Refuse(std::get<Fault>(opened));
    const SessionPtr session = std::get<SessionPtr>(std::move(opened));
    // A member whose world was set running while it was away goes on as an ordinary session.
    if (resumes && running) session->member = false;
    core.SessionOpened(session, resumes);
    AnswerOpened(core, *session, resumes, response);
    call->Ok();
  });
}

grpc::ServerUnaryReactor* SessionServiceImpl::RenewSession(grpc::CallbackServerContext* context,
                                                           const v1::RenewSessionRequest* /*request*/,
                                                           v1::RenewSessionResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.SessionService.RenewSession");
  return UnaryCall::Start(core_, context, access, [response](const UnaryCall::Ptr& call) {
    FillStamp(call->core().view(), response->mutable_stamp());
    call->Ok();
  });
}

grpc::ServerUnaryReactor* SessionServiceImpl::CloseSession(grpc::CallbackServerContext* context,
                                                           const v1::CloseSessionRequest* request,
                                                           v1::CloseSessionResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.SessionService.CloseSession");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    if (!v1::OrphanRule_IsValid(request->orphan_rule())) {
      return call->Refuse(BadField(
          "orphan_rule", absl::StrCat("is ", static_cast<int>(request->orphan_rule()), ", must be 0 to 2")));
    }
    Core& core = call->core();
    const uint64_t open_tick = core.world().open_tick();
    core.EndSession(call->session(), [call, response](uint64_t closed_tick) {
      if (call->answered()) return;
      response->set_closed_tick(closed_tick);
      call->Ok();
    });
    // A member's end goes into the next tick of the members that are left, and waits for none of them.
    if (call->answered() || core.control().state() != v1::RUN_STATE_LOCK_STEP) return;
    response->set_closed_tick(open_tick);
    call->Ok();
  });
}

grpc::ServerBidiReactor<v1::AttachRequest, v1::AttachResponse>* SessionServiceImpl::Attach(
    grpc::CallbackServerContext* context) {
  return AttachStream::Start(core_, context);
}

}  // namespace footfall::server
