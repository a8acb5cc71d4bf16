#include "sim/run_metrics.h"

#include <algorithm>
#include <numeric>

namespace footfall::sim {

namespace {

constexpr std::array<std::string_view, kRunMetrics> kNames = {
    "commands",     "refused",          "submitted",       "completed",    "complete",
    "partial",      "no_path",          "bad_endpoint",    "not_resident", "limit",
    "cancelled",    "path_length_mean", "path_length_max", "latency_mean", "latency_p95",
    "latency_max",  "waiting_ticks",    "waiting_max",     "restarts",     "slots_high_water",
    "tiles_placed", "tiles_high_water"};

Outcome OutcomeOfRequest(const RequestView& request) {
  return request.result != nullptr ? OutcomeOf(*request.result) : OutcomeOf(request.answer->code);
}

}  // namespace

std::string_view NameOf(RunMetric metric) { return kNames[static_cast<size_t>(metric)]; }

void RunMeter::AddCommand(const CommandResult& result) {
  At(RunMetric::kCommands) += 1;
  At(RunMetric::kRefused) += result.fault == CommandFault::kNone ? 0 : 1;
}

void RunMeter::AddTick(const PublishedView& view) {
  for (const WireHandle handle : view.finished) {
    // Its source may have given it up in the same tick.
    if (const RequestView* request = view.Find(handle); request != nullptr && request->is_complete()) {
      AddFinished(*request);
    }
  }
  const PathServerFigures& figures = view.figures;
  const auto waiting = static_cast<double>(figures.submitted - figures.completed - figures.cancelled);
  At(RunMetric::kWaitingTicks) += waiting > 0 ? 1 : 0;
  At(RunMetric::kWaitingMax) = std::max(At(RunMetric::kWaitingMax), waiting);
  At(RunMetric::kSubmitted) = static_cast<double>(figures.submitted);
  At(RunMetric::kCompleted) = static_cast<double>(figures.completed);
  At(RunMetric::kCancelled) = static_cast<double>(figures.cancelled);
  At(RunMetric::kRestarts) = static_cast<double>(figures.restarts);
  At(RunMetric::kSlotsHighWater) = static_cast<double>(figures.slots_high_water);
  At(RunMetric::kTilesPlaced) = static_cast<double>(view.streaming->counters.placed);
  At(RunMetric::kTilesHighWater) =
      std::max(At(RunMetric::kTilesHighWater), static_cast<double>(view.mesh->resident().size()));
}

void RunMeter::AddFinished(const RequestView& request) {
  latencies_.push_back(request.timing.visible_tick - request.timing.submitted_tick);
  const Outcome outcome = OutcomeOfRequest(request);
  switch (outcome) {
    case Outcome::kComplete:
      At(RunMetric::kComplete) += 1;
      break;
    case Outcome::kPartial:
      At(RunMetric::kPartial) += 1;
      break;
    case Outcome::kNoPath:
      At(RunMetric::kNoPath) += 1;
      break;
    case Outcome::kBadEndpoint:
      At(RunMetric::kBadEndpoint) += 1;
      break;
    case Outcome::kNotResident:
      At(RunMetric::kNotResident) += 1;
      break;
    case Outcome::kLimit:
      At(RunMetric::kLimit) += 1;
      break;
    case Outcome::kPending:
    case Outcome::kCancelled:
      break;
  }
  const bool is_way = outcome == Outcome::kComplete || outcome == Outcome::kPartial;
  if (request.result != nullptr && is_way) {
    length_sum_ += request.result->length;
    ++lengths_;
    At(RunMetric::kPathLengthMax) =
        std::max(At(RunMetric::kPathLengthMax), static_cast<double>(request.result->length));
  }
}

RunMetricValues RunMeter::values() const {
  RunMetricValues out = values_;
  const auto set = [&](RunMetric metric, double value) { out[static_cast<size_t>(metric)] = value; };
  if (lengths_ > 0) {
    set(RunMetric::kPathLengthMean, length_sum_ / static_cast<double>(lengths_));
  }
  if (!latencies_.empty()) {
    std::vector<uint64_t> sorted = latencies_;
    // total order: equal numbers are the same.
    std::sort(sorted.begin(), sorted.end());
    const uint64_t sum = std::accumulate(sorted.begin(), sorted.end(), uint64_t{0});
    set(RunMetric::kLatencyMean, static_cast<double>(sum) / static_cast<double>(sorted.size()));
    set(RunMetric::kLatencyP95, static_cast<double>(sorted[(sorted.size() * 95 + 99) / 100 - 1]));
    set(RunMetric::kLatencyMax, static_cast<double>(sorted.back()));
  }
  return out;
}

}  // namespace footfall::sim
