#include "server/world_service.h"

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/access.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/fork_stream.h"
#include "server/limits.h"
#include "server/reset_call.h"
#include "server/restore_stream.h"
#include "server/save_stream.h"
#include "server/step_call.h"
#include "server/tick_stream.h"
#include "server/unary_call.h"
#include "server/version.h"

namespace footfall::server {
namespace {

void FillWorld(Core& core, WorldFacts& facts, v1::GetWorldResponse* out) {
  const WorldSetup& setup = core.world().setup();
  FillStamp(core.view(), out->mutable_stamp());
  out->set_run_state(core.control().state());
  out->set_hz(static_cast<uint32_t>(setup.hz));
  out->set_seed(setup.seed);
  out->set_profile(setup.profile.name);
  out->set_world_build_id(WireHash(setup.pack->build_id()));
  if (setup.scenario) out->set_scenario(setup.scenario->name);
  facts.Fill(setup, core.view().mesh, out);
  out->set_all_resident(core.view().mesh->resident().size() == setup.pack->entries().size());
  if (!out->all_resident()) {
    for (const nav::LoadRegion& region : core.view().streaming->regions) {
      if (!region.active) continue;
      v1::Region* told = out->add_resident();
      FillVec3({region.center.x, region.center.y, 0}, told->mutable_center());
      told->set_radius(region.radius);
    }
  }
  out->set_version(kVersion);
  out->set_state_schema(sim::kStateSchema);
  out->set_profile_hash(WireHash(platform::ProfileHash(setup.profile)));
  out->set_members_expected(core.control().members_expected());
  out->set_members_open(core.control().members_open());
}

}  // namespace

WorldServiceImpl::WorldServiceImpl(Core& core, std::string data_dir)
    : core_(core), loader_(core.strand(), data_dir), copies_(core, std::move(data_dir)) {}

grpc::ServerUnaryReactor* WorldServiceImpl::GetWorld(grpc::CallbackServerContext* context,
                                                     const v1::GetWorldRequest* request,
                                                     v1::GetWorldResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.GetWorld");
  return UnaryCall::Start(core_, context, access, [this, request, response](const UnaryCall::Ptr& call) {
    Core& core = call->core();
    const uint64_t wait =
        core.AwaitRead(request->read(), call->session(), [this, call, &core, response](const Fault* fault) {
          if (call->answered()) return;
          if (fault != nullptr) return call->Refuse(*fault);
          FillWorld(core, facts_, response);
          call->Ok();
        });
    if (wait != 0) call->OnEarlyEndDo([&core, wait](const Fault&) { core.waits().Cancel(wait); });
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
    if (const Fault* why = call->core().control().stopped()) return call->Refuse(*why);
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
    call->OnEarlyEndDo([&core, pause](const Fault&) { core.control().CancelPause(pause); });
  });
}

grpc::ServerUnaryReactor* WorldServiceImpl::Reset(grpc::CallbackServerContext* context,
                                                  const v1::ResetRequest* request,
                                                  v1::ResetResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.Reset");
  return UnaryCall::Start(core_, context, access, [this, request, response](const UnaryCall::Ptr& call) {
    StartReset(call, loader_, request, response);
  });
}

grpc::ServerWriteReactor<v1::SaveSnapshotResponse>* WorldServiceImpl::SaveSnapshot(
    grpc::CallbackServerContext* context, const v1::SaveSnapshotRequest* request) {
  return SaveStream::Start(copies_, context, *request);
}

grpc::ServerReadReactor<v1::RestoreSnapshotRequest>* WorldServiceImpl::RestoreSnapshot(
    grpc::CallbackServerContext* context, v1::RestoreSnapshotResponse* response) {
  return RestoreStream::Start(copies_, context, response);
}

grpc::ServerBidiReactor<v1::ForkRequest, v1::ForkResponse>* WorldServiceImpl::Fork(
    grpc::CallbackServerContext* context) {
  return ForkStream::Start(copies_, context);
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
