#ifndef FOOTFALL_SERVER_RESTORE_STREAM_H_
#define FOOTFALL_SERVER_RESTORE_STREAM_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "footfall/v1/world_service.pb.h"
#include "server/snapshot_bytes.h"
#include "server/upload_stream.h"

namespace footfall::server {

// WorldService.RestoreSnapshot: the snapshot is gathered piece by piece, its world made beside the strand,
// and only then put in the place of the present one.
class RestoreStream final
    : public UploadStream<grpc::ServerReadReactor<v1::RestoreSnapshotRequest>, v1::RestoreSnapshotRequest> {
 public:
  // `response` belongs to the call.
  static RestoreStream* Start(CopyDesk& desk, grpc::CallbackServerContext* context,
                              v1::RestoreSnapshotResponse* response);

 private:
  struct Restored {
    v1::SnapshotInfo info;
    std::unique_ptr<sim::World> world;
  };

  RestoreStream(CopyDesk& desk, grpc::CallbackServerContext* context, v1::RestoreSnapshotResponse* response)
      : UploadStream(desk, context), response_(response) {}

  void Begin() override;
  void Ended() override;
  void EpochBegins(const Fault& why) override;
  std::optional<Fault> Take(const v1::RestoreSnapshotRequest& request) override;
  void TakeEnd() override { Make(); }

  std::optional<Fault> TakeHead(const v1::RestoreHead& head);
  // The client has sent all.
  void Make();
  // Beside the strand.
  static absl::StatusOr<Restored> MakeWorld(const std::string& packed, const sim::WorldOptions& options);
  void Replace(absl::StatusOr<Restored>& made);

  v1::RestoreSnapshotResponse* response_;
  CopyDesk::Place place_;
  bool has_head_ = false;
  bool is_replacing_ = false;  // the next epoch is this call's own
  Upload upload_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_RESTORE_STREAM_H_
