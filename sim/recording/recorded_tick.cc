#include "sim/recording/recorded_tick.h"

#include <string_view>

#include "absl/status/statusor.h"
#include "sim/command_log.h"

namespace footfall::sim {

namespace {

// No command has as many bytes.
constexpr uint64_t kCommandBytesMax = uint64_t{1} << 16;

}  // namespace

void AppendRecord(const Command& command, const CommandResult& result, std::string& out) {
  AppendNumber(RecordKind::kCommand, out);
  AppendNumber(result.fault, out);
  AppendNumber(result.handle.value, out);
  std::string bytes;
  AppendCommand(command, bytes);
  AppendText(bytes, out);
}

RecordedCommand ReadCommandRecord(ByteReader& reader) {
  RecordedCommand record;
  const auto fault = reader.Read<uint8_t>();
  if (fault >= kCommandFaults) reader.Fail(absl::StrCat("there is no fault ", static_cast<int>(fault)));
  record.fault = static_cast<CommandFault>(fault);
  record.handle.value = reader.Read<uint64_t>();
  const std::string_view bytes = reader.ReadText("command", kCommandBytesMax);
  if (!reader.ok()) return record;
  size_t size = 0;
  absl::StatusOr<Command> command = DecodeCommand(bytes, &size);
  if (!command.ok()) {
    reader.Fail(std::string(command.status().message()));
  } else if (size != bytes.size()) {
    reader.Fail("bytes follow a command");
  } else {
    record.command = *std::move(command);
  }
  return record;
}

}  // namespace footfall::sim
