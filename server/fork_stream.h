#ifndef FOOTFALL_SERVER_FORK_STREAM_H_
#define FOOTFALL_SERVER_FORK_STREAM_H_

#include <memory>

#include "footfall/v1/world_service.pb.h"
#include "server/fork_job.h"
#include "server/snapshot_bytes.h"
#include "server/upload_stream.h"

namespace footfall::server {

// WorldService.Fork: takes the plan and what belongs to it, starts the fork, and sends on what it says.
class ForkStream final
    : public UploadStream<grpc::ServerBidiReactor<v1::ForkRequest, v1::ForkResponse>, v1::ForkRequest> {
 public:
  static ForkStream* Start(CopyDesk& desk, grpc::CallbackServerContext* context);

 private:
  ForkStream(CopyDesk& desk, grpc::CallbackServerContext* context) : UploadStream(desk, context) {}

  void Begin() override;
  void Ended() override;
  std::optional<Fault> Take(const v1::ForkRequest& request) override;
  void TakeEnd() override { StartFork(); }
  void OnWriteDone(bool ok) override;

  std::optional<Fault> TakePlan(const v1::ForkPlan& plan);
  std::optional<Fault> StartUpload(uint64_t bytes);
  // All that belongs to the plan is there.
  void StartFork();
  // Sends the next message if one waits, ends with the fork.
  void Pump();

  CopyDesk::Place place_;           // of the fork
  CopyDesk::Place transfer_;        // of the upload
  v1::WorldStamp stamp_;            // when the plan came
  std::unique_ptr<ForkWork> work_;  // null before the plan and after the start
  Upload upload_;
  std::shared_ptr<ForkJob> job_;  // null before the start
  v1::ForkResponse response_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_FORK_STREAM_H_
