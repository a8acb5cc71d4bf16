#include "server/write_batch.h"

#include "absl/strings/str_cat.h"

namespace footfall::server {

std::optional<Fault> ChooseReply(Core& core, const Session& session, v1::ReplyWhen when,
                                 std::optional<uint64_t> at_tick, bool* accepted) {
  if (!v1::ReplyWhen_IsValid(when)) {
    return BadField("reply_when", absl::StrCat("is ", static_cast<int>(when), ", must be 0 to 2"));
  }
  const bool member = core.control().IsLockStepMember(session);
  *accepted = when == v1::REPLY_WHEN_ACCEPTED || (when == v1::REPLY_WHEN_UNSPECIFIED && member);
  if (*accepted) return std::nullopt;
  if (member) {
    return Refusal("WOULD_WAIT_FOR_STEP",
                   "reply_when: a lock-step member's write is applied in its next tick");
  }
  const bool later = at_tick && *at_tick > core.world().open_tick();
  if (later && core.control().state() == v1::RUN_STATE_PAUSED) {
    return Refusal("WOULD_WAIT_FOR_STEP",
                   absl::StrCat("at_tick: ", *at_tick, ", the world is paused and its open tick is ",
                                core.world().open_tick()));
  }
  return std::nullopt;
}

PendingCommand::Done LateResult(Core& core, const SessionPtr& session, std::shared_ptr<bool> replied,
                                v1::CommandResult* slot) {
  return [&core, session, replied = std::move(replied), slot](const v1::CommandResult& result) {
    if (*replied) return core.DeliverLate(*session, result);
    *slot = result;
  };
}

}  // namespace footfall::server
