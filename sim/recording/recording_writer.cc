#include "sim/recording/recording_writer.h"

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/check.h"
#include "sim/recording/byte_reader.h"
#include "sim/recording/recorded_tick.h"

namespace footfall::sim {

namespace {

// A chunk is written when it holds so many ticks, a second of a world at 30 Hz, or so many bytes.
constexpr uint64_t kChunkTicks = 30;
constexpr size_t kChunkFillBytes = size_t{1} << 20;
// How long nothing comes before a chunk is written that is not full. Wall time: it changes when bytes are
// written, never which.
constexpr std::chrono::milliseconds kIdle(250);
// What an item of the queue takes besides its bytes.
constexpr size_t kItemBytes = 128;

}  // namespace

size_t RecordingWriter::Item::cost() const {
  size_t blocks = 0;
  if (digest != nullptr) {
    for (const platform::LeafDigest& leaf : digest->leaves) blocks += leaf.blocks.size() + 8;
  }
  return kItemBytes + bytes.size() + blocks * sizeof(uint64_t);
}

absl::StatusOr<std::unique_ptr<RecordingWriter>> RecordingWriter::Create(
    const std::string& path, const RecordingHeader& header,
    std::shared_ptr<const platform::StateDigest> start, const RecordingWriterOptions& options) {
  absl::StatusOr<std::unique_ptr<AppendedFile>> file = AppendedFile::Create(path);
  if (!file.ok()) return file.status();
  std::unique_ptr<RecordingWriter> writer(new RecordingWriter(*std::move(file), header, options));
  if (absl::Status status = writer->status(); !status.ok()) return status;
  writer->EndTick(std::move(start));
  writer->thread_ = std::thread([raw = writer.get()] { raw->Work(); });
  return writer;
}

RecordingWriter::RecordingWriter(std::unique_ptr<AppendedFile> file, const RecordingHeader& header,
                                 const RecordingWriterOptions& options)
    : options_(options), file_(std::move(file)), next_tick_(header.start_tick) {
  if (absl::Status status = file_->Append(PreambleBytes()); !status.ok()) {
    End(std::move(status));
    return;
  }
  WriteChunk(ChunkKind::kHeader, header.start_tick, header.start_tick, EncodeHeader(header));
}

RecordingWriter::~RecordingWriter() { (void)Close(); }

void RecordingWriter::AddCommand(const Command& command, const CommandResult& result) {
  if (!is_recording()) return;
  if (++tick_commands_ > kRecordedCommandsMax) {
    return End(absl::ResourceExhaustedError(
        absl::StrCat("recording: one tick has more than ", kRecordedCommandsMax, " commands")));
  }
  AppendRecord(command, result, pending_);
  if (pending_.size() >= kChunkFillBytes) Push({std::exchange(pending_, {}), nullptr, false});
}

void RecordingWriter::EndTick(std::shared_ptr<const platform::StateDigest> digest) {
  FOOTFALL_CHECK(digest != nullptr);
  tick_commands_ = 0;
  if (is_recording()) Push({std::exchange(pending_, {}), std::move(digest), false});
}

void RecordingWriter::AddSnapshot(std::string bytes) {
  FOOTFALL_CHECK(pending_.empty());
  if (is_recording()) Push({std::move(bytes), nullptr, true});
}

void RecordingWriter::Push(Item item) {
  const size_t cost = item.cost();
  std::unique_lock lock(mutex_);
  const auto has_room = [&] {
    return queue_.empty() || queue_bytes_ + cost <= options_.queue_bytes_max || !status_.ok();
  };
  if (options_.waits_when_full) changed_.wait(lock, has_room);
  if (!status_.ok()) return;
  if (!has_room()) {
    lock.unlock();
    return End(absl::ResourceExhaustedError(absl::StrCat("recording: the disk is slower than the world, ",
                                                         options_.queue_bytes_max, " bytes wait for it")));
  }
  queue_bytes_ += cost;
  queue_.push_back(std::move(item));
  lock.unlock();
  changed_.notify_all();
}

void RecordingWriter::End(absl::Status why) {
  {
    const std::lock_guard lock(mutex_);
    if (status_.ok()) status_ = std::move(why);
    is_recording_ = false;
  }
  changed_.notify_all();
}

absl::Status RecordingWriter::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

absl::Status RecordingWriter::Close() {
  if (!thread_.joinable()) return status();
  if (is_recording() && !pending_.empty()) Push({std::exchange(pending_, {}), nullptr, false});
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
    is_recording_ = false;
  }
  changed_.notify_all();
  thread_.join();
  return status();
}

