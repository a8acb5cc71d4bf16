#ifndef FOOTFALL_SERVER_OBSTACLE_SERVICE_H_
#define FOOTFALL_SERVER_OBSTACLE_SERVICE_H_

#include "footfall/v1/obstacle_service.grpc.pb.h"
#include "server/core.h"

namespace footfall::server {

// footfall.v1.ObstacleService: obstacles and hazards. `core` is not owned and outlives the server.
class ObstacleServiceImpl final : public v1::ObstacleService::CallbackService {
 public:
  explicit ObstacleServiceImpl(Core& core) : core_(core) {}

  grpc::ServerUnaryReactor* PutObstacles(grpc::CallbackServerContext* context,
                                         const v1::PutObstaclesRequest* request,
                                         v1::PutObstaclesResponse* response) override;
  grpc::ServerUnaryReactor* PutHazards(grpc::CallbackServerContext* context,
                                       const v1::PutHazardsRequest* request,
                                       v1::PutHazardsResponse* response) override;
  grpc::ServerUnaryReactor* RemoveObstacles(grpc::CallbackServerContext* context,
                                            const v1::RemoveObstaclesRequest* request,
                                            v1::RemoveObstaclesResponse* response) override;
  grpc::ServerUnaryReactor* ListObstacles(grpc::CallbackServerContext* context,
                                          const v1::ListObstaclesRequest* request,
                                          v1::ListObstaclesResponse* response) override;

 private:
  Core& core_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_OBSTACLE_SERVICE_H_
