#ifndef FOOTFALL_SERVER_WORLD_EDIT_SERVICE_H_
#define FOOTFALL_SERVER_WORLD_EDIT_SERVICE_H_

#include "footfall/v1/world_edit_service.grpc.pb.h"
#include "server/core.h"

namespace footfall::server {

// footfall.v1.WorldEditService: edits of places, and what the background jobs found. `core` is not owned and
// outlives the server.
class WorldEditServiceImpl final : public v1::WorldEditService::CallbackService {
 public:
  explicit WorldEditServiceImpl(Core& core) : core_(core) {}

  grpc::ServerUnaryReactor* EditWorld(grpc::CallbackServerContext* context,
                                      const v1::EditWorldRequest* request,
                                      v1::EditWorldResponse* response) override;
  grpc::ServerUnaryReactor* ListWorldEdits(grpc::CallbackServerContext* context,
                                           const v1::ListWorldEditsRequest* request,
                                           v1::ListWorldEditsResponse* response) override;
  grpc::ServerUnaryReactor* ListCoverPoints(grpc::CallbackServerContext* context,
                                            const v1::ListCoverPointsRequest* request,
                                            v1::ListCoverPointsResponse* response) override;
  grpc::ServerUnaryReactor* ListWaterEdges(grpc::CallbackServerContext* context,
                                           const v1::ListWaterEdgesRequest* request,
                                           v1::ListWaterEdgesResponse* response) override;
  grpc::ServerUnaryReactor* ListSpawnCoords(grpc::CallbackServerContext* context,
                                            const v1::ListSpawnCoordsRequest* request,
                                            v1::ListSpawnCoordsResponse* response) override;
  grpc::ServerUnaryReactor* GetSpawnSearch(grpc::CallbackServerContext* context,
                                           const v1::GetSpawnSearchRequest* request,
                                           v1::GetSpawnSearchResponse* response) override;

 private:
  Core& core_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WORLD_EDIT_SERVICE_H_
