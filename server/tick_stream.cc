#include "server/tick_stream.h"

#include <algorithm>
#include <utility>

#include "server/access.h"
#include "server/clock.h"
#include "server/convert.h"
#include "server/limits.h"
#include "server/unary_call.h"

namespace footfall::server {

TickStream::TickStream(Core& core, grpc::CallbackServerContext* context, std::string token,
                       const v1::WatchTicksRequest& request)
    : core_(core),
      context_(context),
      token_(std::move(token)),
      every_ticks_(std::max<uint32_t>(1, request.every_ticks())),
      hash_(request.hash()) {}

TickStream* TickStream::Start(Core& core, grpc::CallbackServerContext* context,
                              const v1::WatchTicksRequest& request) {
  const std::shared_ptr<TickStream> stream(new TickStream(core, context, TokenOf(*context), request));
  stream->self_ = stream;
  core.strand().Post([stream] { stream->Begin(); });
  return stream.get();
}

void TickStream::Begin() {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.WatchTicks");
  if (ending_) return;
  if (const auto fault = Authorise(core_, access, token_, &session_)) return End(ToGrpc(*fault));
  Core::AddStream(*session_, shared_from_this());
  core_.AddWatcher(shared_from_this());
  // Headers at once, so that a client of a paused world sees that it watches.
  StartSendInitialMetadata();
}

void TickStream::OnTick() {
  if (ending_ || ++ticks_ % every_ticks_ != 0) return;
  if (waiting_) ++dropped_;
  const sim::PublishedView& view = core_.view();
  waiting_.emplace();
  FillStamp(view, waiting_->mutable_stamp());
  if (hash_) FillHash(view.tick, *view.hash, waiting_->mutable_hash());
  waiting_->set_lag_ns(core_.control().lag_ns());
  waiting_->set_run_state(core_.control().state());
  if (!writing_) Send();
}

void TickStream::Send() {
  writing_frame_.Swap(&*waiting_);
  waiting_.reset();
  writing_frame_.set_dropped(dropped_);
  writing_ = true;
  StartWrite(&writing_frame_);
}

void TickStream::Close(const Fault& why) { End(ToGrpc(why)); }

void TickStream::End(const grpc::Status& status) {
  if (ending_) return;
  ending_ = status;
  waiting_.reset();
  // Those who held it let it go.
  const auto self = shared_from_this();
  core_.RemoveWatcher(this);
  if (session_) core_.RemoveStream(*session_, this);
  session_ = nullptr;
  if (!writing_) {
    finished_ = true;
    return Finish(status);
  }
  // A reader that never reads would keep the stream for ever.
  core_.Later(kClosingGraceMs * kNsPerMsWall, [self] {
    if (!self->finished_) self->context_->TryCancel();
  });
}

void TickStream::OnWriteDone(bool ok) {
  core_.strand().Post([self = shared_from_this(), ok] {
    self->writing_ = false;
    if (self->ending_) {
      self->finished_ = true;
      return self->Finish(*self->ending_);
    }
    if (!ok) return self->End(grpc::Status(grpc::StatusCode::CANCELLED, "the client has gone"));
    if (self->waiting_) self->Send();
  });
}

void TickStream::OnCancel() {
  core_.strand().Post([self = shared_from_this()] {
    self->End(grpc::Status(grpc::StatusCode::CANCELLED, "cancelled, or the deadline has passed"));
  });
}

void TickStream::OnDone() { const std::shared_ptr<TickStream> self = std::move(self_); }

}  // namespace footfall::server
