#include "platform/virtual_core.h"

#include <catch2/catch.hpp>
#include <limits>

namespace footfall::platform {
namespace {

TEST_CASE("a console unit is the 4096th part of a tick, rounded down", "[R14]") {
  CHECK(ConsoleUnitNs(20) == 12207);
  CHECK(ConsoleUnitNs(30) == 8138);
  CHECK(ConsoleUnitNs(60) == 4069);
}

TEST_CASE("units and nanoseconds convert without rounding in the order's favour", "[R14]") {
  CHECK(UnitsToNs(0, 8138) == 0);
  CHECK(UnitsToNs(4096, 8138) == 33'333'248);
  CHECK(UnitsToNs(uint64_t{1} << 62, 1) == int64_t{1} << 62);
  CHECK(UnitsWithinNs(0, 250) == 0);
  CHECK(UnitsWithinNs(249, 250) == 0);
  CHECK(UnitsWithinNs(250, 250) == 1);
  CHECK(UnitsWithinNs(std::numeric_limits<int64_t>::max(), 1) == static_cast<uint64_t>(INT64_MAX));
}

TEST_CASE("the slice has the whole tick when the path core is not the main core", "[R14]") {
  SliceTerms terms;
  terms.tick_ns = 33'333'333;
  terms.main_ns = 40'000'000;
  terms.floor_ns = 1'000'000;
  CHECK(SliceBudgetNs(terms) == 33'333'333);
  CHECK(SliceBudgetUpperBoundNs(terms) == 33'333'333);
}

TEST_CASE("on a shared core the slice has what the main thread left, at least the floor", "[R14]") {
  SliceTerms terms;
  terms.tick_ns = 33'333'333;
  terms.floor_ns = 1'000'000;
  terms.path_core_is_main = true;
  CHECK(SliceBudgetNs(terms) == 33'333'333);
  terms.main_ns = 30'000'000;
  CHECK(SliceBudgetNs(terms) == 3'333'333);
  terms.main_ns = 32'333'333;
  CHECK(SliceBudgetNs(terms) == 1'000'000);
  terms.main_ns = 32'333'334;
  CHECK(SliceBudgetNs(terms) == 1'000'000);
  // A main thread that overdrew its tick leaves no debt beyond the floor.
  terms.main_ns = 900'000'000;
  CHECK(SliceBudgetNs(terms) == 1'000'000);
  CHECK(SliceBudgetUpperBoundNs(terms) == 33'333'333);
  terms.floor_ns = 0;
  CHECK(SliceBudgetNs(terms) == 0);
}

TEST_CASE("a floor longer than the tick is the budget and its upper bound", "[R14]") {
  SliceTerms terms;
  terms.tick_ns = 10;
  terms.main_ns = 5;
  terms.floor_ns = 50;
  terms.path_core_is_main = true;
  CHECK(SliceBudgetNs(terms) == 50);
  CHECK(SliceBudgetUpperBoundNs(terms) == 50);
}

TEST_CASE("slice units of the profile override every other term", "[R14]") {
  SliceTerms terms;
  terms.tick_ns = 33'333'333;
  terms.main_ns = 33'333'333;
  terms.floor_ns = 1'000'000;
  terms.path_core_is_main = true;
  terms.override_units = 7;
  terms.unit_ns = 8138;
  CHECK(SliceBudgetNs(terms) == 56'966);
  CHECK(SliceBudgetUpperBoundNs(terms) == 56'966);
}

TEST_CASE("one worker runs orders one after another until the slice ends", "[R17]") {
  VirtualWorkers workers(1, 100);
  REQUIRE(workers.CanStart());
  CHECK(workers.Run(0, 60) == SliceCharge{0, 60, true});
  CHECK(workers.LeftNs(0) == 40);
  CHECK(workers.Run(0, 39) == SliceCharge{60, 39, true});
  REQUIRE(workers.CanStart());
  CHECK(workers.Run(0, 50) == SliceCharge{99, 1, false});
  CHECK_FALSE(workers.CanStart());
  CHECK(workers.TotalLeftNs() == 0);
}

TEST_CASE("an order charged exactly up to the slice's end is finished and nothing starts there", "[R14]") {
  VirtualWorkers workers(1, 100);
  CHECK(workers.Run(0, 100) == SliceCharge{0, 100, true});
  CHECK_FALSE(workers.CanStart());
}

TEST_CASE("one nanosecond more than the slice is carried", "[R14]") {
  VirtualWorkers first(1, 100);
  CHECK(first.Run(0, 101) == SliceCharge{0, 100, false});
  VirtualWorkers second(1, 100);
  CHECK(second.Run(0, 101 - 100) == SliceCharge{0, 1, true});
  CHECK(second.LeftNs(0) == 99);
}

TEST_CASE("an empty slice starts nothing and charges a carried order nothing", "[R14]") {
  VirtualWorkers workers(2, 0);
  CHECK_FALSE(workers.CanStart());
  CHECK(workers.Run(1, 5) == SliceCharge{0, 0, false});
}

TEST_CASE("the least busy worker takes the next entry and the lowest index wins a tie", "[R17]") {
  VirtualWorkers workers(3, 100);
  // A carried order keeps its worker 1, so the fresh ones go to 0, 2, 2, 0, then 1.
  CHECK(workers.Run(1, 80) == SliceCharge{0, 80, true});
  CHECK(workers.NextWorker() == 0);
  CHECK(workers.Run(0, 50) == SliceCharge{0, 50, true});
  CHECK(workers.NextWorker() == 2);
  CHECK(workers.Run(2, 50) == SliceCharge{0, 50, true});
  CHECK(workers.NextWorker() == 0);
  CHECK(workers.Run(0, 30) == SliceCharge{50, 30, true});
  CHECK(workers.NextWorker() == 2);
  CHECK(workers.RunPastEnd(2) == SliceCharge{50, 50, false});
  // Workers 0 and 1 are both free at 80.
  CHECK(workers.NextWorker() == 0);
  CHECK(workers.TotalLeftNs() == 40);
  CHECK(workers.RunPastEnd(0) == SliceCharge{80, 20, false});
  CHECK(workers.NextWorker() == 1);
  CHECK(workers.CanStart());
  CHECK(workers.Run(1, 20) == SliceCharge{80, 20, true});
  CHECK_FALSE(workers.CanStart());
}

TEST_CASE("a long order on one worker does not keep the others from starting entries", "[R17]") {
  VirtualWorkers workers(2, 10);
  CHECK(workers.RunPastEnd(0) == SliceCharge{0, 10, false});
  for (int64_t start_ns = 0; start_ns < 10; ++start_ns) {
    REQUIRE(workers.CanStart());
    REQUIRE(workers.NextWorker() == 1);
    CHECK(workers.Run(1, 1) == SliceCharge{start_ns, 1, true});
  }
  CHECK_FALSE(workers.CanStart());
}

TEST_CASE("a ledger copied by value goes its own way", "[R11]") {
  VirtualWorkers settled(kVirtualWorkersMax, 10);
  VirtualWorkers on_paper = settled;
  on_paper.RunPastEnd(0);
  CHECK(on_paper.NextWorker() == 1);
  CHECK(settled.NextWorker() == 0);
  CHECK(settled.count() == 256);
}

TEST_CASE("the sum of slices equals the order's cost for any budget", "[R11]") {
  for (const int64_t budget_ns : {1, 7, 4096, 1'000'000}) {
    CAPTURE(budget_ns);
    int64_t remaining_ns = 10'000;
    int64_t slices = 0;
    bool finished = false;
    while (!finished) {
      VirtualWorkers workers(1, budget_ns);
      const SliceCharge charge = workers.Run(0, remaining_ns);
      remaining_ns -= charge.charged_ns;
      finished = charge.finished;
      ++slices;
    }
    CHECK(remaining_ns == 0);
    CHECK(slices == (10'000 + budget_ns - 1) / budget_ns);
  }
}

}  // namespace
}  // namespace footfall::platform
