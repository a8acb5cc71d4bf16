#include "sim/latency.h"

#include <map>
#include <string>
#include <vector>

#include "platform/sim_time.h"
#include "sim/profile_comparison.h"
#include "sim/scenario_run.h"
#include "tests/sim/busy_yard.h"
#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

using nav::SliceEntry;
using nav::SliceReport;

constexpr int64_t kTick = 1000;

SliceReport SliceOf(int64_t main_ns, int64_t budget_ns, bool path_core_is_main = true) {
  SliceReport slice;
  slice.path_core_is_main = path_core_is_main;
  slice.tick_ns = kTick;
  slice.main_ns = main_ns;
  slice.budget_ns = budget_ns;
  return slice;
}

SliceEntry Ran(int64_t start_ns, int64_t charged_ns, bool is_complete) {
  SliceEntry entry;
  entry.worker = 0;
  entry.start_ns = start_ns;
  entry.charged_ns = charged_ns;
  entry.is_complete = is_complete;
  return entry;
}

TEST_CASE("a tick's parts say whom a request waited for, and make up the tick", "[R14]") {
  const SliceReport shared = SliceOf(400, 600);
  LatencyParts parts = PartsOf(shared, Ran(100, 300, true));
  CHECK(parts == LatencyParts{.queue_ns = 100, .core_busy_ns = 400, .search_ns = 300, .barrier_ns = 200});
  parts = PartsOf(shared, SliceEntry{});  // not taken
  CHECK(parts == LatencyParts{.queue_ns = 600, .core_busy_ns = 400});
  parts = PartsOf(shared, Ran(0, 600, false));  // carried on
  CHECK(parts == LatencyParts{.core_busy_ns = 400, .search_ns = 600});
  // A core of its own: the main core's work is none of its business.
  parts = PartsOf(SliceOf(400, kTick, false), Ran(0, 1, true));
  CHECK(parts == LatencyParts{.search_ns = 1, .barrier_ns = 999});
  // The floor of a main core that used more than the tick.
  parts = PartsOf(SliceOf(5000, 10), Ran(0, 10, true));
  CHECK(parts == LatencyParts{.core_busy_ns = 990, .search_ns = 10});
  // A slice that path_slice_units makes smaller than what the core leaves is no fault of the main core.
  parts = PartsOf(SliceOf(400, 50), Ran(0, 50, false));
  CHECK(parts == LatencyParts{.core_busy_ns = 400, .no_slice_ns = 550, .search_ns = 50});
  parts = PartsOf(SliceOf(0, 50), SliceEntry{});
  CHECK(parts == LatencyParts{.queue_ns = 50, .no_slice_ns = 950});
  parts = PartsOf(SliceOf(400, 50, false), Ran(0, 50, false));
  CHECK(parts == LatencyParts{.no_slice_ns = 950, .search_ns = 50});
  parts = PartsOf(SliceOf(990, 50), Ran(0, 50, true));  // the slice is inside of the main core's work
  CHECK(parts == LatencyParts{.core_busy_ns = 950, .search_ns = 50});
  // A budget above the tick, which path_slice_units can set, is cut off.
  parts = PartsOf(SliceOf(0, 3 * kTick), Ran(500, 2000, true));
  CHECK(parts == LatencyParts{.queue_ns = 500, .search_ns = 500});
  CHECK(PartsOf(SliceOf(0, 3 * kTick), Ran(1500, 100, true)) == LatencyParts{.queue_ns = kTick});
}

// Reports of one request.
struct FakeTicks {
  void Tick(SliceEntry entry, bool is_there = true) {
    entry.handle = {5};
    entry.submitted_tick = 1;
    const WireHandle handle{77};
    TickReport report;
    report.slice = SliceOf(400, 600);
    report.slice.tick = report.tick = ++tick;
    report.counters = &counters;
    if (is_there) {
      report.slice.entries = {&entry, 1};
      report.handles = {&handle, 1};
    }
    meter.TickSettled(report);
  }

  nav::PathCounters counters;
  LatencyMeter meter;
  uint64_t tick = 0;
};

TEST_CASE("a run that a tile threw away is time of the restart", "[R21]") {
  FakeTicks ticks;
  ticks.Tick(Ran(100, 500, false));
  SliceEntry again = Ran(0, 600, false);
  again.restarts = 1;
  ticks.Tick(again);
  SliceEntry last = Ran(0, 50, true);
  last.restarts = 1;
  ticks.Tick(last);
  REQUIRE(ticks.meter.finished().size() == 1);
  const RequestLatency& latency = ticks.meter.finished()[0];
  CHECK(latency.handle == WireHandle{77});
  CHECK(latency.restarts == 1);
  CHECK(latency.ticks() == 3);
  CHECK(latency.parts ==
        LatencyParts{
            .queue_ns = 100, .core_busy_ns = 1200, .search_ns = 650, .restart_ns = 500, .barrier_ns = 550});
  CHECK(latency.parts.total_ns() == 3 * kTick);
}

