#ifndef FOOTFALL_SERVER_SESSION_TABLE_H_
#define FOOTFALL_SERVER_SESSION_TABLE_H_

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "footfall/v1/role.pb.h"
#include "footfall/v1/session_service.pb.h"
#include "server/errors.h"
#include "server/session.h"

namespace footfall::server {

// All sessions that are open or orphaned. Lives on the strand. Knows nothing of the world: whoever ends a
// session here also tells the world.
class SessionTable {
 public:
  // `role_max`: what the listener grants.
  SessionTable(v1::Role role_max, int64_t hold_ns) : role_max_(role_max), hold_ns_(hold_ns) {}

  v1::Role role_max() const { return role_max_; }
  int64_t hold_ns() const { return hold_ns_; }

  // Checks the request (name, role, order) and makes the session. TABLE_FULL with `sessions_max` in use.
  std::variant<SessionPtr, Fault> Open(const v1::OpenSessionRequest& request, uint32_t sessions_max,
                                       int64_t now_ns);
  // The session of the request's resume_token, taken up again.
  std::variant<SessionPtr, Fault> Resume(const v1::OpenSessionRequest& request, int64_t now_ns);
  // The open session of a token, or SESSION_UNKNOWN / SESSION_ENDED.
  std::variant<SessionPtr, Fault> Find(std::string_view token) const;
  // An orphan is not found by its token any more, but can be resumed.
  void Orphan(Session& session, int64_t now_ns);
  // The token reads as ended from now on.
  void End(Session& session);

  // May the session call a method of this access? `members` tells whether it is a lock-step member.
  std::optional<Fault> CheckAccess(const v1::Access& access, const Session& session) const;

  // Those whose lease, or hold time, has run out, by client_id.
  std::vector<SessionPtr> LeaseRunOut(int64_t now_ns) const;
  std::vector<SessionPtr> HoldRunOut(int64_t now_ns) const;
  // Open and orphaned ones, by client_id.
  std::vector<SessionPtr> All() const;
  size_t size() const { return by_id_.size(); }

 private:
  std::optional<Fault> CheckOpen(const v1::OpenSessionRequest& request) const;
  bool IsOnlyBot(const Session& session) const;

  v1::Role role_max_;
  int64_t hold_ns_;
  uint64_t next_client_id_ = 1;
  std::map<uint64_t, SessionPtr> by_id_;
  std::map<std::string, SessionPtr, std::less<>> by_token_;
  std::deque<std::string> ended_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_SESSION_TABLE_H_
