#include "server/core.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/convert.h"
#include "server/event_log.h"
#include "server/limits.h"

namespace footfall::server {

absl::Status CheckMembers(uint32_t members_expected, const platform::Profile& profile) {
  if (members_expected <= static_cast<uint32_t>(profile.sessions_max)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("members: ", members_expected, " is more than ",
                                                 profile.sessions_max, ", the sessions_max of profile ",
                                                 profile.name));
}

Core::Core(CoreOptions options, std::unique_ptr<WorldHost> host)
    : options_(std::move(options)),
      host_(std::move(host)),
      sessions_(options_.role_max, options_.hold_ns),
      desk_(*host_),
      control_(strand_, options_.clock,
               {[this] { RunTick(); }, [this] { desk_.ApplyGathered(); }, [this] { CheckWaits(); },
                [this] { return host_->tick(); }},
               options_.members_expected, kNsPerSecondWall / host_->setup().hz),
      housekeeping_(strand_) {
  if (!options_.capture_file.empty()) capture_.emplace(options_.capture_file);
}

Core::~Core() { Stop(); }

void Core::Start() {
  strand_.Start();
  strand_.Post([this] {
    if (!options_.paused && options_.members_expected == 0) control_.Run(options_.speed);
    NoteFigures();
    ScheduleHousekeeping();
  });
}

void Core::Stop() { strand_.Stop(); }

// --- Ticks

void Core::RunTick() {
  const int64_t began = SteadyNs();
  figures_.tick_began_ns = began;
  desk_.set_tick_ns(control_.pace_ns());
  desk_.RunTick([this] { RouteFinished(); });
  if (!host_->failure().ok()) StopWorld();
  if (capture_ && capture_->Look(*host_)) capture_.reset();
  figures_.tick_real_ns += SteadyNs() - began;
  figures_.tick_began_ns = 0;
  ++figures_.ticks;
  NoteFigures();
  const int64_t now = now_ns();
  for (const SessionPtr& session : sessions_.All()) {
    if (session->stream) session->stream->Flush(now);
  }
  const std::vector<std::shared_ptr<TickWatcher>> watchers = watchers_;
  for (const auto& watcher : watchers) watcher->OnTick();
}

void Core::StopWorld() {
  const std::string message(host_->failure().message());
  LogEvent(LogLevel::kError, absl::StrCat("world stopped tick=", host_->tick(), ": ", message));
  const Fault why = Refusal(
      "CHECKSUM", absl::StrCat("the world stopped, Reset or RestoreSnapshot begins another: ", message));
  control_.Stop(why);
  EndCalls(why);
}

void Core::RouteFinished() {
  for (const sim::WireHandle handle : view().finished) {
    const sim::RequestView* request = view().Find(handle);
    if (request == nullptr) continue;
    const SessionPtr session = desk_.SessionOf(request->source);
    if (session == nullptr) continue;
    control_.ForEachStepOf(*session, [&](StepJob& job) {
      if (job.begun) job.finished.push_back(handle);
    });
    if (session->stream == nullptr) continue;
    v1::NavResult result;
    FillRequest(*request, Detail::kOutcome, &result);
    session->stream->AddFinished(std::move(result));
  }
}

void Core::CheckWaits() {
  waits_.Check([this](const Session* session) { return control_.TickIsDue(session); });
}

void Core::NoteFigures() {
  figures_.lag_ns = control_.lag_ns();
  if (const auto& waits = host_->setup().wait_clock) figures_.path_wait_ns = waits->waited_ns();
  if (const auto& recordings = host_->setup().recordings) {
    recordings->Look();
    figures_.recording_bytes = static_cast<int64_t>(recordings->bytes());
    figures_.recording_failures = recordings->failures();
  }
  figures_.run_state = control_.state();
  figures_.stopped = control_.stopped() != nullptr;
  figures_.sessions = sessions_.size();
  figures_.waiting_calls = waits_.size();
}

// --- Commands and reads

std::optional<Fault> Core::Admit(PendingCommand command) {
  const uint64_t open_tick = host_->open_tick();
  if (command.at_tick != 0 && command.at_tick < open_tick) {
    return Refusal("TICK_PASSED",
                   absl::StrCat("at_tick: ", command.at_tick, ", the open tick is ", open_tick));
  }
  const bool waits = command.at_tick > open_tick || control_.state() == v1::RUN_STATE_RUNNING ||
                     control_.IsLockStepMember(*command.session);
  if (waits) return desk_.Gather(std::move(command));
  std::optional<Fault> fault = desk_.ApplyNow(std::move(command));
  CheckWaits();
  return fault;
}

void Core::DeliverLate(Session& session, const v1::CommandResult& result) {
  if (session.stream) {
    session.stream->AddResult(result);
    return;
  }
  session.late_results.push_back(result);
  if (session.late_results.size() > kLateResultsMax) session.late_results.pop_front();
}

uint64_t Core::AwaitRead(const v1::ReadOptions& read, const SessionPtr& session,
                         std::function<void(const Fault*)> then) {
  const uint64_t min_tick = read.min_tick();
  const auto answer = [this, expect = read.expect(), then = std::move(then)](WaitEnd, const Fault* fault) {
    if (fault != nullptr) return then(fault);
    const std::optional<Fault> differs = CheckExpect(expect, view());
    then(differs ? &*differs : nullptr);
  };
  const auto stuck = [this, min_tick, answer] {
    if (min_tick <= host_->open_tick()) return answer(WaitEnd::kReached, nullptr);
    if (const Fault* why = control_.stopped()) return answer(WaitEnd::kFault, why);
    const Fault fault =
        Refusal("WOULD_WAIT_FOR_STEP", absl::StrCat("read.min_tick: ", min_tick, ", the open tick is ",
                                                    host_->open_tick(), " and no tick is due"));
    answer(WaitEnd::kFault, &fault);
  };
  if (min_tick <= host_->tick()) return answer(WaitEnd::kReached, nullptr), 0;
  if (!control_.TickIsDue(session.get())) return stuck(), 0;
  return waits_.Add(
      session, [this, min_tick] { return host_->tick() >= min_tick; },
      [answer, stuck](WaitEnd end, const Fault* fault) {
        if (end == WaitEnd::kNothingDue) return stuck();
        answer(end, fault);
      });
}

// --- Sessions

void Core::SessionOpened(const SessionPtr& session, bool resumed) {
  LogEvent(LogLevel::kInfo,
           absl::StrCat("session ", resumed ? "resumed" : "opened", " client_id=", session->client_id,
                        " name=", session->client_name, " role=", v1::Role_Name(session->role),
                        session->member ? " member" : ""));
  if (session->member && resumed) control_.MemberResumed(session);
  if (session->member && !resumed) control_.MemberOpened(session);
  NoteFigures();
}

void Core::OrphanSession(const SessionPtr& session) {
  LogEvent(LogLevel::kInfo, absl::StrCat("session orphaned client_id=", session->client_id));
  sessions_.Orphan(*session, now_ns());
  EndCallsOf(*session, Refusal("SESSION_ENDED",
                               "the session was orphaned; OpenSession.resume_token takes it up again"));
  TellOfSession(session, sim::OrphanSource{}, {});
  if (session->member) control_.MemberGone(session);
  CheckWaits();
}

void Core::EndCallsOf(Session& session, const Fault& why) {
  control_.EndStepsOf(session, why);
  waits_.FailOf(session, why);
  if (session.stream) session.stream->Close(why.reason);
  const std::vector<std::shared_ptr<SessionCall>> streams = session.streams;
  for (const auto& stream : streams) stream->Close(why);
}

void Core::TellOfSession(const SessionPtr& session, sim::CommandBody body, PendingCommand::Done done) {
  if (session->source == 0) return;  // It is none to the world.
  PendingCommand command;
  command.session = session;
  command.body = std::move(body);
  command.done = std::move(done);
  const bool waits = control_.state() == v1::RUN_STATE_RUNNING || control_.IsLockStepMember(*session);
  (void)(waits ? desk_.Gather(std::move(command)) : desk_.ApplyNow(std::move(command)));
}

void Core::EndSession(const SessionPtr& session, std::function<void(uint64_t)> done) {
  if (session->state == SessionState::kEnded) return done(0);
  LogEvent(LogLevel::kInfo, absl::StrCat("session ended client_id=", session->client_id));
  const bool was_open = session->state == SessionState::kOpen;
  const Fault ended = Refusal("SESSION_ENDED", "the session was closed");
  sessions_.End(*session);
  EndCallsOf(*session, ended);
  desk_.WithdrawLater(*session, ended);
  if (session->source == 0) {
    done(0);
  } else {
    TellOfSession(session, sim::EndSource{},
                  [this, session, done = std::move(done)](const v1::CommandResult& result) {
                    desk_.ForgetSource(*session);
                    done(result.applied_tick());
                  });
  }
  if (session->member && was_open) control_.MemberGone(session);
  CheckWaits();
  NoteFigures();
}

void Core::ScheduleHousekeeping() {
  housekeeping_.After(std::chrono::milliseconds(kHousekeepingMs), [this] {
    Housekeeping();
    ScheduleHousekeeping();
  });
}

void Core::Later(int64_t after_ns, Strand::Task task) {
  later_.push_back({SteadyNs() + after_ns, std::move(task)});
}

void Core::RunLater() {
  const int64_t now = SteadyNs();
  const auto due = std::stable_partition(later_.begin(), later_.end(),
                                         [&](const LaterTask& later) { return later.due_ns > now; });
  std::vector<LaterTask> tasks(std::make_move_iterator(due), std::make_move_iterator(later_.end()));
  later_.erase(due, later_.end());
  for (const LaterTask& later : tasks) later.task();
}

uint64_t Core::LimitWait(Strand::Task task) {
  limited_[next_limited_] = {now_ns() + kCallCeilingMs * kNsPerMsWall, std::move(task)};
  return next_limited_++;
}

void Core::EndLongWaits() {
  while (!limited_.empty() && limited_.begin()->second.due_ns <= now_ns()) {
    const Strand::Task task = std::move(limited_.begin()->second.task);
    limited_.erase(limited_.begin());
    task();
  }
}

void Core::Housekeeping() {
  RunLater();
  if (draining_) return;
  EndLongWaits();
  const int64_t now = now_ns();
  for (const SessionPtr& session : sessions_.LeaseRunOut(now)) OrphanSession(session);
  for (const SessionPtr& session : control_.BlockingFor(options_.member_wait_ns)) OrphanSession(session);
  for (const SessionPtr& session : sessions_.HoldRunOut(now)) EndSession(session, [](uint64_t) {});
  for (const SessionPtr& session : sessions_.All()) {
    if (session->stream) session->stream->Flush(now);
    const std::vector<std::shared_ptr<SessionCall>> streams = session->streams;
    for (const auto& stream : streams) stream->CheckStall(now);
  }
  NoteFigures();
}

// --- Reset and end

std::optional<Fault> Core::Reset(WorldSetup setup, uint32_t members_expected) {
  for (const SessionPtr& session : sessions_.All()) {
    if (!session->order || !WorldHost::IsSourceOf(setup, WorldHost::SourceOfOrder(*session->order))) continue;
    return Refusal("ORDER_TAKEN",
                   absl::StrCat("scenario: ", setup.scenario->name, " gives commands as order ",
                                *session->order, ", which client ", session->client_id, " has"));
  }
  const absl::Status fits = CheckMembers(members_expected, setup.profile);
  if (!fits.ok()) return BadField("scenario", std::string(fits.message()));
  const absl::Status made = host_->Reset(std::move(setup));
  if (!made.ok()) return BadField("scenario", std::string(made.message()));
  const std::string scenario = host_->setup().scenario ? " scenario=" + host_->setup().scenario->name : "";
  LogEvent(LogLevel::kInfo, absl::StrCat("world reset seed=", host_->setup().seed,
                                         " profile=", host_->profile().name, scenario));
  BeginEpoch(members_expected, Refusal("EPOCH_DIFFERS", "the world was reset while the call waited"));
  return std::nullopt;
}

uint32_t Core::Restore(std::unique_ptr<sim::World> world) {
  const uint32_t ended = host_->Restore(std::move(world));
  LogEvent(LogLevel::kInfo, absl::StrCat("world restored tick=", host_->tick(), " sources_ended=", ended));
  BeginEpoch(control_.members_expected(),
             Refusal("EPOCH_DIFFERS", "the world was restored from a snapshot while the call waited"));
  return ended;
}

void Core::BeginEpoch(uint32_t members_expected, const Fault& why) {
  // The waits first: the end of a Step would find that no tick is due, and answer them with less than the
  // reason.
  waits_.FailAll(why);
  desk_.WithdrawAll(why);
  desk_.ForgetSources();
  control_.FailAll(why);
  for (const SessionPtr& session : sessions_.All()) {
    session->late_results.clear();
    session->replies.Clear();
    if (session->stream) session->stream->Close("WORLD_CHANGED");
    const std::vector<std::shared_ptr<SessionCall>> streams = session->streams;
    for (const auto& stream : streams) stream->EpochBegins(why);
  }
  control_.AfterReset(members_expected, kNsPerSecondWall / host_->setup().hz);
}

void Core::Drain() {
  if (draining_.exchange(true)) return;
  LogEvent(LogLevel::kInfo, absl::StrCat("draining sessions=", sessions_.size(), " tick=", host_->tick()));
  control_.Drain();
  const Fault why = Refusal("DRAINING", "the server is shutting down");
  EndCalls(why);
  // What goes on when a world stops ends here: snapshots and forks.
  for (const SessionPtr& session : sessions_.All()) EndCallsOf(*session, why);
  NoteFigures();
}

void Core::EndCalls(const Fault& why) {
  waits_.FailAll(why);
  desk_.WithdrawAll(why);
  control_.FailAll(why);
  for (const SessionPtr& session : sessions_.All()) {
    if (session->stream) session->stream->Close(why.reason);
  }
  const std::vector<std::shared_ptr<TickWatcher>> watchers = std::exchange(watchers_, {});
  for (const auto& watcher : watchers) watcher->Close(why);
}

void Core::AddStream(Session& session, std::shared_ptr<SessionCall> stream) {
  ++session.calls;
  session.streams.push_back(std::move(stream));
}

void Core::RemoveStream(Session& session, const SessionCall* stream) {
  --session.calls;
  session.used_ns = now_ns();
  std::erase_if(session.streams, [&](const std::shared_ptr<SessionCall>& s) { return s.get() == stream; });
}

void Core::AddWatcher(std::shared_ptr<TickWatcher> watcher) { watchers_.push_back(std::move(watcher)); }

void Core::RemoveWatcher(const TickWatcher* watcher) {
  std::erase_if(watchers_, [&](const std::shared_ptr<TickWatcher>& w) { return w.get() == watcher; });
}

}  // namespace footfall::server
