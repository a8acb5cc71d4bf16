#ifndef FOOTFALL_CLIENTS_CLI_SWEEP_DISTRIBUTION_H_
#define FOOTFALL_CLIENTS_CLI_SWEEP_DISTRIBUTION_H_

#include <cstddef>
#include <vector>

namespace footfall::cli {

// What is told of a list of numbers. Percentiles are values of the list, by nearest rank.
struct Distribution {
  double min = 0;
  double p5 = 0;
  double median = 0;
  double p95 = 0;
  double max = 0;
  double mean = 0;

  // Equal bins over [low, high]; a value on an edge is in the upper one. Whole numbers that are few enough
  // have a bin each, around the number; so has a value that is the only one. Else the bins go from min to
  // max.
  double low = 0;
  double high = 0;
  std::vector<size_t> bins;
};
inline constexpr size_t kDistributionBins = 20;

// REQUIRES: values are finite and there is one.
Distribution DistributionOf(std::vector<double> values);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_SWEEP_DISTRIBUTION_H_
