#include "sim/bisect_values.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "absl/strings/str_cat.h"

namespace footfall::sim {

namespace {

using platform::LeafDigest;
using platform::StateDigest;

const LeafDigest* FindLeaf(const StateDigest& digest, const std::string& name) {
  for (const LeafDigest& leaf : digest.leaves) {
    if (leaf.name == name) return &leaf;
  }
  return nullptr;
}

LeafChange ChangeOf(const LeafDigest& a, const LeafDigest& b) {
  LeafChange change{a.name, a.fields_hash != b.fields_hash, {}};
  for (size_t block = 0; block < std::max(a.blocks.size(), b.blocks.size()); ++block) {
    const bool is_in_both = block < std::min(a.blocks.size(), b.blocks.size());
    if (!is_in_both || a.blocks[block] != b.blocks[block]) change.blocks.push_back(block);
  }
  return change;
}

struct DumpLine {
  std::string_view path;
  std::string_view value;
};

// Of one leaf; paths without its name.
std::vector<DumpLine> LinesOf(std::string_view dump, const std::string& leaf) {
  const std::string prefix = leaf + ".";
  std::vector<DumpLine> lines;
  while (!dump.empty()) {
    const size_t end = dump.find('\n');
    const std::string_view line = dump.substr(0, end);
    dump.remove_prefix(end == std::string_view::npos ? dump.size() : end + 1);
    const size_t equals = line.find(" = ");
    if (line.substr(0, prefix.size()) != prefix || equals == std::string_view::npos) continue;
    lines.push_back({line.substr(prefix.size(), equals - prefix.size()), line.substr(equals + 3)});
  }
  return lines;
}

std::map<std::string_view, std::string_view> ValuesOf(const std::vector<DumpLine>& lines) {
  std::map<std::string_view, std::string_view> values;
  for (const DumpLine& line : lines) values.emplace(line.path, line.value);
  return values;
}

// Takes the path apart: "slots[3].owner.ped" is of an entity where its block differs.
FieldDifference FieldOf(std::string_view path, const LeafChange& change) {
  FieldDifference field;
  field.leaf = change.leaf;
  field.field = path;
  const size_t open = path.find_first_of(".[");
  if (open == std::string_view::npos || path[open] != '[') return field;
  size_t row = 0;
  const auto [end, error] = std::from_chars(path.data() + open + 1, path.data() + path.size(), row);
  const size_t block = row / platform::kHashBlockEntities;
  if (error != std::errc() || !std::count(change.blocks.begin(), change.blocks.end(), block)) return field;
  const size_t close = static_cast<size_t>(end - path.data()) + 1;
  field.block = block;
  field.entity = path.substr(0, close);
  field.field = close < path.size() ? path.substr(close + 1) : "";
  return field;
}

void CompareLeaf(std::string_view a, std::string_view b, const LeafChange& change, BisectValues* values) {
  const std::vector<DumpLine> lines_a = LinesOf(a, change.leaf);
  const std::vector<DumpLine> lines_b = LinesOf(b, change.leaf);
  const auto values_a = ValuesOf(lines_a);
  const auto values_b = ValuesOf(lines_b);
  std::vector<FieldDifference> fields;
  for (const DumpLine& line : lines_a) {
    const auto other = values_b.find(line.path);
    if (other != values_b.end() && other->second == line.value) continue;
    fields.push_back(FieldOf(line.path, change));
    fields.back().a = line.value;
    if (other != values_b.end()) fields.back().b = other->second;
  }
  for (const DumpLine& line : lines_b) {
    if (values_a.count(line.path) != 0) continue;
    fields.push_back(FieldOf(line.path, change));
    fields.back().b = line.value;
  }
  // Blocks in their order, then what is of none.
  std::stable_sort(fields.begin(), fields.end(), [](const FieldDifference& x, const FieldDifference& y) {
    return x.block.value_or(SIZE_MAX) < y.block.value_or(SIZE_MAX);
  });
  values->fields_count += fields.size();
  if (fields.size() > kBisectFieldsMax) fields.resize(kBisectFieldsMax);
  values->fields.insert(values->fields.end(), fields.begin(), fields.end());
}

// Of a field in a dump; empty where it is not there.
std::string ValueIn(std::string_view dump, const FieldDifference& field) {
  const std::string path =
      absl::StrCat(field.entity, field.entity.empty() || field.field.empty() ? "" : ".", field.field);
  for (const DumpLine& line : LinesOf(dump, field.leaf)) {
    if (line.path == path) return std::string(line.value);
  }
  return "";
}

}  // namespace

std::vector<LeafChange> LeafChanges(const StateDigest& a, const StateDigest& b) {
  std::vector<LeafChange> changes;
  for (const LeafDigest& leaf : a.leaves) {
    const LeafDigest* other = FindLeaf(b, leaf.name);
    if (other == nullptr) {
      changes.push_back({leaf.name, true, {}});
    } else if (leaf != *other) {
      changes.push_back(ChangeOf(leaf, *other));
    }
  }
  for (const LeafDigest& leaf : b.leaves) {
    if (FindLeaf(a, leaf.name) == nullptr) changes.push_back({leaf.name, true, {}});
  }
  return changes;
}

void CompareDumps(std::string_view a, std::string_view b, const std::vector<LeafChange>& changes,
                  BisectValues* values) {
  for (const LeafChange& change : changes) CompareLeaf(a, b, change, values);
}

void AddEarlierValues(std::string_view a, std::string_view b, BisectValues* values) {
  for (FieldDifference& field : values->fields) {
    field.a_then = ValueIn(a, field);
    field.b_then = ValueIn(b, field);
  }
}

bool BisectSide::HasSnapshot(uint64_t tick) const {
  const std::vector<uint64_t> ticks = reader_.SnapshotTicks();
  return std::count(ticks.begin(), ticks.end(), tick) != 0;
}

absl::StatusOr<std::unique_ptr<World>> BisectSide::MakeWorld(std::optional<uint64_t> snapshot_tick) {
  if (!files_.ok()) return files_.status();
  return WorldOf(reader_, *files_, options_, snapshot_tick);
}

absl::StatusOr<FoundState> BisectSide::Recorded(uint64_t tick) {
  if (HasSnapshot(tick)) {
    const absl::StatusOr<std::unique_ptr<World>> world = MakeWorld(tick);
    if (world.ok()) return FoundState{(*world)->Dump(), "snapshot"};
    return world.status();
  }
  const absl::StatusOr<Ran> ran = Run(tick, tick);
  if (!ran.ok()) return ran.status();
  const uint64_t recorded = reader_.digest().root;
  const uint64_t found = ran->world->hash().root;
  if (recorded == found) return FoundState{ran->world->Dump(), ran->how};
  return absl::FailedPreconditionError(absl::StrCat("this software does not reproduce tick ", tick, ": a ",
                                                    ran->how, " ends with hash ", platform::HashText(found),
                                                    ", recorded is ", platform::HashText(recorded)));
}

absl::StatusOr<FoundState> BisectSide::Live(uint64_t since, uint64_t tick, uint64_t* root_since) {
  const absl::StatusOr<Ran> ran = Run(since, tick);
  if (!ran.ok()) return ran.status();
  *root_since = ran->root_since;
  return FoundState{ran->world->Dump(), ran->how};
}

absl::StatusOr<BisectSide::Ran> BisectSide::Run(uint64_t since, uint64_t tick) {
  const std::optional<uint64_t> snapshot = SnapshotBefore(reader_, since);
  absl::StatusOr<std::unique_ptr<World>> world = MakeWorld(snapshot);
  if (!world.ok()) return world.status();
  Ran ran{*std::move(world), absl::StrCat("replay from tick ", snapshot.value_or(0)), 0};
  reader_.Rewind();
  if (snapshot && *snapshot != reader_.first_tick()) {
    if (absl::Status status = reader_.Seek(*snapshot); !status.ok()) return status;
  }
  RecordedTick recorded;
  std::vector<Command> batch;
  do {
    const absl::StatusOr<bool> read = reader_.Next(&recorded);
    if (!read.ok()) return read.status();
    if (!*read) return absl::OutOfRangeError(absl::StrCat("the recording ends before tick ", tick));
    if (recorded.tick > ran.world->tick()) {
      batch.clear();
      for (const RecordedCommand& command : recorded.commands) batch.push_back(command.command);
      ran.world->Step(batch, nullptr);
      if (!ran.world->failure().ok()) return ran.world->failure();
    }
    if (recorded.tick == since) ran.root_since = ran.world->hash().root;
  } while (recorded.tick < tick);
  return ran;
}

}  // namespace footfall::sim
