#ifndef FOOTFALL_SERVER_COMMAND_INTAKE_H_
#define FOOTFALL_SERVER_COMMAND_INTAKE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "footfall/v1/command.pb.h"
#include "footfall/v1/nav.pb.h"
#include "server/core.h"
#include "server/errors.h"

// From messages to admitted commands. On the strand.
namespace footfall::server {

// Answers a batch when its last item has its result.
class CommandBatch {
 public:
  using Done = std::function<void(std::vector<v1::CommandResult> results)>;

  CommandBatch(size_t items, Done done) : results_(items), open_(items), done_(std::move(done)) {}

  // Item `index` is answered; once each.
  void Set(size_t index, const v1::CommandResult& result);
  // For a batch of no items, which nothing would answer.
  void AnswerIfEmpty();

 private:
  std::vector<v1::CommandResult> results_;
  size_t open_;
  Done done_;
};

// How a command came.
struct CommandOrigin {
  SessionPtr session;
  std::optional<uint64_t> at_tick;
  std::string request_id;
  uint64_t sequence = 0;
  uint64_t step_id = 0;
  bool awaited = false;  // a call is answered by it
};

// Too long a request_id, or an over-long batch.
std::optional<Fault> CheckRequestId(const std::string& request_id);
std::optional<Fault> CheckBatch(const Core& core, const std::string& field, int items);

// What the session may not do: its role, or a switch for development.
std::optional<Fault> CheckCommand(const Core& core, const Session& session, const sim::CommandBody& body);

// Admits one command and gives it the session's next admission number, which is returned. `done` gets its
// result, now or later, whether it was refused here, by the world or not at all. `field` is its path in the
// request, for errors.
uint64_t AdmitSubmit(Core& core, const CommandOrigin& origin, const v1::NavRequest& request,
                     const std::string& field, const PendingCommand::Done& done);
uint64_t AdmitBody(Core& core, const CommandOrigin& origin, sim::CommandBody body,
                   const PendingCommand::Done& done);
// The same for a body that may have failed to convert.
uint64_t AdmitConverted(Core& core, const CommandOrigin& origin, absl::StatusOr<sim::CommandBody> body,
                        const std::string& field, const PendingCommand::Done& done);
// Any kind; the request_id of the command is looked up.
uint64_t AdmitCommand(Core& core, CommandOrigin origin, const v1::Command& command, const std::string& field,
                      const PendingCommand::Done& done);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_COMMAND_INTAKE_H_
