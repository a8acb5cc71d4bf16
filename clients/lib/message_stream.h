#ifndef FOOTFALL_CLIENTS_LIB_MESSAGE_STREAM_H_
#define FOOTFALL_CLIENTS_LIB_MESSAGE_STREAM_H_

#include <google/protobuf/message_lite.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/sync_stream.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "clients/lib/call.h"

namespace footfall::client {

// A stream of any kind to one method, of messages that may be unreadable: gRPC's own streams stand still at
// such a one until their deadline, for their end is told once all is read, or end the program. Here the first
// one ends the call. Private to the library. One thread may write while another reads; Cancel at any time.
class MessageStream {
 public:
  // `method` is "/footfall.v1.Service/Method" and lasts as long as the stream. The deadline is of the whole
  // stream.
  MessageStream(const std::shared_ptr<grpc::Channel>& channel, const char* method, const std::string& token,
                std::chrono::milliseconds deadline);
  // Cancels what has not been finished.
  ~MessageStream();
  MessageStream(const MessageStream&) = delete;
  MessageStream& operator=(const MessageStream&) = delete;

  // False: the stream has ended; Finish says why.
  bool Write(const google::protobuf::MessageLite& message);
  void WritesDone();
  // False: there are no more, or one that cannot be read.
  bool Read(google::protobuf::MessageLite* message);
  void Cancel() { context_.TryCancel(); }
  // Waits for the end, of a stream that is neither cancelled nor ended by the server up to the deadline, and
  // drops what is still to be read. INTERNAL for a message that could not be read. Once, after the last Read
  // and Write.
  absl::Status Finish();
  bool is_finished() const { return is_finished_; }

 private:
  const std::string method_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>> stream_;
  std::atomic<bool> is_unreadable_ = false;
  bool is_finished_ = false;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_MESSAGE_STREAM_H_
