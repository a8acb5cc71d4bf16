#ifndef FOOTFALL_CLIENTS_LIB_ATTACH_STREAM_H_
#define FOOTFALL_CLIENTS_LIB_ATTACH_STREAM_H_

#include <memory>

#include "absl/status/status.h"
#include "footfall/v1/session_service.pb.h"

namespace footfall::client {

class SessionCalls;

// The command stream of a session. One thread may write while another reads; Cancel may come from any. The
// server sends a heartbeat each second, so that a Read of a living server returns.
class AttachStream {
 public:
  // Cancels the stream if it was not finished.
  ~AttachStream();
  AttachStream(const AttachStream&) = delete;
  AttachStream& operator=(const AttachStream&) = delete;

  // False when the stream has ended; Finish says why.
  bool Write(const v1::AttachRequest& frame);
  // Waits for the next frame. False when the stream has ended; Finish says why.
  bool Read(v1::AttachResponse* frame);
  // Nothing more is written; frames can still be read.
  void WritesDone();
  // Ends the stream at once; a Read that waits returns.
  void Cancel();
  // How the stream ended. Waits until the server has ended it, so cancel it first to end it from here.
  absl::Status Finish();

 private:
  friend class Session;
  struct Impl;
  explicit AttachStream(std::unique_ptr<Impl> impl);
  static std::unique_ptr<AttachStream> Open(SessionCalls& session);

  std::unique_ptr<Impl> impl_;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_ATTACH_STREAM_H_
