#include "sim/bisect.h"

#include <functional>
#include <utility>

#include "sim/bisect_report.h"
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

absl::StatusOr<BisectReport> Bisect(const std::string& a, const std::string& b) {
  return BisectRecordings(*OpenFile(a), *OpenFile(b), Yard, {});
}

BisectReport Bisected(const std::string& a, const std::string& b) {
  const auto report = Bisect(a, b);
  INFO(report.status().ToString());
  REQUIRE(report.ok());
  return *report;
}

bool Says(const std::vector<std::string>& notes, const std::string& words) {
  for (const std::string& note : notes) {
    if (note.find(words) != std::string::npos) return true;
  }
  return false;
}

// What a recorded world is, and what is done to it. `before` is called before each tick.
struct Run {
  WorldOptions options = SmallYardOptions();
  uint64_t ticks = 100;
  uint64_t snapshot_every = 30;
  bool hides_tuning = false;  // keeps it out of the recording: something that the world did unasked
  std::function<void(World&, uint64_t tick)> before = [](World&, uint64_t) {};
};

void Record(const std::string& path, const Run& run) {
  const auto world = WorldOf(run.options);
  auto recorder = WorldRecorder::Begin(path, {PackSource{"yard.ffnav"}, {}, "yard", ""}, *world,
                                       run.snapshot_every, {.waits_when_full = true});
  REQUIRE(recorder.ok());
  world->set_command_sink([&](uint64_t, const Command& command, const CommandResult& result) {
    if (run.hides_tuning && std::holds_alternative<TuneMovementCost>(command.body)) return;
    (*recorder)->OnCommand(command, result);
  });
  for (uint64_t tick = 1; tick <= run.ticks; ++tick) {
    if (tick % 7 == 1) world->ApplyOpen(SubmitOf(1, tick, {1, 1, 0}, {30, 30, 0}));
    run.before(*world, tick);
    world->Step({}, nullptr);
    (*recorder)->OnTick(*world);
  }
  REQUIRE((*recorder)->Close().ok());
}

// The recording whose digest of the tick is another one in block 0 of the last leaf, as from a machine that
// made another thing of the same commands.
void Alter(const std::string& from, const std::string& to, uint64_t at) {
  const auto reader = OpenFile(from);
  RecordedTick tick;
  std::unique_ptr<RecordingWriter> writer;
  while (*reader->Next(&tick)) {
    StateDigest digest = reader->digest();
    if (tick.tick >= at) {
      platform::LeafDigest& leaf = digest.leaves.back();
      REQUIRE_FALSE(leaf.blocks.empty());
      leaf.blocks[0] += 1;
      leaf.hash = platform::LeafHash(leaf.fields_hash, leaf.blocks);
      digest.root = platform::RootHash(digest);
    }
    const auto shared = std::make_shared<StateDigest>(digest);
    if (writer == nullptr) {
      auto made = RecordingWriter::Create(to, reader->header(), shared, {.waits_when_full = true});
      REQUIRE(made.ok());
      writer = *std::move(made);
      continue;
    }
    for (const RecordedCommand& command : tick.commands) {
      writer->AddCommand(command.command, {tick.tick, command.handle, command.fault, ""});
    }
    writer->EndTick(shared);
  }
  REQUIRE(writer->Close().ok());
}

TEST_CASE("recordings of the same run are equal, however long and however their snapshots lie") {
  const ScratchFolder folder;
  Record(folder.path("a.ffrec"), {});
  Run shorter;
  shorter.ticks = 80;
  shorter.snapshot_every = 11;
  Record(folder.path("b.ffrec"), shorter);
  const BisectReport same = Bisected(folder.path("a.ffrec"), folder.path("a.ffrec"));
  CHECK(same.is_equal());
  CHECK(same.last_tick == 100);
  CHECK(same.ticks_skipped == 90);
  const BisectReport other = Bisected(folder.path("a.ffrec"), folder.path("b.ffrec"));
  CHECK(!other.difference.has_value());
  CHECK(other.last_tick == 80);
  // What only one of them has is not compared, so they are not equal.
  CHECK(!other.is_equal());
  CHECK(BisectSummary(other) == "equal up to tick 80, A ends with tick 100, B with tick 80\n");
  CHECK(BisectJson("a", "b", other).find("\"equal\":false") != std::string::npos);
  CHECK(BisectJson("a", "b", other).find("\"ends\":{\"a\":100,\"b\":80}") != std::string::npos);
  CHECK(Says(other.notes, "A ends with tick 100, B with tick 80"));
}

