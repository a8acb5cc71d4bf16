#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <thread>

#include "sim/command_log.h"
#include "sim/recording/digest_delta.h"
#include "tests/sim/recording_fixture.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

using platform::LeafDigest;
using platform::StateDigest;

std::unique_ptr<RecordingReader> OpenBytes(std::string bytes) {
  auto reader = RecordingReader::OfBytes(std::move(bytes));
  INFO(reader.status().ToString());
  REQUIRE(reader.ok());
  return *std::move(reader);
}

std::unique_ptr<RecordingReader> OpenFile(const std::string& path) {
  auto reader = RecordingReader::Open(path);
  INFO(reader.status().ToString());
  REQUIRE(reader.ok());
  return *std::move(reader);
}

TEST_CASE("a recording gives back every command with what came of it, and every tick's hash tree") {
  const ScratchFolder folder;
  const auto world = WorldOf(SmallYardOptions());
  const StateDigest at_start = world->hash();
  auto recorder =
      WorldRecorder::Begin(folder.path("a.ffrec"), {DemoSource{}, {}, "yard", "# text\n"}, *world, 40, {});
  REQUIRE(recorder.ok());
  std::vector<StateDigest> digests;
  Live(*world, recorder->get(), 100, 3, &digests);
  const CommandResult last = world->ApplyOpen(SubmitOf(1, 999, {1, 1, 0}, {3, 3, 0}));
  (*recorder)->OnCommand(SubmitOf(1, 999, {1, 1, 0}, {3, 3, 0}), last);
  REQUIRE((*recorder)->Close().ok());

  const auto reader = OpenFile(folder.path("a.ffrec"));
  const RecordingHeader& header = reader->header();
  CHECK(header.state_schema == kStateSchema);
  CHECK(header.scenario_name == "yard");
  CHECK(header.scenario_text == "# text\n");
  CHECK(std::holds_alternative<DemoSource>(header.source));
  CHECK(header.seed == 11);
  CHECK(header.epoch == 77);
  CHECK(header.hz == 30);
  CHECK(header.software.substr(0, 9) == "footfall ");
  CHECK(header.focus == platform::Vec3{20, 20, 0});
  CHECK(header.snapshot_every == 40);
  CHECK(reader->is_closed());
  CHECK(reader->first_tick() == 0);
  CHECK(reader->last_tick() == 100);
  CHECK(reader->SnapshotTicks() == std::vector<uint64_t>{0, 40, 80});
  const Recorded all = ReadAll(*reader);
  CHECK(all.end.ok());
  REQUIRE(all.ticks.size() == 101);
  CHECK(all.digests[0] == at_start);
  CHECK(std::vector<StateDigest>(all.digests.begin() + 1, all.digests.end()) == digests);
  REQUIRE(all.open.size() == 1);
  CHECK(all.open[0].command.sequence == 999);
  CHECK(all.open[0].handle == last.handle);
  size_t commands = 0;
  size_t refused = 0;
  for (const RecordedTick& tick : all.ticks) {
    commands += tick.commands.size();
    for (const RecordedCommand& one : tick.commands) refused += one.fault == CommandFault::kNone ? 0 : 1;
  }
  CHECK(commands > 100);
  CHECK(refused > 5);
}

TEST_CASE("the same world gives the same recording") {
  const ScratchFolder folder;
  RecordYard(folder.path("a.ffrec"), 70);
  RecordYard(folder.path("b.ffrec"), 70);
  CHECK(BytesOfFile(folder.path("a.ffrec")) == BytesOfFile(folder.path("b.ffrec")));
}

TEST_CASE("a profile comes back from a recording's header with its hash, console or not") {
  for (const std::string_view name : platform::ProfileNames()) {
    RecordingHeader header;
    const platform::Profile profile = ProfileOf(std::string(name), {"search_nodes_max=4096"});
    header.profile_name = name;
    header.profile_hash = platform::ProfileHash(profile);
    header.profile_figures = FiguresOf(profile);
    const auto back = sim::ProfileOf(header);
    INFO(back.status().ToString());
    REQUIRE(back.ok());
    CHECK(back->name == name);
    CHECK(platform::ProfileHash(*back) == header.profile_hash);
    header.profile_hash += 1;
    CHECK(sim::ProfileOf(header).status().code() == absl::StatusCode::kFailedPrecondition);
  }
}

