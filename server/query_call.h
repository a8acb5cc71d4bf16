#ifndef FOOTFALL_SERVER_QUERY_CALL_H_
#define FOOTFALL_SERVER_QUERY_CALL_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "footfall/v1/query_service.pb.h"
#include "server/errors.h"
#include "server/query_executor.h"
#include "server/query_service.h"

namespace footfall::server {

// One call of the query plane as the completion queue sees it: what was started under one of its tags comes
// back to On(). Ends itself when everything that it started is over.
class QueryCall {
 public:
  enum Op : uint8_t { kRequested, kRead, kWritten, kFinished, kGone };
  static constexpr int kOps = 5;

  struct Tag {
    QueryCall* call;
    Op op;
  };

  virtual ~QueryCall() = default;
  // On the thread of the completion queue.
  virtual void On(Op op, bool ok) = 0;
  // The server drains; any thread.
  virtual void Drain() = 0;

  QueryServiceHost& host() { return host_; }
  // The connection, whose queue is limited: known once the call has come.
  const std::string& peer() const { return peer_; }

 protected:
  explicit QueryCall(QueryServiceHost& host) : host_(host) {
    for (int i = 0; i < kOps; ++i) tags_[static_cast<size_t>(i)] = {this, static_cast<Op>(i)};
  }
  void* tag(Op op) { return &tags_[op]; }

  QueryServiceHost& host_;
  std::string peer_;

 private:
  std::array<Tag, kOps> tags_;
};

// Checks a batch, waits for what its read asks for and hands it to the executor; one of the job's two
// functions is called, maybe before this returns. The job belongs to the call. Any thread.
void SubmitQueries(const std::shared_ptr<QueryCall>& call, QueryJob* job);
// The client has gone: ends a wait, and what is left of the batch is passed over. Any thread.
void CancelQueries(const std::shared_ptr<QueryCall>& call, QueryJob* job);
// Results beyond message_bytes_max become MESSAGE_FULL.
void TrimReply(const platform::Profile& profile, v1::QueryResponse* reply);

// Each waits for a call, and for the next one when it has come. On the thread of the queue, or before it
// runs.
void AcceptQuery(QueryServiceHost& host);
void AcceptQueryStream(QueryServiceHost& host);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_QUERY_CALL_H_
