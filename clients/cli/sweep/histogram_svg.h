#ifndef FOOTFALL_CLIENTS_CLI_SWEEP_HISTOGRAM_SVG_H_
#define FOOTFALL_CLIENTS_CLI_SWEEP_HISTOGRAM_SVG_H_

#include <string>
#include <vector>

#include "clients/cli/sweep/sweep_report.h"

namespace footfall::cli {

// A histogram a metric, two beside each other, with lines at p5, median and p95, as SVG. `title` stands
// above.
std::string HistogramSvg(const std::string& title, const std::vector<SweptMetric>& metrics);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_SWEEP_HISTOGRAM_SVG_H_
