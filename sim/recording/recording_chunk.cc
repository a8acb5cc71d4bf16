#include "sim/recording/recording_chunk.h"

#include <zstd.h>

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/check.h"
#include "platform/state_hash.h"
#include "sim/recording/byte_reader.h"

namespace footfall::sim {

namespace {

// A line end of each kind and an end-of-file mark: what a transfer as text would break.
constexpr std::string_view kPreambleMagic("FFREC\r\n\x1a", 8);
constexpr std::string_view kTrailerMagic("FFRECEND", 8);
constexpr uint32_t kChunkMagic = 0x4B484346;  // "FCHK"
// Most of a recording is hashes, which no level makes smaller.
constexpr int kCompressionLevel = 1;
constexpr size_t kPlaceBytes = 4 + 3 * 8;
constexpr uint64_t kPlacesMax = kChunkBytesMax / kPlaceBytes;
constexpr size_t kWhyBytesMax = 1024;

uint32_t BytesMaxOf(ChunkKind kind) {
  return kind == ChunkKind::kSnapshot ? kSnapshotBytesMax : kChunkBytesMax;
}

uint64_t HeadHash(const ChunkHead& head) {
  return platform::HashBytes(&head, kChunkHeadBytes - sizeof(head.head_hash));
}

absl::Status Damaged(uint64_t offset, const std::string& what) {
  return absl::DataLossError(absl::StrCat("recording, offset ", offset, ": ", what));
}

}  // namespace

std::string PreambleBytes() {
  std::string bytes(kPreambleMagic);
  AppendNumber(kRecordingVersion, bytes);
  AppendNumber(static_cast<uint32_t>(platform::HashBytes(bytes.data(), bytes.size())), bytes);
  return bytes;
}

absl::Status CheckPreamble(std::string_view bytes) {
  if (bytes.size() < kPreambleBytes || bytes.substr(0, kPreambleMagic.size()) != kPreambleMagic) {
    return absl::InvalidArgumentError("recording, offset 0: these are not the first bytes of a recording");
  }
  ByteReader reader(bytes.substr(kPreambleMagic.size()), "recording");
  const auto version = reader.Read<uint32_t>();
  const auto hash = static_cast<uint32_t>(platform::HashBytes(bytes.data(), kPreambleBytes - 4));
  if (hash != reader.Read<uint32_t>()) return Damaged(0, "the checksum of the preamble does not hold");
  if (version != kRecordingVersion) {
    return absl::InvalidArgumentError(
        absl::StrCat("recording: version ", version, ", supported is ", kRecordingVersion));
  }
  return absl::OkStatus();
}

struct ChunkPacker::Context {
  ZSTD_CCtx* zstd = ZSTD_createCCtx();
  ~Context() { ZSTD_freeCCtx(zstd); }
};

ChunkPacker::ChunkPacker() : context_(std::make_unique<Context>()) {}
ChunkPacker::~ChunkPacker() = default;

absl::StatusOr<std::string> ChunkPacker::Pack(ChunkKind kind, uint64_t number, uint64_t first_tick,
                                              uint64_t last_tick, std::string_view raw) {
  if (raw.size() > BytesMaxOf(kind)) {
    return absl::ResourceExhaustedError(absl::StrCat("recording: a chunk of kind ",
                                                     static_cast<uint32_t>(kind), " has ", raw.size(),
                                                     " bytes, the limit is ", BytesMaxOf(kind)));
  }
  std::string bytes(kChunkHeadBytes + ZSTD_compressBound(raw.size()), '\0');
  const size_t packed =
      ZSTD_compressCCtx(context_->zstd, bytes.data() + kChunkHeadBytes, bytes.size() - kChunkHeadBytes,
                        raw.data(), raw.size(), kCompressionLevel);
  FOOTFALL_CHECK(ZSTD_isError(packed) == 0);  // The room is enough for any bytes.
  bytes.resize(kChunkHeadBytes + packed);
  ChunkHead head;
  head.magic = kChunkMagic;
  head.kind = kind;
  head.number = number;
  head.first_tick = first_tick;
  head.last_tick = last_tick;
  head.packed_bytes = static_cast<uint32_t>(packed);
  head.raw_bytes = static_cast<uint32_t>(raw.size());
  head.packed_hash = platform::HashBytes(bytes.data() + kChunkHeadBytes, packed);
  head.head_hash = HeadHash(head);
  std::memcpy(bytes.data(), &head, kChunkHeadBytes);
  return bytes;
}

struct ChunkUnpacker::Context {
  ZSTD_DCtx* zstd = ZSTD_createDCtx();
  ~Context() { ZSTD_freeDCtx(zstd); }
};

ChunkUnpacker::ChunkUnpacker() : context_(std::make_unique<Context>()) {}
ChunkUnpacker::~ChunkUnpacker() = default;

absl::StatusOr<ChunkHead> ChunkUnpacker::ReadHead(std::string_view bytes, uint64_t offset) {
  ChunkHead head;
  if (bytes.size() < kChunkHeadBytes) return Damaged(offset, "the file ends within the head of a chunk");
  std::memcpy(&head, bytes.data(), kChunkHeadBytes);
  if (head.magic != kChunkMagic) return Damaged(offset, "no chunk begins here");
  if (head.head_hash != HeadHash(head)) {
    return Damaged(offset, "the checksum of the chunk's head does not hold");
  }
  if (head.kind < ChunkKind::kHeader || head.kind > ChunkKind::kIndex) {
    return Damaged(offset, absl::StrCat("there is no kind of chunks ", static_cast<uint32_t>(head.kind)));
  }
  if (head.raw_bytes > BytesMaxOf(head.kind)) {
    return Damaged(offset, absl::StrCat("a chunk of ", head.raw_bytes, " bytes unpacked, the limit is ",
                                        BytesMaxOf(head.kind)));
  }
  if (head.packed_bytes > ZSTD_compressBound(head.raw_bytes)) {
    return Damaged(offset, absl::StrCat("a chunk of ", head.packed_bytes, " packed bytes for ",
                                        head.raw_bytes, " unpacked ones"));
  }
  if (head.first_tick > kRecordingTickMax || head.last_tick + 1 < head.first_tick ||
      head.last_tick > kRecordingTickMax) {
    return Damaged(offset, absl::StrCat("a chunk of ticks ", head.first_tick, " to ", head.last_tick));
  }
  return head;
}

absl::Status ChunkUnpacker::CheckPacked(const ChunkHead& head, std::string_view packed, uint64_t offset) {
  if (packed.size() != head.packed_bytes) return Damaged(offset, "the file ends within a chunk");
  if (platform::HashBytes(packed.data(), packed.size()) != head.packed_hash) {
    return Damaged(offset, "the checksum of the chunk does not hold");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ChunkUnpacker::Unpack(const ChunkHead& head, std::string_view packed,
                                                  uint64_t offset) {
  if (absl::Status status = CheckPacked(head, packed, offset); !status.ok()) return status;
  // Before any memory is taken for it: what the frame itself says must be what the head says.
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != head.raw_bytes) {
    return Damaged(offset, "the chunk's frame has another size than its head says");
  }
  std::string raw(head.raw_bytes, '\0');
  const size_t size =
      ZSTD_decompressDCtx(context_->zstd, raw.data(), raw.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) != 0 || size != raw.size()) return Damaged(offset, "the chunk cannot be unpacked");
  return raw;
}

std::string EncodeIndex(const RecordingIndex& index) {
  std::string bytes;
  AppendText(std::string_view(index.why_ended).substr(0, kWhyBytesMax), bytes);
  AppendVarint(index.places.size(), bytes);
  for (const ChunkPlace& place : index.places) {
    AppendNumber(place.kind, bytes);
    AppendNumber(place.offset, bytes);
    AppendNumber(place.first_tick, bytes);
    AppendNumber(place.last_tick, bytes);
  }
  return bytes;
}

absl::StatusOr<RecordingIndex> DecodeIndex(std::string_view bytes) {
  ByteReader reader(bytes, "recording, index");
  RecordingIndex index;
  index.why_ended = reader.ReadText("why_ended", kWhyBytesMax);
  const uint64_t count = reader.ReadCount("chunks", kPlacesMax);
  if (reader.ok() && reader.rest().size() != count * kPlaceBytes) {
    reader.Fail(absl::StrCat(count, " chunks in ", reader.rest().size(), " bytes"));
  }
  index.places.resize(reader.ok() ? count : 0);
  for (ChunkPlace& place : index.places) {
    place.kind = static_cast<ChunkKind>(reader.Read<uint32_t>());
    place.offset = reader.Read<uint64_t>();
    place.first_tick = reader.Read<uint64_t>();
    place.last_tick = reader.Read<uint64_t>();
  }
  if (!reader.ok()) return reader.status();
  return index;
}

std::string TrailerBytes(uint64_t index_offset) {
  std::string bytes;
  AppendNumber(index_offset, bytes);
  bytes += kTrailerMagic;
  AppendNumber(platform::HashBytes(bytes.data(), bytes.size()), bytes);
  return bytes;
}

absl::StatusOr<uint64_t> ReadTrailer(std::string_view bytes) {
  ByteReader reader(bytes, "recording, trailer");
  const auto offset = reader.Read<uint64_t>();
  const std::string_view magic = reader.ReadBytes(kTrailerMagic.size());
  const auto hash = reader.Read<uint64_t>();
  if (!reader.ok() || magic != kTrailerMagic || hash != platform::HashBytes(bytes.data(), 16)) {
    return absl::NotFoundError("recording: it has no index");
  }
  return offset;
}

}  // namespace footfall::sim
