#ifndef FOOTFALL_SERVER_RUN_CONTROL_H_
#define FOOTFALL_SERVER_RUN_CONTROL_H_

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "footfall/v1/world_service.pb.h"
#include "server/clock.h"
#include "server/errors.h"
#include "server/session.h"
#include "server/strand.h"
#include "sim/wire_handle.h"

namespace footfall::server {

// One Step under way.
struct StepJob {
  uint64_t id = 0;
  SessionPtr session;
  uint64_t ticks = 0;
  // Checks what the caller expects and admits its commands: when the Step gets its turn.
  std::function<std::optional<Fault>(StepJob&)> begin;
  // Called once, with the fault that ended it or null.
  std::function<void(StepJob&, const Fault*)> done;

  bool begun = false;
  uint64_t first_tick = 0;  // last finished one when it began
  uint32_t ticks_run = 0;
  std::vector<sim::WireHandle> finished;  // own requests that became complete meanwhile
};

// The world's clock (R1, R5): decides when a tick runs and answers Step, Run and Pause. Ticks are late, never
// skipped or merged. Lives on the strand.
class RunControl {
 public:
  struct Hooks {
    std::function<void()> run_tick;        // runs one tick and tells everybody
    std::function<void()> apply_gathered;  // the world now stands: apply what waited for the next tick
    std::function<void()> state_changed;   // whether ticks are due may have changed
    std::function<uint64_t()> tick;        // last finished
  };

  // `members_expected`: no tick runs before so many lock-step members have opened. `tick_ns`: of the world's
  // rate.
  RunControl(Strand& strand, Clock clock, Hooks hooks, uint32_t members_expected, int64_t tick_ns);

  v1::RunState state() const;
  // Is a tick under way or due for this session (null: for anyone)? Where none is, nothing waits.
  bool TickIsDue(const Session* session) const;
  // The session's writes wait for the tick that all members are ready for.
  bool IsLockStepMember(const Session& session) const;

  // No speed: as fast as it goes. With members: sets their pace.
  void Run(std::optional<double> speed);
  void Pause();
  // `then` after `tick` has run, or with the fault that came before. Returns a number for CancelPause.
  uint64_t PauseAfter(uint64_t tick, std::function<void(const Fault*)> then);
  void CancelPause(uint64_t pause);

  // Returns the job's id; it may have been answered by then. REQUIRES: the world is not RUNNING.
  uint64_t Step(std::unique_ptr<StepJob> job);
  // Ends it after the tick under way, with what it has; before its first tick with a fault.
  void EndStep(uint64_t id, const Fault& why);
  void EndStepsOf(const Session& session, const Fault& why);
  void ForEachStepOf(const Session& session, const std::function<void(StepJob&)>& visit);

  // REQUIRES: the world is not RUNNING.
  void MemberOpened(const SessionPtr& session);
  void MemberResumed(const SessionPtr& session);
  void MemberGone(const SessionPtr& session);
  // Said in a frame: holds whatever becomes of its Steps.
  void SetReady(Session& session, uint64_t until_tick);
  // Open members that the world has waited for longer than this.
  std::vector<SessionPtr> BlockingFor(int64_t longer_than_ns) const;
  uint32_t members_expected() const { return members_expected_; }
  uint32_t members_open() const { return static_cast<uint32_t>(members_.size()); }

  // Ends all calls.
  void FailAll(const Fault& fault);
  // The world cannot go on (R29): no tick runs or is due until AfterReset, and it counts as paused.
  void Stop(const Fault& why) { stopped_ = why; }
  // Why it was stopped; null: it was not.
  const Fault* stopped() const { return stopped_ ? &*stopped_ : nullptr; }
  // Another world: the open members are ready for nothing, and count towards those that it expects.
  void AfterReset(uint32_t members_expected, int64_t tick_ns);
  void Drain();

  // How late the last paced tick was, ns of wall time.
  int64_t lag_ns() const { return lag_ns_; }
  // Wall time of a tick at the present pace; 0 where there is none.
  int64_t pace_ns() const;

 private:
  struct PauseCall {
    uint64_t id;
    uint64_t tick;
    std::function<void(const Fault*)> then;
  };

  void RaiseReady(Session& session, uint64_t until_tick);
  // A Step has ended early: what is left of the session's readiness is what frames and its other Steps say.
  void TakeBackReadiness(Session& session);
  bool HasMembers() const;
  bool MembersAreReady() const;
  bool MayRun() const;
  void Pump();
  void RunOne();
  void AfterTick();
  void BeginSteps();
  // Answers the Steps that have all their ticks, or all of them.
  void AnswerSteps(bool all);
  void AnswerPauses();
  // The world no longer runs by itself.
  void Land();
  void Rebase();
  void StartBlocking();

  Strand& strand_;
  Clock clock_;
  Hooks hooks_;
  uint32_t members_expected_;
  int64_t tick_ns_;

  bool running_ = false;
  bool held_ = false;  // lock-step members wait for Run
  bool draining_ = false;
  std::optional<Fault> stopped_;
  std::optional<double> speed_;
  uint32_t members_opened_ = 0;  // in this epoch, or open when it began
  std::vector<SessionPtr> members_;
  std::list<std::unique_ptr<StepJob>> steps_;  // as they came
  std::list<PauseCall> pauses_;
  uint64_t next_id_ = 1;

  bool pumped_ = false;  // a tick is posted or its timer set
  uint64_t pump_ = 0;    // number of the pump that counts; older ones are void
  int64_t due_ns_ = 0;   // of the next paced tick
  int64_t lag_ns_ = 0;
  StrandTimer timer_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_RUN_CONTROL_H_
