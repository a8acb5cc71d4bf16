#ifndef FOOTFALL_SERVER_PATH_SERVICE_H_
#define FOOTFALL_SERVER_PATH_SERVICE_H_

#include "footfall/v1/path_service.grpc.pb.h"
#include "server/core.h"

namespace footfall::server {

// footfall.v1.PathService: the emulated plane. `core` is not owned and outlives the server.
class PathServiceImpl final : public v1::PathService::CallbackService {
 public:
  explicit PathServiceImpl(Core& core) : core_(core) {}

  grpc::ServerUnaryReactor* Submit(grpc::CallbackServerContext* context, const v1::SubmitRequest* request,
                                   v1::SubmitResponse* response) override;
  grpc::ServerUnaryReactor* Poll(grpc::CallbackServerContext* context, const v1::PollRequest* request,
                                 v1::PollResponse* response) override;
  grpc::ServerUnaryReactor* Fetch(grpc::CallbackServerContext* context, const v1::FetchRequest* request,
                                  v1::FetchResponse* response) override;
  grpc::ServerUnaryReactor* Release(grpc::CallbackServerContext* context, const v1::ReleaseRequest* request,
                                    v1::ReleaseResponse* response) override;
  grpc::ServerUnaryReactor* Cancel(grpc::CallbackServerContext* context, const v1::CancelRequest* request,
                                   v1::CancelResponse* response) override;
  grpc::ServerUnaryReactor* ListRequests(grpc::CallbackServerContext* context,
                                         const v1::ListRequestsRequest* request,
                                         v1::ListRequestsResponse* response) override;

 private:
  Core& core_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_PATH_SERVICE_H_
