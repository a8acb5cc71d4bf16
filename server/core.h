#ifndef FOOTFALL_SERVER_CORE_H_
#define FOOTFALL_SERVER_CORE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/clock.h"
#include "server/command_desk.h"
#include "server/figures.h"
#include "server/limits.h"
#include "server/request_capture.h"
#include "server/run_control.h"
#include "server/session_table.h"
#include "server/strand.h"
#include "server/wait_list.h"
#include "server/world_host.h"

namespace footfall::server {

// What is told of every tick, on the strand.
class TickWatcher {
 public:
  virtual ~TickWatcher() = default;
  virtual void OnTick() = 0;
  // The server drains: send the reason and end.
  virtual void Close(const Fault& why) = 0;
};

struct CoreOptions {
  v1::Role role_max = v1::ROLE_OPERATOR;  // what the listener grants
  bool paused = false;                    // else RUNNING from the start, unless members are expected
  std::optional<double> speed = 1.0;      // times real time; unset: as fast as it goes
  uint32_t members_expected = 0;
  int64_t member_wait_ns =
      60'000'000'000;  // a member that is not ready for so long becomes ORPHANED (api-v1 item 6)
  int64_t hold_ns = 60'000'000'000;  // how long an orphaned session can be resumed
  Clock clock = SteadyNs;
  bool development = false;        // takes commands that only a server for development does (NAV-297)
  std::string capture_file;        // the next path request is written there; empty: none is (NAV-294)
  uint32_t forks_max = kForksMax;  // running at a time
  uint64_t snapshot_bytes_max = kSnapshotBytesMax;  // of an upload
  int64_t transfer_stall_ns = kTransferStallMs * 1'000'000;
};

// A world that waits for more members than there can be sessions would wait for ever. InvalidArgument.
absl::Status CheckMembers(uint32_t members_expected, const platform::Profile& profile);

// Everything behind the services: world, clock, sessions and waiting calls, all on one strand. Unless a
// member says otherwise it is called on the strand.
class Core {
 public:
  Core(CoreOptions options, std::unique_ptr<WorldHost> host);
  ~Core();

  // Any thread; once each. Stop ends the strand and drops what is posted later.
  void Start();
  void Stop();
  Strand& strand() { return strand_; }
  Figures& figures() { return figures_; }
  // Any thread.
  Published published() const { return host_->published(); }
  bool draining() const { return draining_; }

  int64_t now_ns() const { return options_.clock(); }
  const CoreOptions& options() const { return options_; }
  WorldHost& world() { return *host_; }
  SessionTable& sessions() { return sessions_; }
  CommandDesk& desk() { return desk_; }
  RunControl& control() { return control_; }
  WaitList& waits() { return waits_; }
  const sim::PublishedView& view() const { return host_->view(); }

  // Admits a command of a session at the right place for the state of the world: at once, or for its tick.
  // `admission` must be in `command.reply` already.
  std::optional<Fault> Admit(PendingCommand command);
  // Hands a result that no call waits for to the session's stream, or keeps it for its next Step.
  void DeliverLate(Session& session, const v1::CommandResult& result);

  // The read's min_tick and expectations: `then` runs when the view qualifies, or with the fault. Returns the
  // wait's number, or 0 if `then` has been called. `session` may be null.
  uint64_t AwaitRead(const v1::ReadOptions& read, const SessionPtr& session,
                     std::function<void(const Fault*)> then);

  // Opens the gate for a member, takes a resumed one in again.
  void SessionOpened(const SessionPtr& session, bool resumed);
  // Ends it and releases what it holds; `done` gets the tick whose log holds the end, 0 if it never was a
  // source.
  void EndSession(const SessionPtr& session, std::function<void(uint64_t closed_tick)> done);

  // Another world in the next epoch; `members_expected` as in CoreOptions. ORDER_TAKEN if the scenario gives
  // commands as a source that an open session has, BAD_FIELD if the world cannot be made; then nothing has
  // changed.
  std::optional<Fault> Reset(WorldSetup setup, uint32_t members_expected);
  // The restored world in the next epoch (WorldHost::Restore); sessions stay open. How many sources of its
  // snapshot were ended.
  uint32_t Restore(std::unique_ptr<sim::World> world);
  // Answers everybody who waits with DRAINING and ends the streams. What comes later is refused.
  void Drain();

  void AddWatcher(std::shared_ptr<TickWatcher> watcher);
  void RemoveWatcher(const TickWatcher* watcher);
  // A stream of a session that ends with it; the lease does not run while it is open.
  static void AddStream(Session& session, std::shared_ptr<SessionCall> stream);
  void RemoveStream(Session& session, const SessionCall* stream);
  // After a publication, or when it may have changed whether ticks are due.
  void CheckWaits();
  // Runs `task` at the first housekeeping after kCallCeilingMs of the core's clock. Returns the number by
  // which UnlimitWait forgets it, never 0; 0 and numbers gone by change nothing there.
  uint64_t LimitWait(Strand::Task task);
  void UnlimitWait(uint64_t number) { limited_.erase(number); }
  // Runs `task` at the first housekeeping after so much wall time.
  void Later(int64_t after_ns, Strand::Task task);

 private:
  struct LimitedWait {
    int64_t due_ns;  // now_ns
    Strand::Task task;
  };
  struct LaterTask {
    int64_t due_ns;  // SteadyNs
    Strand::Task task;
  };

  void RunTick();
  // A tile failed its checks: no tick runs any more before a Reset or Restore.
  void StopWorld();
  // Answers everybody who waits with the fault and ends the streams.
  void EndCalls(const Fault& why);
  // The host has another world: nobody waits for the one before any more, and no session is a source.
  void BeginEpoch(uint32_t members_expected, const Fault& why);
  void RunLater();
  void EndLongWaits();
  void RouteFinished();
  void Housekeeping();
  void ScheduleHousekeeping();
  void OrphanSession(const SessionPtr& session);
  // Ends everything of the session that waits or runs.
  void EndCallsOf(Session& session, const Fault& why);
  // Gives the world a command about a session that is not the session's own. It is never refused.
  void TellOfSession(const SessionPtr& session, sim::CommandBody body, PendingCommand::Done done);
  void NoteFigures();

  CoreOptions options_;
  Strand strand_;
  std::unique_ptr<WorldHost> host_;
  SessionTable sessions_;
  CommandDesk desk_;
  WaitList waits_;
  RunControl control_;
  StrandTimer housekeeping_;
  std::optional<RequestCapture> capture_;
  Figures figures_;
  std::vector<std::shared_ptr<TickWatcher>> watchers_;
  std::vector<LaterTask> later_;
  uint64_t next_limited_ = 1;
  std::map<uint64_t, LimitedWait> limited_;  // the first one is due first
  std::atomic<bool> draining_ = false;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_CORE_H_
