#include "sim/bisect.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sim/bisect_commands.h"

namespace footfall::sim {

namespace {

absl::Status BehindAgreed(const absl::Status& status, const char* side, uint64_t agreed) {
  return absl::Status(status.code(), absl::StrCat(side, ": ", std::string(status.message()),
                                                  "; ticks before it agree, up to tick ", agreed));
}

ReplayOptions RunOptionsOf(const BisectOptions& options) {
  ReplayOptions run;
  run.threads = options.threads;
  run.order_threads = options.order_threads;
  run.content_packs = options.content_packs;
  return run;
}

BisectDifference DifferenceOf(uint64_t tick, const platform::StateDigest& a, const platform::StateDigest& b) {
  return {tick, a.root, b.root, LeafChanges(a, b), std::nullopt};
}

// Two recordings side by side, by what is in them.
class Comparison {
 public:
  Comparison(RecordingReader& a, RecordingReader& b, BisectReport& report)
      : a_(a), b_(b), commands_(a.header().epoch, b.header().epoch), report_(report) {}

  absl::Status Go() {
    if (absl::Status status = Align(); !status.ok()) return status;
    if (!CompareTick()) return absl::OkStatus();
    if (absl::Status status = SkipEqual(); !status.ok()) return status;
    while (report_.last_tick < std::min(a_.last_tick(), b_.last_tick())) {
      if (absl::Status status = NextOfBoth(); !status.ok()) return status;
      if (!CompareTick()) return absl::OkStatus();
    }
    absl::Status status = ReadEnd(a_, "A");
    return status.ok() ? ReadEnd(b_, "B") : status;
  }

 private:
  absl::Status Next(RecordingReader& reader, const char* side, RecordedTick* tick) {
    const absl::StatusOr<bool> read = reader.Next(tick);
    if (!read.ok()) return BehindAgreed(read.status(), side, report_.last_tick);
    return *read ? absl::OkStatus() : absl::DataLossError(absl::StrCat(side, ": the recording ends early"));
  }
  // What lies behind the last tick of a recording may be damaged, too.
  absl::Status ReadEnd(RecordingReader& reader, const char* side) {
    if (reader.last_tick() != report_.last_tick) return absl::OkStatus();
    RecordedTick tick;
    const absl::StatusOr<bool> read = reader.Next(&tick);
    return read.ok() ? absl::OkStatus() : BehindAgreed(read.status(), side, report_.last_tick);
  }
  absl::Status NextOfBoth() {
    absl::Status status = Next(a_, "A", &tick_a_);
    if (status.ok()) status = Next(b_, "B", &tick_b_);
    return status;
  }

  // To the first tick that both have.
  absl::Status Align() {
    absl::Status status = NextOfBoth();
    while (status.ok() && tick_a_.tick < tick_b_.tick) status = Next(a_, "A", &tick_a_);
    while (status.ok() && tick_b_.tick < tick_a_.tick) status = Next(b_, "B", &tick_b_);
    report_.first_tick = tick_a_.tick;
    return status;
  }

  // False: the hash differs.
  bool CompareTick() {
    // The first tick of a recording has no commands, whatever the world had.
    const bool has_commands = tick_a_.tick > std::max(a_.first_tick(), b_.first_tick());
    if (has_commands && !report_.command) {
      const std::string text = commands_.FirstDifference(tick_a_.commands, tick_b_.commands);
      if (!text.empty()) report_.command = CommandDifference{tick_a_.tick, text};
    }
    report_.last_tick = tick_a_.tick;
    if (a_.digest().root == b_.digest().root) return true;
    report_.difference = DifferenceOf(tick_a_.tick, a_.digest(), b_.digest());
    return false;
  }

