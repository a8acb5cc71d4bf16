#include <cstdlib>
#include <string>
#include <variant>

#include "sim/snapshot_envelope.h"
#include "sim/world.h"
#include "tests/fuzz/fuzz_readers.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/fuzz_world.h"

// Snapshots: as they are, and with headers, checksums and hashes that fit what lies between.
namespace footfall::fuzz {

namespace {

// Ticks that a restored world goes on.
constexpr int kTicks = 12;

const sim::WorldOptions& SmallOptions() {
  static const sim::WorldOptions options = SmallWorld()->options();
  return options;
}

// Of the samples those that leave something behind.
std::vector<sim::CommandBody> LastingBodies() {
  std::vector<sim::CommandBody> bodies;
  for (const sim::CommandBody& body : SampleBodies()) {
    const bool ends_something =
        std::holds_alternative<sim::EndSource>(body) || std::holds_alternative<sim::ReleasePath>(body) ||
        std::holds_alternative<sim::CancelPath>(body) || std::holds_alternative<sim::RemoveObstacle>(body) ||
        std::holds_alternative<sim::RemoveAreaSwitch>(body) ||
        std::holds_alternative<sim::UnblockSpawns>(body) ||
        std::holds_alternative<sim::CancelSpawnSearch>(body) ||
        std::holds_alternative<sim::ClearRequiredRegion>(body);
    if (!ends_something) bodies.push_back(body);
  }
  return bodies;
}

// A restored world is a world: it takes commands, steps and can be saved and restored again.
void Use(sim::World& world) {
  const std::string again = world.Save();
  const auto twin = sim::World::Restore(SmallOptions(), again);
  Expect(twin.ok(), "what was restored and saved is restored again");
  Expect((*twin)->Save() == again, "a restored world saves the same bytes");
  uint64_t sequence = 0;
  for (const sim::CommandBody& body : SampleBodies()) {
    world.ApplyOpen({1, ++sequence, body});
    (*twin)->ApplyOpen({1, sequence, body});
  }
  for (int i = 0; i < kTicks && world.failure().ok(); ++i) {
    world.Step({}, nullptr);
    (*twin)->Step({}, nullptr);
    Expect(world.hash().root == (*twin)->hash().root, "a restored world goes on alike");
    if (i == kTicks / 2) world.ApplyOpen({1, ++sequence, sim::EndSource{}});
    if (i == kTicks / 2) (*twin)->ApplyOpen({1, sequence, sim::EndSource{}});
  }
}

// The hash that a refusal names as that of the state; 0: another refusal.
uint64_t HashIn(const absl::Status& refusal) {
  constexpr std::string_view kBefore = "its hash is ";
  const std::string text(refusal.message());
  const size_t at = text.find(kBefore);
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at + kBefore.size(), nullptr, 16);
}

void Restore(sim::SnapshotHeader header, std::string_view payload) {
  auto world = sim::World::Restore(SmallOptions(), sim::SealSnapshot(header, payload));
  if (!world.ok()) {
    Expect(!world.status().message().empty(), "a refusal says why");
    header.state_hash = HashIn(world.status());
    if (header.state_hash == 0) return;
    world = sim::World::Restore(SmallOptions(), sim::SealSnapshot(header, payload));
  }
  if (world.ok()) Use(**world);
}

}  // namespace

// The bytes are a payload; the header is that of the small world's snapshot with open commands, whose hash of
// the last tick nothing is compared with.
void ReadSnapshotBytes(std::string_view bytes) {
  const auto refused = sim::World::Restore(SmallOptions(), bytes);
  if (refused.ok()) Use(**refused);
  static const sim::SnapshotHeader header = [] {
    const auto world = SmallWorld();
    for (int i = 0; i < 2; ++i) world->Step({}, nullptr);
    for (const sim::CommandBody& body : LastingBodies()) world->ApplyOpen({1, 1, body});
    return *sim::ReadSnapshotHeader(world->Save());
  }();
  Restore(header, bytes);
}

std::vector<std::string> SnapshotSeeds() {
  std::vector<std::string> seeds;
  uint64_t sequence = 0;
  // Nothing carried, then orders of all types on their way, both with the same open commands.
  for (const int ticks : {0, 2}) {
    const auto busy = SmallWorld();
    for (int i = 0; i < ticks; ++i) {
      if (i == 0) {
        for (const sim::CommandBody& body : LastingBodies()) busy->ApplyOpen({2, ++sequence, body});
      }
      busy->Step({}, nullptr);
    }
    while (busy->tick() < 2) busy->Step({}, nullptr);
    for (const sim::CommandBody& body : LastingBodies()) busy->ApplyOpen({1, ++sequence, body});
    const std::string snapshot = busy->Save();
    seeds.emplace_back(sim::OpenSnapshot(snapshot)->payload);
  }
  return seeds;
}

}  // namespace footfall::fuzz
