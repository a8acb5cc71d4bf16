#include "server/command_desk.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "platform/check.h"
#include "server/limits.h"

namespace footfall::server {
namespace {

// The server's own words about a session.
bool IsAboutSession(const sim::CommandBody& body) {
  return std::holds_alternative<sim::EndSource>(body) || std::holds_alternative<sim::OrphanSource>(body);
}

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
  if (host_.view().open_commands >= static_cast<uint64_t>(limit) && !IsAboutSession(command.body)) {
    return TooMany(limit, tick_ns_);
  }
  GiveSource(command.session);
  const sim::CommandResult result = host_.ApplyOpen(command.session->source, std::move(command.body));
  Answer(command, result);
  return std::nullopt;
}

std::optional<Fault> CommandDesk::Gather(PendingCommand command) {
  const int32_t limit = host_.profile().commands_per_tick_max;
  const bool is_later = command.at_tick > host_.open_tick();
  const size_t gathered = GatheredFor(std::max(command.at_tick, host_.open_tick()));
  if (gathered >= static_cast<size_t>(limit) && !IsAboutSession(command.body))
    return TooMany(limit, tick_ns_);
  if (is_later && command.session->later_commands >= kLaterCommandsMax) {
    return RetryLater("SESSION_QUOTA",
                      absl::StrCat("at_tick: ", kLaterCommandsMax,
                                   " commands of the session wait for later ticks, as many as it may have"),
                      tick_ns_);
  }
  GiveSource(command.session);
  if (is_later) ++command.session->later_commands;
  std::vector<PendingCommand>& list = is_later ? later_[command.at_tick] : waiting_;
  list.push_back(std::move(command));
  return std::nullopt;
}

size_t CommandDesk::GatheredFor(uint64_t tick) const {
  const auto list = later_.find(tick);
  return (list == later_.end() ? 0 : list->second.size()) + (tick == host_.open_tick() ? waiting_.size() : 0);
}

std::vector<PendingCommand> CommandDesk::TakeDue(uint64_t tick) {
  std::vector<PendingCommand> due;
  // Those for this very tick were admitted before it was the next one, hence before all of `waiting_`.
  while (!later_.empty() && later_.begin()->first <= tick) {
    for (PendingCommand& command : later_.begin()->second) {
      --command.session->later_commands;
      due.push_back(std::move(command));
    }
    later_.erase(later_.begin());
  }
  std::move(waiting_.begin(), waiting_.end(), std::back_inserter(due));
  waiting_.clear();
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
  std::vector<PendingCommand> gone;
  const auto take_from = [&](std::vector<PendingCommand>& list) {
    const auto first =
        std::stable_partition(list.begin(), list.end(), [&](const PendingCommand& c) { return !which(c); });
    std::move(first, list.end(), std::back_inserter(gone));
    list.erase(first, list.end());
  };
  take_from(waiting_);
  for (auto list = later_.begin(); list != later_.end();) {
    const size_t before = gone.size();
    take_from(list->second);
    for (size_t i = before; i < gone.size(); ++i) --gone[i].session->later_commands;
    list = list->second.empty() ? later_.erase(list) : std::next(list);
  }
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