  // Goes on at the last snapshot before which all bytes of both are equal.
  absl::Status SkipEqual() {
    if (a_.first_tick() != b_.first_tick() || a_.header().epoch != b_.header().epoch) return absl::OkStatus();
    const auto intervals_a = a_.Intervals();
    if (!intervals_a.ok()) return BehindAgreed(intervals_a.status(), "A", report_.last_tick);
    const auto intervals_b = b_.Intervals();
    if (!intervals_b.ok()) return BehindAgreed(intervals_b.status(), "B", report_.last_tick);
    const size_t common = std::min(intervals_a->size(), intervals_b->size());
    size_t equal = 0;
    while (equal + 1 < common && (*intervals_a)[equal] == (*intervals_b)[equal]) ++equal;
    if (equal == 0) return absl::OkStatus();
    const uint64_t snapshot = (*intervals_a)[equal].snapshot_tick;
    if (snapshot != (*intervals_b)[equal].snapshot_tick) return absl::OkStatus();
    for (const auto& [reader, side] : {std::pair(&a_, "A"), std::pair(&b_, "B")}) {
      // Equal heads say equal bytes only of chunks that hold what their heads say.
      const absl::Status status = reader->CheckBytesUntil(snapshot);
      if (!status.ok()) return BehindAgreed(status, side, report_.last_tick);
    }
    if (absl::Status status = a_.Seek(snapshot); !status.ok()) return status;
    if (absl::Status status = b_.Seek(snapshot); !status.ok()) return status;
    report_.ticks_skipped = snapshot - report_.last_tick;
    report_.last_tick = snapshot;
    return absl::OkStatus();
  }