TEST_CASE("a command more is named with its tick, and the field that it changed with both values") {
  const ScratchFolder folder;
  Record(folder.path("a.ffrec"), {});
  Run tuned;
  tuned.before = [](World& world, uint64_t tick) {
    if (tick == 40) world.ApplyOpen({2, 1, TuneMovementCost{0, 3}});
  };
  Record(folder.path("b.ffrec"), tuned);
  const BisectReport report = Bisected(folder.path("a.ffrec"), folder.path("b.ffrec"));
  REQUIRE(report.command.has_value());
  CHECK(report.command->tick == 40);
  INFO(BisectText("a", "b", report));
  CHECK(report.command->text.find("B has a command more") != std::string::npos);
  CHECK(report.command->text.find("source 2") != std::string::npos);
  REQUIRE(report.difference.has_value());
  CHECK(report.difference->tick == 40);
  CHECK(report.ticks_skipped == 30);
  REQUIRE_FALSE(report.difference->leaves.empty());
  CHECK(report.difference->leaves[0].leaf == "world");
  CHECK(report.difference->leaves[0].fields_differ);
  REQUIRE(report.difference->values.has_value());
  CHECK(report.difference->values->tick == 40);
  CHECK(report.difference->values->how_a == "replay from tick 30");
  bool has_count = false;
  for (const FieldDifference& field : report.difference->values->fields) {
    if (field.leaf != "world" || field.field != "commands_applied") continue;
    has_count = true;
    CHECK(std::stoull(field.b) == std::stoull(field.a) + 1);
  }
  CHECK(has_count);
}

TEST_CASE("another request shows as the field of its entity in its block") {
  const ScratchFolder folder;
  const auto asking = [](float x) {
    Run run;
    run.before = [x](World& world, uint64_t tick) {
      if (tick == 41) world.ApplyOpen(SubmitOf(3, 1, {x, 2, 0}, {30, 30, 0}));
    };
    return run;
  };
  Record(folder.path("a.ffrec"), asking(2));
  Record(folder.path("b.ffrec"), asking(2.5F));
  const BisectReport report = Bisected(folder.path("a.ffrec"), folder.path("b.ffrec"));
  INFO(BisectText("a", "b", report));
  REQUIRE(report.command.has_value());
  CHECK(report.command->text.find("differs") != std::string::npos);
  REQUIRE(report.difference.has_value());
  CHECK(report.difference->tick == 41);
  CHECK(report.difference->leaves[0].blocks == std::vector<size_t>{0});
  REQUIRE(report.difference->values.has_value());
  REQUIRE_FALSE(report.difference->values->fields.empty());
  const FieldDifference& field = report.difference->values->fields[0];
  CHECK(field.leaf == "path_server");
  CHECK(field.block == size_t{0});
  CHECK(field.entity.substr(0, 6) == "slots[");
  CHECK(field.a == "2");
  CHECK(field.b == "2.5");
}

TEST_CASE("at a snapshot both values are those of the recordings") {
  const ScratchFolder folder;
  Run tuned;
  tuned.before = [](World& world, uint64_t tick) {
    if (tick == 60) world.ApplyOpen({2, 1, TuneMovementCost{0, 3}});
  };
  Record(folder.path("a.ffrec"), {});
  Record(folder.path("b.ffrec"), tuned);
  const BisectReport report = Bisected(folder.path("a.ffrec"), folder.path("b.ffrec"));
  REQUIRE(report.difference.has_value());
  REQUIRE(report.difference->values.has_value());
  CHECK(report.difference->values->tick == 60);
  CHECK(report.difference->values->how_a == "snapshot");
  CHECK(report.difference->values->how_b == "snapshot");
}

