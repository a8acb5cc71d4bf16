#ifndef FOOTFALL_SIM_SCENARIO_REPORT_H_
#define FOOTFALL_SIM_SCENARIO_REPORT_H_

#include <string>

#include "sim/scenario.h"
#include "sim/scenario_run.h"

// What the command lines print of a run, here once for both. Every text ends in a line feed.
namespace footfall::sim {

// The final hash as 16 hexadecimal digits: the last line of output, and the only one with --quiet. Not with
// --json, where each line is a JSON object.
std::string HashLine(const RunReport& report);

// For a person: what ran, what failed, how the golden hash compares. Without the hash line.
std::string ReportText(const Scenario& scenario, const RunReport& report);

// One JSON object on one line.
std::string ReportJson(const Scenario& scenario, const RunReport& report);

// For comparing builds (R46): lines that begin with # say what ran, then one line a tick: tick, root, and
// each leaf as subsystem=hash. Equal runs give equal bytes, so that `diff` names tick and subsystem.
std::string HashesText(const Scenario& scenario, const RunReport& report);

// A text as JSON spells it, with its quotes.
std::string JsonString(const std::string& text);

// A text as one line shows it: control characters, a line feed in the name of a file above all, as \xNN.
std::string OneLine(const std::string& text);

// What --update-hash prints: old hash, new hash, and the first leaf that differs (R47).
std::string UpdateText(const Scenario& scenario, const RunReport& report);

// The same on one line, of many: `same`, `changed`, `stale` (the old hash is of another state schema) or
// `new`, the file, old hash, new hash, first leaf that differs; "-" for what there is not.
std::string UpdateLine(const Scenario& scenario, const RunReport& report);
// The same as one JSON object on one line.
std::string UpdateJson(const Scenario& scenario, const RunReport& report);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SCENARIO_REPORT_H_
