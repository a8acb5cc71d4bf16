#ifndef FOOTFALL_CLIENTS_CLI_COMPARISON_REPORT_H_
#define FOOTFALL_CLIENTS_CLI_COMPARISON_REPORT_H_

#include <span>
#include <string>

#include "sim/profile_comparison.h"

// What `footfall compare` prints and draws. Pure functions; every text ends in a line feed. Latencies are of
// path requests.
namespace footfall::cli {

// Tables for a person. Parts of a latency are means, in ticks.
std::string ComparisonText(std::span<const sim::ComparedRun> runs);

// A header line, then a line a run. Parts are sums in ns of virtual time over all paths, and those of each
// percentile: integers that add up.
std::string ComparisonCsv(std::span<const sim::ComparedRun> runs);

// One object a run, on one line in all: {"runs": [...]}.
std::string ComparisonJson(std::span<const sim::ComparedRun> runs);

// An SVG picture: a bar a run, the mean latency in ticks stacked of its parts, with marks at the percentiles.
std::string ComparisonSvg(const std::string& title, std::span<const sim::ComparedRun> runs);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_COMPARISON_REPORT_H_
