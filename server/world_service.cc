#include "server/world_service.h"

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nav/mesh/nav_view.h"
#include "server/access.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/limits.h"
#include "server/once.h"
#include "server/step_call.h"
#include "server/tick_stream.h"
#include "server/unary_call.h"
#include "server/version.h"

namespace footfall::server {
namespace {

void FillBounds(const nav::NavView& mesh, v1::GetWorldResponse* out) {
  std::optional<platform::Vec3> low;
  platform::Vec3 high;
  for (const nav::MeshIndex index : mesh.resident()) {
    const nav::TileView& tile = *mesh.slot(index).tile;
    for (uint32_t edge = 0; edge < tile.edges.size(); ++edge) {
      const platform::Vec3 p = tile.EdgeA(edge);
      if (!low) low = high = p;
      low = platform::Vec3{std::min(low->x, p.x), std::min(low->y, p.y), std::min(low->z, p.z)};
      high = platform::Vec3{std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
  }
  if (!low) return;
  FillVec3(*low, out->mutable_bounds_min());
  FillVec3(high, out->mutable_bounds_max());
}

void FillWorld(Core& core, v1::GetWorldResponse* out) {
  const WorldSetup& setup = core.world().setup();
  FillStamp(core.view(), out->mutable_stamp());
  out->set_run_state(core.control().state());
  out->set_hz(static_cast<uint32_t>(setup.hz));
  out->set_seed(setup.seed);
  out->set_profile(setup.profile.name);
  out->set_world_build_id(WireHash(setup.pack->build_id()));
  FillBounds(*core.view().mesh, out);
  out->set_all_resident(core.view().mesh->resident().size() == setup.pack->entries().size());
  out->set_version(kVersion);
  out->set_state_schema(sim::kStateSchema);
  out->set_profile_hash(WireHash(platform::ProfileHash(setup.profile)));
  out->set_members_expected(core.control().members_expected());
  out->set_members_open(core.control().members_open());
}

}  // namespace

grpc::ServerUnaryReactor* WorldServiceImpl::GetWorld(grpc::CallbackServerContext* context,
                                                     const v1::GetWorldRequest* request,
                                                     v1::GetWorldResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.GetWorld");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Core& core = call->core();
    const uint64_t wait =
        core.AwaitRead(request->read(), call->session(), [call, &core, response](const Fault* fault) {
          if (call->answered()) return;
          if (fault != nullptr) return call->Refuse(*fault);
          FillWorld(core, response);
          call->Ok();
        });
    if (wait != 0) call->OnCancelDo([&core, wait] { core.waits().Cancel(wait); });
  });
}

grpc::ServerUnaryReactor* WorldServiceImpl::Step(grpc::CallbackServerContext* context,
                                                 const v1::StepRequest* request, v1::StepResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.Step");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    StartStep(call, request, response);
  });
}

grpc::ServerUnaryReactor* WorldServiceImpl::Run(grpc::CallbackServerContext* context,
                                                const v1::RunRequest* request, v1::RunResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.Run");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    std::optional<double> speed;
    if (request->has_speed()) speed = request->speed();
    if (speed && !(std::isfinite(*speed) && *speed >= kSpeedMin)) {
      return call->Refuse(
          BadField("speed", absl::StrCat("is ", *speed, ", must be finite and at least ", kSpeedMin)));
    }
    call->core().control().Run(speed);
    FillStamp(call->core().view(), response->mutable_stamp());
    call->Ok();
  });
}

grpc::ServerUnaryReactor* WorldServiceImpl::Pause(grpc::CallbackServerContext* context,
                                                  const v1::PauseRequest* request,
                                                  v1::PauseResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.Pause");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Core& core = call->core();
    const auto answer = [call, &core, response](const Fault* fault) {
      if (call->answered()) return;
      if (fault != nullptr) return call->Refuse(*fault);
      FillStamp(core.view(), response->mutable_stamp());
      call->Ok();
    };
    const uint64_t tick = core.world().tick();
    if (!request->has_at_tick() || request->at_tick() == tick) {
      core.control().Pause();
      return answer(nullptr);
    }
    if (request->at_tick() < tick) {
      return call->Refuse(
          Refusal("TICK_PASSED", absl::StrCat("at_tick: ", request->at_tick(), ", the world is at ", tick)));
    }
    if (!core.control().TickIsDue(nullptr)) {
      return call->Refuse(Refusal("WOULD_WAIT_FOR_STEP", absl::StrCat("at_tick: ", request->at_tick(),
                                                                      ", the world is paused at ", tick)));
    }
    const uint64_t pause = core.control().PauseAfter(request->at_tick(), answer);
    call->OnCancelDo([&core, pause] { core.control().CancelPause(pause); });
  });
}

grpc::ServerUnaryReactor* WorldServiceImpl::Reset(grpc::CallbackServerContext* context,
                                                  const v1::ResetRequest* request,
                                                  v1::ResetResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.Reset");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    if (const auto fault = CheckRequestId(request->request_id())) return call->Refuse(*fault);
    if (!request->scenario().empty()) {
      return call->Refuse(BadField("scenario", "must be empty: the world was opened without scenarios"));
    }
    // A path would let a client read the server's files.
    if (request->profile().find('/') != std::string::npos ||
        request->profile().find('.') != std::string::npos) {
      return call->Refuse(BadField("profile", "must be the name of a built-in profile"));
    }
    Once<v1::ResetResponse>::Start(
        call, "Reset", request->request_id(), response, [call, request](const auto& once) {
          Core& core = call->core();
          const uint64_t seed = request->has_seed() ? request->seed() : core.world().setup().seed;
          const absl::Status made = core.Reset(seed, request->profile());
          if (!made.ok()) return once.Fail(BadField("profile", std::string(made.message())));
          FillStamp(core.view(), once.reply().mutable_stamp());
          once.Complete();
        });
  });
}

grpc::ServerUnaryReactor* WorldServiceImpl::GetStateHash(grpc::CallbackServerContext* context,
                                                         const v1::GetStateHashRequest* request,
                                                         v1::GetStateHashResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.GetStateHash");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Core& core = call->core();
    const uint64_t tick = request->has_tick() ? request->tick() : core.world().tick();
    if (tick > core.world().tick()) {
      return call->Refuse(Refusal("WOULD_WAIT_FOR_STEP",
                                  absl::StrCat("tick: ", tick, ", the world is at ", core.world().tick())));
    }
    const platform::StateDigest* digest = core.world().HashOf(tick);
    if (digest == nullptr) {
      return call->Refuse(
          Refusal("TICK_TOO_OLD",
                  absl::StrCat("tick: ", tick, ", the oldest that is kept is ", core.world().oldest_hash())));
    }
    FillStamp(core.view(), response->mutable_stamp());
    FillHash(tick, *digest, response->mutable_hash());
    call->Ok();
  });
}

grpc::ServerWriteReactor<v1::WatchTicksResponse>* WorldServiceImpl::WatchTicks(
    grpc::CallbackServerContext* context, const v1::WatchTicksRequest* request) {
  return TickStream::Start(core_, context, *request);
}

}  // namespace footfall::server
