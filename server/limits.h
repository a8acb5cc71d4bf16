#ifndef FOOTFALL_SERVER_LIMITS_H_
#define FOOTFALL_SERVER_LIMITS_H_

#include <cstddef>
#include <cstdint>

#include "footfall/v1/session_service.pb.h"

namespace footfall::platform {
struct Profile;
}

namespace footfall::server {

// Limits of the interface that no platform has a say in. Those of the platform profile stand in
// platform::Profile.

// Bytes of a request_id (command.proto).
inline constexpr size_t kRequestIdBytesMax = 64;
// Bytes of the name of a file that a client names.
inline constexpr size_t kFileNameBytesMax = 64;
// How many of the last request_ids of a session are remembered; their replies together at most message_bytes.
inline constexpr uint32_t kRequestIdsKept = 64;
// Entries of one page of a list; also what an unset page_size takes.
inline constexpr uint32_t kPageSizeMax = 256;
// Ticks whose state hash GetStateHash still knows.
inline constexpr size_t kHashesKept = 1024;
// Results of commands answered ACCEPTED that wait for the session's next Step or Attach.
inline constexpr size_t kLateResultsMax = 4096;
// Commands of one session that wait for ticks after the next one: without a limit one client could fill the
// server's memory with them.
inline constexpr int kLaterCommandsMax = 4096;
// Secret of a session, bytes: 128 bits cannot be guessed.
inline constexpr size_t kTokenBytes = 16;
// Ended sessions that are still told from unknown ones.
inline constexpr size_t kEndedTokensKept = 1024;
// Lease of a session that names none, and the longest one, ms.
inline constexpr uint32_t kLeaseDefaultMs = 30'000;
inline constexpr uint32_t kLeaseMaxMs = 600'000;
// One past the highest order of a session; sources from 4096 on belong to sessions without one (R7).
inline constexpr uint32_t kOrderEnd = 4095;
inline constexpr uint32_t kFirstUnorderedSource = 4096;
// When to try again with all sessions taken, ns of wall time: ends are looked for much more often.
inline constexpr int64_t kSessionRetryNs = 1'000'000'000;
// Slowest pace of Run (R5).
inline constexpr double kSpeedMin = 0.1;
// No call waits longer for ticks, ms of wall time: neither a read for min_tick or wait_ticks, nor a Step, a
// Pause or an awaited write. Calls that need no tick do not wait at all, but for the work of queries, which
// has a ceiling in units (query_engine.h); streams have their own deadlines.
inline constexpr int64_t kCallCeilingMs = 600'000;
// How often leases, holds and heartbeats are looked at, ms.
inline constexpr int kHousekeepingMs = 50;
// An Attach that has been silent for so long gets a heartbeat, ms.
inline constexpr int64_t kHeartbeatMs = 1000;
// How long a stream that is being ended may hang on a reader that does not read, ms.
inline constexpr int64_t kClosingGraceMs = 2000;
// Bytes of a snapshot that a client uploads, packed, and what it may unpack to.
inline constexpr uint64_t kSnapshotBytesMax = uint64_t{64} << 20;
inline constexpr uint64_t kSnapshotStateBytesMax = uint64_t{512} << 20;
// Snapshots that are sent or uploaded at a time: each holds its own bytes until it has gone.
inline constexpr uint32_t kSnapshotTransfersMax = 4;
// Bytes of one piece, or half of message_bytes where that is less.
inline constexpr size_t kSnapshotPieceBytes = size_t{1} << 20;
// A transfer, or a fork with something to say, whose client moves nothing for so long is ended, ms.
inline constexpr int64_t kTransferStallMs = 60'000;
// Forks at a time unless told otherwise: each is a whole world.
inline constexpr uint32_t kForksMax = 2;
// Ticks of a fork: an hour of a world at 30 Hz; and its commands.
inline constexpr uint32_t kForkTicksMax = 108'000;
inline constexpr int kForkCommandsMax = 4096;
// How often a fork tells how far it is, ms of wall time, and how many of its messages may wait for their
// reader.
inline constexpr int64_t kForkProgressMs = 250;
inline constexpr size_t kForkMessagesMax = 4;
// When to try again with all places for transfers or forks taken, ns of wall time.
inline constexpr int64_t kCopyRetryNs = 1'000'000'000;
// Version of the interface: rises by one with each addition to v1.
inline constexpr uint32_t kApiLevel = 3;

// What GetServer and OpenSession tell of `profile`, at `hz` ticks a second, and the above.
void FillLimits(const platform::Profile& profile, int hz, v1::Limits* out);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_LIMITS_H_
