#include "sim/recording/recording_reader.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/command_log.h"

namespace footfall::sim {

namespace {

absl::Status Damaged(uint64_t offset, const std::string& what) {
  return absl::DataLossError(absl::StrCat("recording, offset ", offset, ": ", what));
}

ChunkPlace PlaceOf(const ChunkHead& head, uint64_t offset) {
  return {head.kind, offset, head.first_tick, head.last_tick};
}

}  // namespace

absl::StatusOr<std::unique_ptr<RecordingReader>> RecordingReader::Open(const std::string& path) {
  absl::StatusOr<std::unique_ptr<ReadFile>> file = ReadFile::Open(path);
  return file.ok() ? Make(*std::move(file)) : file.status();
}

absl::StatusOr<std::unique_ptr<RecordingReader>> RecordingReader::OfBytes(std::string bytes) {
  return Make(ReadFile::OfBytes(std::move(bytes)));
}

absl::StatusOr<std::unique_ptr<RecordingReader>> RecordingReader::Make(std::unique_ptr<ReadFile> file) {
  std::unique_ptr<RecordingReader> reader(new RecordingReader(std::move(file)));
  if (absl::Status status = reader->ReadHeader(); !status.ok()) return status;
  if (!reader->ReadIndex()) {
    reader->places_.resize(1);
    reader->next_added_ = reader->header_.start_tick;
    reader->Scan();
  }
  const uint64_t start = reader->header_.start_tick;
  reader->last_tick_ = reader->next_added_ > start ? reader->next_added_ - 1 : start;
  reader->next_tick_ = start;
  return reader;
}

absl::Status RecordingReader::ReadHeader() {
  const absl::StatusOr<std::string> preamble = file_->Read(0, kPreambleBytes);
  if (!preamble.ok()) return preamble.status();
  if (absl::Status status = CheckPreamble(*preamble); !status.ok()) return status;
  const absl::StatusOr<ChunkHead> head = ReadHead(kPreambleBytes);
  if (!head.ok()) return head.status();
  if (head->kind != ChunkKind::kHeader || head->number != 0) {
    return Damaged(kPreambleBytes, "the first chunk is no header");
  }
  places_ = {PlaceOf(*head, kPreambleBytes)};
  const absl::StatusOr<std::string> raw = ReadChunk(places_[0], 0);
  if (!raw.ok()) return raw.status();
  absl::StatusOr<RecordingHeader> header = DecodeHeader(*raw);
  if (!header.ok()) return header.status();
  if (header->command_log_version != kCommandLogVersion) {
    return absl::InvalidArgumentError(absl::StrCat("recording: its commands are of version ",
                                                   header->command_log_version, ", supported is ",
                                                   kCommandLogVersion));
  }
  if (header->start_tick != head->first_tick) {
    return Damaged(kPreambleBytes, "the header begins with another tick than its chunk");
  }
  header_ = *std::move(header);
  next_added_ = header_.start_tick;
  return absl::OkStatus();
}

bool RecordingReader::ReadIndex() {
  if (file_->size() < kTrailerBytes) return false;
  const uint64_t trailer_at = file_->size() - kTrailerBytes;
  const absl::StatusOr<std::string> trailer = file_->Read(trailer_at, kTrailerBytes);
  if (!trailer.ok()) return false;
  const absl::StatusOr<uint64_t> offset = ReadTrailer(*trailer);
  if (!offset.ok()) return false;
  const absl::StatusOr<ChunkHead> head = ReadHead(*offset);
  if (!head.ok() || head->kind != ChunkKind::kIndex) return false;
  if (*offset + kChunkHeadBytes + head->packed_bytes != trailer_at) return false;
  const absl::StatusOr<std::string> raw = ReadChunk(PlaceOf(*head, *offset), head->number);
  if (!raw.ok()) return false;
  absl::StatusOr<RecordingIndex> index = DecodeIndex(*raw);
  if (!index.ok() || index->places.size() != head->number || index->places.empty() ||
      index->places[0] != places_[0]) {
    return false;
  }
  for (size_t i = 1; i < index->places.size(); ++i) {
    const ChunkPlace& place = index->places[i];
    if (place.offset >= *offset || !Add(place).ok()) return false;
  }
  why_ended_ = std::move(index->why_ended);
  is_closed_ = why_ended_.empty();
  return true;
}

void RecordingReader::Scan() {
  uint64_t offset = kPreambleBytes;
  const absl::StatusOr<ChunkHead> first = ReadHead(offset);
  if (first.ok()) offset += kChunkHeadBytes + first->packed_bytes;
  while (offset < file_->size()) {
    const uint64_t left = file_->size() - offset;
    const absl::StatusOr<ChunkHead> head = ReadHead(offset);
    const bool is_torn = left < kChunkHeadBytes || (head.ok() && left - kChunkHeadBytes < head->packed_bytes);
    if (is_torn) {
      torn_bytes_ = left;
      return;
    }
    if (head.ok() && head->kind == ChunkKind::kIndex) {
      // It, or the trailer behind it, does not hold. All it could say has been found without it.
      torn_bytes_ = left;
      return;
    }
    damage_ = head.status();
    if (damage_.ok() && head->number != places_.size()) {
      damage_ =
          Damaged(offset, absl::StrCat("chunk ", head->number, " where ", places_.size(), " should be"));
    }
    if (damage_.ok()) damage_ = Add(PlaceOf(*head, offset));
    if (!damage_.ok()) return;
    offset += kChunkHeadBytes + head->packed_bytes;
  }
}

absl::Status RecordingReader::Add(const ChunkPlace& place) {
  if (place.offset <= places_.back().offset) return Damaged(place.offset, "chunks overlap");
  if (place.kind == ChunkKind::kTicks) {
    if (place.first_tick != next_added_ || place.last_tick + 1 < place.first_tick ||
        place.last_tick > kRecordingTickMax) {
      return Damaged(place.offset, absl::StrCat("ticks ", place.first_tick, " to ", place.last_tick,
                                                " where tick ", next_added_, " should begin"));
    }
    next_added_ = place.last_tick + 1;
  } else if (place.kind != ChunkKind::kSnapshot || place.last_tick + 1 != next_added_ ||
             place.first_tick != place.last_tick) {
    return Damaged(place.offset, "a snapshot or header at a place where none can be");
  }
  places_.push_back(place);
  return absl::OkStatus();
}

absl::StatusOr<ChunkHead> RecordingReader::ReadHead(uint64_t offset) const {
  const absl::StatusOr<std::string> bytes = file_->Read(offset, kChunkHeadBytes);
  return bytes.ok() ? ChunkUnpacker::ReadHead(*bytes, offset) : bytes.status();
}

absl::StatusOr<std::string> RecordingReader::ReadPacked(const ChunkPlace& place, size_t number,
                                                        ChunkHead* head) const {
  absl::StatusOr<ChunkHead> found = ReadHead(place.offset);
  if (!found.ok()) return found.status();
  if (found->number != number || PlaceOf(*found, place.offset) != place) {
    return Damaged(place.offset, "another chunk than the index says");
  }
  *head = *found;
  absl::StatusOr<std::string> packed = file_->Read(place.offset + kChunkHeadBytes, head->packed_bytes);
  if (!packed.ok()) return packed.status();
  if (absl::Status status = ChunkUnpacker::CheckPacked(*head, *packed, place.offset); !status.ok()) {
    return status;
  }
  return packed;
}

absl::StatusOr<std::string> RecordingReader::ReadChunk(const ChunkPlace& place, size_t number) {
  ChunkHead head;
  const absl::StatusOr<std::string> packed = ReadPacked(place, number, &head);
  return packed.ok() ? unpacker_.Unpack(head, *packed, place.offset) : packed.status();
}

std::vector<uint64_t> RecordingReader::SnapshotTicks() const {
  std::vector<uint64_t> ticks;
  for (const ChunkPlace& place : places_) {
    if (place.kind == ChunkKind::kSnapshot) ticks.push_back(place.first_tick);
  }
  return ticks;
}

absl::StatusOr<std::string> RecordingReader::ReadSnapshot(uint64_t tick) {
  for (size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].kind == ChunkKind::kSnapshot && places_[i].first_tick == tick) {
      return ReadChunk(places_[i], i);
    }
  }
  return absl::NotFoundError(absl::StrCat("recording: there is no snapshot after tick ", tick));
}

