#include "server/world_host.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <utility>

#include "platform/check.h"
#include "platform/profile_fit.h"
#include "server/event_log.h"
#include "server/limits.h"

namespace footfall::server {

uint64_t NewEpoch() {
  std::random_device device;  // Not part of state (R8).
  const uint64_t high = device();
  return (high << 32 | device()) >> 1 | 1;
}

absl::StatusOr<std::unique_ptr<WorldHost>> WorldHost::Create(const WorldSetup& setup) {
  std::unique_ptr<WorldHost> host(new WorldHost(setup));
  host->epoch_ = host->setup_.first_epoch;
  if (absl::Status made = host->MakeWorld(); !made.ok()) return made;
  return host;
}

sim::WorldOptions WorldHost::OptionsOf(uint64_t epoch) const {
  sim::WorldOptions options;
  options.pack = setup_.pack;
  options.content_packs = setup_.content_packs;
  options.profile = setup_.profile;
  options.seed = setup_.seed;
  options.hz = setup_.hz;
  options.threads = setup_.threads;
  options.order_threads = setup_.order_threads;
  options.epoch = epoch;
  options.focus = setup_.focus;
  if (!options.focus && setup_.scenario) options.focus = setup_.scenario->focus;
  options.corrections = setup_.corrections;
  options.wait_observer = setup_.wait_clock.get();
  return options;
}

sim::WorldOptions WorldHost::ForkOptions() const {
  sim::WorldOptions options = OptionsOf(epoch_);
  options.threads = 1;
  options.wait_observer = nullptr;
  return options;
}

sim::ForkScript WorldHost::Script() const { return {setup_.scenario, player_, load_}; }

absl::Status WorldHost::MakeWorld() {
  absl::StatusOr<std::unique_ptr<sim::World>> world = sim::World::Create(OptionsOf(epoch_));
  if (!world.ok()) return world.status();
  Adopt(*std::move(world));
  return absl::OkStatus();
}

uint32_t WorldHost::Restore(std::unique_ptr<sim::World> world) {
  ++epoch_;
  FOOTFALL_CHECK(world->options().epoch == epoch_);
  setup_.seed = world->options().seed;
  setup_.scenario = nullptr;
  Adopt(std::move(world));
  const std::vector<nav::SourceId> sources = world_->Sources();
  for (const nav::SourceId source : sources) ApplyOpen(source, sim::EndSource{});
  return static_cast<uint32_t>(sources.size());
}

void WorldHost::Adopt(std::unique_ptr<sim::World> world) {
  world_ = std::move(world);
  SinkCommands();
  if (setup_.recordings) setup_.recordings->Begin(setup_, *world_);
  player_.reset();
  if (setup_.scenario) player_.emplace(*setup_.scenario);
  load_.reset();
  if (setup_.load_requests != 0) load_.emplace(setup_.seed, setup_.load_requests);
  LogEvent(LogLevel::kInfo, "path worker: " + world_->PinPathWorker());
  const platform::ExpectedLoad all = {setup_.profile.peds_max, setup_.profile.sessions_max};
  if (const auto full = platform::FirstFullTable(setup_.profile, all)) {
    LogEvent(LogLevel::kWarning, "start-up check: " + *full);
  }
  latest_.rate_hz = setup_.hz;
  latest_.profile = std::make_shared<const platform::Profile>(setup_.profile);
  sequences_.clear();
  next_source_ = kFirstUnorderedSource;
  if (setup_.scenario) {
    for (const sim::ScenarioCommand& command : setup_.scenario->commands) {
      next_source_ = std::max(next_source_, command.source + 1);
    }
  }
  hashes_.clear();
  Publish();
  KeepHash();
}

void WorldHost::Publish() {
  latest_.view = world_->view();
  const std::lock_guard lock(mutex_);
  shared_ = latest_;
}

Published WorldHost::published() const {
  const std::lock_guard lock(mutex_);
  return shared_;
}

nav::SourceId WorldHost::NewSource(const std::optional<uint32_t>& order) {
  return order ? SourceOfOrder(*order) : next_source_++;
}

void WorldHost::Number(sim::Command& command) { command.sequence = ++sequences_[command.source]; }

sim::CommandResult WorldHost::ApplyOpen(nav::SourceId source, sim::CommandBody body) {
  sim::Command command;
  command.source = source;
  command.body = std::move(body);
  Number(command);
  sim::CommandResult result = world_->ApplyOpen(command);
  Publish();
  return result;
}

std::vector<sim::CommandResult> WorldHost::RunTick(std::vector<sim::Command> commands) {
  if (player_) {
    player_->ApplyDue(open_tick(),
                      [this](const sim::Command& command) { return world_->ApplyOpen(command); });
  }
  std::vector<sim::Command> all;
  if (load_) {
    for (sim::CommandBody& body : load_->CommandsFor(view())) {
      all.push_back({nav::kWorldSource, 0, std::move(body)});
    }
  }
  const auto of_load = static_cast<std::ptrdiff_t>(all.size());
  all.insert(all.end(), std::make_move_iterator(commands.begin()), std::make_move_iterator(commands.end()));
  for (sim::Command& command : all) Number(command);
  std::vector<sim::CommandResult> results;
  world_->Step(all, &results);
  if (setup_.recordings) setup_.recordings->OnTick(*world_);
  Publish();
  KeepHash();
  if (load_) load_->Take({results.begin(), results.begin() + of_load});
  results.erase(results.begin(), results.begin() + of_load);
  return results;
}

bool WorldHost::IsSourceOf(const WorldSetup& setup, nav::SourceId source) {
  if (!setup.scenario) return false;
  const std::vector<sim::ScenarioCommand>& commands = setup.scenario->commands;
  return std::any_of(commands.begin(), commands.end(),
                     [&](const sim::ScenarioCommand& command) { return command.source == source; });
}

absl::Status WorldHost::Reset(WorldSetup setup) {
  std::swap(setup_, setup);
  ++epoch_;
  absl::Status made = MakeWorld();
  if (!made.ok()) {
    setup_ = std::move(setup);
    --epoch_;
  }
  return made;
}

void WorldHost::set_command_sink(sim::CommandSink sink) {
  sink_ = std::move(sink);
  SinkCommands();
}

void WorldHost::SinkCommands() {
  world_->set_command_sink(
      [this](uint64_t tick, const sim::Command& command, const sim::CommandResult& result) {
        if (setup_.recordings) setup_.recordings->OnCommand(command, result);
        if (sink_) sink_(tick, command, result);
      });
}

void WorldHost::KeepHash() {
  KeptHash kept;
  kept.tick = view().tick;
  kept.digest.root = view().hash->root;
  for (const platform::LeafDigest& leaf : view().hash->leaves) {
    kept.digest.leaves.push_back({leaf.name, leaf.hash, leaf.fields_hash, {}});
  }
  hashes_.push_back(std::move(kept));
  if (hashes_.size() > kHashesKept) hashes_.pop_front();
}

const platform::StateDigest* WorldHost::HashOf(uint64_t tick) const {
  if (hashes_.empty() || tick < hashes_.front().tick || tick > hashes_.back().tick) return nullptr;
  return &hashes_[tick - hashes_.front().tick].digest;
}

}  // namespace footfall::server
