#include "clients/cli/sweep/sweep_report.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "absl/strings/str_cat.h"
#include "platform/state_hash.h"

namespace footfall::cli {
namespace {

// Seeds that are named of those that failed.
constexpr size_t kNamedFailures = 10;

std::vector<const SweepResult*> Failed(const std::vector<SweepResult>& results) {
  std::vector<const SweepResult*> failed;
  for (const SweepResult& result : results) {
    if (!result.failures.empty()) {
      failed.push_back(&result);
    }
  }
  return failed;
}

size_t DifferentEnds(const std::vector<SweepResult>& results) {
  std::set<std::uint64_t> hashes;
  for (const SweepResult& result : results) {
    hashes.insert(result.hash);
  }
  return hashes.size();
}

double ValueOf(const SweepResult& result, sim::RunMetric metric) {
  return result.metrics[static_cast<size_t>(metric)];
}

}  // namespace

std::string NumberText(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

absl::StatusOr<sim::RunMetric> ParseMetric(const std::string& name) {
  std::string known;
  for (int i = 0; i < sim::kRunMetrics; ++i) {
    const auto metric = static_cast<sim::RunMetric>(i);
    if (sim::NameOf(metric) == name) {
      return metric;
    }
    known += " " + std::string(sim::NameOf(metric));
  }
  return absl::InvalidArgumentError("--metric: '" + name + "' is not one of" + known);
}

std::vector<SweptMetric> MetricsOver(const std::vector<SweepResult>& results,
                                     const std::vector<sim::RunMetric>& metrics) {
  std::vector<SweptMetric> swept;
  for (const sim::RunMetric metric : metrics) {
    std::vector<double> values;
    values.reserve(results.size());
    for (const SweepResult& result : results) {
      values.push_back(ValueOf(result, metric));
    }
    swept.push_back({metric, DistributionOf(std::move(values))});
  }
  return swept;
}

std::string SweepText(const std::vector<SweepResult>& results, const std::vector<SweptMetric>& metrics) {
  char line[160];
  std::snprintf(line, sizeof(line), "%-18s %10s %10s %10s %10s %10s %10s\n", "metric", "min", "p5", "median",
                "p95", "max", "mean");
  std::string text = line;
  for (const SweptMetric& swept : metrics) {
    const Distribution& d = swept.distribution;
    std::snprintf(line, sizeof(line), "%-18s %10s %10s %10s %10s %10s %10s\n",
                  std::string(sim::NameOf(swept.metric)).c_str(), NumberText(d.min).c_str(),
                  NumberText(d.p5).c_str(), NumberText(d.median).c_str(), NumberText(d.p95).c_str(),
                  NumberText(d.max).c_str(), NumberText(d.mean).c_str());
    text += line;
  }
  const std::vector<const SweepResult*> failed = Failed(results);
  absl::StrAppend(&text, "seeds: ", results.size(), "\ndifferent_ends: ", DifferentEnds(results),
                  "\nfailed: ", failed.size(), "\n");
  for (size_t i = 0; i < failed.size() && i < kNamedFailures; ++i) {
    absl::StrAppend(&text, "seed ", failed[i]->seed, " failed: ", failed[i]->failures.front(), "\n");
  }
  return text;
}

std::string SweepJson(const std::string& scenario, const std::vector<SweepResult>& results,
                      const std::vector<SweptMetric>& metrics) {
  nlohmann::ordered_json json;
  json["scenario"] = scenario;
  json["seeds"] = results.size();
  json["different_ends"] = DifferentEnds(results);
  auto failed = nlohmann::ordered_json::array();
  for (const SweepResult* result : Failed(results)) {
    // As text: programs round numbers of 64 bits.
    failed.push_back({{"seed", std::to_string(result->seed)}, {"failures", result->failures}});
  }
  json["failed"] = std::move(failed);
  for (const SweptMetric& swept : metrics) {
    const Distribution& d = swept.distribution;
    json["metrics"][std::string(sim::NameOf(swept.metric))] = {
        {"min", d.min}, {"p5", d.p5},     {"median", d.median}, {"p95", d.p95},
        {"max", d.max}, {"mean", d.mean}, {"bins", d.bins}};
  }
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string SweepCsv(const std::vector<SweepResult>& results, const std::vector<sim::RunMetric>& metrics) {
  std::string csv = "seed,hash,failed_expectations";
  for (const sim::RunMetric metric : metrics) {
    absl::StrAppend(&csv, ",", std::string(sim::NameOf(metric)));
  }
  csv += "\n";
  for (const SweepResult& result : results) {
    absl::StrAppend(&csv, result.seed, ",", platform::HashText(result.hash), ",", result.failures.size());
    for (const sim::RunMetric metric : metrics) {
      char value[40];
      std::snprintf(value, sizeof(value), "%.9g", ValueOf(result, metric));
      absl::StrAppend(&csv, ",", value);
    }
    csv += "\n";
  }
  return csv;
}

}  // namespace footfall::cli
