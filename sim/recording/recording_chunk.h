#ifndef FOOTFALL_SIM_RECORDING_RECORDING_CHUNK_H_
#define FOOTFALL_SIM_RECORDING_RECORDING_CHUNK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// The frame of a recording: 16 bytes of preamble, then chunks, each a head of 56 bytes and a Zstandard frame;
// behind the last one, the index, a trailer of 24 bytes says where the index begins. Little-endian.
namespace footfall::sim {

// Of the frame and of what is in the chunks, but for the commands, which have a version of their own.
inline constexpr uint32_t kRecordingVersion = 2;
// Most that one chunk may be unpacked (R55): a snapshot, and any other chunk.
inline constexpr uint32_t kSnapshotBytesMax = uint32_t{1} << 29;
inline constexpr uint32_t kChunkBytesMax = uint32_t{1} << 26;
// No tick of a recording is as high: sums of ticks cannot wrap.
inline constexpr uint64_t kRecordingTickMax = uint64_t{1} << 62;

enum class ChunkKind : uint32_t { kHeader = 1, kTicks = 2, kSnapshot = 3, kIndex = 4 };

// Before the packed bytes of a chunk. Every byte of it is covered by `head_hash`.
struct ChunkHead {
  uint32_t magic = 0;
  ChunkKind kind = ChunkKind::kHeader;
  uint64_t number = 0;  // of the chunk in its file, from 0
  // Of ticks: the one that the first record belongs to, and the last one that ends here; one less than the
  // first where none does. Of a snapshot both are the tick after which it was taken.
  uint64_t first_tick = 0;
  uint64_t last_tick = 0;
  uint32_t packed_bytes = 0;
  uint32_t raw_bytes = 0;
  uint64_t packed_hash = 0;  // XXH3 of the packed bytes
  uint64_t head_hash = 0;    // XXH3 of the fields above
};
inline constexpr size_t kChunkHeadBytes = 56;
static_assert(sizeof(ChunkHead) == kChunkHeadBytes);

inline constexpr size_t kPreambleBytes = 16;
std::string PreambleBytes();
// InvalidArgument: no recording, or of another version, with found and supported. DataLoss: damaged.
absl::Status CheckPreamble(std::string_view bytes);

// Packs chunks. One thread.
class ChunkPacker {
 public:
  ChunkPacker();
  ~ChunkPacker();

  // Head and packed bytes. ResourceExhausted when `raw` is more than a chunk of this kind may be.
  absl::StatusOr<std::string> Pack(ChunkKind kind, uint64_t number, uint64_t first_tick, uint64_t last_tick,
                                   std::string_view raw);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// Checks and unpacks chunks. Each fault is a DataLoss. One thread.
class ChunkUnpacker {
 public:
  ChunkUnpacker();
  ~ChunkUnpacker();

  // `bytes` are those of a head, at `offset` of the file.
  static absl::StatusOr<ChunkHead> ReadHead(std::string_view bytes, uint64_t offset);
  static absl::Status CheckPacked(const ChunkHead& head, std::string_view packed, uint64_t offset);
  // Checks the packed bytes first.
  absl::StatusOr<std::string> Unpack(const ChunkHead& head, std::string_view packed, uint64_t offset);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// Where a chunk lies.
struct ChunkPlace {
  ChunkKind kind = ChunkKind::kHeader;
  uint64_t offset = 0;
  uint64_t first_tick = 0;
  uint64_t last_tick = 0;
  friend bool operator==(const ChunkPlace&, const ChunkPlace&) = default;
};

// What the index holds: all chunks before it, and why the recording ended where that was no choice.
struct RecordingIndex {
  std::vector<ChunkPlace> places;
  std::string why_ended;  // empty: it was closed
};
std::string EncodeIndex(const RecordingIndex& index);
absl::StatusOr<RecordingIndex> DecodeIndex(std::string_view bytes);

inline constexpr size_t kTrailerBytes = 24;
std::string TrailerBytes(uint64_t index_offset);
// The offset; NotFound when the bytes are no trailer.
absl::StatusOr<uint64_t> ReadTrailer(std::string_view bytes);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_RECORDING_CHUNK_H_
