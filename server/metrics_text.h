#ifndef FOOTFALL_SERVER_METRICS_TEXT_H_
#define FOOTFALL_SERVER_METRICS_TEXT_H_

#include <string>

#include "server/figures.h"
#include "server/world_host.h"

namespace footfall::server {

// The page `/metrics` in Prometheus text format: prefix footfall_, base units, _total on counters, no labels
// of peds, requests or clients. `now_ns`: of the clock that the figures are of. Any thread.
std::string MetricsText(const Published& world, const Figures& figures, int64_t now_ns);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_METRICS_TEXT_H_
