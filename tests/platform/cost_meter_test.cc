#include "platform/cost_meter.h"

#include <catch2/catch.hpp>
#include <thread>

namespace footfall::platform {
namespace {

TEST_CASE("a meter without a watcher counts to the unit and never asks to stop", "[R13]") {
  CostMeter meter;
  CHECK(meter.units() == 0);
  meter.Charge(0);
  meter.Charge(1);
  meter.Charge(1'000'000'007);
  CHECK(meter.units() == 1'000'000'008);
  CHECK_FALSE(meter.ShouldStop());
}

TEST_CASE("the figures of the cost schema", "[R13]") {
  CHECK(kCostSchemaVersion == 1);
  CHECK(kOrderUnitsMin == 1);
  CHECK(CostMeter::kPublishUnits == 64);
}

TEST_CASE("the count is published every 64 units and not in between", "[R19]") {
  ProgressCounter progress;
  CostMeter meter(&progress);
  for (int i = 0; i < 63; ++i) {
    meter.Charge(1);
  }
  CHECK(progress.units() == 0);
  meter.Charge(1);
  CHECK(progress.units() == 64);
  meter.Charge(63);
  CHECK(progress.units() == 64);
  meter.Charge(500);
  CHECK(progress.units() == 627);
  CHECK_FALSE(progress.ended());
}

TEST_CASE("the stop flag is seen at the next publication and stays", "[R12]") {
  ProgressCounter progress;
  CostMeter meter(&progress);
  progress.RequestStop();
  meter.Charge(63);
  CHECK_FALSE(meter.ShouldStop());
  meter.Charge(1);
  CHECK(meter.ShouldStop());
  progress.Reset();
  meter.Charge(64);
  CHECK(meter.ShouldStop());
}

TEST_CASE("a limit stops a run that passed it and none that reached it", "[R19]") {
  ProgressCounter progress;
  CostMeter meter(&progress, 128);
  meter.Charge(128);
  CHECK_FALSE(meter.ShouldStop());
  meter.Charge(64);
  CHECK(meter.ShouldStop());
  CHECK(progress.units() == 192);
}

TEST_CASE("a repeated run does not lower the published count", "[R19]") {
  ProgressCounter progress;
  CostMeter first(&progress);
  first.Charge(1000);
  CostMeter again(&progress);
  again.Charge(64);
  CHECK(progress.units() == 1000);
  again.Charge(1000);
  CHECK(progress.units() == 1064);
  progress.Reset();
  CHECK(progress.units() == 0);
}

TEST_CASE("a wait returns at once for an order that has ended or passed the limit", "[R19]") {
  ProgressCounter progress;
  progress.Publish(65);
  progress.Wait(64);
  CHECK_FALSE(progress.ended());
  progress.End(65);
  progress.Wait(65);
  CHECK(progress.ended());
}

TEST_CASE("a waiting thread is woken by the first count beyond its limit and by the end", "[R19]") {
  constexpr uint64_t kUnits = 20'000;
  for (uint64_t limit = 0; limit < 2 * kUnits; limit += 997) {
    CAPTURE(limit);
    ProgressCounter progress;
    int result = 0;
    std::thread runner([&] {
      CostMeter meter(&progress);
      for (uint64_t unit = 0; unit < kUnits; ++unit) {
        meter.Charge(1);
      }
      result = 7;
      progress.End(meter.units());
    });
    progress.Wait(limit);
    const bool beyond = progress.units() > limit;
    CHECK(beyond == (limit < kUnits));
    if (!beyond) {
      CHECK(result == 7);
      CHECK(progress.units() == kUnits);
    }
    runner.join();
  }
}

}  // namespace
}  // namespace footfall::platform
