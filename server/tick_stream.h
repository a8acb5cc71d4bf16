#ifndef FOOTFALL_SERVER_TICK_STREAM_H_
#define FOOTFALL_SERVER_TICK_STREAM_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "footfall/v1/world_service.pb.h"
#include "server/core.h"

namespace footfall::server {

// WorldService.WatchTicks: one frame every so many ticks. Lossy: one write in flight and one frame waiting; a
// newer one takes its place and is counted. It ends with its session. gRPC's callbacks only post; everything
// else happens on the strand.
class TickStream final : public grpc::ServerWriteReactor<v1::WatchTicksResponse>,
                         public TickWatcher,
                         public SessionCall,
                         public std::enable_shared_from_this<TickStream> {
 public:
  static TickStream* Start(Core& core, grpc::CallbackServerContext* context,
                           const v1::WatchTicksRequest& request);

  void OnTick() override;
  void Close(const Fault& why) override;

 private:
  TickStream(Core& core, grpc::CallbackServerContext* context, std::string token,
             const v1::WatchTicksRequest& request);
  void Begin();
  void Send();
  void End(const grpc::Status& status);
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  Core& core_;
  grpc::CallbackServerContext* context_;
  std::string token_;
  SessionPtr session_;  // null before the beginning and after the end
  uint64_t every_ticks_;
  bool hash_;
  std::shared_ptr<TickStream> self_;

  uint64_t ticks_ = 0;  // since the stream began
  uint64_t dropped_ = 0;
  v1::WatchTicksResponse writing_frame_;
  std::optional<v1::WatchTicksResponse> waiting_;
  bool writing_ = false;
  std::optional<grpc::Status> ending_;
  bool finished_ = false;  // Finish was called
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_TICK_STREAM_H_
