#include "sim/profile_comparison.h"

#include <charconv>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "platform/profile_compare.h"
#include "platform/sim_time.h"
#include "sim/world.h"

namespace footfall::sim {
namespace {

constexpr char kMainLoad[] = "main_load";

// What the variant sets in the profile; empty: nothing.
absl::StatusOr<std::string> SetOf(const ComparedVariant& variant, const platform::Profile& profile, int hz) {
  if (variant.key != kMainLoad) {
    return variant.Text();
  }
  int percent = 0;
  const char* const end = variant.value.data() + variant.value.size();
  const auto [rest, error] = std::from_chars(variant.value.data(), end, percent);
  if (error != std::errc() || rest != end) {
    return absl::InvalidArgumentError(
        absl::StrCat("main_load: '", variant.value, "' is not a whole number of percent"));
  }
  const absl::StatusOr<platform::TickRate> rate = platform::TickRate::FromHz(hz);
  if (!rate.ok()) {
    return rate.status();
  }
  const absl::StatusOr<int32_t> units = platform::MainLoadUnits(profile, *rate, percent);
  if (!units.ok()) {
    return units.status();
  }
  return absl::StrCat("main_load_units=", *units);
}

}  // namespace

std::string ComparedVariant::Text() const { return key.empty() ? "" : absl::StrCat(key, "=", value); }

absl::StatusOr<std::vector<ComparedVariant>> ParseSweep(const std::string& text) {
  const std::pair<std::string, std::string> parts = absl::StrSplit(text, absl::MaxSplits('=', 1));
  std::vector<ComparedVariant> variants;
  for (const std::string& value : std::vector<std::string>(absl::StrSplit(parts.second, ','))) {
    if (parts.first.empty() || value.empty() || value.find_first_of(" =") != std::string::npos) {
      return absl::InvalidArgumentError(
          absl::StrCat("sweep: '", text, "' is not KEY=VALUE,VALUE,... such as main_load=0,25,50"));
    }
    variants.push_back({parts.first, value});
  }
  return variants;
}

absl::StatusOr<ComparedRun> RunCompared(const Scenario& scenario, const WorldResolver& resolver,
                                        const std::string& profile, const ComparedVariant& variant,
                                        const CompareOptions& options) {
  const absl::StatusOr<platform::Profile> plain = ScenarioProfile(scenario, profile, options.sets);
  if (!plain.ok()) {
    return plain.status();
  }
  const absl::StatusOr<std::string> set = SetOf(variant, *plain, scenario.hz);
  if (!set.ok()) {
    return set.status();
  }
  RunOptions run_options;
  run_options.threads = options.threads;
  run_options.order_threads = options.order_threads;
  run_options.seed = options.seed;
  run_options.profile = profile;
  run_options.sets = options.sets;
  if (!set->empty()) {
    run_options.sets.push_back(*set);
  }
  absl::StatusOr<platform::Profile> varied = ScenarioProfile(scenario, profile, run_options.sets);
  if (!varied.ok()) {
    return varied.status();
  }

  LatencyMeter meter;
  std::shared_ptr<const PublishedView> last;
  run_options.schedule_observer = &meter;
  run_options.after_tick = [&](const World& world) { last = world.view(); };
  const absl::StatusOr<RunReport> report = RunScenario(scenario, resolver, run_options);
  if (!report.ok()) {
    return report.status();
  }

  ComparedRun run;
  run.variant = variant;
  run.profile = *std::move(varied);
  run.ticks = scenario.ticks;
  run.hz = scenario.hz;
  run.state_hash = report->final_digest().root;
  run.paths = SummaryOf(meter.finished(), nav::RequestType::kPath);
  run.requests = SummaryOf(meter.finished(), std::nullopt);
  run.given_up = meter.given_up();
  run.waiting = meter.waiting();
  run.floor_slices = meter.floor_slices();
  run.budget_ns = meter.budget_ns();
  run.requests_ns = meter.requests_ns();
  run.jobs_ns = meter.jobs_ns();
  run.commands_refused = static_cast<uint64_t>(report->metrics[static_cast<size_t>(RunMetric::kRefused)]);
  run.paths_asked = report->paths_asked;
  run.submits_refused = report->submits_refused;
  run.follow_ups_refused = report->follow_ups_refused;
  run.points_high_water = meter.points_high_water();
  run.tiles_high_water = report->tiles_high_water;
  run.path_server = last->figures;
  run.objects = last->objects;
  run.upkeep = last->upkeep->figures;
  return run;
}

}  // namespace footfall::sim
