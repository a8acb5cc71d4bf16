#include <algorithm>
#include <cstring>
#include <set>

#include "footfall/v1/command.pb.h"
#include "platform/state_hash.h"
#include "sim/command_config.h"
#include "sim/command_log.h"
#include "tests/fuzz/fuzz_readers.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/fuzz_world.h"

// Readers of commands: the log, and messages of the contract.
namespace footfall::fuzz {

namespace {

// Ticks that one input is worth.
constexpr int kTicksMax = 40;
// What is in the bytes of a log before the first entry: magic, version, seed, two hashes, rate, epoch, count.
constexpr size_t kLogHeadBytes = 4 + 4 + 8 + 8 + 8 + 4 + 8 + 4;

// What it answers with is the handle that it was given.
bool MovesSomething(const sim::CommandBody& body) {
  const auto* obstacle = std::get_if<sim::PutObstacle>(&body);
  const auto* hazard = std::get_if<sim::PutHazard>(&body);
  return (obstacle != nullptr && obstacle->handle.valid()) || (hazard != nullptr && hazard->handle.valid());
}

void CheckWorld(const sim::World& world) {
  const auto view = world.view();
  Expect(view->figures.slots_in_use <= static_cast<uint32_t>(SmallProfile().path_requests_max),
         "no more requests than slots");
  Expect(view->objects.placed <= static_cast<uint32_t>(SmallProfile().dynamic_objects_max),
         "no more objects than the table holds");
}

// The log's commands as a program of the library gives them: whatever they say, they are applied or refused.
void Apply(const sim::CommandLog& log) {
  const auto world = SmallWorld();
  int ticks = 0;
  std::set<uint64_t> handles;
  for (size_t i = 0; i < log.entries.size() && ticks < kTicksMax; ++i) {
    const sim::CommandResult result = world->ApplyOpen(log.entries[i].command);
    const bool is_refused = result.fault != sim::CommandFault::kNone;
    Expect(is_refused == !result.detail.empty(), "a refusal says why, and nothing else does");
    Expect(!is_refused || !result.handle.valid(), "what is refused makes no handle");
    if (result.handle.valid() && !MovesSomething(log.entries[i].command.body)) {
      Expect(handles.insert(result.handle.value).second, "handles are given once");
    }
    if (i + 1 == log.entries.size() || log.entries[i + 1].tick != log.entries[i].tick) {
      world->Step({}, nullptr);
      ++ticks;
    }
  }
  for (int i = 0; i < 3; ++i) world->Step({}, nullptr);
  CheckWorld(*world);
}

void ReadLog(const std::string& bytes) {
  const auto log = sim::DecodeLog(bytes);
  if (!log.ok()) {
    Expect(!log.status().message().empty(), "a refusal says why");
    return;
  }
  Expect(sim::EncodeLog(*log) == bytes, "a log that is read is written as the same bytes");
  Apply(*log);
}

// Bytes of a log whose magic, version and checksum fit, for what lies between.
std::string Mended(std::string_view bytes) {
  std::string mended = sim::EncodeLog({}).substr(0, 8);
  if (bytes.size() > 8) mended += bytes.substr(8);
  if (mended.size() > kLogHeadBytes + 8) mended.resize(mended.size() - 8);
  const uint64_t checksum = platform::HashBytes(mended.data(), mended.size());
  mended.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  return mended;
}

}  // namespace

void ReadLogBytes(std::string_view bytes) {
  ReadLog(std::string(bytes));
  ReadLog(Mended(bytes));
}

std::vector<std::string> LogSeeds() {
  std::vector<std::string> seeds;
  sim::CommandLog all;
  all.hz = 30;
  all.epoch = 1;
  for (const sim::CommandBody& body : SampleBodies()) {
    sim::CommandLog one = all;
    one.entries = {{1, {1, 1, body}}};
    seeds.push_back(sim::EncodeLog(one));
  }
  for (const sim::CommandBody& body : SampleBodies()) {
    const uint64_t number = all.entries.size() + 1;
    all.entries.push_back({number / 3, {1, number, body}});
  }
  seeds.push_back(sim::EncodeLog(all));
  return seeds;
}

void ReadCommandBytes(std::string_view bytes) {
  v1::Command message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  const auto ceiling = static_cast<uint32_t>(SmallProfile().path_points_max);
  const auto body = sim::CommandFromProto(message, SmallProfile(), ceiling);
  if (!body.ok()) {
    Expect(body.status().message().find(": ") != absl::string_view::npos, "a refusal names field and fault");
    return;
  }
  v1::Command back;
  Expect(sim::CommandToProto(*body, &back), "what the contract holds can be told in it");
  Expect(sim::CommandFromProto(back, SmallProfile(), ceiling).ok(), "what is told can be read again");
  sim::CommandLog log;
  log.entries = {{1, {1, 1, *body}}, {1, {2, 1, *body}}};
  const auto read = sim::DecodeLog(sim::EncodeLog(log));
  Expect(read.ok() && read->entries == log.entries, "the log keeps every command");
  Apply(log);
}

std::vector<std::string> CommandSeeds() {
  std::vector<std::string> seeds;
  for (const sim::CommandBody& body : SampleBodies()) {
    v1::Command message;
    if (sim::CommandToProto(body, &message)) seeds.push_back(message.SerializeAsString());
  }
  return seeds;
}

}  // namespace footfall::fuzz
