#include "server/reset_call.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "server/command_intake.h"
#include "server/convert.h"
#include "server/once.h"
#include "sim/scenario_run.h"

namespace footfall::server {
namespace {

using OnceReset = Once<v1::ResetResponse>;

void Finish(Core& core, const v1::ResetRequest& request, WorldSetup setup, uint32_t members_expected,
            const OnceReset& once) {
  if (request.has_seed()) setup.seed = request.seed();
  if (const std::optional<Fault> fault = core.Reset(std::move(setup), members_expected))
    return once.Fail(*fault);
  FillStamp(core.view(), once.reply().mutable_stamp());
  once.Complete();
}

// What the server started with.
void ResetToFirst(Core& core, const v1::ResetRequest& request, const OnceReset& once) {
  WorldSetup setup = core.world().first_setup();
  if (!request.profile().empty()) {
    absl::StatusOr<platform::Profile> profile = platform::LoadProfile(request.profile(), setup.profile_sets);
    if (!profile.ok()) return once.Fail(BadField("profile", std::string(profile.status().message())));
    setup.profile = *std::move(profile);
  }
  Finish(core, request, std::move(setup), core.options().members_expected, once);
}

void ResetToScenario(Core& core, const v1::ResetRequest& request, const LoadedScenario& loaded,
                     const OnceReset& once) {
  absl::StatusOr<platform::Profile> profile = sim::ScenarioProfile(*loaded.scenario, request.profile(), {});
  if (!profile.ok()) {
    const char* field = request.profile().empty() ? "scenario" : "profile";
    return once.Fail(BadField(field, std::string(profile.status().message())));
  }
  WorldSetup setup = core.world().first_setup();
  setup.pack = loaded.pack;
  setup.content_packs = loaded.content_packs;
  setup.source = loaded.scenario->world;
  setup.profile = *std::move(profile);
  setup.profile_sets = loaded.scenario->sets;
  setup.scenario = loaded.scenario;
  setup.seed = loaded.scenario->seed;
  setup.hz = loaded.scenario->hz;
  Finish(core, request, std::move(setup), loaded.scenario->members, once);
}

}  // namespace

void StartReset(const UnaryCall::Ptr& call, ScenarioLoader& loader, const v1::ResetRequest* request,
                v1::ResetResponse* response) {
  if (const auto fault = CheckRequestId(request->request_id())) return call->Refuse(*fault);
  // A path would let a client read the server's files.
  if (request->profile().find_first_of("/.") != std::string::npos) {
    return call->Refuse(BadField("profile", "must be the name of a built-in profile"));
  }
  std::string path;
  if (!request->scenario().empty()) {
    std::variant<std::string, Fault> found = loader.PathOf(request->scenario());
    if (std::holds_alternative<Fault>(found)) return call->Refuse(std::get<Fault>(found));
    path = std::get<std::string>(std::move(found));
  }
  OnceReset::Start(call, "Reset", request->request_id(), response,
                   [call, &loader, path, request = *request](const OnceReset& once) {
                     Core& core = call->core();
                     if (path.empty()) return ResetToFirst(core, request, once);
                     const ScenarioLoader::Stop stop =
                         loader.Load(path, [&core, call, request, once](auto loaded) {
                           if (core.draining())
                             return once.Fail(Refusal("DRAINING", "the server is shutting down"));
                           if (std::holds_alternative<Fault>(loaded))
                             return once.Fail(std::get<Fault>(loaded));
                           // Nobody waits for it any more.
                           if (call->answered()) return once.Fail(Cancelled());
                           if (call->session()->state != SessionState::kOpen) {
                             return once.Fail(Refusal("SESSION_ENDED", "the session was closed meanwhile"));
                           }
                           ResetToScenario(core, request, std::get<LoadedScenario>(loaded), once);
                         });
                     call->OnEarlyEndDo([stop](const Fault&) { *stop = true; });
                   });
}

}  // namespace footfall::server
