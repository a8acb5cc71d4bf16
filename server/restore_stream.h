#ifndef FOOTFALL_SERVER_RESTORE_STREAM_H_
#define FOOTFALL_SERVER_RESTORE_STREAM_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "footfall/v1/world_service.pb.h"
#include "server/copy_stream.h"
#include "server/snapshot_bytes.h"

namespace footfall::server {

// WorldService.RestoreSnapshot: the snapshot is gathered piece by piece, its world made beside the strand,
// and only then put in the place of the present one.
class RestoreStream final : public CopyStream<grpc::ServerReadReactor<v1::RestoreSnapshotRequest>> {
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
      : CopyStream(desk, context), response_(response) {}

  void Begin() override;
  void Ended() override;
  std::optional<Fault> Stalled() override;
  void OnReadDone(bool ok) override;

  void ReadNext();
  std::optional<Fault> TakeFrame();
  std::optional<Fault> TakeHead(const v1::RestoreHead& head);
  // The client has sent all.
  void Make();
  // Beside the strand.
  static absl::StatusOr<Restored> MakeWorld(const std::string& packed, const sim::WorldOptions& options);
  void Replace(absl::StatusOr<Restored>& made);
  void Refuse(const Fault& fault) { End(ToGrpc(fault)); }

  v1::RestoreSnapshotResponse* response_;
  v1::RestoreSnapshotRequest request_;
  CopyDesk::Place place_;
  bool is_reading_ = false;
  bool has_head_ = false;
  bool has_restored_ = false;
  Upload upload_;
  uint64_t epoch_ = 0;  // of the world that is to be replaced
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_RESTORE_STREAM_H_
