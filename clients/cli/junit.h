#ifndef FOOTFALL_CLIENTS_CLI_JUNIT_H_
#define FOOTFALL_CLIENTS_CLI_JUNIT_H_

#include <string>
#include <utility>
#include <vector>

namespace footfall::cli {

// One scenario in a report.
struct JunitCase {
  // kNotRun is the placeholder that stands until a scenario has ended; it reads as an error, so that a report
  // that is cut short never says "all passed".
  enum class State { kNotRun, kPassed, kFailed, kError };
  std::string name;
  std::string suite;
  State state = State::kNotRun;
  std::string message;  // One line; why it did not pass.
  double seconds = 0;
  std::vector<std::pair<std::string, std::string>> properties;
  std::string output;
};

// The report as JUnit XML: testsuites, one testsuite, its testcases in the given order. `timestamp` is when
// the run began, ISO 8601. Characters that XML cannot hold are left out, bytes that are no UTF-8 become '?'.
std::string JunitXml(const std::vector<JunitCase>& cases, const std::string& timestamp);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_JUNIT_H_
