#include "server/query_executor.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "server/clock.h"
#include "server/convert.h"
#include "server/query_engine.h"

namespace footfall::server {

QueryExecutor::QueryExecutor(std::function<Published()> published, Figures& figures, int threads)
    : published_(std::move(published)), figures_(figures) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

QueryExecutor::~QueryExecutor() { Stop(); }

bool QueryExecutor::Submit(const std::string& peer_name, QueryJob* job, int queue_max) {
  const int items = job->request->queries_size();
  const std::lock_guard lock(mutex_);
  if (stopping_) return false;
  std::unique_ptr<Peer>& peer = peers_[peer_name];
  if (!peer) {
    peer = std::make_unique<Peer>();
    peer->name = peer_name;
  }
  if (peer->waiting > 0 && peer->waiting + items > queue_max) return false;
  peer->waiting += items;
  if (peer->jobs.empty()) turns_.push_back(peer.get());
  peer->jobs.push_back(job);
  // More threads than pieces have nothing to do.
  if (items > kPieceItems) {
    changed_.notify_all();
  } else {
    changed_.notify_one();
  }
  return true;
}

QueryExecutor::Piece QueryExecutor::TakePiece() {
  Piece piece;
  piece.peer = turns_.front();
  turns_.pop_front();
  piece.job = piece.peer->jobs.front();
  const int items = piece.job->request->queries_size();
  piece.first = piece.job->next;
  piece.end = std::min(items, piece.first + kPieceItems);
  piece.job->next = piece.end;
  if (piece.end == items) piece.peer->jobs.pop_front();
  if (!piece.peer->jobs.empty()) turns_.push_back(piece.peer);
  return piece;
}

QueryJob* QueryExecutor::ClosePiece(const Piece& piece) {
  const int items = piece.end - piece.first;
  piece.job->closed += items;
  piece.peer->waiting -= items;
  QueryJob* ended = piece.job->closed == piece.job->request->queries_size() ? piece.job : nullptr;
  if (piece.peer->waiting == 0 && piece.peer->jobs.empty()) peers_.erase(peers_.find(piece.peer->name));
  return ended;
}

void QueryExecutor::Work() {
  // Linux gives each thread a priority of its own; a failure only costs the tick some of its lead.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
  QueryEngine engine(samplers_);
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !turns_.empty(); });
    if (turns_.empty()) return;
    const Piece piece = TakePiece();
    const bool skip = stopping_ || piece.job->cancelled;
    lock.unlock();
    if (!skip) {
      const Published world = published_();
      const int64_t began = ThreadCpuNs();
      for (int i = piece.first; i < piece.end; ++i) {
        engine.Answer(world, piece.job->request->queries(i), piece.job->reply->mutable_results(i));
      }
      figures_.query_cpu_ns += ThreadCpuNs() - began;
      figures_.queries += static_cast<uint64_t>(piece.end - piece.first);
      // The stamp is of the view that answered the last item.
      if (piece.end == piece.job->request->queries_size()) {
        FillStamp(*world.view, piece.job->reply->mutable_stamp());
      }
    }
    lock.lock();
    QueryJob* ended = ClosePiece(piece);
    if (ended == nullptr) continue;
    lock.unlock();
    ended->done();
    lock.lock();
  }
}

void QueryExecutor::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace footfall::server
