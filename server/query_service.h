#ifndef FOOTFALL_SERVER_QUERY_SERVICE_H_
#define FOOTFALL_SERVER_QUERY_SERVICE_H_

#include <grpcpp/completion_queue.h>
#include <grpcpp/server_builder.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "footfall/v1/query_service.grpc.pb.h"
#include "server/core.h"
#include "server/query_executor.h"

namespace footfall::server {

class QueryCall;

// footfall.v1.QueryService on a completion queue of its own: its thread parses, checks and enqueues; the
// executor computes and writes (R45). The completion-queue interface carries about twice the messages of the
// callback one.
class QueryServiceHost {
 public:
  // `core` is not owned and outlives this object.
  QueryServiceHost(Core& core, int executor_threads);
  ~QueryServiceHost();

  // Before the server is built.
  void Register(grpc::ServerBuilder& builder);
  // After it was built: takes calls from here on.
  void Start();
  // Ends the streams with DRAINING and refuses new calls. Any thread.
  void Drain();
  // After the server has shut down.
  void Stop();

  Core& core() { return core_; }
  QueryExecutor& executor() { return executor_; }
  v1::QueryService::AsyncService& service() { return service_; }
  grpc::ServerCompletionQueue& queue() { return *queue_; }

  // Calls that Drain must end.
  void Add(QueryCall* call);
  void Remove(QueryCall* call);
  bool draining() const;

 private:
  void Serve();

  Core& core_;
  QueryExecutor executor_;
  v1::QueryService::AsyncService service_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::thread thread_;

  mutable std::mutex mutex_;
  std::condition_variable removed_;
  bool draining_ = false;
  std::set<QueryCall*> calls_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_QUERY_SERVICE_H_
