#include "clients/lib/query_stream.h"

#include <utility>

#include "clients/lib/message_stream.h"

namespace footfall::client {

struct QueryStream::Impl {
  explicit Impl(const Connection& connection)
      : stream(connection.channel(), "/footfall.v1.QueryService/QueryStream", "",
               connection.options().stream_deadline) {}

  MessageStream stream;
  std::uint64_t sequence = 0;
};

QueryStream::QueryStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

std::unique_ptr<QueryStream> QueryStream::Open(const Connection& connection) {
  return std::unique_ptr<QueryStream>(new QueryStream(std::make_unique<Impl>(connection)));
}

QueryStream::~QueryStream() = default;

std::optional<std::uint64_t> QueryStream::Write(const v1::QueryRequest& batch) {
  v1::QueryStreamRequest frame;
  frame.set_sequence(++impl_->sequence);
  *frame.mutable_query() = batch;
  if (!impl_->stream.Write(frame)) {
    return std::nullopt;
  }
  return frame.sequence();
}

bool QueryStream::Read(v1::QueryStreamResponse* reply) { return impl_->stream.Read(reply); }

void QueryStream::WritesDone() { impl_->stream.WritesDone(); }

void QueryStream::Cancel() { impl_->stream.Cancel(); }

absl::Status QueryStream::Finish() { return impl_->stream.Finish(); }

}  // namespace footfall::client
