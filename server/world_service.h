#ifndef FOOTFALL_SERVER_WORLD_SERVICE_H_
#define FOOTFALL_SERVER_WORLD_SERVICE_H_

#include <string>

#include "footfall/v1/world_service.grpc.pb.h"
#include "server/copy_desk.h"
#include "server/core.h"
#include "server/scenario_loader.h"
#include "server/world_facts.h"

namespace footfall::server {

// footfall.v1.WorldService: the clock. `core` is not owned and outlives the server.
class WorldServiceImpl final : public v1::WorldService::CallbackService {
 public:
  // `data_dir`: the folder of the scenarios and snapshots that clients may name; empty: none.
  WorldServiceImpl(Core& core, std::string data_dir);
  // Ends what Reset is loading. Any thread.
  void StopLoads() { loader_.StopAll(); }

  grpc::ServerUnaryReactor* GetWorld(grpc::CallbackServerContext* context, const v1::GetWorldRequest* request,
                                     v1::GetWorldResponse* response) override;
  grpc::ServerUnaryReactor* Step(grpc::CallbackServerContext* context, const v1::StepRequest* request,
                                 v1::StepResponse* response) override;
  grpc::ServerUnaryReactor* Run(grpc::CallbackServerContext* context, const v1::RunRequest* request,
                                v1::RunResponse* response) override;
  grpc::ServerUnaryReactor* Pause(grpc::CallbackServerContext* context, const v1::PauseRequest* request,
                                  v1::PauseResponse* response) override;
  grpc::ServerUnaryReactor* Reset(grpc::CallbackServerContext* context, const v1::ResetRequest* request,
                                  v1::ResetResponse* response) override;
  grpc::ServerWriteReactor<v1::SaveSnapshotResponse>* SaveSnapshot(
      grpc::CallbackServerContext* context, const v1::SaveSnapshotRequest* request) override;
  grpc::ServerReadReactor<v1::RestoreSnapshotRequest>* RestoreSnapshot(
      grpc::CallbackServerContext* context, v1::RestoreSnapshotResponse* response) override;
  grpc::ServerBidiReactor<v1::ForkRequest, v1::ForkResponse>* Fork(
      grpc::CallbackServerContext* context) override;
  grpc::ServerUnaryReactor* GetStateHash(grpc::CallbackServerContext* context,
                                         const v1::GetStateHashRequest* request,
                                         v1::GetStateHashResponse* response) override;
  grpc::ServerWriteReactor<v1::WatchTicksResponse>* WatchTicks(grpc::CallbackServerContext* context,
                                                               const v1::WatchTicksRequest* request) override;

 private:
  Core& core_;
  WorldFacts facts_;
  ScenarioLoader loader_;
  CopyDesk copies_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WORLD_SERVICE_H_
