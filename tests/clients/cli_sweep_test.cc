// Seeds, and what is told of many numbers.
#include <catch2/catch.hpp>
#include <numeric>

#include "clients/cli/sweep/distribution.h"
#include "clients/cli/sweep/histogram_svg.h"
#include "clients/cli/sweep/seeds.h"
#include "clients/cli/sweep/sweep_report.h"

namespace footfall::cli {
namespace {

using Seeds = std::vector<std::uint64_t>;

TEST_CASE("seeds are numbers and ranges, in order, no one twice") {
  CHECK(*ParseSeeds("--seeds", "7") == Seeds{7});
  CHECK(*ParseSeeds("--seeds", "1..3") == Seeds{1, 2, 3});
  CHECK(*ParseSeeds("--seeds", "9,1..3,2..4") == Seeds{9, 1, 2, 3, 4});
  CHECK(*ParseSeeds("--seeds", "18446744073709551614..18446744073709551615") ==
        Seeds{18446744073709551614U, 18446744073709551615U});
  CHECK(ParseSeeds("--seeds", "1..1000000")->size() == 1'000'000);
  for (const char* text : {"", ",", "1,", "a", "1..", "..1", "1...3", "2..1", "-1", "1..1000001",
                           "0..18446744073709551615", "1..1000000,2000000..3000000", "1..2..3"}) {
    CAPTURE(text);
    CHECK(!ParseSeeds("--seeds", text).ok());
  }
}

TEST_CASE("percentiles are values of the list, by nearest rank") {
  std::vector<double> values(100);
  std::iota(values.begin(), values.end(), 1.0);
  std::swap(values.front(), values.back());
  const Distribution hundred = DistributionOf(values);
  CHECK(hundred.min == 1);
  CHECK(hundred.p5 == 5);
  CHECK(hundred.median == 50);
  CHECK(hundred.p95 == 95);
  CHECK(hundred.max == 100);
  CHECK(hundred.mean == 50.5);
  CHECK(hundred.bins == std::vector<size_t>(kDistributionBins, 5));
  const Distribution one = DistributionOf({2.5});
  CHECK(one.p5 == 2.5);
  CHECK(one.p95 == 2.5);
  CHECK(one.bins == std::vector<size_t>{1});
}

TEST_CASE("few whole numbers have a bin each, others twenty, and every value is in one") {
  const Distribution whole = DistributionOf({3, 5, 5, 6});
  CHECK(whole.bins == std::vector<size_t>{1, 0, 2, 1});
  CHECK(whole.low == 2.5);
  CHECK(whole.high == 6.5);
  const Distribution broken = DistributionOf({0, 0.5, 1});
  REQUIRE(broken.bins.size() == kDistributionBins);
  CHECK(broken.bins.front() == 1);
  CHECK(broken.bins[kDistributionBins / 2] == 1);
  CHECK(broken.bins.back() == 1);
  const Distribution wide = DistributionOf({0, 1e6, 1e6});
  CHECK(std::accumulate(wide.bins.begin(), wide.bins.end(), size_t{0}) == 3);
}

TEST_CASE("a metric is known by its name, and an unknown one is told all of them") {
  for (int i = 0; i < sim::kRunMetrics; ++i) {
    const auto metric = static_cast<sim::RunMetric>(i);
    const auto parsed = ParseMetric(std::string(sim::NameOf(metric)));
    REQUIRE(parsed.ok());
    CHECK(*parsed == metric);
  }
  CHECK(ParseMetric("").status().message().find("path_length_mean") != absl::string_view::npos);
}

TEST_CASE("a table, a file and a picture tell the same") {
  std::vector<SweepResult> results(3);
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].seed = i + 1;
    results[i].hash = i / 2;
    results[i].metrics[static_cast<size_t>(sim::RunMetric::kLatencyMean)] = 1.5 * static_cast<double>(i);
  }
  results[2].failures = {"way: too long"};
  const std::vector<sim::RunMetric> metrics = {sim::RunMetric::kLatencyMean};
  const std::vector<SweptMetric> swept = MetricsOver(results, metrics);
  const std::string text = SweepText(results, swept);
  CHECK(text.find("seeds: 3\ndifferent_ends: 2\nfailed: 1\nseed 3 failed: way: too long\n") !=
        std::string::npos);
  CHECK(SweepCsv(results, metrics) ==
        "seed,hash,failed_expectations,latency_mean\n1,0000000000000000,0,0\n2,0000000000000000,0,1.5\n"
        "3,0000000000000001,1,3\n");
  const std::string svg = HistogramSvg("a < b", swept);
  CHECK(svg.find("a &lt; b") != std::string::npos);
  CHECK(svg.find(">latency_mean<") != std::string::npos);
  CHECK(svg.find("p5 0, median 1.5, p95 3, mean 1.5") != std::string::npos);
  // One bar as wide as the plot would tell nothing.
  const std::string constant = HistogramSvg("c", MetricsOver(results, {sim::RunMetric::kComplete}));
  CHECK(constant.find(">always 0<") != std::string::npos);
}

}  // namespace
}  // namespace footfall::cli
