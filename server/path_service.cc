#include "server/path_service.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/access.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/handles.h"
#include "server/limits.h"
#include "server/once.h"
#include "server/request_list.h"
#include "server/unary_call.h"
#include "server/write_batch.h"

namespace footfall::server {
namespace {

// --- Writes

template <class Body, class Request, class Response>
void GiveUp(const UnaryCall::Ptr& call, const char* method, const Request* request, Response* response) {
  Core& core = call->core();
  if (const auto fault = CheckRequestId(request->request_id())) return call->Refuse(*fault);
  if (const auto fault = CheckBatch(core, "handles", request->handles_size())) return call->Refuse(*fault);
  Once<Response>::Start(
      call, method, request->request_id(), response, [call, request](const Once<Response>& once) {
        CommandOrigin origin;
        origin.session = call->session();
        const bool accepted = call->core().control().IsLockStepMember(*call->session());
        // A copy: a write that is awaited outlives a call that is cancelled.
        const std::vector<uint64_t> handles(request->handles().begin(), request->handles().end());
        Write<Response>(call, once, request->handles_size(), origin, accepted,
                        [&](int i, const CommandOrigin& from, const PendingCommand::Done& done) {
                          const sim::WireHandle handle{handles[static_cast<size_t>(i)]};
                          return AdmitBody(call->core(), from, Body{handle}, done);
                        });
      });
}

// --- Reads

bool AnyPending(const sim::PublishedView& view, const Session& session,
                const std::vector<uint64_t>& handles) {
  for (const uint64_t handle : handles) {
    const sim::WireHandle wire{handle};
    if (view.Judge(wire, SourceOf(session)) != sim::CommandFault::kNone) continue;
    const sim::RequestView* request = view.Find(wire);
    if (request != nullptr && !request->is_complete()) return true;
  }
  return false;
}

// Waits for min_tick, then up to wait_ticks until none of the handles is pending; then `answer` runs, unless
// the call was answered with an error.
template <class Request>
void AwaitHandles(const UnaryCall::Ptr& call, const Request* request, const std::function<void()>& answer) {
  Core& core = call->core();
  if (const auto fault = CheckBatch(core, "handles", request->handles_size())) return call->Refuse(*fault);
  const auto ceiling = static_cast<uint32_t>(core.world().profile().step_ticks_max);
  if (request->wait_ticks() > ceiling) {
    return call->Refuse(
        BadField("wait_ticks", absl::StrCat("is ", request->wait_ticks(), ", at most ", ceiling)));
  }
  const std::vector<uint64_t> handles(request->handles().begin(), request->handles().end());
  const auto wait_on = [call, &core, handles, wait_ticks = request->wait_ticks(),
                        answer](const Fault* fault) {
    if (call->answered()) return;
    if (fault != nullptr) return call->Refuse(*fault);
    const uint64_t until = core.world().tick() + wait_ticks;
    const auto ready = [call, &core, handles, until] {
      return core.world().tick() >= until || !AnyPending(core.view(), *call->session(), handles);
    };
    if (ready() || !core.control().TickIsDue(call->session().get())) return answer();
    const uint64_t wait =
        core.waits().Add(call->session(), ready, [call, answer](WaitEnd end, const Fault* why) {
          if (call->answered()) return;
          if (end == WaitEnd::kFault) return call->Refuse(*why);
          answer();
        });
    call->OnEarlyEndDo([&core, wait](const Fault&) { core.waits().Cancel(wait); });
  };
  const uint64_t wait = core.AwaitRead(request->read(), call->session(), wait_on);
  if (wait != 0) call->OnEarlyEndDo([&core, wait](const Fault&) { core.waits().Cancel(wait); });
}

}  // namespace

grpc::ServerUnaryReactor* PathServiceImpl::Submit(grpc::CallbackServerContext* context,
                                                  const v1::SubmitRequest* request,
                                                  v1::SubmitResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.PathService.Submit");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Core& core = call->core();
    if (const auto fault = CheckRequestId(request->request_id())) return call->Refuse(*fault);
    if (const auto fault = CheckBatch(core, "requests", request->requests_size()))
      return call->Refuse(*fault);
    Once<v1::SubmitResponse>::Start(
        call, "Submit", request->request_id(), response,
        [call, request](const Once<v1::SubmitResponse>& once) {
          CommandOrigin origin;
          origin.session = call->session();
          if (request->has_at_tick()) origin.at_tick = request->at_tick();
          bool accepted = false;
          if (const auto fault = ChooseReply(call->core(), *call->session(), request->reply_when(),
                                             origin.at_tick, &accepted)) {
            return once.Fail(*fault);
          }
          Write<v1::SubmitResponse>(call, once, request->requests_size(), origin, accepted,
                                    [&](int i, const CommandOrigin& from, const PendingCommand::Done& done) {
                                      return AdmitSubmit(call->core(), from, request->requests(i),
                                                         absl::StrCat("requests[", i, "]"), done);
                                    });
        });
  });
}

