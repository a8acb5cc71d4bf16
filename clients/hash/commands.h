#ifndef FOOTFALL_CLIENTS_HASH_COMMANDS_H_
#define FOOTFALL_CLIENTS_HASH_COMMANDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nav/build/build_params.h"
#include "nav/build/obj_reader.h"

// The verbs that need no server: what `footfall` and its gRPC-free twin `footfall-hash` have in common (R44).
// Results go to standard output, faults to standard error. Each returns the exit code.
namespace footfall::client {

enum ExitCode : int {
  kExitPassed = 0,
  kExitFailed = 1,  // a hash or an expectation differs
  kExitInternal = 3,
  kExitBadUsage = 4,  // bad arguments, files or configuration
  kExitEmpty = 5,     // what was named holds nothing to do
};

struct RunArguments {
  std::string command = "footfall-hash run";  // stands before each error
  std::string scenario;
  std::string world;  // pack instead of the scenario's world; empty: that one
  int threads = 1;
  int order_threads = 1;
  std::optional<uint64_t> seed;
  std::string profile;
  std::vector<std::string> sets;
  bool quiet = false;           // the hash alone
  bool results = false;         // what came of each named command
  bool json = false;            // one JSON object a line, and nothing else
  int slow_disk_ms = 0;         // each tile is read so much later; never changes a hash
  std::string hashes_out;       // file for the hashes of all ticks; empty: none
  std::string timeline;         // file for the virtual and the real schedule (sim/timeline.h); empty: none
  std::string trails;           // file for the ways that were found (run_trails.h); empty: none
  std::string dump;             // file for all state after the last tick (World::Dump); empty: none
  bool update_hash = false;     // writes the golden hash into the scenario (R47)
  std::string record;           // file for a recording (.ffrec); empty: none
  uint64_t snapshot_every = 0;  // ticks, in the recording; 0: as sim does
};
// Runs a scenario; without `json` the hash is the last line.
int RunCommand(const RunArguments& arguments);

// Runs scenarios one after the other and writes each golden hash into its file; prints a line each: same,
// changed, stale (was of another state schema) or new, file, old hash, new hash, first leaf that differs
// (R47). Uses of `arguments` the threads, `json` and `command`. A scenario that cannot be run does not keep
// the others from it; the exit code is the worst. An expectation that does not hold is named, and makes it 1.
int UpdateHashesCommand(const RunArguments& arguments, const std::vector<std::string>& scenarios);

struct ReplayArguments {
  std::string command = "footfall-hash replay";  // stands before each error
  std::vector<std::string> recordings;           // files, folders that hold them, patterns of names
  std::string world;                             // pack instead of the recorded one; empty: that one
  std::vector<std::string> content_packs;        // GROUP=FILE instead of the recorded ones
  int threads = 1;
  int order_threads = 1;
  std::optional<uint64_t> from;
  std::optional<uint64_t> until;
  std::string profile_override;  // empty: the recorded one, and hashes are compared
  bool quiet = false;            // the last hash of each alone
  bool json = false;             // one JSON object a recording, and nothing else
};
// Replays recordings one after the other and compares each tick's hash.
int ReplayCommand(const ReplayArguments& arguments);

struct BisectArguments {
  std::string command = "footfall-hash bisect";  // stands before each error
  std::vector<std::string> recordings;           // one, against this software, or two
  std::string world;                             // pack instead of the recorded one; empty: that one
  std::vector<std::string> content_packs;        // GROUP=FILE instead of the recorded ones
  int threads = 1;
  int order_threads = 1;
  bool quiet = false;  // one line: "equal", or the tick and the leaf that differ first
  bool json = false;   // one JSON object instead of lines
};
// Names where two runs part. 0: they are equal, 1: they differ or one ends before the other, 4: other pins
// (seed, profile, world, rate), no tick that both have, or damage.
int BisectCommand(const BisectArguments& arguments);

struct BuildArguments {
  std::string level;   // an OBJ file
  std::string output;  // the pack to write
  std::string materials;
  std::string annotations;
  nav::ObjImport import;
  nav::BuildParams params;
  int threads = 1;
};
// Builds a pack of a level and prints its figures.
int BuildCommand(const BuildArguments& arguments);

// Writes the city that a scenario names as a pack, so that many runs can share it.
int CityCommand(const std::string& scenario, const std::string& output);

// Prints what the pack at `path` holds; `verify` checks every tile of it (R29).
int InfoCommand(const std::string& path, bool verify);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_COMMANDS_H_