TEST_CASE("a header comes back as it was, and cut or lengthened it is refused") {
  RecordingHeader header;
  header.source = CitySource{2, 3, 4, true};
  header.content_packs = {{3, 1, 2, "a.ffnav"}, {9, 1, 3, ""}};
  header.corrections = {{7, 12, 5, 3, nav::PolyRef(3, 4), nav::AdjacencyType::kDropDown}};
  header.profile_figures = "a=1\n";
  const std::string bytes = EncodeHeader(header);
  const auto back = DecodeHeader(bytes);
  REQUIRE(back.ok());
  CHECK(*back == header);
  CHECK(std::get<CitySource>(back->source).instanced);
  CHECK(back->corrections.at(0).neighbour == nav::PolyRef(3, 4));
  for (size_t size = 0; size < bytes.size(); ++size) {
    CHECK(DecodeHeader(std::string_view(bytes).substr(0, size)).status().code() ==
          absl::StatusCode::kDataLoss);
  }
  CHECK(DecodeHeader(bytes + "x").status().code() == absl::StatusCode::kDataLoss);
}

StateDigest Sealed(StateDigest digest) {
  for (LeafDigest& leaf : digest.leaves) leaf.hash = platform::LeafHash(leaf.fields_hash, leaf.blocks);
  digest.root = platform::RootHash(digest);
  return digest;
}

TEST_CASE("hash trees come back from their changes, however leaves and blocks come and go") {
  platform::RandomStream random(4, platform::RandomPurpose::kTest, 1, 0);
  DigestEncoder encoder;
  std::string bytes;
  std::vector<StateDigest> trees;
  StateDigest tree;
  tree.leaves = {{"a", 0, 1, {}}, {"b", 0, 2, {1, 2, 3}}};
  for (int i = 0; i < 500; ++i) {
    const uint32_t at = random.NextBelow(static_cast<uint32_t>(tree.leaves.size()));
    LeafDigest& leaf = tree.leaves[at];
    const uint32_t what = random.NextBelow(6);
    if (what == 0) leaf.fields_hash = random.NextU32();
    if (what == 1) leaf.blocks.resize(random.NextBelow(40), random.NextU32());
    if (what == 2 && !leaf.blocks.empty()) leaf.blocks[leaf.blocks.size() / 2] = random.NextU32();
    if (what == 3 && i % 50 == 0) tree.leaves.push_back({"c" + std::to_string(i), 0, 5, {9}});
    tree = Sealed(tree);
    trees.push_back(tree);
    if (i == 250) encoder.Reset();
    encoder.Append(std::make_shared<StateDigest>(tree), bytes);
  }
  DigestDecoder decoder;
  ByteReader reader(bytes, "test");
  for (const StateDigest& wanted : trees) {
    decoder.Read(reader);
    INFO(reader.status().ToString());
    REQUIRE(reader.ok());
    CHECK(decoder.digest() == wanted);
  }
  CHECK(reader.at_end());
}

