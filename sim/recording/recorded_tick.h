#ifndef FOOTFALL_SIM_RECORDING_RECORDED_TICK_H_
#define FOOTFALL_SIM_RECORDING_RECORDED_TICK_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/command.h"
#include "sim/recording/byte_reader.h"

// The records of a chunk of ticks: commands in the order in which they were applied, and after those of a
// tick its end with the hash tree. A chunk may end between any two of them.
namespace footfall::sim {

// Most commands of one tick, open phase included: more end the recording, and are no recording (R55).
inline constexpr size_t kRecordedCommandsMax = size_t{1} << 18;

enum class RecordKind : uint8_t { kCommand = 1, kTickEnd = 2 };

// A command and what came of it.
struct RecordedCommand {
  Command command;
  CommandFault fault = CommandFault::kNone;
  WireHandle handle;  // of what it made or moved
  friend bool operator==(const RecordedCommand&, const RecordedCommand&) = default;
};

struct RecordedTick {
  uint64_t tick = 0;
  std::vector<RecordedCommand> commands;
};

void AppendRecord(const Command& command, const CommandResult& result, std::string& out);
// Behind its kind. A fault is the reader's.
RecordedCommand ReadCommandRecord(ByteReader& reader);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_RECORDED_TICK_H_
