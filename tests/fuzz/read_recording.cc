#include <memory>
#include <utility>

#include "platform/state_hash.h"
#include "sim/command_log.h"
#include "sim/recording/digest_delta.h"
#include "sim/recording/recorded_tick.h"
#include "sim/recording/recording_chunk.h"
#include "sim/recording/recording_header.h"
#include "sim/recording/recording_reader.h"
#include "sim/world.h"
#include "tests/fuzz/fuzz_readers.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/fuzz_world.h"

// Recordings: as they are, and what is in their chunks with frames that fit.
namespace footfall::fuzz {

namespace {

// More than any seed has; a packed chunk can hold millions.
constexpr int kTicksMax = 200;

sim::RecordingHeader SeedHeader() {
  sim::RecordingHeader header;
  header.state_schema = sim::kStateSchema;
  header.command_log_version = sim::kCommandLogVersion;
  header.software = "footfall";
  header.hash_algorithm = platform::kStateHashAlgorithm;
  header.float_policy = sim::FloatPolicy();
  header.source = sim::CitySource{1, 2, 3, false};
  header.focus = platform::Vec3{1, 2, 3};
  header.corrections = {{1, 2, 3, 4, nav::PolyRef(5, 6), nav::AdjacencyType::kNormal}};
  header.content_packs = {{7, 8, 9, "content.ffnav"}};
  header.hz = 30;
  header.profile_name = "ps3";
  header.profile_figures = "path_requests_max=6\n";
  header.epoch = 1;
  header.scenario_text = "ticks: 1\n";
  return header;
}

std::string Packed(sim::ChunkKind kind, uint64_t number, uint64_t last_tick, std::string_view raw) {
  const auto chunk = sim::ChunkPacker().Pack(kind, number, 0, last_tick, raw);
  Expect(chunk.ok(), "a small chunk can be packed");
  return *chunk;
}

void Read(std::string bytes) {
  const uint64_t size = bytes.size();
  const auto reader = sim::RecordingReader::OfBytes(std::move(bytes));
  if (!reader.ok()) {
    Expect(!reader.status().message().empty(), "a refusal says why");
    return;
  }
  Expect(sim::DecodeHeader(sim::EncodeHeader((*reader)->header())).ok(),
         "a header that is read can be written");
  (void)sim::ProfileOf((*reader)->header());
  sim::RecordedTick tick;
  sim::DigestEncoder encoder;
  uint64_t next = (*reader)->first_tick();
  for (int i = 0; i < kTicksMax; ++i) {
    const auto read = (*reader)->Next(&tick);
    if (!read.ok()) Expect(!read.status().message().empty(), "damage says where");
    if (!read.ok() || !*read) break;
    Expect(tick.tick == next++, "ticks follow each other");
    Expect((*reader)->digest().root == platform::RootHash((*reader)->digest()),
           "a root is that of its leaves");
    std::string again;
    encoder.Append(std::make_shared<platform::StateDigest>((*reader)->digest()), again);
    for (const sim::RecordedCommand& one : tick.commands) {
      std::string record;
      sim::AppendRecord(one.command, {0, one.handle, one.fault, ""}, record);
      sim::ByteReader records(std::string_view(record).substr(1), "again");
      Expect(sim::ReadCommandRecord(records) == one && records.at_end(),
             "a command is written as it was read");
    }
  }
  for (const uint64_t at : (*reader)->SnapshotTicks()) (void)(*reader)->ReadSnapshot(at);
  Expect((*reader)->torn_bytes() <= size, "no more is torn than there is");
}

}  // namespace

void ReadRecordingBytes(std::string_view bytes) {
  Read(std::string(bytes));
  if (bytes.empty()) return;
  // The first byte says how many ticks the head promises.
  const uint64_t ticks = static_cast<uint8_t>(bytes[0]);
  const std::string_view raw = bytes.substr(1);
  const std::string head =
      sim::PreambleBytes() + Packed(sim::ChunkKind::kHeader, 0, 0, sim::EncodeHeader(SeedHeader()));
  Read(head + Packed(sim::ChunkKind::kTicks, 1, ticks, raw));
  Read(head + Packed(sim::ChunkKind::kIndex, 1, 0, raw) + sim::TrailerBytes(head.size()));
  Read(sim::PreambleBytes() + Packed(sim::ChunkKind::kHeader, 0, 0, raw));
}

std::vector<std::string> RecordingSeeds() {
  // Two ticks, as records and as a file with a snapshot and an index.
  std::string records;
  sim::DigestEncoder digests;
  uint64_t sequence = 0;
  const auto world = SmallWorld();
  for (int tick = 0; tick < 2; ++tick) {
    for (const sim::CommandBody& body : SampleBodies()) {
      const sim::Command command{1, ++sequence, body};
      sim::AppendRecord(command, world->ApplyOpen(command), records);
    }
    world->Step({}, nullptr);
    sim::AppendNumber(sim::RecordKind::kTickEnd, records);
    digests.Append(world->view()->hash, records);
  }
  std::string file = sim::PreambleBytes();
  std::vector<sim::ChunkPlace> places;
  const auto add = [&](sim::ChunkKind kind, uint64_t first, uint64_t last, const std::string& raw) {
    const auto chunk = sim::ChunkPacker().Pack(kind, places.size(), first, last, raw);
    Expect(chunk.ok(), "a small chunk can be packed");
    places.push_back({kind, file.size(), first, last});
    file += *chunk;
  };
  add(sim::ChunkKind::kHeader, 0, 0, sim::EncodeHeader(SeedHeader()));
  add(sim::ChunkKind::kTicks, 0, 1, records);
  add(sim::ChunkKind::kSnapshot, 1, 1, "a snapshot");
  const uint64_t index_at = file.size();
  const std::string index = sim::EncodeIndex({places, ""});
  add(sim::ChunkKind::kIndex, 0, 0, index);
  file += sim::TrailerBytes(index_at);
  return {file, "\x01" + records, "\x01" + index, "\x01" + sim::EncodeHeader(SeedHeader())};
}

}  // namespace footfall::fuzz
