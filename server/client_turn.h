#ifndef FOOTFALL_SERVER_CLIENT_TURN_H_
#define FOOTFALL_SERVER_CLIENT_TURN_H_

#include <cstdint>
#include <optional>

namespace footfall::server {

// Whether a stream waits for its client, and since when (Core::now_ns).
class ClientTurn {
 public:
  void Begin(int64_t now_ns) { since_ns_ = now_ns; }
  void End() { since_ns_.reset(); }
  // It has lasted for `limit_ns`.
  bool IsOver(int64_t now_ns, int64_t limit_ns) const { return since_ns_ && now_ns - *since_ns_ >= limit_ns; }

 private:
  std::optional<int64_t> since_ns_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_CLIENT_TURN_H_
