#ifndef FOOTFALL_SERVER_QUERY_EXECUTOR_H_
#define FOOTFALL_SERVER_QUERY_EXECUTOR_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "footfall/v1/query_service.pb.h"
#include "server/errors.h"
#include "server/figures.h"
#include "server/mesh_samplers.h"
#include "server/world_host.h"

namespace footfall::server {

// One batch of queries on its way through the executor. The caller keeps it, its request and its reply alive
// until `done`.
struct QueryJob {
  const v1::QueryRequest* request = nullptr;
  v1::QueryResponse* reply = nullptr;  // with as many results as there are queries
  // One of the two is called, once, on any thread.
  std::function<void()> done;
  std::function<void(const Fault&)> refused;
  // Raised by the caller: nobody wants the answers, so the items that are left are passed over.
  std::atomic<bool> cancelled = false;

  // On the strand alone.
  uint64_t wait = 0;     // for the tick of request->read; 0: none
  uint64_t ceiling = 0;  // of that wait (Core::LimitWait)

  // Of the executor.
  int next = 0;    // first item that no thread has taken
  int closed = 0;  // items that are answered or passed over
};

// Runs the query plane (R45): a thread for each host core, all of lower priority than the tick, which takes
// its core back whenever it has work. With one thread fewer the query plane never got more than half of two
// cores, and a third of the machine stood idle under a full load (R49). Batches run in pieces, the peers in
// turn, so that no peer starves another; the pieces of a batch may run side by side. Each piece pins the view
// that is published when it begins. Any thread.
class QueryExecutor {
 public:
  // Queries of a piece (R45).
  static constexpr int kPieceItems = 8;
  // How much lower than the tick's the priority is, as `nice` has it (R45).
  static constexpr int kNice = 5;

  // `published` is called on any thread; `figures` is not owned.
  QueryExecutor(std::function<Published()> published, Figures& figures, int threads);
  ~QueryExecutor();

  // False when the peer would have more than `queue_max` queries waiting; the job is then not taken. A batch
  // of any size is taken from a peer that has none.
  bool Submit(const std::string& peer, QueryJob* job, int queue_max);
  // Joins; jobs that wait are passed over and done.
  void Stop();

 private:
  struct Peer {
    std::string name;
    std::deque<QueryJob*> jobs;  // with items that no thread has taken
    int waiting = 0;             // queries taken in and not closed
  };
  struct Piece {
    Peer* peer = nullptr;
    QueryJob* job = nullptr;
    int first = 0;
    int end = 0;
  };

  void Work();
  Piece TakePiece();
  // Gives the job back if the piece was its last.
  QueryJob* ClosePiece(const Piece& piece);

  std::function<Published()> published_;
  Figures& figures_;
  MeshSamplers samplers_;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::map<std::string, std::unique_ptr<Peer>, std::less<>> peers_;
  std::deque<Peer*> turns_;  // peers with jobs, each once
  std::vector<std::thread> threads_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_QUERY_EXECUTOR_H_
