#ifndef FOOTFALL_SERVER_WAIT_LIST_H_
#define FOOTFALL_SERVER_WAIT_LIST_H_

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "server/errors.h"
#include "server/session.h"

namespace footfall::server {

// Why a wait ended.
enum class WaitEnd : uint8_t {
  kReached,
  kNothingDue,  // no tick is under way or due, so that waiting would be for ever (api-v1 item 12)
  kFault,       // reset, drain, end of the session
};

// Calls that wait for ticks (R6). Wall time ends a wait by cancelling its call, never here. Lives on the
// strand.
class WaitList {
 public:
  using Ready = std::function<bool()>;
  using Then = std::function<void(WaitEnd end, const Fault* fault)>;

  // Returns the number by which Cancel knows it; never 0. `session` may be null.
  uint64_t Add(SessionPtr session, Ready ready, Then then);
  // Its `then` is not called.
  void Cancel(uint64_t wait);
  // After a publication and whenever it may have changed whether a tick is due.
  void Check(const std::function<bool(const Session*)>& tick_is_due);
  void FailAll(const Fault& fault);
  void FailOf(const Session& session, const Fault& fault);
  size_t size() const { return waits_.size(); }

 private:
  struct Wait {
    SessionPtr session;
    Ready ready;
    Then then;
  };

  void FailWhere(const std::function<bool(const Wait&)>& which, const Fault& fault);

  uint64_t next_ = 1;
  std::map<uint64_t, Wait> waits_;  // in order of arrival
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WAIT_LIST_H_
