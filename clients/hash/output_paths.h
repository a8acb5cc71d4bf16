#ifndef FOOTFALL_CLIENTS_HASH_OUTPUT_PATHS_H_
#define FOOTFALL_CLIENTS_HASH_OUTPUT_PATHS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "sim/scenario.h"

namespace footfall::client {

// A file and what names it: a flag ("--record") or what it is ("the scenario"). An empty path is none.
struct NamedPath {
  std::string name;
  std::string path;
};

// What a run of the scenario reads besides it: packs and a profile. `profile` is that of a flag.
std::vector<NamedPath> InputsOf(const std::string& scenario_path, const sim::Scenario& scenario,
                                const std::string& profile);

// InvalidArgument, with both names and paths, for an output that is an input or another output: the same
// file, by whatever path or link. Devices are no files in this.
absl::Status CheckOutputs(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& inputs);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_OUTPUT_PATHS_H_
