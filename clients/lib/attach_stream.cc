#include "clients/lib/attach_stream.h"

#include <utility>

#include "clients/lib/session_calls.h"

namespace footfall::client {

struct AttachStream::Impl {
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReaderWriter<v1::AttachRequest, v1::AttachResponse>> stream;
  bool finished = false;
};

AttachStream::AttachStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

std::unique_ptr<AttachStream> AttachStream::Open(SessionCalls& session) {
  auto impl = std::make_unique<Impl>();
  Prepare(impl->context, session.opened.session_token(), session.connection.options().stream_deadline);
  impl->stream = session.sessions.Attach(&impl->context);
  return std::unique_ptr<AttachStream>(new AttachStream(std::move(impl)));
}

AttachStream::~AttachStream() {
  if (!impl_->finished) {
    Cancel();
    Finish().IgnoreError();
  }
}

bool AttachStream::Write(const v1::AttachRequest& frame) { return impl_->stream->Write(frame); }

bool AttachStream::Read(v1::AttachResponse* frame) { return impl_->stream->Read(frame); }

void AttachStream::WritesDone() { impl_->stream->WritesDone(); }

void AttachStream::Cancel() { impl_->context.TryCancel(); }

absl::Status AttachStream::Finish() {
  // gRPC gives the status once all frames are read.
  v1::AttachResponse rest;
  while (impl_->stream->Read(&rest)) {
  }
  impl_->finished = true;
  return ToAbslStatus(impl_->stream->Finish());
}

}  // namespace footfall::client
