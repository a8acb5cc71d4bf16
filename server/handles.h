#ifndef FOOTFALL_SERVER_HANDLES_H_
#define FOOTFALL_SERVER_HANDLES_H_

#include <cstdint>
#include <limits>

#include "footfall/v1/nav.pb.h"
#include "nav/server/request_types.h"
#include "server/convert.h"
#include "server/session.h"
#include "sim/published_view.h"

namespace footfall::server {

// The source of a session that has given no command: no request belongs to it.
inline constexpr nav::SourceId kNoSource = std::numeric_limits<nav::SourceId>::max();

inline nav::SourceId SourceOf(const Session& session) {
  return session.source == 0 ? kNoSource : session.source;
}

// The live request behind a handle of the session, or null: then `result` holds the handle and the error.
const sim::RequestView* FindOwn(const sim::PublishedView& view, const Session& session, uint64_t handle,
                                v1::NavResult* result);

// Counts the bytes of a reply's results.
class MessageBudget {
 public:
  explicit MessageBudget(int32_t message_bytes_max) : left_(message_bytes_max - kEnvelopeBytes) {}

  // Takes the result, or puts the error MESSAGE_FULL in its place and gives false. The handle stays.
  bool Take(v1::NavResult* result);

 private:
  // For stamp, hash and the frame of the message.
  static constexpr int64_t kEnvelopeBytes = 4096;
  // What an item that does not fit takes, and the tag and length of any item.
  static constexpr int64_t kErrorBytes = 256;
  static constexpr int64_t kItemBytes = 6;
  int64_t left_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_HANDLES_H_
