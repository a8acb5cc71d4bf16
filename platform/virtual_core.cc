#include "platform/virtual_core.h"

#include <algorithm>

#include "platform/check.h"

namespace footfall::platform {
namespace {

constexpr int64_t kNsPerSecond = 1'000'000'000;
constexpr int64_t kConsoleUnitsPerTick = 4096;

}  // namespace

int64_t ConsoleUnitNs(int hz) {
  FOOTFALL_CHECK(hz > 0);
  return kNsPerSecond / hz / kConsoleUnitsPerTick;
}

int64_t UnitsToNs(uint64_t units, int64_t unit_ns) {
  FOOTFALL_CHECK(unit_ns > 0);
  int64_t ns = 0;
  FOOTFALL_CHECK(!__builtin_mul_overflow(units, unit_ns, &ns));
  return ns;
}

uint64_t UnitsWithinNs(int64_t ns, int64_t unit_ns) {
  FOOTFALL_CHECK(ns >= 0);
  FOOTFALL_CHECK(unit_ns > 0);
  return static_cast<uint64_t>(ns / unit_ns);
}

int64_t SliceBudgetNs(const SliceTerms& terms) {
  FOOTFALL_CHECK(terms.tick_ns > 0);
  FOOTFALL_CHECK(terms.main_ns >= 0);
  FOOTFALL_CHECK(terms.floor_ns >= 0);
  if (terms.override_units != 0) {
    return UnitsToNs(terms.override_units, terms.unit_ns);
  }
  if (!terms.path_core_is_main) {
    return terms.tick_ns;
  }
  return std::max(terms.floor_ns, terms.tick_ns - terms.main_ns);
}

int64_t SliceBudgetUpperBoundNs(const SliceTerms& terms) {
  SliceTerms best = terms;
  best.main_ns = 0;
  return SliceBudgetNs(best);
}

VirtualWorkers::VirtualWorkers(int count, int64_t budget_ns) : count_(count), budget_ns_(budget_ns) {
  FOOTFALL_CHECK(count >= 1);
  FOOTFALL_CHECK(count <= kVirtualWorkersMax);
  FOOTFALL_CHECK(budget_ns >= 0);
}

int64_t VirtualWorkers::busy_until_ns(int worker) const {
  FOOTFALL_CHECK(worker >= 0);
  FOOTFALL_CHECK(worker < count_);
  return busy_until_ns_[static_cast<size_t>(worker)];
}

int VirtualWorkers::NextWorker() const {
  // min_element returns the first of equals, which is the rule for ties.
  return static_cast<int>(std::min_element(busy_until_ns_.begin(), busy_until_ns_.begin() + count_) -
                          busy_until_ns_.begin());
}

bool VirtualWorkers::CanStart() const { return LeftNs(NextWorker()) > 0; }

int64_t VirtualWorkers::LeftNs(int worker) const { return budget_ns_ - busy_until_ns(worker); }

int64_t VirtualWorkers::TotalLeftNs() const {
  int64_t total_ns = 0;
  for (int worker = 0; worker < count_; ++worker) {
    total_ns += LeftNs(worker);
  }
  return total_ns;
}

SliceCharge VirtualWorkers::Run(int worker, int64_t remaining_ns) {
  FOOTFALL_CHECK(remaining_ns > 0);
  const int64_t start_ns = busy_until_ns(worker);
  const int64_t charged_ns = std::min(remaining_ns, LeftNs(worker));
  busy_until_ns_[static_cast<size_t>(worker)] = start_ns + charged_ns;
  return {start_ns, charged_ns, charged_ns == remaining_ns};
}

SliceCharge VirtualWorkers::RunPastEnd(int worker) {
  const SliceCharge charge{busy_until_ns(worker), LeftNs(worker), false};
  busy_until_ns_[static_cast<size_t>(worker)] = budget_ns_;
  return charge;
}

}  // namespace footfall::platform
