#ifndef FOOTFALL_SIM_RECORDING_RECORDING_READER_H_
#define FOOTFALL_SIM_RECORDING_RECORDING_READER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "platform/state_hash.h"
#include "sim/recording/byte_reader.h"
#include "sim/recording/digest_delta.h"
#include "sim/recording/recorded_tick.h"
#include "sim/recording/recording_chunk.h"
#include "sim/recording/recording_file.h"
#include "sim/recording/recording_header.h"

namespace footfall::sim {

// Reads a recording, whole or cut off, tick after tick. One thread. Any bytes are safe: a fault is a Status
// with an offset.
class RecordingReader {
 public:
  // Reads the header and finds the chunks, by the index or, where there is none, from the first one to the
  // last whole one. InvalidArgument: no recording, or of another version; DataLoss: the header is damaged or
  // missing; else what the file says. Damage behind the header is told by damage() and by what reads it.
  static absl::StatusOr<std::unique_ptr<RecordingReader>> Open(const std::string& path);
  static absl::StatusOr<std::unique_ptr<RecordingReader>> OfBytes(std::string bytes);

  const RecordingHeader& header() const { return header_; }
  // After the first one the recording begins; the last one has ended in it. Equal: there is no tick in it.
  uint64_t first_tick() const { return header_.start_tick; }
  uint64_t last_tick() const { return last_tick_; }
  // After which there is a snapshot, ascending.
  std::vector<uint64_t> SnapshotTicks() const;
  uint64_t file_bytes() const { return file_->size(); }

  // It was closed: the index is there. Else its process was killed, or the file is cut or damaged.
  bool is_closed() const { return is_closed_; }
  // Why it ended though nobody closed it, as its writer says; empty: it was closed, or nobody says.
  const std::string& why_ended() const { return why_ended_; }
  // Bytes behind the last whole chunk, left out: what a killed process leaves.
  uint64_t torn_bytes() const { return torn_bytes_; }
  // What ends the chunks though it is no torn end, with its offset.
  const absl::Status& damage() const { return damage_; }

  // The ticks behind each snapshot, up to the next one. Equal digests: equal bytes, as far as the heads of
  // their chunks say; the other way round it need not be, for chunks may be cut in another way.
  struct Interval {
    uint64_t snapshot_tick = 0;
    uint64_t last_tick = 0;
    uint64_t digest = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
  };
  // Ascending. DataLoss: a head is damaged.
  absl::StatusOr<std::vector<Interval>> Intervals() const;

  // World::Save of the world after this tick. NotFound where there is none.
  absl::StatusOr<std::string> ReadSnapshot(uint64_t tick);

  // The next tick is the one after `snapshot_tick`, which has a snapshot: NotFound where it has none. Without
  // a Seek the next tick is first_tick() itself, which has no commands and ends with the hash at the start.
  absl::Status Seek(uint64_t snapshot_tick);
  // The next tick is first_tick() again.
  void Rewind();
  // Reads the next tick. False: the end; what was applied after the last tick ended is in `tick`. DataLoss:
  // damage, here or what damage() says. Snapshots on the way are checked by their checksums.
  absl::StatusOr<bool> Next(RecordedTick* tick);
  // Whether the checksums hold of all chunks up to and with that snapshot, which Seek passes over. DataLoss.
  absl::Status CheckBytesUntil(uint64_t snapshot_tick) const;
  // The hash tree after the last tick that Next gave.
  const platform::StateDigest& digest() const { return digests_.digest(); }

 private:
  explicit RecordingReader(std::unique_ptr<ReadFile> file) : file_(std::move(file)) {}
  static absl::StatusOr<std::unique_ptr<RecordingReader>> Make(std::unique_ptr<ReadFile> file);

  absl::Status ReadHeader();
  // Both fill places_. False: there is no index that holds.
  bool ReadIndex();
  void Scan();
  // Takes the chunk in if it goes on where the ones before ended.
  absl::Status Add(const ChunkPlace& place);
  absl::StatusOr<ChunkHead> ReadHead(uint64_t offset) const;
  // Checked by its checksum; the other one unpacked, too.
  absl::StatusOr<std::string> ReadPacked(const ChunkPlace& place, size_t number, ChunkHead* head) const;
  absl::StatusOr<std::string> ReadChunk(const ChunkPlace& place, size_t number);
  // Loads the next chunk of ticks. False: there is none.
  absl::StatusOr<bool> LoadRecords();
  absl::Status ReadRecord(RecordedTick* tick, bool* has_ended);
  void GoTo(size_t place, uint64_t tick);

  std::unique_ptr<ReadFile> file_;
  ChunkUnpacker unpacker_;
  RecordingHeader header_;
  std::vector<ChunkPlace> places_;
  uint64_t next_added_ = 0;  // tick that the next chunk of ticks begins with
  uint64_t last_tick_ = 0;
  bool is_closed_ = false;
  std::string why_ended_;
  uint64_t torn_bytes_ = 0;
  absl::Status damage_;

  // Where Next stands.
  size_t next_place_ = 1;
  std::string raw_;
  ByteReader records_{{}, ""};
  uint64_t chunk_last_ = 0;  // last tick that ends in the chunk, as its head says
  uint64_t next_tick_ = 0;
  DigestDecoder digests_;
  absl::Status fault_;  // that Next has met
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_RECORDING_READER_H_
