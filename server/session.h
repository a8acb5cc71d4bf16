#ifndef FOOTFALL_SERVER_SESSION_H_
#define FOOTFALL_SERVER_SESSION_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "footfall/v1/command.pb.h"
#include "footfall/v1/nav.pb.h"
#include "footfall/v1/role.pb.h"
#include "nav/server/request_types.h"
#include "server/remembered_replies.h"
#include "sim/published_view.h"

namespace footfall::server {

struct Fault;

// What a session's open command stream takes in. Called on the strand alone.
class SessionStream {
 public:
  virtual ~SessionStream() = default;
  // Results of commands that another call had answered ACCEPTED.
  virtual void AddResult(const v1::CommandResult& result) = 0;
  // An own request became complete in the tick under publication.
  virtual void AddFinished(v1::NavResult result) = 0;
  // Sends what was added, or a heartbeat if the stream has been silent for long.
  virtual void Flush(int64_t now_ns) = 0;
  // Sends a last frame and ends the stream. `closing_reason` as in AttachResponse.
  virtual void Close(const std::string& closing_reason) = 0;
};

// A stream that belongs to a session and ends with it. Called on the strand alone.
class SessionCall {
 public:
  virtual ~SessionCall() = default;
  // Ends the stream.
  virtual void Close(const Fault& why) = 0;
  // The served world is another one from now on.
  virtual void EpochBegins(const Fault& /*why*/) {}
  // Ends the stream if its client has stood still for too long.
  virtual void CheckStall(int64_t /*now_ns*/) {}
};

enum class SessionState : uint8_t {
  kOpen,
  kOrphaned,  // the lease ran out: can be resumed until `hold_until_ns`
  kEnded,
};

// One session (R7): neither a connection nor a stream. Lives on the strand.
struct Session {
  uint64_t client_id = 0;
  std::string token;  // secret: never logged
  std::string client_name;
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::optional<uint32_t> order;
  SessionState state = SessionState::kOpen;

  // --- Lease, wall clock ns
  int64_t lease_ns = 0;
  int64_t used_ns = 0;        // last call or frame
  int64_t hold_until_ns = 0;  // while orphaned
  int calls = 0;              // calls under way: the lease does not run while there is one
  std::vector<std::shared_ptr<SessionCall>>
      streams;  // of those, what ends with the session; Attach is `stream`

  // --- Commands
  nav::SourceId source = 0;  // 0 until the first admitted command
  uint64_t admissions = 0;   // of commands, from 1
  int later_commands = 0;    // admitted for ticks after the next one
  // Results of commands answered ACCEPTED, for the next Step; a stream that is open takes them instead.
  std::deque<v1::CommandResult> late_results;
  RememberedReplies replies;

  // --- Lock-step
  bool member = false;
  uint64_t ready_until = 0;  // ticks up to this one may run
  uint64_t ready_said = 0;   // of that, what frames of Attach said; the rest is of Steps under way
  int64_t blocking_ns = 0;   // since when the world waits for it

  std::shared_ptr<const sim::PublishedView> list_view;  // of a list that is being paged through
  uint64_t list_id = 0;                                 // which one (ListIdOf)
  std::shared_ptr<SessionStream> stream;                // null unless an Attach is open
};

using SessionPtr = std::shared_ptr<Session>;

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_SESSION_H_
