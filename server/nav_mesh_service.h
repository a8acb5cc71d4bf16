#ifndef FOOTFALL_SERVER_NAV_MESH_SERVICE_H_
#define FOOTFALL_SERVER_NAV_MESH_SERVICE_H_

#include "footfall/v1/nav_mesh_service.grpc.pb.h"
#include "server/core.h"

namespace footfall::server {

// footfall.v1.NavMeshService: tiles and polygons of the published view. `core` is not owned and outlives the
// server.
class NavMeshServiceImpl final : public v1::NavMeshService::CallbackService {
 public:
  explicit NavMeshServiceImpl(Core& core) : core_(core) {}

  grpc::ServerUnaryReactor* ListTiles(grpc::CallbackServerContext* context,
                                      const v1::ListTilesRequest* request,
                                      v1::ListTilesResponse* response) override;
  grpc::ServerUnaryReactor* GetPolys(grpc::CallbackServerContext* context, const v1::GetPolysRequest* request,
                                     v1::GetPolysResponse* response) override;

 private:
  Core& core_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_NAV_MESH_SERVICE_H_
