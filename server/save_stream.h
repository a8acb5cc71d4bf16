#ifndef FOOTFALL_SERVER_SAVE_STREAM_H_
#define FOOTFALL_SERVER_SAVE_STREAM_H_

#include <cstddef>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "footfall/v1/world_service.pb.h"
#include "server/copy_stream.h"

namespace footfall::server {

// WorldService.SaveSnapshot: the world's bytes are taken between two ticks, packed beside the strand and sent
// piece by piece, one write in flight. A slow reader holds these bytes and a place, and no more.
class SaveStream final : public CopyStream<grpc::ServerWriteReactor<v1::SaveSnapshotResponse>> {
 public:
  static SaveStream* Start(CopyDesk& desk, grpc::CallbackServerContext* context,
                           const v1::SaveSnapshotRequest& request);

 private:
  struct Packed {
    v1::SnapshotInfo info;
    std::string bytes;
  };

  SaveStream(CopyDesk& desk, grpc::CallbackServerContext* context, const v1::SaveSnapshotRequest& request)
      : CopyStream(desk, context), request_(request) {}

  void Begin() override;
  void Ended() override;
  void OnWriteDone(bool ok) override;

  // Beside the strand.
  static absl::StatusOr<Packed> Pack(const std::string& snapshot, const std::string& profile);
  void SendHead(const absl::StatusOr<Packed>& packed);
  void SendPiece();

  const v1::SaveSnapshotRequest request_;
  CopyDesk::Place place_;
  v1::SaveSnapshotResponse response_;
  std::string bytes_;
  size_t sent_ = 0;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_SAVE_STREAM_H_
