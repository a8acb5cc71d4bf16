#ifndef FOOTFALL_SERVER_SESSION_SERVICE_H_
#define FOOTFALL_SERVER_SESSION_SERVICE_H_

#include "footfall/v1/session_service.grpc.pb.h"
#include "server/core.h"

namespace footfall::server {

// footfall.v1.SessionService. `core` is not owned and outlives the server.
class SessionServiceImpl final : public v1::SessionService::CallbackService {
 public:
  explicit SessionServiceImpl(Core& core) : core_(core) {}

  grpc::ServerUnaryReactor* GetServer(grpc::CallbackServerContext* context,
                                      const v1::GetServerRequest* request,
                                      v1::GetServerResponse* response) override;
  grpc::ServerUnaryReactor* OpenSession(grpc::CallbackServerContext* context,
                                        const v1::OpenSessionRequest* request,
                                        v1::OpenSessionResponse* response) override;
  grpc::ServerUnaryReactor* RenewSession(grpc::CallbackServerContext* context,
                                         const v1::RenewSessionRequest* request,
                                         v1::RenewSessionResponse* response) override;
  grpc::ServerUnaryReactor* CloseSession(grpc::CallbackServerContext* context,
                                         const v1::CloseSessionRequest* request,
                                         v1::CloseSessionResponse* response) override;
  grpc::ServerBidiReactor<v1::AttachRequest, v1::AttachResponse>* Attach(
      grpc::CallbackServerContext* context) override;

 private:
  Core& core_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_SESSION_SERVICE_H_
