#include "server/remembered_replies.h"

#include <algorithm>
#include <utility>

#include "server/limits.h"

namespace footfall::server {

RememberedReplies::Entry* RememberedReplies::Find(std::string_view key) {
  for (Entry& entry : entries_) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

RememberedReplies::Found RememberedReplies::Begin(std::string_view key, Waiter waiter) {
  Entry* entry = Find(key);
  if (entry == nullptr) {
    entries_.push_back({std::string(key), false, {}, {}});
    return Found::kNew;
  }
  if (entry->done) {
    // A copy: the waiter may begin another call, which moves entries.
    const std::string reply = entry->reply;
    waiter(&reply);
    return Found::kDone;
  }
  entry->waiters.push_back(std::move(waiter));
  return Found::kWaiting;
}

void RememberedReplies::Finish(std::string_view key, const std::string& reply, size_t bytes_max) {
  Entry* entry = Find(key);
  if (entry == nullptr) return;
  entry->done = true;
  entry->reply = reply;
  const std::vector<Waiter> waiters = std::move(entry->waiters);
  entry->waiters.clear();
  Trim(bytes_max);
  for (const Waiter& waiter : waiters) waiter(&reply);
}

void RememberedReplies::Forget(std::string_view key) {
  const auto entry =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.key == key; });
  if (entry == entries_.end()) return;
  const std::vector<Waiter> waiters = std::move(entry->waiters);
  entries_.erase(entry);
  for (const Waiter& waiter : waiters) waiter(nullptr);
}

void RememberedReplies::Clear() {
  std::erase_if(entries_, [](const Entry& entry) { return entry.done; });
}

void RememberedReplies::Trim(size_t bytes_max) {
  size_t bytes = 0;
  size_t done = 0;
  for (const Entry& entry : entries_) {
    bytes += entry.reply.size();
    done += entry.done ? 1 : 0;
  }
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    if (done <= kRequestIdsKept && bytes <= bytes_max) return;
    if (!entry->done) {
      ++entry;
      continue;
    }
    bytes -= entry->reply.size();
    --done;
    entry = entries_.erase(entry);
  }
}

}  // namespace footfall::server
