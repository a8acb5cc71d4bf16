#include "sim/replay.h"

#include <filesystem>
#include <set>
#include <utility>

#include "nav/mesh/pack_writer.h"
#include "sim/bisect.h"
#include "sim/command_log.h"
#include "sim/recorded_handles.h"
#include "sim/recording/recording_chunk.h"
#include "sim/replay_report.h"
#include "tests/sim/recording_fixture.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

using platform::StateDigest;

absl::StatusOr<std::shared_ptr<const nav::Pack>> Yard(const WorldSource&) { return YardPack(); }

std::unique_ptr<RecordingReader> OpenFile(const std::string& path) {
  auto reader = RecordingReader::Open(path);
  INFO(reader.status().ToString());
  REQUIRE(reader.ok());
  return *std::move(reader);
}

ReplayOptions Between(std::optional<uint64_t> from, std::optional<uint64_t> until) {
  ReplayOptions options;
  options.from = from;
  options.until = until;
  return options;
}

absl::StatusOr<ReplayReport> ReplayFile(const std::string& path, const ReplayOptions& options = {}) {
  return ReplayRecording(*OpenFile(path), Yard, options);
}

// A recording made by hand, whose header is that of a small yard.
class HandMade {
 public:
  explicit HandMade(const ScratchFolder& folder) : path_(folder.path("hand.ffrec")) {
    RecordYard(path_, 1);
    header_ = OpenFile(path_)->header();
  }
  RecordingHeader& header() { return header_; }
  const std::string& path() const { return path_; }

  // Records a yard's ticks; `change` may put other words into it.
  template <class Change>
  void Write(uint64_t ticks, const Change& change) {
    const auto world = WorldOf(SmallYardOptions());
    auto writer = RecordingWriter::Create(path_, header_, world->view()->hash, {.waits_when_full = true});
    REQUIRE(writer.ok());
    for (uint64_t tick = 1; tick <= ticks; ++tick) {
      Command command = SubmitOf(1, tick, {1, 1, 0}, {30, 30, 0});
      CommandResult result = world->ApplyOpen(command);
      world->Step({}, nullptr);
      StateDigest digest = world->hash();
      change(tick, command, result, digest);
      (*writer)->AddCommand(command, result);
      (*writer)->EndTick(std::make_shared<StateDigest>(digest));
    }
    REQUIRE((*writer)->Close().ok());
  }

 private:
  std::string path_;
  RecordingHeader header_;
};

TEST_CASE("a recording replays with the same hash at every tick, whatever the threads") {
  const ScratchFolder folder;
  const std::vector<StateDigest> wanted = RecordYard(folder.path("a.ffrec"), 200);
  for (const int threads : {1, 2, 4}) {
    ReplayOptions options;
    options.threads = threads;
    options.order_threads = threads - 1;
    std::vector<uint64_t> roots;
    options.after_tick = [&](const World& world) { roots.push_back(world.hash().root); };
    const auto report = ReplayFile(folder.path("a.ffrec"), options);
    INFO(report.status().ToString());
    REQUIRE(report.ok());
    CHECK_FALSE(report->difference.has_value());
    CHECK(report->is_compared);
    CHECK(report->first_tick == 1);
    CHECK(report->last_tick == 200);
    CHECK(report->ticks == 200);
    CHECK(report->commands > 200);
    CHECK(report->final_digest == wanted.back());
    CHECK(roots == RootsOf(wanted));
    CHECK(report->outcome.commands_refused > 10);
    CHECK(report->outcome.completed > 10);
    CHECK(report->outcome.latency_max >= report->outcome.latency_p50);
    CHECK(report->outcome.latency_p50 >= 1);
  }
}

TEST_CASE("a replay ends where it is told, and at nothing that is not recorded") {
  const ScratchFolder folder;
  const std::vector<StateDigest> wanted = RecordYard(folder.path("a.ffrec"), 60);
  const auto report = ReplayFile(folder.path("a.ffrec"), Between({}, 17));
  REQUIRE(report.ok());
  CHECK(report->last_tick == 17);
  CHECK(report->final_digest == wanted[16]);
  for (const uint64_t tick : {uint64_t{0}, uint64_t{61}, UINT64_MAX}) {
    CHECK(ReplayFile(folder.path("a.ffrec"), Between({}, tick)).status().code() ==
          absl::StatusCode::kOutOfRange);
    CHECK(ReplayFile(folder.path("a.ffrec"), Between(tick, {})).status().code() ==
          absl::StatusCode::kOutOfRange);
  }
  CHECK(ReplayFile(folder.path("a.ffrec"), Between(9, 8)).status().code() ==
        absl::StatusCode::kInvalidArgument);
}

