#include "sim/fork.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace footfall::sim {

Fork::Fork(World& world, std::vector<ForkCommand> commands, ForkScript script)
    : world_(world),
      commands_(std::move(commands)),
      order_(commands_.size()),
      script_(std::move(script)),
      start_tick_(world.tick()),
      start_(world.view()),
      results_(commands_.size()) {
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [this](size_t a, size_t b) {
    return std::tie(commands_[a].tick, commands_[a].source) <
           std::tie(commands_[b].tick, commands_[b].source);
  });
}

void Fork::Count(const CommandResult& result) { ++counted_.refused[static_cast<size_t>(result.fault)]; }

void Fork::ApplyScript() {
  if (!script_.player) return;
  script_.player->ApplyDue(world_.tick() + 1, [this](const Command& command) {
    CommandResult result = world_.ApplyOpen(command);
    Count(result);
    return result;
  });
}

void Fork::Step() {
  ApplyScript();
  batch_.clear();
  if (script_.load) {
    for (CommandBody& body : script_.load->CommandsFor(*world_.view())) {
      batch_.push_back({nav::kWorldSource, 0, std::move(body)});
    }
  }
  const size_t of_load = batch_.size();
  const size_t first = next_;
  const uint64_t tick = ticks_run() + 1;
  for (; next_ < order_.size() && commands_[order_[next_]].tick == tick; ++next_) {
    const ForkCommand& given = commands_[order_[next_]];
    batch_.push_back({given.source, next_ + 1, given.body});
  }
  batch_results_.clear();
  world_.Step(batch_, &batch_results_);
  for (const CommandResult& result : batch_results_) Count(result);
  for (size_t i = first; i < next_; ++i) results_[order_[i]] = batch_results_[of_load + i - first];
  if (script_.load) script_.load->Take({batch_results_.data(), of_load});
  CountFinished();
}

void Fork::CountFinished() {
  const auto view = world_.view();
  for (const WireHandle handle : view->finished) {
    const RequestView* request = view->Find(handle);
    if (request == nullptr || !request->is_complete()) continue;
    const Outcome outcome =
        request->result != nullptr ? OutcomeOf(*request->result) : OutcomeOf(request->answer->code);
    ++counted_.finished[static_cast<size_t>(outcome)];
  }
}

ForkCounts Fork::Counts() const {
  const auto view = world_.view();
  ForkCounts counts = counted_;
  counts.submitted = view->figures.submitted - start_->figures.submitted;
  for (const RequestTypeFigures& type : view->figures.by_type) counts.slots_in_use += type.slots_in_use;
  counts.cancelled = view->figures.cancelled - start_->figures.cancelled;
  counts.expired = view->figures.expired - start_->figures.expired;
  counts.restarts = view->figures.restarts - start_->figures.restarts;
  counts.tiles_placed = view->streaming->counters.placed - start_->streaming->counters.placed;
  counts.tiles_evicted = view->streaming->counters.evicted - start_->streaming->counters.evicted;
  return counts;
}

}  // namespace footfall::sim
