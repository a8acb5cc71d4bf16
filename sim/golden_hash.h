#ifndef FOOTFALL_SIM_GOLDEN_HASH_H_
#define FOOTFALL_SIM_GOLDEN_HASH_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "sim/scenario.h"

namespace footfall::sim {

// The bytes of a scenario file. NotFound or PermissionDenied when it cannot be opened, InvalidArgument above
// the text loader's ceiling.
absl::StatusOr<std::string> ReadScenarioText(const std::string& path);

// The text of a scenario with `golden` as the golden hash of its schema; the rest stays byte for byte. An
// entry of that schema is changed in place; else the first entry of another schema is, for its hash cannot be
// made again; else an entry is added at the end. InvalidArgument for a text that is no scenario.
absl::StatusOr<std::string> WithGoldenHash(const std::string& text, const std::string& file,
                                           const GoldenHash& golden);

// WithGoldenHash in the file: written beside it and renamed over it (R47).
absl::Status UpdateHash(const std::string& path, const GoldenHash& golden);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_GOLDEN_HASH_H_
