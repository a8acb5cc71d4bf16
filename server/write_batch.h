#ifndef FOOTFALL_SERVER_WRITE_BATCH_H_
#define FOOTFALL_SERVER_WRITE_BATCH_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "footfall/v1/command.pb.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/core.h"
#include "server/once.h"
#include "server/unary_call.h"

// Unary calls that admit a batch of commands and answer with one result an item. On the strand.
namespace footfall::server {

// Whether a write is answered before it is applied: the table of writes in api-v1, item 6.
std::optional<Fault> ChooseReply(Core& core, const Session& session, v1::ReplyWhen when,
                                 std::optional<uint64_t> at_tick, bool* accepted);

// An item that is answered ACCEPTED: what is known by then goes into the reply, the rest to Step or Attach.
PendingCommand::Done LateResult(Core& core, const SessionPtr& session, std::shared_ptr<bool> replied,
                                v1::CommandResult* slot);

// Admits `items` commands by `admit(index, origin, done)` and answers the call.
template <class Response>
void Write(const UnaryCall::Ptr& call, const Once<Response>& once, int items, CommandOrigin origin,
           bool accepted,
           const std::function<uint64_t(int, const CommandOrigin&, PendingCommand::Done)>& admit) {
  Core& core = call->core();
  if (accepted) {
    const auto replied = std::make_shared<bool>(false);
    for (int i = 0; i < items; ++i) once.reply().add_results();
    for (int i = 0; i < items; ++i) {
      v1::CommandResult* slot = once.reply().mutable_results(i);
      const uint64_t admission = admit(i, origin, LateResult(core, call->session(), replied, slot));
      slot->set_admission(admission);
    }
    *replied = true;
    FillStamp(core.view(), once.reply().mutable_stamp());
    return once.Complete();
  }
  origin.awaited = true;
  const auto batch = std::make_shared<CommandBatch>(static_cast<size_t>(items),
                                                    [&core, once](std::vector<v1::CommandResult> results) {
                                                      for (v1::CommandResult& result : results)
                                                        *once.reply().add_results() = std::move(result);
                                                      FillStamp(core.view(), once.reply().mutable_stamp());
                                                      once.Complete();
                                                    });
  for (int i = 0; i < items; ++i) {
    admit(i, origin, [batch, i](const v1::CommandResult& r) { batch->Set(static_cast<size_t>(i), r); });
  }
  if (items == 0) batch->AnswerIfEmpty();
}

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_WRITE_BATCH_H_
