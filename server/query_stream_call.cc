#include <google/protobuf/arena.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/async_stream.h>

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "server/query_call.h"

namespace footfall::server {
namespace {

// Messages of one stream that are read and not written yet. More are left to the flow control of HTTP/2.
constexpr size_t kWindow = 8;

// Memory of one message and its reply comes in such blocks: one or two of them for a batch of 64 (measured:
// without an arena a query costs eight allocations for its points, snaps and timing).
google::protobuf::ArenaOptions BlockSizes() {
  google::protobuf::ArenaOptions options;
  options.start_block_size = size_t{32} << 10;
  options.max_block_size = size_t{64} << 10;
  return options;
}

// QueryService.QueryStream: many batches, answered in the order in which they came. Messages live in a ring
// and are used again with the memory that they have, so that a warm stream allocates next to nothing. The
// thread that finishes the oldest batch writes it: one change of threads less a message.
class QueryStreamCall final : public QueryCall, public std::enable_shared_from_this<QueryStreamCall> {
 public:
  explicit QueryStreamCall(QueryServiceHost& host) : QueryCall(host), stream_(&context_) {}

  void Accept() {
    self_ = shared_from_this();
    context_.AsyncNotifyWhenDone(tag(kGone));
    host_.service().RequestQueryStream(&context_, &stream_, &host_.queue(), &host_.queue(), tag(kRequested));
  }

  void On(Op op, bool ok) override {
    switch (op) {
      case kRequested:
        if (!ok) return self_.reset();
        return Begin();
      case kRead:
        OnRead(ok);
        break;
      case kWritten:
        OnWritten(ok);
        break;
      case kFinished: {
        const std::lock_guard lock(mutex_);
        finished_ = true;
        break;
      }
      case kGone:
        OnGone();
        break;
    }
    EndIfOver();
  }

  void Drain() override {
    const std::lock_guard lock(mutex_);
    End(ToGrpc(Refusal("DRAINING", "the server is shutting down")));
    Advance();
  }

 private:
  struct Slot {
    // Empties the slot for the next message.
    void Renew() {
      arena.Reset();
      request = google::protobuf::Arena::CreateMessage<v1::QueryStreamRequest>(&arena);
      response = google::protobuf::Arena::CreateMessage<v1::QueryStreamResponse>(&arena);
    }

    google::protobuf::Arena arena{BlockSizes()};
    v1::QueryStreamRequest* request = nullptr;  // both belong to the arena
    v1::QueryStreamResponse* response = nullptr;
    QueryJob job;
    bool ready = false;
  };

  void Begin() {
    AcceptQueryStream(host_);
    host_.Add(this);
    peer_ = context_.peer();
    for (Slot& slot : slots_) {
      slot.job.done = [this, &slot] { Ready(slot, nullptr); };
      slot.job.refused = [this, &slot](const Fault& fault) { Ready(slot, &fault); };
    }
    // Asked before the lock is taken: Drain takes the two locks in the other order.
    const bool draining = host_.draining();
    const std::lock_guard lock(mutex_);
    if (draining) End(ToGrpc(Refusal("DRAINING", "the server is shutting down")));
    Advance();
  }

  void OnRead(bool ok) {
    Slot* slot = nullptr;
    {
      const std::lock_guard lock(mutex_);
      reading_ = false;
      if (!ok) reads_done_ = true;
      if (ok && !ending_) {
        slot = &slots_[(head_ + count_) % kWindow];
        ++count_;
        ++jobs_;
        slot->ready = false;
      }
      Advance();
    }
    if (slot == nullptr) return;
    slot->response->set_sequence(slot->request->sequence());
    slot->job.request = &slot->request->query();
    slot->job.reply = slot->response->mutable_reply();
    SubmitQueries(self_, &slot->job);
  }

  // A batch has its answer. On any thread.
  void Ready(Slot& slot, const Fault* fault) {
    if (fault != nullptr) {
      slot.response->clear_reply();
      FillStatus(*fault, slot.response->mutable_error());
    } else {
      TrimReply(*host_.core().published().profile, slot.response->mutable_reply());
    }
    const std::lock_guard lock(mutex_);
    slot.ready = true;
    --jobs_;
    Advance();
  }

  void OnWritten(bool ok) {
    const std::lock_guard lock(mutex_);
    writing_ = false;
    head_ = (head_ + 1) % kWindow;
    --count_;
    if (!ok) End(grpc::Status(grpc::StatusCode::CANCELLED, "the client has gone"));
    broken_ = broken_ || !ok;
    Advance();
  }

  void OnGone() {
    const std::lock_guard lock(mutex_);
    gone_ = true;
    if (!context_.IsCancelled()) return;
    broken_ = true;
    End(grpc::Status(grpc::StatusCode::CANCELLED, "cancelled, or the deadline has passed"));
    for (size_t i = 0; i < count_; ++i) CancelQueries(self_, &slots_[(head_ + i) % kWindow].job);
    Advance();
  }

  // What follows is called with the lock held.

  void End(const grpc::Status& status) {
    if (!ending_) ending_ = status;
  }

  // Starts whatever can be started: the next read, the next write, the end.
  void Advance() {
    if (finishing_) return;
    if (!writing_ && !broken_ && count_ > 0 && slots_[head_].ready) {
      writing_ = true;
      stream_.Write(*slots_[head_].response, tag(kWritten));
    }
    if (!reading_ && !reads_done_ && !ending_ && count_ < kWindow) {
      reading_ = true;
      Slot& free = slots_[(head_ + count_) % kWindow];
      free.Renew();
      stream_.Read(free.request, tag(kRead));
    }
    const bool answered = count_ == 0 || (broken_ && jobs_ == 0);
    if (writing_ || !answered || !(ending_ || reads_done_)) return;
    finishing_ = true;
    stream_.Finish(ending_.value_or(grpc::Status::OK), tag(kFinished));
  }

  // On the thread of the queue.
  void EndIfOver() {
    {
      const std::lock_guard lock(mutex_);
      if (!gone_ || !finished_ || reading_ || writing_ || jobs_ > 0) return;
    }
    host_.Remove(this);
    self_.reset();
  }

  grpc::ServerContext context_;
  grpc::ServerAsyncReaderWriter<v1::QueryStreamResponse, v1::QueryStreamRequest> stream_;
  std::shared_ptr<QueryStreamCall> self_;

  std::mutex mutex_;
  std::array<Slot, kWindow> slots_;
  size_t head_ = 0;   // the oldest message
  size_t count_ = 0;  // messages from `head_` on
  size_t jobs_ = 0;   // of them, those without an answer
  bool reading_ = false;
  bool writing_ = false;
  bool reads_done_ = false;
  bool broken_ = false;  // nothing can be written any more
  bool gone_ = false;
  bool finishing_ = false;
  bool finished_ = false;
  std::optional<grpc::Status> ending_;
};

}  // namespace

void AcceptQueryStream(QueryServiceHost& host) {
  if (host.draining()) return;
  std::make_shared<QueryStreamCall>(host)->Accept();
}

}  // namespace footfall::server