TEST_CASE("a replay from any tick begins at the snapshot before it and gives the same hashes from there on") {
  const ScratchFolder folder;
  const std::vector<StateDigest> wanted = RecordYard(folder.path("a.ffrec"), 200, 6, 30);
  for (const uint64_t from : {1, 30, 31, 60, 61, 100, 199, 200}) {
    for (const int threads : {1, 3}) {
      ReplayOptions options = Between(from, {});
      options.order_threads = threads - 1;
      const auto report = ReplayFile(folder.path("a.ffrec"), options);
      INFO("from " << from << ": " << report.status().ToString());
      REQUIRE(report.ok());
      if (report->difference) FAIL("tick " << report->difference->tick << ": " << report->difference->text);
      CHECK(report->first_tick == (from - 1) / 30 * 30 + 1);
      CHECK(report->last_tick == 200);
      CHECK(report->ticks == 200 - (from - 1) / 30 * 30);
      CHECK(report->final_digest == wanted.back());
    }
  }
}

TEST_CASE("a recording that was closed before a tick ran is equal if its start is, and says 0 ticks") {
  const ScratchFolder folder;
  const std::string path = folder.path("a.ffrec");
  // Fresh and later; with commands in the open phase before the recording began, and after.
  for (const uint64_t begin : {0, 57}) {
    for (const bool has_open : {false, true}) {
      CAPTURE(begin, has_open);
      const auto world = WorldOf(SmallYardOptions());
      Live(*world, nullptr, begin, 8);
      if (has_open) world->ApplyOpen(SubmitOf(1, 900, {1, 1, 0}, {30, 30, 0}));
      auto recorder = WorldRecorder::Begin(path, {}, *world, 40, {.waits_when_full = true});
      REQUIRE(recorder.ok());
      const Command late = SubmitOf(1, 901, {1, 1, 0}, {30, 9, 0});
      if (has_open) (*recorder)->OnCommand(late, world->ApplyOpen(late));
      const StateDigest start = *world->view()->hash;
      REQUIRE((*recorder)->Close().ok());
      const auto reader = OpenFile(path);
      const auto report = ReplayRecording(*reader, Yard, {});
      INFO(report.status().ToString());
      REQUIRE(report.ok());
      CHECK_FALSE(report->difference.has_value());
      CHECK(report->ticks == 0);
      CHECK(report->last_tick == begin);
      CHECK(report->final_digest == start);
      const std::string text = ReplayText("a.ffrec", *reader, *report, {});
      CHECK(text.find("\nticks: 0 ticks, ") != std::string::npos);
      CHECK(text.find("\nhashes: equal\n") != std::string::npos);
      CHECK(ReplayJson("a.ffrec", *reader, *report, {}).find("\"ticks\":0,") != std::string::npos);
      const auto from = ReplayFile(path, Between(begin + 1, {}));
      CHECK(from.status().message().find("is not in the recording, which has none") !=
            absl::string_view::npos);
      const std::string whole = BytesOfFile(path);
      for (const size_t lost : {size_t{1}, kTrailerBytes}) {
        const auto cut = RecordingReader::OfBytes(whole.substr(0, whole.size() - lost));
        REQUIRE(cut.ok());
        CHECK(ReplayRecording(**cut, Yard, {}).status().message() == "the recording holds no whole tick");
      }
    }
  }
}

TEST_CASE("a header cannot ask for more memory than any profile may", "[R55]") {
  const ScratchFolder folder;
  HandMade made(folder);
  std::string& figures = made.header().profile_figures;
  const size_t at = figures.find("search_nodes_max=");
  REQUIRE(at != std::string::npos);
  figures.replace(at, figures.find('\n', at) - at, "search_nodes_max=16777216");
  made.Write(3, [](uint64_t, Command&, CommandResult&, StateDigest&) {});
  bool is_opened = false;
  const auto resolver = [&](const WorldSource& source) {
    is_opened = true;
    return Yard(source);
  };
  const auto report = ReplayRecording(*OpenFile(made.path()), resolver, {});
  CHECK(report.status().code() == absl::StatusCode::kFailedPrecondition);
  CHECK(report.status().message().find("search_nodes_max = 16777216 takes most of the ") !=
        absl::string_view::npos);
  // What is in the header is judged before a world is opened for it.
  CHECK_FALSE(is_opened);
}

