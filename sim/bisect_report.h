#ifndef FOOTFALL_SIM_BISECT_REPORT_H_
#define FOOTFALL_SIM_BISECT_REPORT_H_

#include <string>

#include "sim/bisect.h"

// What the command lines print of a bisect. Every text ends in a line feed.
namespace footfall::sim {

// One line: "equal", "different pins", the tick and the leaf that differ first, the tick of the first command
// that differs, or up to which tick they are equal where one of them ends before the other.
std::string BisectSummary(const BisectReport& report);

// For a person. `b` is empty where the recording was compared with this software.
std::string BisectText(const std::string& a, const std::string& b, const BisectReport& report);
// One JSON object on one line.
std::string BisectJson(const std::string& a, const std::string& b, const BisectReport& report);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_BISECT_REPORT_H_
