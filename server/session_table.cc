#include "server/session_table.h"

#include <algorithm>
#include <random>

#include "absl/strings/str_cat.h"
#include "server/clock.h"
#include "server/limits.h"

namespace footfall::server {
namespace {

std::string NewToken() {
  std::random_device device;  // The kernel's generator; not world state.
  std::string token;
  while (token.size() < kTokenBytes) {
    const uint32_t word = device();
    for (int shift = 0; shift < 32; shift += 8) token.push_back(static_cast<char>(word >> shift));
  }
  return token;
}

int64_t LeaseNs(uint32_t lease_ms) {
  const uint32_t granted = lease_ms == 0 ? kLeaseDefaultMs : std::min(lease_ms, kLeaseMaxMs);
  return int64_t{granted} * kNsPerMsWall;
}

bool IsClientName(std::string_view name) {
  const auto allowed = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), allowed);
}

}  // namespace

std::optional<Fault> SessionTable::CheckOpen(const v1::OpenSessionRequest& request) const {
  if (!IsClientName(request.client_name())) {
    return BadField("client_name", "must be 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  }
  if (request.role() == v1::ROLE_UNSPECIFIED || !v1::Role_IsValid(request.role())) {
    return BadField("role", absl::StrCat("is ", static_cast<int>(request.role()), ", must be one of 1 to 4"));
  }
  if (request.role() > role_max_) {
    return Refusal("ROLE_NEEDED",
                   absl::StrCat("role: ", v1::Role_Name(request.role()),
                                " asked, this listener grants up to ", v1::Role_Name(role_max_)));
  }
  if (!v1::OrphanRule_IsValid(request.orphan_rule())) {
    return BadField("orphan_rule",
                    absl::StrCat("is ", static_cast<int>(request.orphan_rule()), ", must be 0 to 2"));
  }
  if (!request.world().empty())
    return BadField("world", "must be empty: this server has one world, without forks");
  if (request.lock_step_member() && request.role() < v1::ROLE_BOT) {
    return BadField("role", "must be ROLE_BOT or above for a lock_step_member");
  }
  if (!request.has_order()) return std::nullopt;
  if (request.order() >= kOrderEnd) {
    return BadField("order", absl::StrCat("is ", request.order(), ", must be below ", kOrderEnd));
  }
  for (const auto& [id, session] : by_id_) {
    if (session->order == request.order()) {
      return Refusal("ORDER_TAKEN", absl::StrCat("order: ", request.order(), " is taken by client ", id));
    }
  }
  return std::nullopt;
}

std::variant<SessionPtr, Fault> SessionTable::Open(const v1::OpenSessionRequest& request,
                                                   uint32_t sessions_max, int64_t now_ns) {
  if (auto fault = CheckOpen(request)) return *std::move(fault);
  if (by_id_.size() >= sessions_max) {
    // A session ends by wall time or by its client, whatever ticks do.
    return RetryLater("TABLE_FULL", absl::StrCat("sessions: all ", sessions_max, " are open or orphaned"),
                      kSessionRetryNs);
  }
  auto session = std::make_shared<Session>();
  session->client_id = next_client_id_++;
  session->token = NewToken();
  session->client_name = request.client_name();
  session->role = request.role();
  if (request.has_order()) session->order = request.order();
  session->lease_ns = LeaseNs(request.lease_ms());
  session->used_ns = now_ns;
  session->member = request.lock_step_member();
  by_id_[session->client_id] = session;
  by_token_[session->token] = session;
  return session;
}

std::variant<SessionPtr, Fault> SessionTable::Resume(const v1::OpenSessionRequest& request, int64_t now_ns) {
  const auto found = by_token_.find(request.resume_token());
  if (found == by_token_.end()) {
    return Refusal("SESSION_ENDED", "resume_token: the session ended or never was");
  }
  Session& session = *found->second;
  const bool same = (request.client_name().empty() || request.client_name() == session.client_name) &&
                    (request.role() == v1::ROLE_UNSPECIFIED || request.role() == session.role) &&
                    (!request.has_order() || session.order == request.order()) &&
                    (!request.lock_step_member() || session.member) && request.world().empty();
  if (!same) return BadField("resume_token", "the other fields must be unset or as the session was opened");
  session.state = SessionState::kOpen;
  session.used_ns = now_ns;
  if (request.lease_ms() != 0) session.lease_ns = LeaseNs(request.lease_ms());
  return found->second;
}

std::variant<SessionPtr, Fault> SessionTable::Find(std::string_view token) const {
  const auto found = by_token_.find(token);
  if (found == by_token_.end()) {
    const bool ended = std::find(ended_.begin(), ended_.end(), token) != ended_.end();
    if (ended) return Refusal("SESSION_ENDED", "the session has ended");
    return Refusal("SESSION_UNKNOWN", "metadata footfall-session-bin: missing or no token of this server");
  }
  if (found->second->state == SessionState::kOrphaned) {
    return Refusal("SESSION_ENDED",
                   "the session's lease ran out; OpenSession.resume_token takes it up again");
  }
  return found->second;
}

void SessionTable::Orphan(Session& session, int64_t now_ns) {
  session.state = SessionState::kOrphaned;
  session.hold_until_ns = now_ns + hold_ns_;
}

void SessionTable::End(Session& session) {
  session.state = SessionState::kEnded;
  ended_.push_back(session.token);
  if (ended_.size() > kEndedTokensKept) ended_.pop_front();
  by_token_.erase(session.token);
  by_id_.erase(session.client_id);  // Last: this may be what kept `session`.
}

bool SessionTable::IsOnlyBot(const Session& session) const {
  if (session.role < v1::ROLE_BOT) return false;
  return std::none_of(by_id_.begin(), by_id_.end(), [&](const auto& entry) {
    const Session& other = *entry.second;
    return &other != &session && other.state == SessionState::kOpen && other.role >= v1::ROLE_BOT;
  });
}

std::optional<Fault> SessionTable::CheckAccess(const v1::Access& access, const Session& session) const {
  if (session.role >= access.least()) return std::nullopt;
  if (access.member() && session.member) return std::nullopt;
  if (access.only_session() && IsOnlyBot(session)) return std::nullopt;
  return Refusal("ROLE_NEEDED",
                 absl::StrCat("the session has ", v1::Role_Name(session.role), ", needed is ",
                              v1::Role_Name(access.least()),
                              access.only_session() ? ", or to be the only session of ROLE_BOT or above" : "",
                              access.member() ? ", or to be a lock-step member" : ""));
}

std::vector<SessionPtr> SessionTable::LeaseRunOut(int64_t now_ns) const {
  std::vector<SessionPtr> out;
  for (const auto& [id, session] : by_id_) {
    const bool due = session->calls == 0 && now_ns - session->used_ns > session->lease_ns;
    if (session->state == SessionState::kOpen && due) out.push_back(session);
  }
  return out;
}

std::vector<SessionPtr> SessionTable::HoldRunOut(int64_t now_ns) const {
  std::vector<SessionPtr> out;
  for (const auto& [id, session] : by_id_) {
    if (session->state == SessionState::kOrphaned && now_ns > session->hold_until_ns) out.push_back(session);
  }
  return out;
}

std::vector<SessionPtr> SessionTable::All() const {
  std::vector<SessionPtr> out;
  for (const auto& [id, session] : by_id_) out.push_back(session);
  return out;
}

}  // namespace footfall::server
