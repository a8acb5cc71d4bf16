#include "server/command_desk.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "platform/check.h"

namespace footfall::server {
namespace {

bool IsEnd(const sim::CommandBody& body) { return std::holds_alternative<sim::EndSource>(body); }

Fault TooMany(int32_t limit, int64_t tick_ns) {
  return RetryLater("RATE", absl::StrCat("commands: the tick has all ", limit, " that it takes"), tick_ns);
}

}  // namespace

void CommandDesk::GiveSource(const SessionPtr& session) {
  if (session->source != 0) return;
  session->source = host_.NewSource(session->order);
  by_source_[session->source] = session;
}

std::optional<Fault> CommandDesk::ApplyNow(PendingCommand command) {
  const int32_t limit = host_.profile().commands_per_tick_max;
  if (host_.view().open_commands >= static_cast<uint64_t>(limit) && !IsEnd(command.body)) {
    return TooMany(limit, tick_ns_);
  }
  GiveSource(command.session);
  const sim::CommandResult result = host_.ApplyOpen(command.session->source, std::move(command.body));
  Answer(command, result);
  return std::nullopt;
}

std::optional<Fault> CommandDesk::Gather(PendingCommand command) {
  const int32_t limit = host_.profile().commands_per_tick_max;
  if (waiting_.size() >= static_cast<size_t>(limit) && !IsEnd(command.body)) return TooMany(limit, tick_ns_);
  GiveSource(command.session);
  waiting_.push_back(std::move(command));
  return std::nullopt;
}

std::vector<PendingCommand> CommandDesk::TakeDue(uint64_t tick) {
  const auto later = std::stable_partition(waiting_.begin(), waiting_.end(),
                                           [&](const PendingCommand& c) { return c.at_tick <= tick; });
  std::vector<PendingCommand> due(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(later));
  waiting_.erase(waiting_.begin(), later);
  std::stable_sort(due.begin(), due.end(), [](const PendingCommand& a, const PendingCommand& b) {
    return a.session->source < b.session->source;
  });
  return due;
}

void CommandDesk::RunTick(const std::function<void()>& published) {
  std::vector<PendingCommand> due = TakeDue(host_.open_tick());
  std::vector<sim::Command> commands;
  commands.reserve(due.size());
  for (PendingCommand& pending : due) {
    sim::Command command;
    command.source = pending.session->source;
    command.body = std::move(pending.body);
    commands.push_back(std::move(command));
  }
  const std::vector<sim::CommandResult> results = host_.RunTick(std::move(commands));
  FOOTFALL_CHECK(results.size() == due.size());
  published();
  for (size_t i = 0; i < due.size(); ++i) Answer(due[i], results[i]);
}

void CommandDesk::ApplyGathered() {
  for (PendingCommand& pending : TakeDue(host_.open_tick())) {
    const sim::CommandResult result = host_.ApplyOpen(pending.session->source, std::move(pending.body));
    Answer(pending, result);
  }
  const Fault why = Refusal("WOULD_WAIT_FOR_STEP", "at_tick: the world was paused before that tick");
  Withdraw([](const PendingCommand& c) { return c.awaited; }, why);
}

void CommandDesk::Answer(PendingCommand& command, const sim::CommandResult& result) {
  command.reply.set_applied_tick(result.fault == sim::CommandFault::kNone ? result.applied_tick : 0);
  command.reply.set_handle(result.handle.value);
  if (result.fault != sim::CommandFault::kNone) {
    FillStatus(OfCommand(result.fault, result.detail, tick_ns_), command.reply.mutable_error());
  }
  if (command.done) command.done(command.reply);
}

void CommandDesk::Withdraw(const std::function<bool(const PendingCommand&)>& which, const Fault& why) {
  const auto first = std::stable_partition(waiting_.begin(), waiting_.end(),
                                           [&](const PendingCommand& c) { return !which(c); });
  std::vector<PendingCommand> gone(std::make_move_iterator(first), std::make_move_iterator(waiting_.end()));
  waiting_.erase(first, waiting_.end());
  for (PendingCommand& command : gone) {
    FillStatus(why, command.reply.mutable_error());
    if (command.done) command.done(command.reply);
  }
}

void CommandDesk::WithdrawStep(uint64_t step_id, const Fault& why) {
  Withdraw([&](const PendingCommand& c) { return c.step_id == step_id; }, why);
}

void CommandDesk::WithdrawLater(const Session& session, const Fault& why) {
  const uint64_t open_tick = host_.open_tick();
  Withdraw([&](const PendingCommand& c) { return c.session.get() == &session && c.at_tick > open_tick; },
           why);
}

void CommandDesk::WithdrawAll(const Fault& why) {
  Withdraw([](const PendingCommand&) { return true; }, why);
}

SessionPtr CommandDesk::SessionOf(nav::SourceId source) const {
  const auto found = by_source_.find(source);
  return found == by_source_.end() ? nullptr : found->second;
}

void CommandDesk::ForgetSource(const Session& session) {
  const auto found = by_source_.find(session.source);
  // A new session may have taken the order, and so the source, before the old one's end was applied.
  if (found != by_source_.end() && found->second.get() == &session) by_source_.erase(found);
}

void CommandDesk::ForgetSources() {
  for (auto& [source, session] : by_source_) session->source = 0;
  by_source_.clear();
}

}  // namespace footfall::server