// --- The writer's thread

void RecordingWriter::Work() {
  Item item;
  while (Take(&item)) Handle(std::move(item));
  Finish();
}

bool RecordingWriter::Take(Item* item) {
  std::unique_lock lock(mutex_);
  // A recording that has ended is finished with what was queued before, and not only at Close.
  const auto is_due = [this] { return !queue_.empty() || is_closing_ || !status_.ok(); };
  *item = {};
  if (!options_.writes_when_idle || records_.empty()) {
    changed_.wait(lock, is_due);
  } else if (!changed_.wait_for(lock, kIdle, is_due)) {
    return true;
  }
  if (queue_.empty()) return false;
  *item = std::move(queue_.front());
  queue_.pop_front();
  queue_bytes_ -= item->cost();
  lock.unlock();
  changed_.notify_all();
  return true;
}

void RecordingWriter::Handle(Item item) {
  const bool is_idle = item.bytes.empty() && item.digest == nullptr && !item.is_snapshot;
  if (item.is_snapshot || is_idle) FlushTicks();
  if (item.is_snapshot) {
    WriteChunk(ChunkKind::kSnapshot, next_tick_ - 1, next_tick_ - 1, item.bytes);
    // What follows can be read from here on.
    digests_.Reset();
  }
  if (item.is_snapshot || is_idle || has_failed_) return;
  if (records_.empty()) records_first_ = next_tick_;
  records_ += item.bytes;
  if (item.digest != nullptr) {
    AppendNumber(RecordKind::kTickEnd, records_);
    digests_.Append(std::move(item.digest), records_);
    ++next_tick_;
  }
  if (next_tick_ - records_first_ >= kChunkTicks || records_.size() >= kChunkFillBytes) FlushTicks();
}

void RecordingWriter::FlushTicks() {
  if (records_.empty()) return;
  WriteChunk(ChunkKind::kTicks, records_first_, next_tick_ - 1, records_);
  records_.clear();
}

void RecordingWriter::WriteChunk(ChunkKind kind, uint64_t first_tick, uint64_t last_tick,
                                 std::string_view raw) {
  if (has_failed_) return;
  const uint64_t offset = file_->size();
  const absl::StatusOr<std::string> bytes = packer_.Pack(kind, places_.size(), first_tick, last_tick, raw);
  if (absl::Status written = bytes.ok() ? file_->Append(*bytes) : bytes.status(); !written.ok()) {
    has_failed_ = true;
    return End(std::move(written));
  }
  bytes_written_ = file_->size();
  places_.push_back({kind, offset, first_tick, last_tick});
}

// Also after a failure: where there is room for it again, the index says why the recording ended.
void RecordingWriter::Finish() {
  if (!has_failed_) FlushTicks();
  has_failed_ = false;
  const absl::Status why = status();
  const uint64_t offset = file_->size();
  const uint64_t start = places_.empty() ? 0 : places_.front().first_tick;
  WriteChunk(ChunkKind::kIndex, start, start, EncodeIndex({places_, std::string(why.message())}));
  if (has_failed_) return;
  absl::Status written = file_->Append(TrailerBytes(offset));
  bytes_written_ = file_->size();
  if (written.ok()) written = file_->Sync();
  if (!written.ok()) End(std::move(written));
}

}  // namespace footfall::sim