grpc::ServerUnaryReactor* PathServiceImpl::Poll(grpc::CallbackServerContext* context,
                                                const v1::PollRequest* request, v1::PollResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.PathService.Poll");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    AwaitHandles(call, request, [call, request, response] {
      const sim::PublishedView& view = call->core().view();
      for (const uint64_t handle : request->handles()) {
        v1::NavResult* result = response->add_results();
        const sim::RequestView* own = FindOwn(view, *call->session(), handle, result);
        if (own != nullptr) FillRequest(*own, Detail::kOutcome, result);
      }
      FillStamp(view, response->mutable_stamp());
      call->Ok();
    });
  });
}

grpc::ServerUnaryReactor* PathServiceImpl::Fetch(grpc::CallbackServerContext* context,
                                                 const v1::FetchRequest* request,
                                                 v1::FetchResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.PathService.Fetch");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    AwaitHandles(call, request, [call, request, response] {
      Core& core = call->core();
      const sim::PublishedView& view = core.view();
      MessageBudget budget(core.world().profile().message_bytes_max);
      std::vector<std::pair<sim::WireHandle, v1::NavResult*>> fetched;
      for (const uint64_t handle : request->handles()) {
        v1::NavResult* result = response->add_results();
        const sim::RequestView* own = FindOwn(view, *call->session(), handle, result);
        if (own == nullptr) continue;
        FillRequest(*own, Detail::kPoints, result);
        if (budget.Take(result) && own->is_complete()) fetched.emplace_back(own->handle, result);
      }
      FillStamp(view, response->mutable_stamp());
      if (request->then_release()) {
        CommandOrigin origin;
        origin.session = call->session();
        // The results are in the reply, so it waits for none of these. What is refused at once is told
        // instead of the result, which can be fetched again.
        const auto replied = std::make_shared<bool>(false);
        for (const auto& [handle, result] : fetched) {
          AdmitBody(core, origin, sim::ReleasePath{handle},
                    [replied, item = result](const v1::CommandResult& release) {
                      if (*replied || !release.has_error()) return;
                      const uint64_t kept = item->handle();
                      item->Clear();
                      item->set_handle(kept);
                      *item->mutable_error() = release.error();
                    });
        }
        *replied = true;
      }
      call->Ok();
    });
  });
}

grpc::ServerUnaryReactor* PathServiceImpl::Release(grpc::CallbackServerContext* context,
                                                   const v1::ReleaseRequest* request,
                                                   v1::ReleaseResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.PathService.Release");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    GiveUp<sim::ReleasePath>(call, "Release", request, response);
  });
}

grpc::ServerUnaryReactor* PathServiceImpl::Cancel(grpc::CallbackServerContext* context,
                                                  const v1::CancelRequest* request,
                                                  v1::CancelResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.PathService.Cancel");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    GiveUp<sim::CancelPath>(call, "Cancel", request, response);
  });
}

grpc::ServerUnaryReactor* PathServiceImpl::ListRequests(grpc::CallbackServerContext* context,
                                                        const v1::ListRequestsRequest* request,
                                                        v1::ListRequestsResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.PathService.ListRequests");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    if (const auto fault = ListPage(*request, call->core().published().view, *call->session(), response)) {
      return call->Refuse(*fault);
    }
    call->Ok();
  });
}

}  // namespace footfall::server
