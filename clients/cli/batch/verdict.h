#ifndef FOOTFALL_CLIENTS_CLI_BATCH_VERDICT_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_VERDICT_H_

#include "clients/cli/batch/junit.h"
#include "clients/cli/child.h"

// What a child that ran one case has shown. A crash, a time limit, bad data are errors; an expectation or a
// hash that differs is a failure.
namespace footfall::cli {

// Of `footfall run --json FILE`. Passed needs exit code 0 and a report that says so.
void JudgeRun(const ChildResult& child, JunitCase* one);

// Of `footfall replay FILE --quiet`, whose exit code says all.
void JudgeReplay(const ChildResult& child, JunitCase* one);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_VERDICT_H_