TEST_CASE("recordings of other worlds are not compared, and what is other is named") {
  const ScratchFolder folder;
  Record(folder.path("a.ffrec"), {});
  Run other;
  other.options.seed = 12;
  other.options.hz = 20;
  other.options.profile.path_requests_max += 1;
  Record(folder.path("b.ffrec"), other);
  const BisectReport report = Bisected(folder.path("a.ffrec"), folder.path("b.ffrec"));
  CHECK_FALSE(report.is_equal());
  CHECK_FALSE(report.difference.has_value());
  const std::string text = BisectText("a", "b", report);
  INFO(text);
  CHECK(text.find("seed: A 11, B 12") != std::string::npos);
  CHECK(text.find("hz: A 30, B 20") != std::string::npos);
  CHECK(text.find("profile figure path_requests_max: A 6, B 7") != std::string::npos);
}

TEST_CASE("of a difference that this software makes on neither run, tick and block are told") {
  const ScratchFolder folder;
  Run plain;
  plain.snapshot_every = 1000;
  Record(folder.path("a.ffrec"), plain);
  Alter(folder.path("a.ffrec"), folder.path("b.ffrec"), 50);
  const BisectReport report = Bisected(folder.path("a.ffrec"), folder.path("b.ffrec"));
  CHECK_FALSE(report.command.has_value());
  REQUIRE(report.difference.has_value());
  CHECK(report.difference->tick == 50);
  REQUIRE(report.difference->leaves.size() == 1);
  CHECK(report.difference->leaves[0].leaf == "path_server");
  CHECK(report.difference->leaves[0].blocks == std::vector<size_t>{0});
  CHECK_FALSE(report.difference->values.has_value());
  CHECK(Says(report.notes, "B: this software does not reproduce tick 50"));
  CHECK(Says(report.notes, "no snapshot to compare"));
}

const FieldDifference* FindField(const BisectValues& values, const std::string& leaf,
                                 const std::string& words) {
  for (const FieldDifference& field : values.fields) {
    if (field.leaf == leaf && field.field.find(words) != std::string::npos) return &field;
  }
  return nullptr;
}

TEST_CASE("what a world did unasked is located, with values at the snapshot just after") {
  const ScratchFolder folder;
  Record(folder.path("a.ffrec"), {});
  Run unasked;
  unasked.hides_tuning = true;
  unasked.before = [](World& world, uint64_t tick) {
    if (tick == 40) world.ApplyOpen({2, 1, TuneMovementCost{0, 3}});
  };
  Record(folder.path("b.ffrec"), unasked);

  const BisectReport two = Bisected(folder.path("a.ffrec"), folder.path("b.ffrec"));
  INFO(BisectText("a", "b", two));
  CHECK_FALSE(two.command.has_value());
  REQUIRE(two.difference.has_value());
  CHECK(two.difference->tick == 40);
  REQUIRE(two.difference->values.has_value());
  CHECK(two.difference->values->tick == 60);
  CHECK(two.difference->values->how_b == "snapshot");
  CHECK(Says(two.notes, "B: this software does not reproduce tick 40"));
  const FieldDifference* field = FindField(*two.difference->values, "world", "movement_costs");
  REQUIRE(field != nullptr);
  CHECK(field->b == "3");
  CHECK(field->a_then == field->a);
  CHECK(field->b_then.empty());

  const auto one = BisectBinary(*OpenFile(folder.path("b.ffrec")), Yard, {});
  REQUIRE(one.ok());
  REQUIRE(one->difference.has_value());
  CHECK(one->difference->tick == 40);
  REQUIRE(one->difference->values.has_value());
  CHECK(one->difference->values->tick == 60);
  field = FindField(*one->difference->values, "world", "movement_costs");
  REQUIRE(field != nullptr);
  CHECK(field->a == "3");
  CHECK(field->b_then == field->b);
}

