#ifndef FOOTFALL_CLIENTS_CLI_BATCH_JUNIT_READER_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_JUNIT_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "clients/cli/batch/junit.h"

namespace footfall::cli {

// Largest report that is read, bytes: that of a million cases.
inline constexpr size_t kJunitBytesMax = size_t{1} << 30;

// The suites of a report, ours or another program's: a placeholder comes back as kNotRun, elements that
// JunitXml does not write are passed over, prefixes of namespaces too. What is told of a failure and is of no
// case is in `doubts`: counts in attributes that are not those of the cases, an <error> or <failure> of a
// suite. INVALID_ARGUMENT names `file` and the line, or the field.
absl::StatusOr<std::vector<JunitSuite>> ParseJunit(std::string_view text, const std::string& file);

// Longest time of a case that is read, s: 31 years.
inline constexpr double kJunitSecondsMax = 1e9;

// The same of a file. NOT_FOUND where there is none.
absl::StatusOr<std::vector<JunitSuite>> ReadJunit(const std::string& path);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_JUNIT_READER_H_
