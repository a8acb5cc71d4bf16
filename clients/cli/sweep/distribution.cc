#include "clients/cli/sweep/distribution.h"

#include <algorithm>
#include <cmath>

#include "platform/check.h"

namespace footfall::cli {

Distribution DistributionOf(std::vector<double> values) {
  FOOTFALL_CHECK(!values.empty());
  // total order: equal numbers are the same.
  std::sort(values.begin(), values.end());
  const auto percentile = [&](size_t percent) {
    return values[std::max<size_t>(1, (values.size() * percent + 99) / 100) - 1];
  };
  Distribution out;
  out.min = values.front();
  out.p5 = percentile(5);
  out.median = percentile(50);
  out.p95 = percentile(95);
  out.max = values.back();
  double sum = 0;
  for (const double value : values) {
    sum += value;
  }
  out.mean = sum / static_cast<double>(values.size());
  const bool whole =
      std::all_of(values.begin(), values.end(), [](double value) { return value == std::floor(value); });
  if (out.min == out.max || (whole && out.max - out.min < static_cast<double>(kDistributionBins))) {
    out.low = out.min - 0.5;
    out.high = out.max + 0.5;
    out.bins.resize(static_cast<size_t>(out.high - out.low));
  } else {
    out.low = out.min;
    out.high = out.max;
    out.bins.resize(kDistributionBins);
  }
  for (const double value : values) {
    const double place = (value - out.low) / (out.high - out.low) * static_cast<double>(out.bins.size());
    ++out.bins[std::min(static_cast<size_t>(place), out.bins.size() - 1)];
  }
  return out;
}

}  // namespace footfall::cli
