#ifndef FOOTFALL_PLATFORM_COST_METER_H_
#define FOOTFALL_PLATFORM_COST_METER_H_

#include <cstdint>
#include <limits>

#include "platform/progress_counter.h"

namespace footfall::platform {

// Version of the table of events that cost units: raised whenever an equal order would cost another number of
// units. Part of the profile hash and of the recording header, because another schema means other timelines.
// (R13)
inline constexpr uint32_t kCostSchemaVersion = 1;

// An order costs at least this many units, so that a sequence of trivial orders cannot last for ever in no
// time.
inline constexpr uint64_t kOrderUnitsMin = 1;

inline constexpr uint64_t kUnitsUnlimited = std::numeric_limits<uint64_t>::max();

// Counts the integer cost units of one run of one order. Code charges at semantic events (a polygon expanded,
// an edge crossed), so the sum is a pure function of the order and its view and never of the host's speed.
//
// Used by the thread that runs the order, and by no other. What others may watch is the ProgressCounter,
// which gets the count every kPublishUnits. The stop flag is looked at on the same occasions, hence Charge
// costs an add and a compare.
class CostMeter {
 public:
  // Units between two publications. Smaller lets a waiting thread go earlier, larger disturbs the search
  // less.
  static constexpr uint64_t kPublishUnits = 64;

  // A meter that nobody watches or stops.
  CostMeter() = default;

  // `progress` is not owned and must outlive the meter; null means that nobody watches. A run that has
  // charged more than `units_limit` is told to stop.
  explicit CostMeter(ProgressCounter* progress, uint64_t units_limit = kUnitsUnlimited)
      : units_limit_(units_limit), progress_(progress) {}

  CostMeter(const CostMeter&) = delete;
  CostMeter& operator=(const CostMeter&) = delete;

  void Charge(uint64_t units) {
    units_ += units;
    if (units_ >= publish_at_) [[unlikely]] {
      Publish();
    }
  }

  // True when the run is to be given up: nobody will use its result. It may turn true up to kPublishUnits
  // late, at a moment that depends on the host, therefore a run that saw true must leave at once and its
  // output is void.
  bool ShouldStop() const { return should_stop_; }

  // Units charged so far, to the unit.
  uint64_t units() const { return units_; }

 private:
  void Publish() {
    publish_at_ = units_ + kPublishUnits;
    should_stop_ = should_stop_ || units_ > units_limit_;
    if (progress_ != nullptr) {
      progress_->Publish(units_);
      should_stop_ = should_stop_ || progress_->stop_requested();
    }
  }

  uint64_t units_ = 0;
  uint64_t publish_at_ = kPublishUnits;
  uint64_t units_limit_ = kUnitsUnlimited;
  ProgressCounter* progress_ = nullptr;
  bool should_stop_ = false;
};

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_COST_METER_H_
