#ifndef FOOTFALL_CLIENTS_CLI_SCENARIO_CASE_H_
#define FOOTFALL_CLIENTS_CLI_SCENARIO_CASE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/child.h"
#include "clients/cli/junit.h"

namespace footfall::cli {

// The scenario files that paths name: a file is taken as it is, a folder gives every `.txtpb` below it that
// is no level's annotations, in sorted order. No file twice. NOT_FOUND for a path that does not exist.
absl::StatusOr<std::vector<std::string>> FindScenarios(const std::vector<std::string>& paths);

// Judges a child that ran `footfall run --json FILE`. Passed needs exit code 0 and a report that says so;
// whatever else comes out, a crash, a time limit, no report, is a failure or an error.
void JudgeRun(const ChildResult& child, JunitCase* one);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_SCENARIO_CASE_H_
