#ifndef FOOTFALL_CLIENTS_CLI_BATCH_MERGE_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_MERGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/batch/junit.h"

namespace footfall::cli {

// One report and where it comes from.
struct ShardReport {
  std::string file;
  std::vector<JunitSuite> suites;
};

struct Merged {
  std::vector<JunitSuite> suites;   // in the order of the shards; with another one, "merge", for the faults
  std::vector<std::string> faults;  // one sentence each
};

// Puts the reports of a batch's shards together. Faults: a shard that is missing or there twice, shards of
// another selection or of another number of shards, shards that together have other cases than the selection
// in number, a case that two reports have, doubts of a report (JunitSuite), and, with `expected`, fewer or
// more shards than that. Each fault stands in the merged report as an error, so that it never reads as
// passed. Reports of other programs, which tell no shard, are only looked at for cases that are there twice;
// with `expected` each counts as one shard.
Merged MergeReports(std::vector<ShardReport> reports, std::optional<std::uint64_t> expected);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_MERGE_H_
