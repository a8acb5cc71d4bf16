#include "server/fork_job.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/clock.h"
#include "server/convert.h"
#include "server/handles.h"
#include "server/limits.h"
#include "server/snapshot_bytes.h"

namespace footfall::server {
namespace {

void FillCounts(const sim::ForkCounts& counts, v1::ForkCounts* out) {
  for (size_t i = 0; i < counts.finished.size(); ++i) {
    if (counts.finished[i] == 0) continue;
    auto* row = out->add_finished();
    row->set_outcome(static_cast<v1::NavOutcome>(i));
    row->set_requests(counts.finished[i]);
  }
  out->set_commands_applied(counts.refused[static_cast<size_t>(sim::CommandFault::kNone)]);
  for (size_t i = 1; i < counts.refused.size(); ++i) {
    if (counts.refused[i] == 0) continue;
    // Several faults may have one reason.
    const std::string reason(sim::ReasonOf(static_cast<sim::CommandFault>(i)));
    const auto same = std::find_if(out->mutable_refused()->begin(), out->mutable_refused()->end(),
                                   [&](const auto& row) { return row.reason() == reason; });
    auto* row = same == out->mutable_refused()->end() ? out->add_refused() : &*same;
    row->set_reason(reason);
    row->set_commands(row->commands() + counts.refused[i]);
  }
  out->set_submitted(counts.submitted);
  out->set_slots_in_use(counts.slots_in_use);
  out->set_cancelled(counts.cancelled);
  out->set_expired(counts.expired);
  out->set_restarts(counts.restarts);
  out->set_tiles_placed(counts.tiles_placed);
  out->set_tiles_evicted(counts.tiles_evicted);
}

}  // namespace

// --- Any thread

void ForkJob::Stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  messages_.clear();
  room_.notify_one();
}

bool ForkJob::Take(v1::ForkResponse* out) {
  const std::lock_guard lock(mutex_);
  if (messages_.empty()) return false;
  *out = std::move(messages_.front());
  messages_.pop_front();
  room_.notify_one();
  return true;
}

std::optional<grpc::Status> ForkJob::ended() const {
  const std::lock_guard lock(mutex_);
  return messages_.empty() ? ended_ : std::nullopt;
}

bool ForkJob::is_stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

// --- The fork's thread

bool ForkJob::Push(v1::ForkResponse message) {
  {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return stopped_ || messages_.size() < kForkMessagesMax; });
    if (stopped_) return false;
    messages_.push_back(std::move(message));
  }
  changed_();
  return true;
}

Fault ForkJob::OfOpening(const absl::Status& status) const {
  if (work_->from == ForkFrom::kFile) return OfDataFile("plan.file", work_->file, status);
  if (work_->from == ForkFrom::kUpload) return OfUpload("piece", status);
  return Refusal("CHECKSUM", std::string(status.message()));
}

std::variant<std::unique_ptr<sim::World>, Fault> ForkJob::Open() {
  if (work_->from != ForkFrom::kWorld) {
    absl::StatusOr<std::string> snapshot = work_->from == ForkFrom::kFile
                                               ? ReadFileFor(work_->options, work_->file)
                                               : UnpackFor(work_->options, work_->snapshot);
    if (!snapshot.ok()) return OfOpening(snapshot.status());
    work_->snapshot = *std::move(snapshot);
  }
  const absl::StatusOr<sim::SnapshotHeader> header = sim::ReadSnapshotHeader(work_->snapshot);
  if (!header.ok()) return OfOpening(header.status());
  work_->options.epoch = header->epoch;
  absl::StatusOr<std::unique_ptr<sim::World>> world = sim::World::Restore(work_->options, work_->snapshot);
  if (!world.ok()) return OfOpening(world.status());
  v1::ForkResponse started;
  FillInfo(*header, work_->snapshot.size(), work_->options.profile.name,
           started.mutable_started()->mutable_info());
  std::string().swap(work_->snapshot);
  Push(std::move(started));
  return *std::move(world);
}

void ForkJob::Run() {
  std::optional<Fault> fault;
  {
    std::variant<std::unique_ptr<sim::World>, Fault> opened = Open();
    if (std::holds_alternative<Fault>(opened)) {
      fault = std::get<Fault>(std::move(opened));
    } else {
      fault = RunTicks(*std::get<std::unique_ptr<sim::World>>(opened));
    }
  }
  place_ = nullptr;
  {
    const std::lock_guard lock(mutex_);
    ended_ = fault ? ToGrpc(*fault) : grpc::Status::OK;
  }
  // It may hold who holds this.
  std::exchange(changed_, nullptr)();
}

std::optional<Fault> ForkJob::RunTicks(sim::World& world) {
  sim::ForkScript script = work_->script ? *std::move(work_->script) : sim::ForkScript();
  sim::Fork fork(world, std::move(work_->commands), std::move(script));
  int64_t told_ns = SteadyNs();
  while (fork.ticks_run() < work_->ticks) {
    if (is_stopped()) return Cancelled();
    fork.Step();
    if (!world.failure().ok()) return Refusal("CHECKSUM", std::string(world.failure().message()));
    AddTick(world);
    const bool is_full = progress_bytes_ * 4 > static_cast<size_t>(work_->message_bytes);
    if (!is_full && SteadyNs() - told_ns < kForkProgressMs * kNsPerMsWall) continue;
    if (!SendProgress(fork.ticks_run())) return Cancelled();
    told_ns = SteadyNs();
  }
  const bool has_more = progress_.finished_size() > 0 || progress_.hashes_size() > 0;
  if (has_more && !SendProgress(fork.ticks_run())) return Cancelled();
  v1::ForkResponse last;
  FillOutcome(world, fork, last.mutable_outcome());
  if (!Push(std::move(last))) return Cancelled();
  return std::nullopt;
}

void ForkJob::AddTick(const sim::World& world) {
  const auto view = world.view();
  for (const sim::WireHandle handle : view->finished) {
    const sim::RequestView* request = view->Find(handle);
    if (request == nullptr) continue;
    v1::NavResult* result = progress_.add_finished();
    FillRequest(*request, work_->want_results ? Detail::kPoints : Detail::kOutcome, result);
    MessageBudget(work_->message_bytes / 2).Take(result);
    progress_bytes_ += result->ByteSizeLong();
  }
  if (!work_->want_hashes) return;
  v1::StateHash* hash = progress_.add_hashes();
  FillHash(view->tick, world.hash(), hash);
  progress_bytes_ += hash->ByteSizeLong();
}

bool ForkJob::SendProgress(uint64_t ticks_run) {
  v1::ForkResponse message;
  progress_.set_ticks_run(static_cast<uint32_t>(ticks_run));
  message.mutable_progress()->Swap(&progress_);
  progress_bytes_ = 0;
  return Push(std::move(message));
}

void ForkJob::FillOutcome(const sim::World& world, const sim::Fork& fork, v1::ForkOutcome* out) const {
  out->set_ticks_run(static_cast<uint32_t>(fork.ticks_run()));
  FillHash(world.tick(), world.hash(), out->mutable_hash());
  for (size_t i = 0; i < fork.results().size(); ++i) {
    v1::CommandResult* result = out->add_results();
    result->set_sequence(work_->tags[i]);
    const sim::CommandResult& got = *fork.results()[i];
    if (got.fault != sim::CommandFault::kNone) {
      FillStatus(OfCommand(got.fault, got.detail, 0), result->mutable_error());
      continue;
    }
    result->set_applied_tick(got.applied_tick);
    result->set_handle(got.handle.value);
  }
  FillCounts(fork.Counts(), out->mutable_counts());
}

}  // namespace footfall::server