TEST_CASE("of a recording without a tick the hash at the start is compared") {
  const ScratchFolder folder;
  HandMade made(folder);
  made.header().seed += 1;
  made.Write(0, [](uint64_t, Command&, CommandResult&, StateDigest&) {});
  const auto report = ReplayFile(made.path());
  REQUIRE(report.ok());
  REQUIRE(report->difference.has_value());
  CHECK(report->difference->tick == 0);
}

TEST_CASE("a recording that begins in the middle of a world's life replays from its first snapshot") {
  const ScratchFolder folder;
  const auto world = WorldOf(SmallYardOptions());
  Live(*world, nullptr, 57, 8);
  auto recorder = WorldRecorder::Begin(folder.path("a.ffrec"), {}, *world, 40, {.waits_when_full = true});
  REQUIRE(recorder.ok());
  Live(*world, recorder->get(), 100, 9);
  REQUIRE((*recorder)->Close().ok());
  const auto report = ReplayFile(folder.path("a.ffrec"));
  INFO(report.status().ToString());
  REQUIRE(report.ok());
  CHECK_FALSE(report->difference.has_value());
  CHECK(report->first_tick == 58);
  CHECK(report->last_tick == 157);
  CHECK(report->final_digest == world->hash());
  CHECK(ReplayFile(folder.path("a.ffrec"), Between(57, {})).status().code() == absl::StatusCode::kOutOfRange);
}

TEST_CASE("taking snapshots changes no hash") {
  const ScratchFolder folder;
  const auto plain = WorldOf(SmallYardOptions());
  std::vector<StateDigest> unrecorded;
  Live(*plain, nullptr, 120, 5, &unrecorded);
  CHECK(RecordYard(folder.path("a.ffrec"), 120, 5, 1) == unrecorded);
}

TEST_CASE("the first tick that differs is named with its leaf and block") {
  const ScratchFolder folder;
  HandMade made(folder);
  made.Write(20, [](uint64_t tick, Command&, CommandResult&, StateDigest& digest) {
    if (tick < 7) return;
    platform::LeafDigest& leaf = digest.leaves.back();
    REQUIRE_FALSE(leaf.blocks.empty());
    leaf.blocks[0] += 1;
    leaf.hash = platform::LeafHash(leaf.fields_hash, leaf.blocks);
    digest.root = platform::RootHash(digest);
  });
  const auto report = ReplayFile(made.path());
  REQUIRE(report.ok());
  REQUIRE(report->difference.has_value());
  CHECK(report->difference->tick == 7);
  CHECK(report->difference->leaf == "path_server");
  CHECK(report->difference->text.find("block 0") != std::string::npos);
  CHECK(report->difference->found_root != report->difference->recorded_root);
  CHECK(report->last_tick == 7);
}

TEST_CASE("a command of which something else comes is a difference, hashes equal or not") {
  const ScratchFolder folder;
  HandMade made(folder);
  made.Write(9, [](uint64_t tick, Command&, CommandResult& result, StateDigest&) {
    if (tick == 3) result.fault = CommandFault::kTableFull;
  });
  const auto report = ReplayFile(made.path());
  REQUIRE(report.ok());
  REQUIRE(report->difference.has_value());
  CHECK(report->difference->tick == 3);
  CHECK(report->difference->leaf.empty());
  CHECK(report->difference->text.find("recorded refused with TABLE_FULL") != std::string::npos);
}

TEST_CASE("a command that was not recorded shows at its tick") {
  const ScratchFolder folder;
  HandMade made(folder);
  made.Write(9, [](uint64_t tick, Command& command, CommandResult& result, StateDigest&) {
    if (tick != 5) return;
    command.body = EndSource{};
    result = {};
  });
  const auto report = ReplayFile(made.path());
  REQUIRE(report.ok());
  REQUIRE(report->difference.has_value());
  CHECK(report->difference->tick == 5);
}

