#ifndef FOOTFALL_SERVER_COMMAND_DESK_H_
#define FOOTFALL_SERVER_COMMAND_DESK_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "footfall/v1/command.pb.h"
#include "server/errors.h"
#include "server/session.h"
#include "server/world_host.h"
#include "sim/command.h"

namespace footfall::server {

// A command that was admitted and not applied yet.
struct PendingCommand {
  using Done = std::function<void(const v1::CommandResult&)>;

  SessionPtr session;
  sim::CommandBody body;
  v1::CommandResult reply;  // the client's tag and ref and the admission number; the desk fills the rest
  uint64_t at_tick = 0;     // 0: the next tick
  bool awaited = false;     // a call is answered by it
  uint64_t step_id = 0;     // of the Step that brought it and takes it along if it ends; 0: none
  // Called after the view holding the effect is published (R2), or when the command is withdrawn.
  Done done;
};

// Brings admitted commands into the world in the one right order: by source, then as admitted (R1). Lives on
// the strand.
class CommandDesk {
 public:
  explicit CommandDesk(WorldHost& host) : host_(host) {}

  // Wall time of a tick at the present pace, for RetryInfo; 0: none.
  void set_tick_ns(int64_t tick_ns) { tick_ns_ = tick_ns; }
  int64_t tick_ns() const { return tick_ns_; }

  // Applies it in the open phase, at once; `done` is called before this returns. RATE when the phase has
  // taken commands_per_tick_max.
  std::optional<Fault> ApplyNow(PendingCommand command);
  // Keeps it for its tick. RATE with commands_per_tick_max waiting for the same one, SESSION_QUOTA with
  // kLaterCommandsMax of the session waiting for later ones. A session's end and the loss of its lease are
  // never refused.
  std::optional<Fault> Gather(PendingCommand command);

  // Commands that wait for this tick or, if it is the next one, have no tick of their own.
  size_t GatheredFor(uint64_t tick) const;

  // Runs the next tick with what is due. `published` is called between publication and the first `done`.
  void RunTick(const std::function<void()>& published);
  // The pause landed: what was gathered for the next tick is applied at once, and a call that waits for a
  // later one is answered WOULD_WAIT_FOR_STEP. Those that nobody waits for stay.
  void ApplyGathered();

  // A Step ended before its first tick.
  void WithdrawStep(uint64_t step_id, const Fault& why);
  // A session ends: what it wanted in later ticks is void.
  void WithdrawLater(const Session& session, const Fault& why);
  void WithdrawAll(const Fault& why);

  // The open or orphaned session of a source, null if it has ended.
  SessionPtr SessionOf(nav::SourceId source) const;
  // After a reset no session is a source.
  void ForgetSources();
  // Its end has been applied.
  void ForgetSource(const Session& session);

 private:
  void GiveSource(const SessionPtr& session);
  void Answer(PendingCommand& command, const sim::CommandResult& result);
  void Withdraw(const std::function<bool(const PendingCommand&)>& which, const Fault& why);
  // Takes those that are due in `tick` out of the list, sorted.
  std::vector<PendingCommand> TakeDue(uint64_t tick);

  WorldHost& host_;
  int64_t tick_ns_ = 0;
  std::vector<PendingCommand> waiting_;  // for the next tick, as admitted
  // For ticks that were later when they were admitted, as admitted.
  std::map<uint64_t, std::vector<PendingCommand>> later_;
  std::map<nav::SourceId, SessionPtr> by_source_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_COMMAND_DESK_H_
