#include "server/attach_stream.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/access.h"
#include "server/clock.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/event_log.h"
#include "server/limits.h"
#include "server/unary_call.h"

namespace footfall::server {
namespace {

grpc::Status StatusOfReason(const std::string& closing_reason) {
  if (closing_reason == "REPLACED") {
    return grpc::Status(grpc::StatusCode::ABORTED, "a newer Attach of the session took its place");
  }
  if (closing_reason == "WORLD_CHANGED") {
    return ToGrpc(Refusal("EPOCH_DIFFERS", "the world was reset or restored; attach again"));
  }
  return ToGrpc(Refusal(closing_reason, "the server ended the stream"));
}

}  // namespace

AttachStream::AttachStream(Core& core, grpc::CallbackServerContext* context, std::string token)
    : core_(core), context_(context), token_(std::move(token)) {}

AttachStream* AttachStream::Start(Core& core, grpc::CallbackServerContext* context) {
  const std::shared_ptr<AttachStream> stream(new AttachStream(core, context, TokenOf(*context)));
  stream->self_ = stream;
  core.strand().Post([stream] { stream->Begin(); });
  return stream.get();
}

void AttachStream::Begin() {
  static const v1::Access access = AccessOf("footfall.v1.SessionService.Attach");
  if (ending_) return;
  SessionPtr session;
  if (const std::optional<Fault> fault = Authorise(core_, access, token_, &session))
    return End(ToGrpc(*fault));
  if (session->stream) session->stream->Close("REPLACED");
  session_ = session;
  session_->stream = shared_from_this();
  for (const v1::CommandResult& late : session_->late_results) AddResult(late);
  session_->late_results.clear();
  // A first frame at once, so that a client sees that it is attached.
  has_next_ = true;
  Queue();
  StartRead(&request_);
}

// --- What the client says

void AttachStream::OnReadDone(bool ok) {
  core_.strand().Post([self = shared_from_this(), ok] {
    if (self->ending_) return;
    if (ok) return self->TakeFrame();
    self->reads_done_ = true;
    self->EndIfAnswered();
  });
}

std::optional<Fault> AttachStream::CheckFrame() const {
  if (const auto fault = CheckBatch(core_, "commands", request_.commands_size())) return fault;
  if (request_.event_types_size() > 0) {
    return BadField("event_types", "must be empty: no event has a type in this version");
  }
  if (request_.has_ready_until_tick() && !session_->member) {
    return BadField("ready_until_tick", "must be unset: the session is no lock-step member");
  }
  if (request_.has_resume_after_event()) {
    return BadField("resume_after_event", "must be unset: no events are held in this version");
  }
  uint64_t last = last_sequence_;
  bool has_last = has_sequence_;
  for (int i = 0; i < request_.commands_size(); ++i) {
    const uint64_t sequence = request_.commands(i).sequence();
    if (has_last && sequence <= last) {
      return BadField(absl::StrCat("commands[", i, "].sequence"),
                      absl::StrCat("is ", sequence, ", must be above ", last));
    }
    last = sequence;
    has_last = true;
  }
  return std::nullopt;
}

void AttachStream::TakeFrame() {
  session_->used_ns = core_.now_ns();
  if (const auto fault = CheckFrame()) return End(ToGrpc(*fault));
  TakeCommands();
  if (ending_) return;
  if (request_.has_ready_until_tick()) {
    core_.control().SetReady(*session_, request_.ready_until_tick());
  }
  if (ending_) return;
  Queue();
  request_.Clear();
  StartRead(&request_);
}

void AttachStream::TakeCommands() {
  // The stream's own copy: an end of the session, told by a command, must not end it here.
  const std::shared_ptr<AttachStream> self = shared_from_this();
  const v1::AttachRequest frame = request_;
  for (int i = 0; i < frame.commands_size(); ++i) {
    last_sequence_ = frame.commands(i).sequence();
    has_sequence_ = true;
    CommandOrigin origin;
    origin.session = session_;
    ++unanswered_;
    AdmitCommand(core_, std::move(origin), frame.commands(i), absl::StrCat("commands[", i, "]"),
                 [self](const v1::CommandResult& result) {
                   --self->unanswered_;
                   self->AddResult(result);
                   self->EndIfAnswered();
                 });
    if (ending_) return;
  }
}

void AttachStream::EndIfAnswered() {
  if (!reads_done_ || unanswered_ > 0 || ending_) return;
  Queue();
  End(grpc::Status::OK);
}

// --- What the server says

void AttachStream::AddResult(const v1::CommandResult& result) {
  *next_.add_results() = result;
  has_next_ = true;
}

void AttachStream::AddFinished(v1::NavResult result) {
  *next_.add_finished() = std::move(result);
  has_next_ = true;
}

void AttachStream::Flush(int64_t now_ns) {
  if (!ending_ && now_ns - sent_ns_ >= kHeartbeatMs * kNsPerMsWall) has_next_ = true;
  Queue();
}

void AttachStream::Queue() {
  if (!has_next_ || ending_) return;
  // A heartbeat for a reader that is behind tells nothing.
  const bool empty = next_.results_size() == 0 && next_.finished_size() == 0;
  if (empty && queue_.size() > 1) return;
  FillStamp(core_.view(), next_.mutable_stamp());
  queue_.push_back(std::move(next_));
  next_.Clear();
  has_next_ = false;
  sent_ns_ = core_.now_ns();
  if (queue_.size() > static_cast<size_t>(core_.world().profile().attach_queue_max)) {
    ++core_.figures().slow_readers;
    LogEvent(LogLevel::kWarning, absl::StrCat("slow reader cut off client_id=", session_->client_id));
    return Close("SLOW_READER");
  }
  if (!writing_) WriteNext();
}

void AttachStream::WriteNext() {
  writing_ = true;
  StartWrite(&queue_.front());
}

void AttachStream::OnWriteDone(bool ok) {
  core_.strand().Post([self = shared_from_this(), ok] {
    self->writing_ = false;
    self->queue_.pop_front();
    if (!ok) {
      self->queue_.clear();
      if (!self->ending_) self->End(grpc::Status(grpc::StatusCode::CANCELLED, "the client has gone"));
    }
    if (!self->queue_.empty()) return self->WriteNext();
    if (self->ending_) self->EndNow();
  });
}

// --- The end

void AttachStream::Close(const std::string& closing_reason) {
  if (ending_) return;
  // What is being written stays where it is; of the rest, a slow reader misses all.
  if (closing_reason == "SLOW_READER") {
    while (queue_.size() > (writing_ ? 1U : 0U)) queue_.pop_back();
  } else {
    Queue();
    if (ending_) return;
  }
  v1::AttachResponse last;
  FillStamp(core_.view(), last.mutable_stamp());
  last.set_closing_reason(closing_reason);
  queue_.push_back(std::move(last));
  End(StatusOfReason(closing_reason));
  if (!writing_ && !finished_) WriteNext();
}

void AttachStream::End(const grpc::Status& status) {
  if (ending_) return;
  ending_ = status;
  Detach();
  if (!writing_ && queue_.empty()) return EndNow();
  // A reader that never reads would keep the stream for ever.
  core_.Later(kClosingGraceMs * kNsPerMsWall, [self = shared_from_this()] {
    if (!self->finished_) self->context_->TryCancel();
  });
}

void AttachStream::EndNow() {
  if (finished_) return;
  finished_ = true;
  Finish(*ending_);
}

void AttachStream::Detach() {
  if (session_ && session_->stream.get() == this) session_->stream = nullptr;
  session_ = nullptr;
}

void AttachStream::OnCancel() {
  core_.strand().Post([self = shared_from_this()] {
    if (self->ending_) return;
    if (!self->writing_) self->queue_.clear();
    self->End(grpc::Status(grpc::StatusCode::CANCELLED, "cancelled, or the deadline has passed"));
  });
}

void AttachStream::OnDone() { const std::shared_ptr<AttachStream> self = std::move(self_); }

}  // namespace footfall::server