absl::Status RecordingReader::Seek(uint64_t snapshot_tick) {
  for (size_t i = 0; i < places_.size(); ++i) {
    if (places_[i].kind != ChunkKind::kSnapshot || places_[i].first_tick != snapshot_tick) continue;
    GoTo(i + 1, snapshot_tick + 1);
    return absl::OkStatus();
  }
  return absl::NotFoundError(absl::StrCat("recording: there is no snapshot after tick ", snapshot_tick));
}

absl::Status RecordingReader::CheckBytesUntil(uint64_t snapshot_tick) const {
  for (size_t i = 1; i < places_.size(); ++i) {
    ChunkHead head;
    if (auto packed = ReadPacked(places_[i], i, &head); !packed.ok()) return packed.status();
    if (places_[i].kind == ChunkKind::kSnapshot && places_[i].first_tick == snapshot_tick) break;
  }
  return absl::OkStatus();
}

void RecordingReader::Rewind() { GoTo(1, first_tick()); }

void RecordingReader::GoTo(size_t place, uint64_t tick) {
  next_place_ = place;
  next_tick_ = tick;
  raw_.clear();
  records_ = ByteReader({}, "");
  digests_.Reset();
  fault_ = absl::OkStatus();
}

absl::StatusOr<std::vector<RecordingReader::Interval>> RecordingReader::Intervals() const {
  std::vector<Interval> intervals;
  for (const ChunkPlace& place : places_) {
    if (place.kind == ChunkKind::kSnapshot) {
      intervals.push_back({place.first_tick, place.last_tick, 0});
    } else if (place.kind == ChunkKind::kTicks && !intervals.empty()) {
      const absl::StatusOr<ChunkHead> head = ReadHead(place.offset);
      if (!head.ok()) return head.status();
      Interval& interval = intervals.back();
      interval.last_tick = place.last_tick;
      const uint64_t size = platform::MixHash(head->raw_bytes, head->packed_hash);
      interval.digest = platform::MixHash(interval.digest, platform::MixHash(place.last_tick, size));
    }
  }
  return intervals;
}

