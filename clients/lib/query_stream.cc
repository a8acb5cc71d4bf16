#include "clients/lib/query_stream.h"

#include <utility>

#include "clients/lib/call.h"
#include "footfall/v1/query_service.grpc.pb.h"

namespace footfall::client {

struct QueryStream::Impl {
  explicit Impl(const Connection& connection) : stub(connection.channel()) {
    Prepare(context, "", connection.options().stream_deadline);
    stream = stub.QueryStream(&context);
  }

  v1::QueryService::Stub stub;
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReaderWriter<v1::QueryStreamRequest, v1::QueryStreamResponse>> stream;
  std::uint64_t sequence = 0;
  bool finished = false;
};

QueryStream::QueryStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

std::unique_ptr<QueryStream> QueryStream::Open(const Connection& connection) {
  return std::unique_ptr<QueryStream>(new QueryStream(std::make_unique<Impl>(connection)));
}

QueryStream::~QueryStream() {
  if (!impl_->finished) {
    Cancel();
    Finish().IgnoreError();
  }
}

std::optional<std::uint64_t> QueryStream::Write(const v1::QueryRequest& batch) {
  v1::QueryStreamRequest frame;
  frame.set_sequence(++impl_->sequence);
  *frame.mutable_query() = batch;
  if (!impl_->stream->Write(frame)) {
    return std::nullopt;
  }
  return frame.sequence();
}

bool QueryStream::Read(v1::QueryStreamResponse* reply) { return impl_->stream->Read(reply); }

void QueryStream::WritesDone() { impl_->stream->WritesDone(); }

void QueryStream::Cancel() { impl_->context.TryCancel(); }

absl::Status QueryStream::Finish() {
  v1::QueryStreamResponse rest;
  while (impl_->stream->Read(&rest)) {
  }
  impl_->finished = true;
  return ToAbslStatus(impl_->stream->Finish());
}

}  // namespace footfall::client
