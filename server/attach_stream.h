#ifndef FOOTFALL_SERVER_ATTACH_STREAM_H_
#define FOOTFALL_SERVER_ATTACH_STREAM_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "footfall/v1/session_service.pb.h"
#include "server/core.h"
#include "server/errors.h"
#include "server/session.h"

namespace footfall::server {

// A bot's command stream (SessionService.Attach): lossless and bounded. Frames that the client does not read
// wait, at most attach_queue_max of them; one more, and the stream ends with SLOW_READER. gRPC's callbacks
// only post; everything else happens on the strand.
class AttachStream final : public grpc::ServerBidiReactor<v1::AttachRequest, v1::AttachResponse>,
                           public SessionStream,
                           public std::enable_shared_from_this<AttachStream> {
 public:
  static AttachStream* Start(Core& core, grpc::CallbackServerContext* context);

  void AddResult(const v1::CommandResult& result) override;
  void AddFinished(v1::NavResult result) override;
  void Flush(int64_t now_ns) override;
  void Close(const std::string& closing_reason) override;

 private:
  AttachStream(Core& core, grpc::CallbackServerContext* context, std::string token);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  void Begin();
  void TakeFrame();
  std::optional<Fault> CheckFrame() const;
  void TakeCommands();
  // The client has said its last word and has all its results.
  void EndIfAnswered();
  void Queue();
  void WriteNext();
  // Sends what waits, or only the closing frame, then the status.
  void End(const grpc::Status& status);
  void EndNow();
  void Detach();

  Core& core_;
  grpc::CallbackServerContext* context_;
  std::string token_;
  SessionPtr session_;  // null until authorised and after the end
  std::shared_ptr<AttachStream> self_;

  v1::AttachRequest request_;
  uint64_t last_sequence_ = 0;  // of the commands
  bool has_sequence_ = false;
  uint64_t unanswered_ = 0;  // commands of this stream
  bool reads_done_ = false;

  v1::AttachResponse next_;  // being filled
  bool has_next_ = false;
  std::deque<v1::AttachResponse> queue_;  // the first is being written while `writing_`
  bool writing_ = false;
  int64_t sent_ns_ = 0;

  std::optional<grpc::Status> ending_;
  bool finished_ = false;  // Finish was called
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_ATTACH_STREAM_H_
