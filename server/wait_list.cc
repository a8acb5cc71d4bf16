#include "server/wait_list.h"

#include <utility>

namespace footfall::server {

uint64_t WaitList::Add(SessionPtr session, Ready ready, Then then) {
  waits_.emplace(next_, Wait{std::move(session), std::move(ready), std::move(then)});
  return next_++;
}

void WaitList::Cancel(uint64_t wait) { waits_.erase(wait); }

void WaitList::Check(const std::function<bool(const Session*)>& tick_is_due) {
  // Taken out before any is answered: an answer may add waits, or apply a command and so come here again.
  std::vector<std::pair<Then, WaitEnd>> ended;
  for (auto it = waits_.begin(); it != waits_.end();) {
    Wait& wait = it->second;
    const bool reached = wait.ready();
    if (!reached && tick_is_due(wait.session.get())) {
      ++it;
      continue;
    }
    ended.emplace_back(std::move(wait.then), reached ? WaitEnd::kReached : WaitEnd::kNothingDue);
    it = waits_.erase(it);
  }
  for (const auto& [then, end] : ended) then(end, nullptr);
}

void WaitList::FailWhere(const std::function<bool(const Wait&)>& which, const Fault& fault) {
  std::vector<Then> ended;
  for (auto it = waits_.begin(); it != waits_.end();) {
    if (!which(it->second)) {
      ++it;
      continue;
    }
    ended.push_back(std::move(it->second.then));
    it = waits_.erase(it);
  }
  for (const Then& then : ended) then(WaitEnd::kFault, &fault);
}

void WaitList::FailAll(const Fault& fault) {
  FailWhere([](const Wait&) { return true; }, fault);
}

void WaitList::FailOf(const Session& session, const Fault& fault) {
  FailWhere([&](const Wait& wait) { return wait.session.get() == &session; }, fault);
}

}  // namespace footfall::server
