#include "server/run_control.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "platform/check.h"

namespace footfall::server {

RunControl::RunControl(Strand& strand, Clock clock, Hooks hooks, uint32_t members_expected, int64_t tick_ns)
    : strand_(strand),
      clock_(std::move(clock)),
      hooks_(std::move(hooks)),
      members_expected_(members_expected),
      tick_ns_(tick_ns),
      timer_(strand) {}

bool RunControl::HasMembers() const { return !members_.empty() || members_opened_ < members_expected_; }

v1::RunState RunControl::state() const {
  if (draining_) return v1::RUN_STATE_DRAINING;
  if (stopped_) return v1::RUN_STATE_PAUSED;
  if (HasMembers()) return v1::RUN_STATE_LOCK_STEP;
  return running_ ? v1::RUN_STATE_RUNNING : v1::RUN_STATE_PAUSED;
}

bool RunControl::IsLockStepMember(const Session& session) const {
  return session.member && state() == v1::RUN_STATE_LOCK_STEP;
}

bool RunControl::TickIsDue(const Session* session) const {
  if (stopped_) return false;
  switch (state()) {
    case v1::RUN_STATE_RUNNING:
      return true;
    case v1::RUN_STATE_PAUSED:
      return !steps_.empty();
    case v1::RUN_STATE_LOCK_STEP:
      return session == nullptr || !session->member || session->ready_until > hooks_.tick();
    default:
      return false;
  }
}

int64_t RunControl::pace_ns() const {
  if (!running_ || !speed_) return 0;
  return static_cast<int64_t>(static_cast<double>(tick_ns_) / *speed_);
}

// --- When a tick runs

bool RunControl::MembersAreReady() const {
  if (members_opened_ < members_expected_ || members_.empty()) return false;
  const uint64_t next = hooks_.tick() + 1;
  return std::all_of(members_.begin(), members_.end(),
                     [&](const SessionPtr& member) { return member->ready_until >= next; });
}

bool RunControl::MayRun() const {
  if (stopped_) return false;
  switch (state()) {
    case v1::RUN_STATE_RUNNING:
      return true;
    case v1::RUN_STATE_PAUSED:
      return !steps_.empty();
    case v1::RUN_STATE_LOCK_STEP:
      return !held_ && MembersAreReady();
    default:
      return false;
  }
}

void RunControl::Rebase() {
  due_ns_ = clock_() + pace_ns();
  lag_ns_ = 0;
  ++pump_;
  pumped_ = false;
  timer_.Cancel();
}

void RunControl::Pump() {
  if (pumped_ || !MayRun()) return;
  pumped_ = true;
  const uint64_t pump = ++pump_;
  const auto run = [this, pump] {
    if (pump == pump_) RunOne();
  };
  const bool stepping = state() == v1::RUN_STATE_PAUSED;
  const int64_t wait_ns = stepping || pace_ns() == 0 ? 0 : due_ns_ - clock_();
  if (wait_ns <= 0) {
    strand_.Post(run);
  } else {
    timer_.After(std::chrono::nanoseconds(wait_ns), run);
  }
}

void RunControl::RunOne() {
  pumped_ = false;
  if (!MayRun()) return;
  BeginSteps();
  AnswerSteps(false);
  if (!MayRun()) return;
  if (state() == v1::RUN_STATE_PAUSED && !steps_.front()->begun) return Pump();
  if (pace_ns() != 0) {
    const int64_t now = clock_();
    if (state() == v1::RUN_STATE_LOCK_STEP) {
      // Members who were late themselves set the pace anew: there is nothing to catch up with.
      due_ns_ = std::max(due_ns_, now);
    } else {
      lag_ns_ = std::max<int64_t>(0, now - due_ns_);
    }
    due_ns_ += pace_ns();
  }
  hooks_.run_tick();
  AfterTick();
  Pump();
}

void RunControl::AfterTick() {
  for (const std::unique_ptr<StepJob>& job : steps_) {
    if (job->begun) job->ticks_run = static_cast<uint32_t>(hooks_.tick() - job->first_tick);
  }
  StartBlocking();
  AnswerSteps(false);
  AnswerPauses();
  hooks_.state_changed();
}

// --- Run and pause

void RunControl::Run(std::optional<double> speed) {
  speed_ = speed;
  held_ = false;
  const bool steps_end = !HasMembers();
  running_ = true;
  Rebase();
  if (steps_end) AnswerSteps(true);
  StartBlocking();
  Pump();
}

void RunControl::Pause() {
  if (HasMembers()) {
    held_ = true;
    AnswerSteps(true);
  } else if (running_) {
    running_ = false;
    Land();
  }
  hooks_.state_changed();
}

void RunControl::Land() {
  Rebase();
  hooks_.apply_gathered();
  Pump();
}

uint64_t RunControl::PauseAfter(uint64_t tick, std::function<void(const Fault*)> then) {
  pauses_.push_back({next_id_, tick, std::move(then)});
  return next_id_++;
}

void RunControl::CancelPause(uint64_t pause) {
  pauses_.remove_if([&](const PauseCall& call) { return call.id == pause; });
}

void RunControl::AnswerPauses() {
  std::vector<std::function<void(const Fault*)>> due;
  for (auto call = pauses_.begin(); call != pauses_.end();) {
    if (call->tick > hooks_.tick()) {
      ++call;
      continue;
    }
    due.push_back(std::move(call->then));
    call = pauses_.erase(call);
  }
  if (due.empty()) return;
  Pause();
  for (const auto& then : due) then(nullptr);
}

// --- Steps

uint64_t RunControl::Step(std::unique_ptr<StepJob> job) {
  FOOTFALL_CHECK(state() != v1::RUN_STATE_RUNNING);
  const uint64_t id = next_id_++;
  job->id = id;
  steps_.push_back(std::move(job));
  // In a paused world they take turns, so that a tick counts for one of them alone; those of members run
  // together.
  if (state() == v1::RUN_STATE_LOCK_STEP || steps_.size() == 1) BeginSteps();
  AnswerSteps(false);
  Pump();
  hooks_.state_changed();
  return id;
}

void RunControl::BeginSteps() {
  std::vector<StepJob*> fresh;
  for (const std::unique_ptr<StepJob>& job : steps_) {
    if (!job->begun) fresh.push_back(job.get());
    if (state() == v1::RUN_STATE_PAUSED) break;
  }
  for (StepJob* job : fresh) {
    job->begun = true;
    job->first_tick = hooks_.tick();
    if (std::optional<Fault> fault = job->begin(*job)) {
      EndStep(job->id, *fault);
    } else if (IsLockStepMember(*job->session) && job->ticks > 0) {
      RaiseReady(*job->session, job->first_tick + job->ticks);
    }
  }
}

void RunControl::AnswerSteps(bool all) {
  std::vector<std::unique_ptr<StepJob>> due;
  for (auto job = steps_.begin(); job != steps_.end();) {
    const bool finished = (*job)->begun && (*job)->ticks_run >= (*job)->ticks;
    // One that had no turn yet has nothing to answer; under members it still gets its turn.
    const bool ends = all && ((*job)->begun || state() == v1::RUN_STATE_RUNNING);
    if (!finished && !ends) {
      ++job;
      continue;
    }
    due.push_back(std::move(*job));
    job = steps_.erase(job);
  }
  const Fault running = Refusal("WORLD_RUNNING", "the world was set running before this Step had its turn");
  for (const std::unique_ptr<StepJob>& job : due) job->done(*job, job->begun ? nullptr : &running);
}

void RunControl::EndStep(uint64_t id, const Fault& why) {
  const auto found =
      std::find_if(steps_.begin(), steps_.end(), [&](const auto& job) { return job->id == id; });
  if (found == steps_.end()) return;
  const std::unique_ptr<StepJob> job = std::move(*found);
  steps_.erase(found);
  TakeBackReadiness(*job->session);
  job->done(*job, &why);
  hooks_.state_changed();
  Pump();
}

void RunControl::EndStepsOf(const Session& session, const Fault& why) {
  std::vector<uint64_t> ids;
  ForEachStepOf(session, [&](StepJob& job) { ids.push_back(job.id); });
  for (const uint64_t id : ids) EndStep(id, why);
}

void RunControl::ForEachStepOf(const Session& session, const std::function<void(StepJob&)>& visit) {
  for (const std::unique_ptr<StepJob>& job : steps_) {
    if (job->session.get() == &session) visit(*job);
  }
}

// --- Members

void RunControl::MemberOpened(const SessionPtr& session) {
  ++members_opened_;
  session->ready_said = session->ready_until = hooks_.tick();
  MemberResumed(session);
}

void RunControl::MemberResumed(const SessionPtr& session) {
  if (std::find(members_.begin(), members_.end(), session) != members_.end()) return;
  // A Step that began in the paused world ends with what it has: from here on members say when ticks run.
  if (members_.empty()) AnswerSteps(true);
  members_.push_back(session);
  Rebase();
  StartBlocking();
  BeginSteps();
  hooks_.state_changed();
  Pump();
}

void RunControl::MemberGone(const SessionPtr& session) {
  std::erase(members_, session);
  if (!HasMembers()) {
    running_ = false;
    held_ = false;
    AnswerSteps(true);
    Land();
  }
  hooks_.state_changed();
  Pump();
}

void RunControl::SetReady(Session& session, uint64_t until_tick) {
  session.ready_said = std::max(session.ready_said, until_tick);
  RaiseReady(session, until_tick);
}

void RunControl::RaiseReady(Session& session, uint64_t until_tick) {
  session.ready_until = std::max(session.ready_until, until_tick);
  hooks_.state_changed();
  Pump();
}

void RunControl::TakeBackReadiness(Session& session) {
  session.ready_until = session.ready_said;
  ForEachStepOf(session, [&](const StepJob& job) {
    if (job.begun) session.ready_until = std::max(session.ready_until, job.first_tick + job.ticks);
  });
}

void RunControl::StartBlocking() {
  const int64_t now = clock_();
  for (const SessionPtr& member : members_) member->blocking_ns = now;
}

std::vector<SessionPtr> RunControl::BlockingFor(int64_t longer_than_ns) const {
  std::vector<SessionPtr> blocking;
  if (held_ || members_opened_ < members_expected_) return blocking;
  const int64_t now = clock_();
  for (const SessionPtr& member : members_) {
    const bool not_ready = member->ready_until <= hooks_.tick();
    if (not_ready && now - member->blocking_ns > longer_than_ns) blocking.push_back(member);
  }
  return blocking;
}

// --- Reset and end

void RunControl::FailAll(const Fault& fault) {
  while (!steps_.empty()) EndStep(steps_.front()->id, fault);
  while (!pauses_.empty()) {
    const PauseCall call = std::move(pauses_.front());
    pauses_.pop_front();
    call.then(&fault);
  }
}

void RunControl::AfterReset(uint32_t members_expected, int64_t tick_ns) {
  stopped_.reset();
  members_expected_ = members_expected;
  members_opened_ = static_cast<uint32_t>(members_.size());
  tick_ns_ = tick_ns;
  for (const SessionPtr& member : members_) member->ready_said = member->ready_until = 0;
  Rebase();
  StartBlocking();
  hooks_.state_changed();
  Pump();
}

void RunControl::Drain() {
  draining_ = true;
  Rebase();
}

}  // namespace footfall::server
