#include "clients/lib/message_stream.h"

#include <grpcpp/impl/rpc_method.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/proto_buffer_writer.h>

#include <climits>

namespace footfall::client {
namespace {

// Of the slices that a message is written into.
constexpr int kBlockBytes = 1 << 16;

}  // namespace

MessageStream::MessageStream(const std::shared_ptr<grpc::Channel>& channel, const char* method,
                             const std::string& token, std::chrono::milliseconds deadline)
    : method_(method) {
  Prepare(context_, token, deadline);
  // What a generated stub does. On the wire all kinds of streams are alike, and unary calls too.
  const grpc::internal::RpcMethod rpc(method_.c_str(), grpc::internal::RpcMethod::BIDI_STREAMING);
  stream_.reset(grpc::internal::ClientReaderWriterFactory<grpc::ByteBuffer, grpc::ByteBuffer>::Create(
      channel.get(), rpc, &context_));
}

MessageStream::~MessageStream() {
  if (is_finished_) return;
  Cancel();
  Finish().IgnoreError();
}

bool MessageStream::Write(const google::protobuf::MessageLite& message) {
  grpc::ByteBuffer bytes;
  {
    const size_t size = message.ByteSizeLong();
    if (size > INT_MAX) return false;
    grpc::ProtoBufferWriter writer(&bytes, kBlockBytes, static_cast<int>(size));
    if (!message.SerializeToZeroCopyStream(&writer)) return false;
  }
  return stream_->Write(bytes);
}

bool MessageStream::Read(google::protobuf::MessageLite* message) {
  grpc::ByteBuffer bytes;
  if (!stream_->Read(&bytes)) return false;
  grpc::ProtoBufferReader reader(&bytes);
  if (reader.status().ok() && message->ParseFromZeroCopyStream(&reader)) return true;
  is_unreadable_ = true;
  Cancel();
  return false;
}

void MessageStream::WritesDone() { stream_->WritesDone(); }

absl::Status MessageStream::Finish() {
  // gRPC gives the status once all messages are read.
  grpc::ByteBuffer rest;
  while (stream_->Read(&rest)) {
  }
  is_finished_ = true;
  const grpc::Status status = stream_->Finish();
  if (is_unreadable_) return absl::InternalError(method_ + ": the server sent a message that cannot be read");
  return ToAbslStatus(status);
}

}  // namespace footfall::client
