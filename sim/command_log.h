#ifndef FOOTFALL_SIM_COMMAND_LOG_H_
#define FOOTFALL_SIM_COMMAND_LOG_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/command.h"

namespace footfall::sim {

// The bytes of the command log (R42), little-endian. A change of the layout raises the version; a version
// stays readable for as long as recordings of it are.
inline constexpr uint32_t kCommandLogVersion = 2;
// Most entries of one log that are read: a ceiling on what bytes from outside may make us hold.
inline constexpr uint32_t kCommandLogEntriesMax = 1U << 24;

// A command in the order in which it was applied, which is all that replay knows (R1).
struct LogEntry {
  uint64_t tick = 0;  // in whose first phase it was applied
  Command command;
  friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

// Everything that a world's state is a function of, but for its files: the handles in the entries are of
// `epoch`.
struct CommandLog {
  uint64_t seed = 0;
  uint64_t profile_hash = 0;
  uint64_t world_build_id = 0;
  int32_t hz = 0;
  uint64_t epoch = 0;
  std::vector<LogEntry> entries;  // ticks do not fall
  friend bool operator==(const CommandLog&, const CommandLog&) = default;
};

// One command without its tick: what recordings store.
void AppendCommand(const Command& command, std::string& out);
// The command at the front of the bytes, and how many of them are its own. DataLoss as DecodeLog, offsets
// from the front.
absl::StatusOr<Command> DecodeCommand(std::string_view bytes, size_t* size);

std::string EncodeLog(const CommandLog& log);
// DataLoss for a checksum that does not hold, bytes that end early and values that no log has, each with the
// offset; InvalidArgument for another version, with found and supported. Any bytes are safe.
absl::StatusOr<CommandLog> DecodeLog(std::string_view bytes);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_COMMAND_LOG_H_
