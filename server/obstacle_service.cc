#include "server/obstacle_service.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/access.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/handles.h"
#include "server/request_list.h"
#include "server/write_batch.h"
#include "sim/obstacle_config.h"

namespace footfall::server {
namespace {

// A batch of writes: `items` of them in `field`, each admitted by `admit(index, origin, done)`.
template <class Request, class Response>
void Change(const UnaryCall::Ptr& call, const char* method, const char* field, int items,
            const Request* request, Response* response,
            std::function<uint64_t(int, const CommandOrigin&, PendingCommand::Done)> admit) {
  if (const auto fault = CheckRequestId(request->request_id())) return call->Refuse(*fault);
  if (const auto fault = CheckBatch(call->core(), field, items)) return call->Refuse(*fault);
  Once<Response>::Start(
      call, method, request->request_id(), response,
      [call, items, request, admit = std::move(admit)](const Once<Response>& once) {
        CommandOrigin origin;
        origin.session = call->session();
        if (request->has_at_tick()) origin.at_tick = request->at_tick();
        bool accepted = false;
        if (const auto fault = ChooseReply(call->core(), *call->session(), request->reply_when(),
                                           origin.at_tick, &accepted)) {
          return once.Fail(*fault);
        }
        Write<Response>(call, once, items, origin, accepted, admit);
      });
}

absl::StatusOr<sim::CommandBody> BodyOf(const v1::PutObstacle& put) {
  absl::StatusOr<sim::PutObstacle> body = sim::ObstacleFromProto(put);
  if (!body.ok()) return body.status();
  return *std::move(body);
}

absl::StatusOr<sim::CommandBody> BodyOf(const v1::PutHazard& put) {
  absl::StatusOr<sim::PutHazard> body = sim::HazardFromProto(put);
  if (!body.ok()) return body.status();
  return *std::move(body);
}

void FillObstacle(const sim::ObstacleView& view, v1::Obstacle* out) {
  out->set_handle(view.handle.value);
  if (view.hazard.has_value()) {
    sim::HazardToProto({{}, *view.hazard}, out->mutable_hazard());
    return;
  }
  const sim::PutObstacle put{{}, view.description, false, view.vehicle, view.description.owner.door};
  sim::ObstacleToProto(put, out->mutable_obstacle());
  out->set_state(static_cast<v1::ObstacleState>(static_cast<int>(view.placement) + 1));
}

}  // namespace

grpc::ServerUnaryReactor* ObstacleServiceImpl::PutObstacles(grpc::CallbackServerContext* context,
                                                            const v1::PutObstaclesRequest* request,
                                                            v1::PutObstaclesResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.ObstacleService.PutObstacles");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Change(call, "PutObstacles", "obstacles", request->obstacles_size(), request, response,
           [call, request](int i, const CommandOrigin& from, const PendingCommand::Done& done) {
             return AdmitConverted(call->core(), from, BodyOf(request->obstacles(i)),
                                   absl::StrCat("obstacles[", i, "]"), done);
           });
  });
}

grpc::ServerUnaryReactor* ObstacleServiceImpl::PutHazards(grpc::CallbackServerContext* context,
                                                          const v1::PutHazardsRequest* request,
                                                          v1::PutHazardsResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.ObstacleService.PutHazards");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Change(call, "PutHazards", "hazards", request->hazards_size(), request, response,
           [call, request](int i, const CommandOrigin& from, const PendingCommand::Done& done) {
             return AdmitConverted(call->core(), from, BodyOf(request->hazards(i)),
                                   absl::StrCat("hazards[", i, "]"), done);
           });
  });
}

grpc::ServerUnaryReactor* ObstacleServiceImpl::RemoveObstacles(grpc::CallbackServerContext* context,
                                                               const v1::RemoveObstaclesRequest* request,
                                                               v1::RemoveObstaclesResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.ObstacleService.RemoveObstacles");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Change(call, "RemoveObstacles", "handles", request->handles_size(), request, response,
           [call, request](int i, const CommandOrigin& from, const PendingCommand::Done& done) {
             return AdmitBody(call->core(), from, sim::RemoveObstacle{{request->handles(i)}}, done);
           });
  });
}

grpc::ServerUnaryReactor* ObstacleServiceImpl::ListObstacles(grpc::CallbackServerContext* context,
                                                             const v1::ListObstaclesRequest* request,
                                                             v1::ListObstaclesResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.ObstacleService.ListObstacles");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    Core& core = call->core();
    const auto answer = [call, &core, request, response](const Fault* fault) {
      if (call->answered()) return;
      if (fault != nullptr) return call->Refuse(*fault);
      Session& session = *call->session();
      uint64_t last_handle = 0;
      if (const auto gone = BeginPage(request->page_token(), ListIdOf(*request), core.published().view,
                                      session, &last_handle)) {
        return call->Refuse(*gone);
      }
      const std::shared_ptr<const sim::PublishedView> view = session.list_view;
      FillPage(
          view->ObstaclesOfSource(SourceOf(session)), request->page_size(), last_handle, session,
          [response](const sim::ObstacleView& own) { FillObstacle(own, response->add_obstacles()); },
          response->mutable_next_page_token());
      FillStamp(*view, response->mutable_stamp());
      call->Ok();
    };
    const uint64_t wait = core.AwaitRead(request->read(), call->session(), answer);
    if (wait != 0) call->OnEarlyEndDo([&core, wait](const Fault&) { core.waits().Cancel(wait); });
  });
}

}  // namespace footfall::server
