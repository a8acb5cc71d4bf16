#include <grpcpp/server_context.h>
#include <grpcpp/support/async_unary_call.h>

#include <memory>
#include <mutex>
#include <utility>

#include "server/query_call.h"

namespace footfall::server {
namespace {

// QueryService.Query: one batch.
class QueryUnaryCall final : public QueryCall, public std::enable_shared_from_this<QueryUnaryCall> {
 public:
  explicit QueryUnaryCall(QueryServiceHost& host) : QueryCall(host), responder_(&context_) {}

  void Accept() {
    self_ = shared_from_this();
    context_.AsyncNotifyWhenDone(tag(kGone));
    host_.service().RequestQuery(&context_, &request_, &responder_, &host_.queue(), &host_.queue(),
                                 tag(kRequested));
  }

  void On(Op op, bool ok) override {
    switch (op) {
      case kRequested:
        if (!ok) return self_.reset();
        return Begin();
      case kGone:
        gone_ = true;
        if (context_.IsCancelled()) CancelQueries(self_, &job_);
        return EndIfOver();
      default:
        finished_ = true;
        return EndIfOver();
    }
  }

  // Its job ends soon, by itself.
  void Drain() override {}

 private:
  void Begin() {
    AcceptQuery(host_);
    host_.Add(this);
    peer_ = context_.peer();
    job_.request = &request_;
    job_.reply = &reply_;
    job_.done = [this] {
      TrimReply(*host_.core().published().profile, &reply_);
      responder_.Finish(reply_, grpc::Status::OK, tag(kFinished));
    };
    job_.refused = [this](const Fault& fault) { responder_.FinishWithError(ToGrpc(fault), tag(kFinished)); };
    SubmitQueries(self_, &job_);
  }

  void EndIfOver() {
    if (!gone_ || !finished_) return;
    host_.Remove(this);
    self_.reset();
  }

  grpc::ServerContext context_;
  grpc::ServerAsyncResponseWriter<v1::QueryResponse> responder_;
  v1::QueryRequest request_;
  v1::QueryResponse reply_;
  QueryJob job_;
  // Of the thread of the queue.
  bool gone_ = false;
  bool finished_ = false;
  std::shared_ptr<QueryUnaryCall> self_;
};

}  // namespace

void AcceptQuery(QueryServiceHost& host) {
  if (host.draining()) return;
  std::make_shared<QueryUnaryCall>(host)->Accept();
}

}  // namespace footfall::server