TEST_CASE("a hash tree whose root is not its leaves' is refused, and one that grows out of nothing") {
  StateDigest tree = Sealed({0, {{"a", 0, 1, {1}}}});
  tree.root += 1;
  DigestEncoder encoder;
  std::string bytes;
  encoder.Append(std::make_shared<StateDigest>(tree), bytes);
  DigestDecoder decoder;
  ByteReader reader(bytes, "test");
  decoder.Read(reader);
  CHECK(reader.status().message().find("root") != absl::string_view::npos);

  std::string grown;
  encoder.Reset();
  encoder.Append(std::make_shared<StateDigest>(Sealed({0, {{"a", 0, 1, {1}}}})), grown);
  AppendNumber(uint8_t{2}, grown);
  AppendVarint(1, grown);
  AppendVarint(0, grown);
  AppendNumber(uint64_t{5}, grown);
  AppendVarint(200'000, grown);
  AppendVarint(0, grown);
  ByteReader second(grown, "test");
  decoder.Reset();
  decoder.Read(second);
  CHECK(second.ok());
  decoder.Read(second);
  CHECK(second.status().message().find("grows") != absl::string_view::npos);
}

TEST_CASE("every byte of a recording that is flipped is found, or changes nothing that is read") {
  const ScratchFolder folder;
  RecordYard(folder.path("a.ffrec"), 12, 5, 5);
  const std::string bytes = BytesOfFile(folder.path("a.ffrec"));
  const auto whole = OpenBytes(bytes);
  const Recorded wanted = ReadAll(*whole);
  REQUIRE(wanted.end.ok());
  size_t found = 0;
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    const auto reader = RecordingReader::OfBytes(damaged);
    if (!reader.ok()) {
      ++found;
      continue;
    }
    const Recorded read = ReadAll(**reader);
    if (!read.end.ok()) {
      CHECK(read.end.code() == absl::StatusCode::kDataLoss);
      CHECK(SameTicks(read, wanted, read.ticks.size()));
      ++found;
      continue;
    }
    INFO("byte " << at);
    CHECK_FALSE((*reader)->is_closed());
    CHECK((*reader)->header() == whole->header());
    CHECK(read.ticks.size() == wanted.ticks.size());
    CHECK(SameTicks(read, wanted, wanted.ticks.size()));
    CHECK(read.snapshots == wanted.snapshots);
  }
  // All but the packed bytes of the index and the trailer.
  CHECK(found > bytes.size() - 400);
}

TEST_CASE("a recording that is cut anywhere gives the ticks of its whole chunks") {
  const ScratchFolder folder;
  RecordYard(folder.path("a.ffrec"), 12, 5, 5);
  const std::string bytes = BytesOfFile(folder.path("a.ffrec"));
  const Recorded wanted = ReadAll(*OpenBytes(bytes));
  size_t most = 0;
  size_t refused = 0;
  for (size_t size = 0; size < bytes.size(); ++size) {
    const auto reader = RecordingReader::OfBytes(bytes.substr(0, size));
    if (!reader.ok()) {
      CHECK(most == 0);
      ++refused;
      continue;
    }
    const Recorded read = ReadAll(**reader);
    INFO("cut at " << size << ": " << read.end.ToString());
    CHECK(read.end.ok());
    CHECK_FALSE((*reader)->is_closed());
    CHECK(read.ticks.size() >= most);
    CHECK(SameTicks(read, wanted, read.ticks.size()));
    most = std::max(most, read.ticks.size());
  }
  CHECK(most == 13);
  CHECK(refused > kPreambleBytes);
}

TEST_CASE("what is no recording, or of another version, is refused with what was found") {
  CHECK(RecordingReader::OfBytes("").status().code() == absl::StatusCode::kInvalidArgument);
  CHECK(RecordingReader::OfBytes(std::string(1000, 'x')).status().code() ==
        absl::StatusCode::kInvalidArgument);
  CHECK(RecordingReader::Open("/nowhere/a.ffrec").status().code() == absl::StatusCode::kNotFound);
  CHECK(RecordingReader::Open("/tmp").status().code() == absl::StatusCode::kInvalidArgument);
  const ScratchFolder folder;
  RecordYard(folder.path("a.ffrec"), 3);
  std::string bytes = BytesOfFile(folder.path("a.ffrec"));
  bytes[8] = 9;
  CHECK(RecordingReader::OfBytes(bytes).status().code() == absl::StatusCode::kDataLoss);
  const auto hash = static_cast<uint32_t>(platform::HashBytes(bytes.data(), 12));
  std::memcpy(bytes.data() + 12, &hash, sizeof(hash));
  const auto other = RecordingReader::OfBytes(bytes);
  CHECK(other.status().code() == absl::StatusCode::kInvalidArgument);
  CHECK(other.status().message() == "recording: version 9, supported is 2");
}