TEST_CASE("a recording is bisected against this software") {
  const ScratchFolder folder;
  Record(folder.path("a.ffrec"), {});
  const auto equal = BisectBinary(*OpenFile(folder.path("a.ffrec")), Yard, {});
  REQUIRE(equal.ok());
  CHECK(equal->is_equal());
  CHECK(equal->last_tick == 100);
  Alter(folder.path("a.ffrec"), folder.path("b.ffrec"), 50);
  const auto report = BisectBinary(*OpenFile(folder.path("b.ffrec")), Yard, {});
  REQUIRE(report.ok());
  REQUIRE(report->difference.has_value());
  CHECK(report->difference->tick == 50);
  CHECK(report->difference->leaves[0].leaf == "path_server");
  CHECK(Says(report->notes, "recorded: this software does not reproduce tick 50"));
  const std::string json = BisectJson("b", "", *report);
  CHECK(json.find("\"equal\":false") != std::string::npos);
  CHECK(json.find("\"values\":null") != std::string::npos);
}

TEST_CASE("a recording that ends in damage is refused with the tick up to which all agrees") {
  const ScratchFolder folder;
  Run plain;
  plain.snapshot_every = 1000;
  Record(folder.path("a.ffrec"), plain);
  std::string bytes = BytesOfFile(folder.path("a.ffrec"));
  bytes[bytes.size() / 2] ^= 1;
  const auto damaged = RecordingReader::OfBytes(bytes);
  REQUIRE(damaged.ok());
  const auto report = BisectRecordings(*OpenFile(folder.path("a.ffrec")), **damaged, Yard, {});
  CHECK(report.status().code() == absl::StatusCode::kDataLoss);
  CHECK(report.status().message().find("B: ") != absl::string_view::npos);
  CHECK(report.status().message().find("agree, up to tick ") != absl::string_view::npos);
}

TEST_CASE("wrong bytes are found in what is skipped, for heads say what is equal and not what is whole") {
  const ScratchFolder folder;
  Record(folder.path("a.ffrec"), {});
  const std::string whole = BytesOfFile(folder.path("a.ffrec"));
  size_t found = 0;
  for (size_t part = 2; part < 12; ++part) {
    std::string bytes = whole;
    bytes[bytes.size() * part / 16] ^= 1;
    bytes[bytes.size() * part / 16 + 1] ^= 1;
    CAPTURE(part);
    const auto damaged = RecordingReader::OfBytes(bytes);
    if (!damaged.ok()) continue;  // It is in the header, which is read first.
    const auto report = BisectRecordings(*OpenFile(folder.path("a.ffrec")), **damaged, Yard, {});
    CHECK(report.status().code() == absl::StatusCode::kDataLoss);
    ++found;
  }
  CHECK(found >= 6);
}

TEST_CASE("recordings without a common tick, or without any, are not compared") {
  const ScratchFolder folder;
  Record(folder.path("a.ffrec"), {});
  Run none;
  none.ticks = 0;
  Record(folder.path("none.ffrec"), none);
  for (const auto& [a, b] : {std::pair("a", "none"), std::pair("none", "a"), std::pair("none", "none")}) {
    const auto report =
        Bisect(folder.path(std::string(a) + ".ffrec"), folder.path(std::string(b) + ".ffrec"));
    CHECK(report.status().code() == absl::StatusCode::kInvalidArgument);
    CHECK(report.status().message().find("no tick is in both") != absl::string_view::npos);
  }
}

TEST_CASE(
    "a recording that was closed without a tick is this software's, one that was cut off there is not") {
  const ScratchFolder folder;
  Run none;
  none.ticks = 0;
  Record(folder.path("none.ffrec"), none);
  const auto alone = BisectBinary(*OpenFile(folder.path("none.ffrec")), Yard, {});
  REQUIRE(alone.ok());
  CHECK(alone->is_equal());
  CHECK(alone->first_tick == 0);
  CHECK(alone->last_tick == 0);
  CHECK(Says(alone->notes, "the hash at its start is compared"));
  const std::string whole = BytesOfFile(folder.path("none.ffrec"));
  const auto cut = RecordingReader::OfBytes(whole.substr(0, whole.size() - 1));
  REQUIRE(cut.ok());
  CHECK(BisectBinary(**cut, Yard, {}).status().message() == "the recording holds no whole tick");
}

}  // namespace
}  // namespace footfall::sim::testing
