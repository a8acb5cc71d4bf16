#ifndef FOOTFALL_CLIENTS_LIB_QUERY_STREAM_H_
#define FOOTFALL_CLIENTS_LIB_QUERY_STREAM_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "clients/lib/connection.h"
#include "footfall/v1/query_service.pb.h"

namespace footfall::client {

// Batches of questions to the stateless plane over one stream: the cheapest way to ask much. Replies come in
// the order of requests. One thread may write while another reads; Cancel may come from any. A writer that is
// far ahead of its reader waits in Write, so write a bounded number of batches ahead.
class QueryStream {
 public:
  static std::unique_ptr<QueryStream> Open(const Connection& connection);
  // Cancels the stream if it was not finished.
  ~QueryStream();
  QueryStream(const QueryStream&) = delete;
  QueryStream& operator=(const QueryStream&) = delete;

  // Sends a batch. Its sequence number, 1 for the first; nothing when the stream has ended.
  std::optional<std::uint64_t> Write(const v1::QueryRequest& batch);
  // Waits for the next reply, which holds results or the error of its whole batch. False when the stream has
  // ended.
  bool Read(v1::QueryStreamResponse* reply);
  void WritesDone();
  void Cancel();
  // How the stream ended; unread replies are dropped. Call WritesDone or Cancel before.
  absl::Status Finish();

 private:
  struct Impl;
  explicit QueryStream(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_LIB_QUERY_STREAM_H_