absl::StatusOr<bool> RecordingReader::LoadRecords() {
  while (next_place_ < places_.size()) {
    const size_t number = next_place_++;
    const ChunkPlace& place = places_[number];
    if (place.kind == ChunkKind::kSnapshot) {
      ChunkHead head;
      if (auto packed = ReadPacked(place, number, &head); !packed.ok()) return packed.status();
      digests_.Reset();
      continue;
    }
    absl::StatusOr<std::string> raw = ReadChunk(place, number);
    if (!raw.ok()) return raw.status();
    if (raw->empty() || place.first_tick != next_tick_) return Damaged(place.offset, "a chunk without ticks");
    raw_ = *std::move(raw);
    records_ = ByteReader(raw_, absl::StrCat("recording, chunk ", number, " at offset ", place.offset));
    chunk_last_ = place.last_tick;
    return true;
  }
  if (!damage_.ok()) return damage_;
  return false;
}

absl::StatusOr<bool> RecordingReader::Next(RecordedTick* tick) {
  tick->tick = next_tick_;
  tick->commands.clear();
  while (fault_.ok()) {
    while (records_.at_end()) {
      absl::StatusOr<bool> loaded = LoadRecords();
      if (!loaded.ok()) fault_ = loaded.status();
      if (!loaded.ok() || !*loaded) return loaded;
    }
    bool has_ended = false;
    fault_ = ReadRecord(tick, &has_ended);
    if (fault_.ok() && has_ended) return true;
  }
  return fault_;
}

absl::Status RecordingReader::ReadRecord(RecordedTick* tick, bool* has_ended) {
  const auto kind = records_.Read<uint8_t>();
  if (kind == static_cast<uint8_t>(RecordKind::kCommand)) {
    if (tick->commands.size() >= kRecordedCommandsMax) {
      records_.Fail(absl::StrCat("tick ", tick->tick, " has more than ", kRecordedCommandsMax, " commands"));
    }
    tick->commands.push_back(ReadCommandRecord(records_));
  } else if (kind == static_cast<uint8_t>(RecordKind::kTickEnd)) {
    if (next_tick_ > chunk_last_) records_.Fail("more ticks end in the chunk than its head says");
    digests_.Read(records_);
    ++next_tick_;
    *has_ended = true;
  } else if (records_.ok()) {
    records_.Fail(absl::StrCat("there is no kind of records ", static_cast<int>(kind)));
  }
  if (records_.ok() && records_.at_end() && next_tick_ != chunk_last_ + 1) {
    records_.Fail("fewer ticks end in the chunk than its head says");
  }
  return records_.status();
}

}  // namespace footfall::sim