// The head of a chunk with other figures and a checksum that holds.
std::string Reheaded(const std::string& chunk, void (*change)(ChunkHead&)) {
  ChunkHead head;
  std::memcpy(&head, chunk.data(), kChunkHeadBytes);
  change(head);
  head.head_hash = platform::HashBytes(&head, kChunkHeadBytes - 8);
  std::string changed = chunk;
  std::memcpy(changed.data(), &head, kChunkHeadBytes);
  return changed;
}

TEST_CASE("a chunk is never unpacked beyond its ceiling, nor beyond what its head says", "[R55]") {
  ChunkPacker packer;
  const auto chunk = packer.Pack(ChunkKind::kTicks, 1, 1, 1, std::string(1 << 20, 'a'));
  REQUIRE(chunk.ok());
  const std::string packed = chunk->substr(kChunkHeadBytes);
  CHECK(packed.size() < 1000);
  ChunkUnpacker unpacker;
  const auto head = ChunkUnpacker::ReadHead(*chunk, 0);
  REQUIRE(head.ok());
  CHECK(unpacker.Unpack(*head, packed, 0)->size() == 1 << 20);
  const std::string huge = Reheaded(*chunk, [](ChunkHead& h) { h.raw_bytes = kChunkBytesMax + 1; });
  CHECK(ChunkUnpacker::ReadHead(huge, 0).status().code() == absl::StatusCode::kDataLoss);
  const std::string less = Reheaded(*chunk, [](ChunkHead& h) { h.raw_bytes = 1000; });
  CHECK_FALSE(unpacker.Unpack(*ChunkUnpacker::ReadHead(less, 0), packed, 0).ok());
  const std::string ticks = Reheaded(*chunk, [](ChunkHead& h) { h.last_tick = UINT64_MAX; });
  CHECK_FALSE(ChunkUnpacker::ReadHead(ticks, 0).ok());
  CHECK(packer.Pack(ChunkKind::kTicks, 1, 1, 1, std::string(kChunkBytesMax + 1, 'a')).status().code() ==
        absl::StatusCode::kResourceExhausted);
}

TEST_CASE("a path that cannot be written is refused at once, and says why") {
  const auto world = WorldOf(SmallYardOptions());
  const ScratchFolder folder;
  for (const std::string& path :
       {folder.path("no/such/a.ffrec"), folder.path(""), std::string("/dev/full")}) {
    const auto recorder = WorldRecorder::Begin(path, {}, *world, 300, {});
    INFO(path);
    REQUIRE_FALSE(recorder.ok());
    CHECK(recorder.status().message().find(path) != absl::string_view::npos);
  }
  CHECK_FALSE(WorldRecorder::Begin(folder.path("a.ffrec"), {}, *world, 0, {}).ok());
}

TEST_CASE("a disk that fills ends the recording, and neither the world nor what was written before") {
  const ScratchFolder folder;
  const std::vector<StateDigest> wanted = RecordYard(folder.path("whole.ffrec"), 400);
  const uint64_t limit_bytes = BytesOfFile(folder.path("whole.ffrec")).size() / 2;
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limits{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &limits) == 0);
  rlimit low = limits;
  low.rlim_cur = limit_bytes;
  const auto world = WorldOf(SmallYardOptions());
  auto recorder = WorldRecorder::Begin(folder.path("a.ffrec"), {}, *world, 40, {.waits_when_full = true});
  REQUIRE(recorder.ok());
  REQUIRE(setrlimit(RLIMIT_FSIZE, &low) == 0);
  std::vector<StateDigest> digests;
  Live(*world, recorder->get(), 400, 5, &digests);
  const absl::Status status = (*recorder)->Close();
  REQUIRE(setrlimit(RLIMIT_FSIZE, &limits) == 0);
  std::signal(SIGXFSZ, before);

  CHECK(digests == wanted);
  CHECK_FALSE(status.ok());
  CHECK(status.message().find("a.ffrec") != absl::string_view::npos);
  CHECK_FALSE((*recorder)->is_recording());
  const auto reader = OpenFile(folder.path("a.ffrec"));
  const Recorded read = ReadAll(*reader);
  CHECK(read.end.ok());
  CHECK(reader->torn_bytes() == 0);
  CHECK(read.ticks.size() > 100);
  CHECK(read.ticks.size() < 400);
  CHECK(SameTicks(read, ReadAll(*OpenFile(folder.path("whole.ffrec"))), read.ticks.size()));
}