TEST_CASE("hashes that cannot be compared are not, with what was found and what is supported") {
  const ScratchFolder folder;
  HandMade made(folder);
  const RecordingHeader good = made.header();
  const auto refusal = [&](const char* says) {
    made.Write(2, [](uint64_t, Command&, CommandResult&, StateDigest&) {});
    const auto report = ReplayFile(made.path());
    INFO(report.status().ToString());
    CHECK(report.status().code() == absl::StatusCode::kFailedPrecondition);
    CHECK(report.status().message().find(says) != absl::string_view::npos);
    made.header() = good;
  };
  made.header().state_schema = 99;
  refusal("state schema 99, supported is");
  made.header().float_policy = "decimal";
  refusal("floating-point policy decimal");
  made.header().hash_algorithm = "crc";
  refusal("hash algorithm crc");
  made.header().world_build_id += 1;
  refusal("world build id");
  made.header().profile_figures = "no_such_figure=1\n";
  refusal("no_such_figure");
  made.header().content_packs = {{4, 1, 2, ""}};
  refusal("content pack of group 4: the recording does not say where it was, and none is given");
  made.header().command_log_version = 77;
  made.Write(2, [](uint64_t, Command&, CommandResult&, StateDigest&) {});
  CHECK(RecordingReader::Open(made.path()).status().code() == absl::StatusCode::kInvalidArgument);
}

// A floor that stands in for the yard's tile.
void WriteFloor(const std::string& path, int squares) {
  tests::HandWorld world;
  world.Grid(0, 0, squares, squares, 2);
  REQUIRE(nav::WritePack(world.Finish(), path).ok());
}

TEST_CASE("a recording pins content packs, and replays with those and no others", "[NAV-075]") {
  const ScratchFolder folder;
  const std::string content = folder.path("content.ffnav");
  WriteFloor(content, 12);
  WorldOptions made = SmallYardOptions();
  made.content_packs = {{2, *nav::Pack::Open(content)}};
  const auto world = WorldOf(made);
  auto recorder =
      WorldRecorder::Begin(folder.path("a.ffrec"), {PackSource{"yard.ffnav"}, {{2, {content}}}, "", ""},
                           *world, 30, {.waits_when_full = true});
  REQUIRE(recorder.ok());
  world->set_command_sink([&](uint64_t, const Command& command, const CommandResult& result) {
    (*recorder)->OnCommand(command, result);
  });
  std::set<size_t> polys;
  for (uint64_t tick = 1; tick <= 80; ++tick) {
    if (tick == 20) world->ApplyOpen({2, 1, SetContentPack{2, true}});
    world->ApplyOpen(SubmitOf(1, tick, {1, 1, 0}, {30, 30, 0}));
    world->Step({}, nullptr);
    (*recorder)->OnTick(*world);
    polys.insert(world->view()->mesh->generation());
  }
  CHECK(polys.size() > 1);
  REQUIRE((*recorder)->Close().ok());

  const auto replayed = [&](const ReplayOptions& options) {
    const auto report = ReplayFile(folder.path("a.ffrec"), options);
    INFO(report.status().ToString());
    REQUIRE(report.ok());
    CHECK_FALSE(report->difference.has_value());
    CHECK(report->last_tick == 80);
  };
  const auto refused = [&](const ReplayOptions& options, absl::StatusCode code, const std::string& says) {
    const auto report = ReplayFile(folder.path("a.ffrec"), options);
    INFO(report.status().ToString());
    CHECK(report.status().code() == code);
    CHECK(report.status().message().find(says) != absl::string_view::npos);
  };
  replayed({});
  ReplayOptions from;
  from.from = 45;
  replayed(from);

  // Elsewhere it is the same pack, once one says where.
  std::filesystem::rename(content, folder.path("moved.ffnav"));
  refused({}, absl::StatusCode::kNotFound, "content pack of group 2: ");
  ReplayOptions given;
  given.content_packs = {{2, {folder.path("moved.ffnav")}}};
  replayed(given);
  const auto bisected =
      BisectBinary(*OpenFile(folder.path("a.ffrec")), Yard, {.content_packs = given.content_packs});
  REQUIRE(bisected.ok());
  CHECK(bisected->is_equal());

  // Another pack of the same build id is not.
  WriteFloor(folder.path("other.ffnav"), 13);
  const auto recorded = platform::HashText(ChecksumOf(*made.content_packs[0].pack));
  const auto other = platform::HashText(ChecksumOf(**nav::Pack::Open(folder.path("other.ffnav"))));
  given.content_packs = {{2, {folder.path("other.ffnav")}}};
  refused(given, absl::StatusCode::kFailedPrecondition,
          "content pack of group 2: the recording has checksum " + recorded + ", " +
              folder.path("other.ffnav") + " has " + other);
  given.content_packs = {{3, {folder.path("moved.ffnav")}}};
  refused(given, absl::StatusCode::kInvalidArgument,
          "content pack of group 3: the recording's world has none");
}

