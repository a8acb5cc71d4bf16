#ifndef FOOTFALL_SERVER_REMEMBERED_REPLIES_H_
#define FOOTFALL_SERVER_REMEMBERED_REPLIES_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace footfall::server {

// The replies to the last request_ids of a session, so that a repeated call changes nothing (api-v1,
// conventions). An id belongs to its method: `key` is both. At most kRequestIdsKept finished ids are kept,
// and of their replies at most `bytes_max` bytes; the oldest go first.
class RememberedReplies {
 public:
  // Gets the serialized reply of the first call; an empty pointer if that call failed, so that the repeat
  // runs anew.
  using Waiter = std::function<void(const std::string* reply)>;

  enum class Found { kNew, kWaiting, kDone };

  // kNew: the caller runs the call and says Finish or Forget. kDone: `waiter` was called. kWaiting: it will
  // be.
  Found Begin(std::string_view key, Waiter waiter);
  void Finish(std::string_view key, const std::string& reply, size_t bytes_max);
  void Forget(std::string_view key);
  // All handles of an epoch are gone with it, and so is every reply that names them. Calls under way go on.
  void Clear();

 private:
  struct Entry {
    std::string key;
    bool done = false;
    std::string reply;
    std::vector<Waiter> waiters;
  };

  Entry* Find(std::string_view key);
  void Trim(size_t bytes_max);

  std::deque<Entry> entries_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_REMEMBERED_REPLIES_H_
