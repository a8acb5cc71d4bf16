#ifndef FOOTFALL_SIM_RECORDING_RECORDING_WRITER_H_
#define FOOTFALL_SIM_RECORDING_RECORDING_WRITER_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "platform/state_hash.h"
#include "sim/command.h"
#include "sim/recording/digest_delta.h"
#include "sim/recording/recording_chunk.h"
#include "sim/recording/recording_file.h"
#include "sim/recording/recording_header.h"

namespace footfall::sim {

struct RecordingWriterOptions {
  // Most bytes that may wait to be written. What is beyond ends the recording, or waits.
  size_t queue_bytes_max = size_t{256} << 20;
  // Who records waits for the disk when the queue is full, instead of the recording's end: for runs that
  // nobody waits for.
  bool waits_when_full = false;
  // A chunk that is not full is written once nothing has come for a while, so that a process that is killed
  // while its world stands still loses nothing older. Chunks then depend on the machine's speed; what is in
  // them does not.
  bool writes_when_idle = false;
};

// Writes a recording on a thread of its own: what it is given is appended to a bounded queue, and no call but
// Close waits for the disk (see waits_when_full). After a failure (a full disk), and when the queue is full,
// the recording has ended: is_recording() is false, status() says why, what comes later is dropped, and the
// file so far is a valid recording. All calls by one thread, but for the last three.
class RecordingWriter {
 public:
  // Makes the file and writes the header. `start` is the hash after the header's start_tick. What
  // AppendedFile says when it cannot be made or written.
  static absl::StatusOr<std::unique_ptr<RecordingWriter>> Create(
      const std::string& path, const RecordingHeader& header,
      std::shared_ptr<const platform::StateDigest> start, const RecordingWriterOptions& options);
  // Closes.
  ~RecordingWriter();
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;

  // A command that was applied in the tick after the last one that ended.
  void AddCommand(const Command& command, const CommandResult& result);
  // The next tick ended with this hash.
  void EndTick(std::shared_ptr<const platform::StateDigest> digest);
  // The world's state after the last tick that ended. REQUIRES: no command was added since.
  void AddSnapshot(std::string bytes);

  // Writes all that waits, index and trailer. Returns status().
  absl::Status Close();

  bool is_recording() const { return is_recording_.load(std::memory_order_relaxed); }
  // Ok as long as nothing went wrong.
  absl::Status status() const;
  // Of the file so far.
  uint64_t bytes_written() const { return bytes_written_.load(std::memory_order_relaxed); }

 private:
  // What waits to be written: records, behind which a tick may end; or a snapshot.
  struct Item {
    std::string bytes;
    std::shared_ptr<const platform::StateDigest> digest;  // of a tick that ends
    bool is_snapshot = false;
    size_t cost() const;
  };

  RecordingWriter(std::unique_ptr<AppendedFile> file, const RecordingHeader& header,
                  const RecordingWriterOptions& options);
  void Push(Item item);
  void End(absl::Status why);

  // On the writer's thread.
  void Work();
  // False: closing, and nothing waits any more. An empty item: idle.
  bool Take(Item* item);
  void Handle(Item item);
  void FlushTicks();
  void WriteChunk(ChunkKind kind, uint64_t first_tick, uint64_t last_tick, std::string_view raw);
  void Finish();

  const RecordingWriterOptions options_;
  // Of the recording thread.
  std::string pending_;
  size_t tick_commands_ = 0;

  // Of the writer's thread.
  std::unique_ptr<AppendedFile> file_;
  ChunkPacker packer_;
  DigestEncoder digests_;
  std::vector<ChunkPlace> places_;
  std::string records_;
  uint64_t next_tick_;          // that has not ended in what was handled
  uint64_t records_first_ = 0;  // tick of the first of the records
  bool has_failed_ = false;

  std::atomic<bool> is_recording_ = true;
  std::atomic<uint64_t> bytes_written_ = 0;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::deque<Item> queue_;
  size_t queue_bytes_ = 0;
  bool is_closing_ = false;
  absl::Status status_;

  std::thread thread_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_RECORDING_WRITER_H_
