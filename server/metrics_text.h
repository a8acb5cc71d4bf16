#ifndef FOOTFALL_SERVER_METRICS_TEXT_H_
#define FOOTFALL_SERVER_METRICS_TEXT_H_

#include <string>

#include "server/figures.h"
#include "server/world_host.h"

namespace footfall::server {

// The page `/metrics` in Prometheus text format: prefix footfall_, base units, _total on counters, no labels
// of peds, requests or clients. Any thread.
std::string MetricsText(const Published& world, const Figures& figures);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_METRICS_TEXT_H_