TEST_CASE("damage on the way is told with the tick up to which all agrees") {
  const ScratchFolder folder;
  RecordYard(folder.path("a.ffrec"), 200, 5, 1000);
  std::string bytes = BytesOfFile(folder.path("a.ffrec"));
  bytes[bytes.size() / 2] ^= 1;
  const auto reader = RecordingReader::OfBytes(bytes);
  REQUIRE(reader.ok());
  const auto report = ReplayRecording(**reader, Yard, {});
  CHECK(report.status().code() == absl::StatusCode::kDataLoss);
  CHECK(report.status().message().find("offset") != absl::string_view::npos);
  CHECK(report.status().message().find("agree, up to tick ") != absl::string_view::npos);
}

TEST_CASE("under another profile a recording runs on with handles of its own, and tells what came of it") {
  const ScratchFolder folder;
  const auto world = WorldOf(YardOptions());
  auto recorder = WorldRecorder::Begin(folder.path("a.ffrec"), {}, *world, 300, {.waits_when_full = true});
  REQUIRE(recorder.ok());
  world->set_command_sink([&](uint64_t, const Command& command, const CommandResult& result) {
    (*recorder)->OnCommand(command, result);
  });
  std::vector<WireHandle> handles;
  for (uint64_t tick = 0; tick < 30; ++tick) {
    for (uint64_t i = 0; i < 6; ++i) {
      const CommandResult result = world->ApplyOpen(SubmitOf(1, tick * 10 + i, {1, 1, 0}, {39, 39, 0}));
      handles.push_back(result.handle);
    }
    if (tick >= 10) {
      for (int i = 0; i < 6; ++i) {
        world->ApplyOpen({1, tick * 10 + 6, ReleasePath{handles.front()}});
        handles.erase(handles.begin());
      }
    }
    world->Step({}, nullptr);
    (*recorder)->OnTick(*world);
  }
  REQUIRE((*recorder)->Close().ok());

  const auto own = ReplayFile(folder.path("a.ffrec"));
  REQUIRE(own.ok());
  CHECK_FALSE(own->difference.has_value());
  CHECK(own->outcome.commands_refused == 0);
  ReplayOptions options;
  options.profile =
      ProfileOf("server", {"path_requests_max=8", "requests_per_session_max=8", "in_world_reserve=0"});
  const auto other = ReplayFile(folder.path("a.ffrec"), options);
  INFO(other.status().ToString());
  REQUIRE(other.ok());
  CHECK_FALSE(other->is_compared);
  CHECK_FALSE(other->difference.has_value());
  CHECK(other->ticks == 30);
  CHECK(other->outcome.commands_refused > 0);
  CHECK(other->outcome.commands_skipped > 0);
  CHECK(other->outcome.slots_high_water == 8);
  // Releases found their requests: more came through than there are slots.
  CHECK(other->outcome.completed > 8);
  CHECK(other->final_digest.root != own->final_digest.root);
  options.from = 5;
  CHECK(ReplayFile(folder.path("a.ffrec"), options).status().code() == absl::StatusCode::kInvalidArgument);
}

TEST_CASE("handles of a recording are translated wherever a command has one") {
  RecordedHandles handles;
  handles.Note({1}, {101});
  handles.Note({2}, {102});
  handles.Note({3}, {});
  CommandBody release = ReleasePath{{1}};
  CHECK(handles.Translate(release));
  CHECK(std::get<ReleasePath>(release).handle.value == 101);
  CommandBody unknown = CancelPath{{3}};
  CHECK_FALSE(handles.Translate(unknown));
  SubmitPath submit;
  submit.follow = WireHandle{1};
  submit.request.included_count = 1;
  submit.request.included_objects[0] = 2;
  submit.request.excluded_count = 1;
  submit.request.excluded_objects[0] = 1;
  CommandBody body = submit;
  CHECK(handles.Translate(body));
  CHECK(std::get<SubmitPath>(body).follow->value == 101);
  CHECK(std::get<SubmitPath>(body).request.included_objects[0] == 102);
  CHECK(std::get<SubmitPath>(body).request.excluded_objects[0] == 101);
  submit.request.excluded_objects[0] = 9;
  body = submit;
  CHECK_FALSE(handles.Translate(body));
  PutObstacle door;
  door.vehicle = {2};
  body = door;
  CHECK(handles.Translate(body));
  CHECK(std::get<PutObstacle>(body).vehicle.value == 102);
  CHECK_FALSE(std::get<PutObstacle>(body).handle.valid());
  body = EndSource{};
  CHECK(handles.Translate(body));
}

}  // namespace
}  // namespace footfall::sim::testing
