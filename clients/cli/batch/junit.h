#ifndef FOOTFALL_CLIENTS_CLI_BATCH_JUNIT_H_
#define FOOTFALL_CLIENTS_CLI_BATCH_JUNIT_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace footfall::cli {

// What a placeholder says until its case has ended.
inline constexpr std::string_view kNotRunMessage = "has not ended";

// Property of a case whose name in the report is not its name: "\xNN" stands for a byte that XML cannot hold,
// two backslashes for one.
inline constexpr std::string_view kNameIsEscaped = "name_is_escaped";

// One scenario or recording in a report.
struct JunitCase {
  // kNotRun is the placeholder that stands until a case has ended; it reads as an error, so that a report
  // that is cut short never says "all passed". kSkipped was not run on purpose, after a failure.
  enum class State { kNotRun, kPassed, kFailed, kError, kSkipped };
  std::string name;
  std::string suite;
  State state = State::kNotRun;
  std::string message;  // One line; why it did not pass.
  std::string details;  // Where there are several reasons, all of them, one a line.
  double seconds = 0;
  std::vector<std::pair<std::string, std::string>> properties;
  std::string output;
};

// What one run, or one shard of it, says.
struct JunitSuite {
  std::string name = "footfall";
  std::string timestamp;  // When it began, ISO 8601, UTC.
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<JunitCase> cases;
  // Of a report that was read: what it says of itself that its cases do not show. Never written.
  std::vector<std::string> doubts{};
};

// The first property of that name, or null.
const std::string* FindProperty(const std::vector<std::pair<std::string, std::string>>& properties,
                                std::string_view name);

// The report as JUnit XML: testsuites, its testsuites and their testcases in the given order. Characters that
// XML cannot hold are left out, bytes that are no UTF-8 become '?'; in names of cases both are kept
// (kNameIsEscaped).
std::string JunitXml(const std::vector<JunitSuite>& suites);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_BATCH_JUNIT_H_
