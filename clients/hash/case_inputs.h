#ifndef FOOTFALL_CLIENTS_HASH_CASE_INPUTS_H_
#define FOOTFALL_CLIENTS_HASH_CASE_INPUTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footfall::client {

// What decides beside the file itself what comes of a scenario or recording.
struct CaseInputs {
  // Packs: of the world, the demo world's included, and content packs. A world that is built is none.
  std::vector<std::string> files;
  // ProfileHash of a scenario; 0 of a recording, which holds its figures.
  std::uint64_t profile_hash = 0;
};

// `program` is the one that runs it: the demo world lies beside it. Errors: the file cannot be read, or its
// profile.
absl::StatusOr<CaseInputs> InputsOfScenario(const std::string& path, const std::string& program);
absl::StatusOr<CaseInputs> InputsOfRecording(const std::string& path, const std::string& program);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_CASE_INPUTS_H_
