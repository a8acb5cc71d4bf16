#ifndef FOOTFALL_CLIENTS_CLI_BATCH_VERDICT_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_VERDICT_H_

#include "clients/cli/batch/junit.h"
#include "clients/cli/child.h"

namespace footfall::cli {

// Names of properties that say where a run has left what it is held against.
inline constexpr char kFirstDifferentTick[] = "first_different_tick";
inline constexpr char kFirstDifferentLeaf[] = "first_different_leaf";

// Judges a child that ran one case, `footfall run --json FILE` or `footfall replay --json FILE`. Passed needs
// exit code 0 and a report that says so; an expectation or a hash that differs is a failure; a crash, a time
// limit, bad data, no report are errors.
void Judge(const ChildResult& child, JunitCase* one);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_VERDICT_H_
