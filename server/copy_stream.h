#ifndef FOOTFALL_SERVER_COPY_STREAM_H_
#define FOOTFALL_SERVER_COPY_STREAM_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "server/clock.h"
#include "server/copy_desk.h"
#include "server/unary_call.h"

namespace footfall::server {

// What the streams that copy the world have in common: they are authorised and end exactly once, and a client
// that stands still is cut off. gRPC's callbacks only post; everything else happens on the strand. `Reactor`
// is one of gRPC's server reactors.
template <class Reactor>
class CopyStream : public Reactor, public CopyCall, public std::enable_shared_from_this<CopyStream<Reactor>> {
 public:
  void Close(const Fault& why) override { End(ToGrpc(why)); }

  // Authorises on the strand and goes on with Begin there. The stream owns itself until gRPC is done with it.
  void Launch(const v1::Access& access) {
    self_ = this->shared_from_this();
    Post([this, access] {
      if (ending_) return;
      SessionPtr session;
      if (const auto fault = Authorise(core(), access, token_, &session)) return End(ToGrpc(*fault));
      session_ = session;
      ++session_->calls;  // The lease does not run meanwhile.
      desk_.Add(this->shared_from_this());
      WatchStall();
      Begin();
    });
  }

 protected:
  CopyStream(CopyDesk& desk, grpc::CallbackServerContext* context)
      : desk_(desk), context_(context), token_(TokenOf(*context)) {}

  virtual void Begin() = 0;
  // The first thing of the end: gives back what the stream holds.
  virtual void Ended() {}
  // The client has not moved anything for so long: a fault if it is its turn.
  virtual std::optional<Fault> Stalled() = 0;

  CopyDesk& desk() { return desk_; }
  Core& core() { return desk_.core(); }
  // Null after the end.
  const SessionPtr& session() const { return session_; }
  bool has_ended() const { return ending_.has_value(); }
  bool is_writing() const { return writing_; }

  // Any thread; `task` may use the stream.
  template <class Task>
  void Post(Task task) {
    core().strand().Post([self = this->shared_from_this(), task = std::move(task)]() mutable { task(); });
  }
  // The client moved something.
  void Moved() { ++moved_; }
  void WriteBegins() { writing_ = true; }
  // To be called by OnWriteDone, on gRPC's thread; `then` is for the strand, where the stream still goes on.
  template <class Then>
  void WriteEnds(bool ok, Then then) {
    Post([this, ok, then = std::move(then)] {
      writing_ = false;
      Moved();
      if (ending_) return FinishNow();
      if (!ok) return End(grpc::Status(grpc::StatusCode::CANCELLED, "the client has gone"));
      then();
    });
  }

  void End(const grpc::Status& status) {
    if (ending_) return;
    ending_ = status;
    Ended();
    if (session_) {
      --session_->calls;
      session_->used_ns = core().now_ns();
      session_ = nullptr;
    }
    // Last: the desk may hold what keeps the stream.
    const auto self = this->shared_from_this();
    desk_.Remove(this);
    if (!writing_) return FinishNow();
    // A reader that never reads would keep the stream for ever.
    core().Later(kClosingGraceMs * kNsPerMsWall, [self] {
      if (!self->finished_) self->context_->TryCancel();
    });
  }

 private:
  void FinishNow() {
    if (std::exchange(finished_, true)) return;
    this->Finish(*ending_);
  }

  void WatchStall() {
    const std::weak_ptr<CopyStream> weak = this->weak_from_this();
    core().Later(core().options().transfer_stall_ns, [weak, seen = moved_] {
      const std::shared_ptr<CopyStream> self = weak.lock();
      if (self == nullptr || self->ending_) return;
      const std::optional<Fault> fault = self->moved_ == seen ? self->Stalled() : std::nullopt;
      if (fault) return self->End(ToGrpc(*fault));
      self->WatchStall();
    });
  }

  void OnCancel() override {
    Post([this] { End(ToGrpc(Cancelled())); });
  }
  void OnDone() override { const auto self = std::move(self_); }

  CopyDesk& desk_;
  grpc::CallbackServerContext* context_;
  const std::string token_;
  SessionPtr session_;
  std::shared_ptr<CopyStream> self_;
  uint64_t moved_ = 0;
  bool writing_ = false;
  std::optional<grpc::Status> ending_;
  bool finished_ = false;  // Finish was called
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_COPY_STREAM_H_
