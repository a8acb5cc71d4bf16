#ifndef FOOTFALL_SIM_BISECT_COMMANDS_H_
#define FOOTFALL_SIM_BISECT_COMMANDS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/bisect.h"
#include "sim/command.h"
#include "sim/recorded_handles.h"
#include "sim/recording/recorded_tick.h"
#include "sim/recording/recording_header.h"

// What goes into two recorded worlds, for bisect.h.
namespace footfall::sim {

// What both pin and is not the same. Software, epoch, scenario and where a recording begins are not compared.
std::vector<PinDifference> PinDifferences(const RecordingHeader& a, const RecordingHeader& b);

// "source 1, sequence 17: tune_movement_cost { ... }", for people.
std::string CommandText(const Command& command);

// Compares the commands of two recordings tick after tick. Handles of another epoch are the same where the
// same commands made them (R8).
class CommandComparison {
 public:
  CommandComparison(uint64_t epoch_a, uint64_t epoch_b) : has_one_epoch_(epoch_a == epoch_b) {}

  // The first difference of a tick as a sentence; empty: none.
  std::string FirstDifference(const std::vector<RecordedCommand>& a, const std::vector<RecordedCommand>& b);

 private:
  bool IsSame(const Command& a, const Command& b) const;
  bool IsSameResult(const RecordedCommand& a, const RecordedCommand& b) const;

  const bool has_one_epoch_;
  RecordedHandles handles_;  // of B, in A's terms
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_BISECT_COMMANDS_H_
