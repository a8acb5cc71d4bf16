#ifndef FOOTFALL_SIM_RECORDED_HANDLES_H_
#define FOOTFALL_SIM_RECORDED_HANDLES_H_

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "sim/command.h"

namespace footfall::sim {

// Which handle of a world stands for which one of a recording: under another profile requests are refused
// that were not, and all later handles are others. One thread.
class RecordedHandles {
 public:
  // What a command made, as recorded and now. One that is null now was not made.
  void Note(WireHandle recorded, WireHandle now);
  // Puts this world's handles into the command. False: it takes one that this world did not give.
  bool Translate(CommandBody& body) const;

 private:
  absl::flat_hash_map<uint64_t, uint64_t> now_;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDED_HANDLES_H_