TEST_CASE("a disk that stands still ends the recording when the queue is full, and no tick waits for it") {
  const ScratchFolder folder;
  const std::string path = folder.path("pipe.ffrec");
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  // A pipe that nobody reads takes 64 KiB and then nothing.
  const int reader_end = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader_end >= 0);
  const auto world = WorldOf(SmallYardOptions());
  auto recorder = WorldRecorder::Begin(path, {}, *world, 300, {.queue_bytes_max = 100'000});
  REQUIRE(recorder.ok());
  int ticks = 0;
  for (; ticks < 100'000 && (*recorder)->is_recording(); ticks += 10) Live(*world, recorder->get(), 10, 5);
  CHECK((*recorder)->status().code() == absl::StatusCode::kResourceExhausted);
  Live(*world, recorder->get(), 10, 5);  // goes on
  // Somebody reads at last, so that it can be closed.
  std::string bytes;
  std::thread drain([&] {
    char piece[65536];
    fcntl(reader_end, F_SETFL, 0);
    for (ssize_t got = 0; (got = read(reader_end, piece, sizeof(piece))) > 0;) bytes.append(piece, got);
  });
  CHECK((*recorder)->Close().code() == absl::StatusCode::kResourceExhausted);
  recorder->reset();
  drain.join();
  close(reader_end);
  const auto reader = OpenBytes(bytes);
  const Recorded all = ReadAll(*reader);
  CHECK(all.end.ok());
  CHECK(all.ticks.size() > 10);
  CHECK_FALSE(reader->is_closed());
  CHECK(reader->why_ended().find("slower") != std::string::npos);
}

TEST_CASE("a recording that is still written can be read up to its last whole chunk") {
  const ScratchFolder folder;
  const auto world = WorldOf(SmallYardOptions());
  auto recorder = WorldRecorder::Begin(folder.path("a.ffrec"), {}, *world, 300, {.writes_when_idle = true});
  REQUIRE(recorder.ok());
  std::vector<StateDigest> digests;
  Live(*world, recorder->get(), 47, 5, &digests);
  // Nothing more comes: what is in no full chunk is written, too.
  uint64_t last = 0;
  for (int i = 0; i < 2000 && last != 47; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    last = OpenFile(folder.path("a.ffrec"))->last_tick();
  }
  CHECK(last == 47);
  const auto reader = OpenFile(folder.path("a.ffrec"));
  CHECK_FALSE(reader->is_closed());
  const Recorded all = ReadAll(*reader);
  CHECK(all.end.ok());
  CHECK(std::vector<StateDigest>(all.digests.begin() + 1, all.digests.end()) == digests);
}

TEST_CASE("more commands in one tick than a recording takes end it, loudly") {
  const ScratchFolder folder;
  RecordingHeader header;
  header.command_log_version = kCommandLogVersion;
  auto writer = RecordingWriter::Create(folder.path("a.ffrec"), header,
                                        std::make_shared<StateDigest>(Sealed({})), {.waits_when_full = true});
  REQUIRE(writer.ok());
  for (size_t i = 0; i <= kRecordedCommandsMax; ++i) (*writer)->AddCommand({1, i, EndSource{}}, {});
  CHECK((*writer)->Close().code() == absl::StatusCode::kResourceExhausted);
  const auto reader = OpenFile(folder.path("a.ffrec"));
  const Recorded all = ReadAll(*reader);
  CHECK(all.end.ok());
  CHECK(all.ticks.size() == 1);
  CHECK(reader->why_ended().find("commands") != std::string::npos);
}

}  // namespace
}  // namespace footfall::sim::testing
