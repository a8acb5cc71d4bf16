#include "server/query_service.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/handles.h"
#include "server/query_call.h"

namespace footfall::server {
namespace {

// Wall time after which a full queue is worth another try, ns: some batches of ordinary length.
constexpr int64_t kRetryNs = 10'000'000;

// With the peer's queue full, or null.
std::optional<Fault> Enqueue(QueryCall& call, QueryJob* job) {
  QueryServiceHost& host = call.host();
  const int queue_max = host.core().published().profile->query_queue_max;
  if (host.executor().Submit(call.peer(), job, queue_max)) return std::nullopt;
  host.core().figures().queries_refused += static_cast<uint64_t>(job->request->queries_size());
  return RetryLater("RATE", absl::StrCat("queries: this peer has up to ", queue_max, " waiting"), kRetryNs);
}

// Ends a wait for a tick, if there is one. On the strand.
void EndWait(QueryCall& call, QueryJob* job, const Fault& why) {
  if (job->wait == 0) return;
  Core& core = call.host().core();
  core.waits().Cancel(job->wait);
  core.UnlimitWait(job->ceiling);
  job->wait = 0;
  job->refused(why);
}

}  // namespace

QueryServiceHost::QueryServiceHost(Core& core, int executor_threads)
    : core_(core), executor_([&core] { return core.published(); }, core.figures(), executor_threads) {}

QueryServiceHost::~QueryServiceHost() { Stop(); }

void QueryServiceHost::Register(grpc::ServerBuilder& builder) {
  builder.RegisterService(&service_);
  queue_ = builder.AddCompletionQueue();
}

void QueryServiceHost::Start() {
  AcceptQuery(*this);
  AcceptQueryStream(*this);
  thread_ = std::thread([this] { Serve(); });
}

void QueryServiceHost::Serve() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) {
    const auto* came = static_cast<QueryCall::Tag*>(tag);
    came->call->On(came->op, ok);
  }
}

void QueryServiceHost::Add(QueryCall* call) {
  const std::lock_guard lock(mutex_);
  calls_.insert(call);
}

void QueryServiceHost::Remove(QueryCall* call) {
  const std::lock_guard lock(mutex_);
  calls_.erase(call);
  removed_.notify_all();
}

bool QueryServiceHost::draining() const {
  const std::lock_guard lock(mutex_);
  return draining_;
}

void QueryServiceHost::Drain() {
  const std::lock_guard lock(mutex_);
  draining_ = true;
  // Under the lock: a call that ends waits in Remove until it has been told.
  for (QueryCall* call : calls_) call->Drain();
}

void QueryServiceHost::Stop() {
  executor_.Stop();
  if (queue_ == nullptr) return;
  {
    // Nothing may be started on a queue that is shut down, so every call ends first. The server has cancelled
    // them.
    std::unique_lock lock(mutex_);
    removed_.wait(lock, [this] { return calls_.empty(); });
  }
  queue_->Shutdown();
  // A queue that never served, as the server could not listen, is emptied here.
  if (!thread_.joinable()) Serve();
  if (thread_.joinable()) thread_.join();
  queue_ = nullptr;
}

void SubmitQueries(const std::shared_ptr<QueryCall>& call, QueryJob* job) {
  QueryServiceHost& host = call->host();
  Core& core = host.core();
  const int items = job->request->queries_size();
  if (host.draining()) return job->refused(Refusal("DRAINING", "the server is shutting down"));
  if (const auto fault = CheckBatch(core, "queries", items)) return job->refused(*fault);
  for (int i = 0; i < items; ++i) job->reply->add_results();  // Filled side by side.
  job->next = 0;
  job->closed = 0;
  if (items == 0) {
    FillStamp(*core.published().view, job->reply->mutable_stamp());
    return job->done();
  }
  if (!job->request->has_read()) {
    if (const auto fault = Enqueue(*call, job)) job->refused(*fault);
    return;
  }
  core.strand().Post([&core, call, job] {
    job->wait = core.AwaitRead(job->request->read(), nullptr, [&core, call, job](const Fault* fault) {
      job->wait = 0;
      core.UnlimitWait(job->ceiling);
      if (fault != nullptr) return job->refused(*fault);
      if (const auto full = Enqueue(*call, job)) job->refused(*full);
    });
    if (job->wait == 0) return;
    job->ceiling = core.LimitWait([call, job] { EndWait(*call, job, WaitedTooLong()); });
  });
}

void CancelQueries(const std::shared_ptr<QueryCall>& call, QueryJob* job) {
  job->cancelled = true;
  Core& core = call->host().core();
  core.strand().Post([call, job] { EndWait(*call, job, Cancelled()); });
}

void TrimReply(const platform::Profile& profile, v1::QueryResponse* reply) {
  // What a result can take: points, flags and polygons, and the rest of it.
  constexpr int64_t kPointBytes = 12 + 3 + 8;
  constexpr int64_t kRestBytes = 512;
  const int64_t most = reply->results_size() * (profile.path_points_max * kPointBytes + kRestBytes);
  if (most < profile.message_bytes_max) return;
  MessageBudget budget(profile.message_bytes_max);
  for (v1::NavResult& result : *reply->mutable_results()) budget.Take(&result);
}

}  // namespace footfall::server