  RecordingReader& a_;
  RecordingReader& b_;
  CommandComparison commands_;
  BisectReport& report_;
  RecordedTick tick_a_;
  RecordedTick tick_b_;
};

void Note(const char* side, const absl::StatusOr<FoundState>& state, BisectReport& report) {
  if (!state.ok()) report.notes.push_back(absl::StrCat(side, ": ", std::string(state.status().message())));
}

const std::string& DumpOf(const absl::StatusOr<FoundState>& state) {
  static const std::string none;
  return state.ok() ? state->dump : none;
}

// False: a state is missing.
bool SetValues(uint64_t tick, const absl::StatusOr<FoundState>& a, const absl::StatusOr<FoundState>& b,
               BisectReport& report) {
  if (!a.ok() || !b.ok()) return false;
  BisectValues values;
  values.tick = tick;
  values.how_a = a->how;
  values.how_b = b->how;
  CompareDumps(a->dump, b->dump, report.difference->leaves, &values);
  report.difference->values = std::move(values);
  return true;
}

void NoteLater(uint64_t tick, BisectReport& report) {
  report.notes.push_back(absl::StrCat("values are those after tick ", tick,
                                      ", of the first snapshot behind the difference: what the difference "
                                      "led to is among them"));
}

void NoteNearest(const char* side, const RecordingReader& reader, uint64_t tick, BisectReport& report) {
  const std::optional<uint64_t> before = SnapshotBefore(reader, tick);
  report.notes.push_back(absl::StrCat(side, ": there is no snapshot to compare at tick ", tick,
                                      " or behind it; the nearest one before it is ",
                                      before ? absl::StrCat("of tick ", *before) : "the beginning"));
}

// The first tick from `tick` on of which each side that cannot be replayed has a snapshot.
std::optional<uint64_t> LaterTick(const BisectSide& a, bool a_needs, const BisectSide& b, bool b_needs,
                                  uint64_t tick) {
  for (const uint64_t at : (a_needs ? a : b).reader().SnapshotTicks()) {
    if (at >= tick && (!a_needs || a.HasSnapshot(at)) && (!b_needs || b.HasSnapshot(at))) return at;
  }
  return std::nullopt;
}

void FindValues(BisectSide& a, BisectSide& b, BisectReport& report) {
  const uint64_t tick = report.difference->tick;
  const absl::StatusOr<FoundState> state_a = a.Recorded(tick);
  const absl::StatusOr<FoundState> state_b = b.Recorded(tick);
  Note("A", state_a, report);
  Note("B", state_b, report);
  if (SetValues(tick, state_a, state_b, report)) return;
  const std::optional<uint64_t> later = LaterTick(a, !state_a.ok(), b, !state_b.ok(), tick + 1);
  if (!later) return NoteNearest(state_a.ok() ? "B" : "A", (state_a.ok() ? b : a).reader(), tick, report);
  const absl::StatusOr<FoundState> later_a = a.Recorded(*later);
  const absl::StatusOr<FoundState> later_b = b.Recorded(*later);
  Note("A", later_a, report);
  Note("B", later_b, report);
  if (!SetValues(*later, later_a, later_b, report)) return;
  AddEarlierValues(DumpOf(state_a), DumpOf(state_b), &*report.difference->values);
  NoteLater(*later, report);
}

// `now`: this software's state after the tick that differs, as it was in the run that found it.
void FindLiveValues(BisectSide& recorded, const std::string& now, BisectReport& report) {
  const uint64_t tick = report.difference->tick;
  const absl::StatusOr<FoundState> state = recorded.Recorded(tick);
  if (state.ok() && state->how != "snapshot") {
    report.notes.push_back(absl::StrCat("the difference does not come again: a ", state->how,
                                        " gives the recorded hash of tick ", tick,
                                        "; the first run did what a second one does not"));
  }
  if (SetValues(tick, state, FoundState{now, "replay that differs"}, report)) return;
  Note("recorded", state, report);
  const std::optional<uint64_t> later = LaterTick(recorded, true, recorded, false, tick + 1);
  if (!later) return NoteNearest("recorded", recorded.reader(), tick, report);
  const absl::StatusOr<FoundState> later_recorded = recorded.Recorded(*later);
  uint64_t root_again = 0;
  const absl::StatusOr<FoundState> later_now = recorded.Live(tick, *later, &root_again);
  Note("recorded", later_recorded, report);
  Note("now", later_now, report);
  if (later_now.ok() && root_again != report.difference->root_b) {
    report.notes.push_back(absl::StrCat(
        "this software does not repeat itself: a second run, a ", later_now->how, ", comes to hash ",
        platform::HashText(root_again), " after tick ", tick, ", the first one came to ",
        platform::HashText(report.difference->root_b), "; values are those of the second one"));
  }
  if (!SetValues(*later, later_recorded, later_now, report)) return;
  AddEarlierValues("", now, &*report.difference->values);
  NoteLater(*later, report);
}

void NoteEnds(const RecordingReader& a, const RecordingReader& b, BisectReport& report) {
  if (!report.is_equal() || a.last_tick() == b.last_tick()) return;
  report.ends = EndDifference{a.last_tick(), b.last_tick()};
  report.notes.push_back(absl::StrCat("A ends with tick ", a.last_tick(), ", B with tick ", b.last_tick(),
                                      ": what only one of them has is not compared"));
}

}  // namespace

absl::StatusOr<BisectReport> BisectRecordings(RecordingReader& a, RecordingReader& b,
                                              const WorldResolver& resolver, const BisectOptions& options) {
  BisectReport report;
  report.pins = PinDifferences(a.header(), b.header());
  if (!report.pins.empty()) return report;
  if (std::max(a.first_tick(), b.first_tick()) >= std::min(a.last_tick(), b.last_tick())) {
    return absl::InvalidArgumentError(absl::StrCat("A has the ticks behind ", a.first_tick(), " up to ",
                                                   a.last_tick(), ", B those behind ", b.first_tick(),
                                                   " up to ", b.last_tick(), ": no tick is in both"));
  }
  if (absl::Status status = Comparison(a, b, report).Go(); !status.ok()) return status;
  NoteEnds(a, b, report);
  if (!report.difference) return report;
  const absl::StatusOr<RecordedFiles> files = OpenRecordedFiles(a.header(), resolver, options.content_packs);
  BisectSide side_a(a, files, RunOptionsOf(options));
  BisectSide side_b(b, files, RunOptionsOf(options));
  FindValues(side_a, side_b, report);
  return report;
}

absl::StatusOr<BisectReport> BisectBinary(RecordingReader& recording, const WorldResolver& resolver,
                                          const BisectOptions& options) {
  BisectReport report;
  report.is_against_binary = true;
  ReplayOptions run = RunOptionsOf(options);
  std::string now;
  run.at_difference = [&](const World& world) { now = world.Dump(); };
  const absl::StatusOr<ReplayReport> replayed = ReplayRecording(recording, resolver, run);
  if (!replayed.ok()) return replayed.status();
  report.first_tick = replayed->first_tick - 1;
  report.last_tick = replayed->last_tick;
  if (replayed->ticks == 0) {
    report.notes.push_back("the recording was closed before a tick ran: the hash at its start is compared");
  }
  if (!replayed->difference) return report;
  const ReplayDifference& found = *replayed->difference;
  if (!found.command.empty()) report.command = CommandDifference{found.tick, found.command};
  if (found.recorded_root == found.found_root) return report;
  report.difference = DifferenceOf(found.tick, recording.digest(), replayed->final_digest);
  BisectSide side(recording, OpenRecordedFiles(recording.header(), resolver, options.content_packs),
                  RunOptionsOf(options));
  FindLiveValues(side, now, report);
  return report;
}

}  // namespace footfall::sim
