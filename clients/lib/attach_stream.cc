#include "clients/lib/attach_stream.h"

#include <utility>

#include "clients/lib/message_stream.h"
#include "clients/lib/session_calls.h"

namespace footfall::client {

struct AttachStream::Impl {
  explicit Impl(SessionCalls& session)
      : stream(session.connection.channel(), "/footfall.v1.SessionService/Attach",
               session.opened.session_token(), session.connection.options().stream_deadline) {}

  MessageStream stream;
};

AttachStream::AttachStream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

std::unique_ptr<AttachStream> AttachStream::Open(SessionCalls& session) {
  return std::unique_ptr<AttachStream>(new AttachStream(std::make_unique<Impl>(session)));
}

AttachStream::~AttachStream() = default;

bool AttachStream::Write(const v1::AttachRequest& frame) { return impl_->stream.Write(frame); }

bool AttachStream::Read(v1::AttachResponse* frame) { return impl_->stream.Read(frame); }

void AttachStream::WritesDone() { impl_->stream.WritesDone(); }

void AttachStream::Cancel() { impl_->stream.Cancel(); }

absl::Status AttachStream::Finish() { return impl_->stream.Finish(); }

}  // namespace footfall::client
