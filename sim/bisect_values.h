#ifndef FOOTFALL_SIM_BISECT_VALUES_H_
#define FOOTFALL_SIM_BISECT_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "platform/state_hash.h"
#include "sim/recording/recording_reader.h"
#include "sim/replay.h"

// States behind hashes, for bisect.h. One thread.
namespace footfall::sim {

// How one leaf differs between two hash trees.
struct LeafChange {
  std::string leaf;
  bool fields_differ = false;  // those of no entity, or how many entities there are
  std::vector<size_t> blocks;  // of 64 entities each; ascending
};

// In the order of `a`, then leaves that only `b` has. Empty: the trees are equal.
std::vector<LeafChange> LeafChanges(const platform::StateDigest& a, const platform::StateDigest& b);

// One value that differs.
struct FieldDifference {
  std::string leaf;
  std::optional<size_t> block;
  std::string entity;  // "slots[3]"; empty: of none
  std::string field;   // "issued_ms", within the entity or the leaf
  std::string a;       // empty: this side has no such value
  std::string b;
  // The same at the tick that differs, where the values above are of a later one; empty: not known.
  std::string a_then;
  std::string b_then;
};

struct BisectValues {
  uint64_t tick = 0;  // after which both states are compared
  std::string how_a;  // "snapshot", "replay from tick 30"
  std::string how_b;
  std::vector<FieldDifference> fields;  // at most kBisectFieldsMax of each leaf
  uint64_t fields_count = 0;            // all that differ in these leaves
};
inline constexpr size_t kBisectFieldsMax = 8;

// Compares two texts of World::Dump in the leaves that `changes` name, blocks that differ first.
void CompareDumps(std::string_view a, std::string_view b, const std::vector<LeafChange>& changes,
                  BisectValues* values);
// Fills a_then and b_then of all fields; an empty dump is not known.
void AddEarlierValues(std::string_view a, std::string_view b, BisectValues* values);

// A state as text, and how it was come by.
struct FoundState {
  std::string dump;
  std::string how;
};

// What is behind the hashes of one recording.
class BisectSide {
 public:
  // Neither is owned. `files` may be an error, which is then that of every state.
  BisectSide(RecordingReader& reader, absl::StatusOr<RecordedFiles> files, const ReplayOptions& options)
      : reader_(reader), files_(std::move(files)), options_(options) {}

  // The recorded state after the tick: the snapshot of it, or else a replay that ends with the recorded hash.
  // FailedPrecondition: it ends with another one; else as WorldOf.
  absl::StatusOr<FoundState> Recorded(uint64_t tick);
  // The state that this software comes to from the last snapshot before `since`, whatever is recorded, and
  // the root that it had after `since`.
  absl::StatusOr<FoundState> Live(uint64_t since, uint64_t tick, uint64_t* root_since);

  bool HasSnapshot(uint64_t tick) const;
  const RecordingReader& reader() const { return reader_; }

 private:
  struct Ran {
    std::unique_ptr<World> world;
    std::string how;
    uint64_t root_since = 0;
  };
  absl::StatusOr<std::unique_ptr<World>> MakeWorld(std::optional<uint64_t> snapshot_tick);
  absl::StatusOr<Ran> Run(uint64_t since, uint64_t tick);

  RecordingReader& reader_;
  const absl::StatusOr<RecordedFiles> files_;
  const ReplayOptions options_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_BISECT_VALUES_H_
