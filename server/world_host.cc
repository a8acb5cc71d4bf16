#include "server/world_host.h"

#include <random>
#include <utility>

#include "server/event_log.h"
#include "server/limits.h"

namespace footfall::server {

uint64_t NewEpoch() {
  std::random_device device;  // Not part of state (R8).
  const uint64_t high = device();
  return (high << 32 | device()) >> 1 | 1;
}

absl::StatusOr<std::unique_ptr<WorldHost>> WorldHost::Create(WorldSetup setup) {
  std::unique_ptr<WorldHost> host(new WorldHost(std::move(setup)));
  host->epoch_ = host->setup_.first_epoch;
  if (absl::Status made = host->MakeWorld(); !made.ok()) return made;
  return host;
}

absl::Status WorldHost::MakeWorld() {
  sim::WorldOptions options;
  options.pack = setup_.pack;
  options.profile = setup_.profile;
  options.seed = setup_.seed;
  options.hz = setup_.hz;
  options.threads = setup_.threads;
  options.order_threads = setup_.order_threads;
  options.epoch = epoch_;
  absl::StatusOr<std::unique_ptr<sim::World>> world = sim::World::Create(std::move(options));
  if (!world.ok()) return world.status();
  world_ = *std::move(world);
  LogEvent(LogLevel::kInfo, "path worker: " + world_->PinPathWorker());
  latest_.rate_hz = setup_.hz;
  latest_.profile = std::make_shared<const platform::Profile>(setup_.profile);
  sequences_.clear();
  next_source_ = kFirstUnorderedSource;
  hashes_.clear();
  Publish();
  KeepHash();
  return absl::OkStatus();
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
  return order ? *order + 1 : next_source_++;
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
  for (sim::Command& command : commands) Number(command);
  std::vector<sim::CommandResult> results;
  world_->Step(commands, &results);
  Publish();
  KeepHash();
  return results;
}

absl::Status WorldHost::Reset(uint64_t seed, const std::string& profile_name) {
  WorldSetup before = setup_;
  if (!profile_name.empty()) {
    absl::StatusOr<platform::Profile> profile = platform::LoadProfile(profile_name, setup_.profile_sets);
    if (!profile.ok()) return profile.status();
    setup_.profile = *std::move(profile);
  }
  setup_.seed = seed;
  ++epoch_;
  absl::Status made = MakeWorld();
  if (!made.ok()) {
    setup_ = std::move(before);
    --epoch_;
  }
  return made;
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
