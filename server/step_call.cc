#include "server/step_call.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/handles.h"
#include "server/once.h"

namespace footfall::server {
namespace {

// One Step between its call and its answer.
struct StepState {
  v1::StepRequest request;  // a copy: ticks may run after the client has gone
  std::vector<v1::CommandResult> results;
  bool answered = false;
};

std::optional<Fault> BeginStep(Core& core, const std::shared_ptr<StepState>& state, StepJob& job) {
  if (auto fault = CheckExpect(state->request.expect(), core.view())) return fault;
  state->results.resize(static_cast<size_t>(state->request.commands_size()));
  for (int i = 0; i < state->request.commands_size(); ++i) {
    const v1::Command& command = state->request.commands(i);
    v1::CommandResult& slot = state->results[static_cast<size_t>(i)];
    slot.set_sequence(command.sequence());
    CommandOrigin origin;
    origin.session = job.session;
    origin.step_id = job.id;
    const uint64_t admission =
        AdmitCommand(core, std::move(origin), command, absl::StrCat("commands[", i, "]"),
                     [&core, state, i, session = job.session](const v1::CommandResult& result) {
                       if (state->answered) return core.DeliverLate(*session, result);
                       state->results[static_cast<size_t>(i)] = result;
                     });
    if (admission != 0) slot.set_admission(admission);
  }
  return std::nullopt;
}

void FillFinished(Core& core, const StepJob& job, bool want_results, v1::StepResponse* reply) {
  std::vector<sim::WireHandle> finished = job.finished;
  std::sort(finished.begin(), finished.end());
  MessageBudget budget(core.world().profile().message_bytes_max);
  for (const sim::WireHandle handle : finished) {
    // Released since: whoever did so no longer wants it.
    const sim::RequestView* request = core.view().Find(handle);
    if (request == nullptr) continue;
    v1::NavResult* result = reply->add_finished();
    FillRequest(*request, want_results ? Detail::kPoints : Detail::kOutcome, result);
    budget.Take(result);
  }
}

void FillReply(Core& core, StepState& state, const StepJob& job, v1::StepResponse* reply) {
  FillStamp(core.view(), reply->mutable_stamp());
  for (v1::CommandResult& result : state.results) *reply->add_results() = std::move(result);
  for (v1::CommandResult& late : job.session->late_results) *reply->add_results() = std::move(late);
  job.session->late_results.clear();
  FillFinished(core, job, state.request.want_results(), reply);
  if (state.request.want_hash()) FillHash(core.view().tick, *core.view().hash, reply->mutable_hash());
  reply->set_ticks_run(job.ticks_run);
}

}  // namespace

void StartStep(const UnaryCall::Ptr& call, const v1::StepRequest* request, v1::StepResponse* response) {
  Core& core = call->core();
  const auto ceiling = static_cast<uint32_t>(core.world().profile().step_ticks_max);
  if (request->ticks() == 0 || request->ticks() > ceiling) {
    return call->Refuse(BadField("ticks", absl::StrCat("is ", request->ticks(), ", must be 1 to ", ceiling)));
  }
  if (const auto fault = CheckRequestId(request->request_id())) return call->Refuse(*fault);
  if (const auto fault = CheckBatch(core, "commands", request->commands_size())) return call->Refuse(*fault);
  Once<v1::StepResponse>::Start(
      call, "Step", request->request_id(), response, [call, request](const auto& once) {
        Core& world = call->core();
        if (const Fault* why = world.control().stopped()) return once.Fail(*why);
        if (world.control().state() == v1::RUN_STATE_RUNNING) {
          return once.Fail(Refusal("WORLD_RUNNING", "the world is running; Pause it first"));
        }
        const auto state = std::make_shared<StepState>();
        state->request = *request;
        auto job = std::make_unique<StepJob>();
        job->session = call->session();
        job->ticks = request->ticks();
        job->begin = [&world, state](StepJob& begun) { return BeginStep(world, state, begun); };
        job->done = [&world, state, once](StepJob& ended, const Fault* fault) {
          if (fault != nullptr && ended.ticks_run == 0) {
            state->answered = true;
            world.desk().WithdrawStep(ended.id, *fault);
            return once.Fail(*fault);
          }
          FillReply(world, *state, ended, &once.reply());
          state->answered = true;
          once.Complete();
        };
        const uint64_t id = world.control().Step(std::move(job));
        call->OnEarlyEndDo([&world, id](const Fault& why) { world.control().EndStep(id, why); });
      });
}

}  // namespace footfall::server