TEST_CASE("requests that are given up, or were there before the meter, have no latency") {
  FakeTicks given_up;
  given_up.Tick(SliceEntry{});
  CHECK(given_up.meter.waiting() == 1);
  given_up.Tick({}, false);
  CHECK(given_up.meter.given_up() == 1);
  CHECK(given_up.meter.waiting() == 0);
  CHECK(given_up.meter.finished().empty());
  FakeTicks late;
  late.tick = 4;
  late.Tick(Ran(0, 1, true));
  CHECK(late.meter.finished().empty());
}

TEST_CASE("percentiles are requests, so that their parts add up") {
  std::vector<RequestLatency> latencies;
  for (uint64_t i = 1; i <= 200; ++i) {
    RequestLatency latency;
    latency.submitted_tick = 1;
    latency.visible_tick = 1 + (201 - i);
    latency.type = i % 2 == 0 ? nav::RequestType::kPath : nav::RequestType::kFloodFill;
    latencies.push_back(latency);
  }
  const LatencySummary all = SummaryOf(latencies, std::nullopt);
  CHECK(all.count == 200);
  CHECK(all.p50.ticks() == 100);
  CHECK(all.p90.ticks() == 180);
  CHECK(all.p99.ticks() == 198);
  CHECK(all.max.ticks() == 200);
  CHECK(SummaryOf(latencies, nav::RequestType::kPath).count == 100);
  CHECK(SummaryOf(latencies, nav::RequestType::kClearArea).count == 0);
  CHECK(SummaryOf({&latencies[7], 1}, std::nullopt).p50.ticks() == latencies[7].ticks());
}

TEST_CASE("in a world the parts of every request are its latency to the nanosecond", "[R11][R14]") {
  const std::string profile = GENERATE("ps3", "durango", "server");
  const std::string load = GENERATE("main_load_units=0", "main_load_units=30000");
  const std::string slice = GENERATE("path_slice_units=0", "path_slice_units=1000");
  const int threads = GENERATE(0, 3);
  const Scenario scenario = BusyYard(120);
  LatencyMeter meter;
  RunOptions options;
  options.profile = profile;
  options.sets = {load, slice};
  options.order_threads = threads;
  options.schedule_observer = &meter;
  std::map<uint64_t, nav::RequestTiming> timings;
  options.after_tick = [&](const World& world) {
    for (const WireHandle handle : world.view()->finished) {
      if (const RequestView* request = world.view()->Find(handle)) timings[handle.value] = request->timing;
    }
  };
  REQUIRE(RunScenario(scenario, YardResolver(), options).ok());
  const platform::TickRate rate;
  REQUIRE(meter.finished().size() > 100);
  for (const RequestLatency& latency : meter.finished()) {
    if (latency.visible_tick > scenario.ticks) continue;  // behind the run, whose views end before
    const nav::RequestTiming& timing = timings.at(latency.handle.value);
    CHECK(latency.submitted_tick == timing.submitted_tick);
    CHECK(latency.visible_tick == timing.visible_tick);
    CHECK(latency.parts.search_ns == timing.virtual_ns);
    CHECK(latency.parts.total_ns() ==
          rate.StartOf(timing.visible_tick).ns - rate.StartOf(timing.submitted_tick).ns);
    const bool shares_core = profile == "ps3";
    CHECK((latency.parts.core_busy_ns > 0) == shares_core);
    // The heavy load lasts into the slice, which path_slice_units gives whatever the main core does.
    const bool rests = slice != "path_slice_units=0" && !(shares_core && load == "main_load_units=30000");
    CHECK((latency.parts.no_slice_ns > 0) == rests);
  }
}

TEST_CASE("what ends in the last slice of a run is answered, and does not wait", "[R14]") {
  const Scenario scenario = BusyYard(5);
  for (const int threads : {0, 3}) {
    CompareOptions options;
    options.order_threads = threads;
    const auto run = RunCompared(scenario, YardResolver(), "durango", {}, options);
    REQUIRE(run.ok());
    CHECK(run->paths.count == 5);
    CHECK(run->waiting == 0);
    CHECK(run->ticks == 5);
    CHECK(run->paths.max.visible_tick == run->paths.max.submitted_tick + 1);
    RunOptions plain;
    plain.profile = "durango";
    CHECK(run->state_hash == RunScenario(scenario, YardResolver(), plain)->final_digest().root);
    // One that needs more than the slices that are left waits all the same.
    options.sets = {"path_slice_units=64"};
    const auto slow = RunCompared(scenario, YardResolver(), "durango", {}, options);
    REQUIRE(slow.ok());
    CHECK(slow->waiting > 0);
    CHECK(slow->paths.count + slow->waiting == 5);
  }
}

TEST_CASE("nobody who watches changes a hash", "[R14]") {
  const Scenario scenario = BusyYard(60);
  const auto digests = [&](ScheduleObserver* observer) {
    RunOptions options;
    options.profile = "ps3";
    options.schedule_observer = observer;
    const auto report = RunScenario(scenario, YardResolver(), options);
    REQUIRE(report.ok());
    return RootsOf(report->digests);
  };
  LatencyMeter meter;
  CHECK(digests(nullptr) == digests(&meter));
  CHECK(meter.budget_ns() > 0);
}

}  // namespace
}  // namespace footfall::sim::testing
