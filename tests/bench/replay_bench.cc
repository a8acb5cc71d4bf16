// What hashing, recording and replaying cost, on a world that is kept busy by sim::LoadGenerator. See
// README.md.
//
// usage: replay_bench PACK [TICKS [REQUESTS_A_TICK]]

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "nav/mesh/pack.h"
#include "nav/server/wait_observer.h"
#include "platform/profile.h"
#include "sim/load_generator.h"
#include "sim/recording/recording_reader.h"
#include "sim/recording/world_recorder.h"
#include "sim/replay.h"
#include "sim/world.h"

namespace footfall::bench {
namespace {

constexpr int kRounds = 5;

template <class T>
T Must(absl::StatusOr<T> value) {
  if (!value.ok()) {
    std::fprintf(stderr, "replay_bench: %s\n", std::string(value.status().message()).c_str());
    std::exit(1);
  }
  return *std::move(value);
}

// Adds up what lies between its calls, s: CPU time of the calling thread, which other programs do not change,
// or wall time.
class Stopwatch : public nav::WaitObserver {
 public:
  explicit Stopwatch(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) : clock_(clock) {}
  void WaitBegins() override { begin_ = Now(); }
  void WaitEnds() override { seconds_ += Now() - begin_; }
  double seconds() const { return seconds_; }

 private:
  double Now() const {
    timespec now{};
    clock_gettime(clock_, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  const clockid_t clock_;
  double begin_ = 0;
  double seconds_ = 0;
};

struct Load {
  std::shared_ptr<const nav::Pack> pack;
  uint64_t ticks = 0;
  uint32_t requests = 0;
};

// Of one run.
struct Cost {
  double run_s = 0;
  double hash_s = 0;
  double record_s = 0;  // in calls of the world's own thread
  double save_s = 0;    // of that, in the ticks that take a snapshot
  double bytes = 0;
};

Cost Run(const Load& load, const std::string& file) {
  Stopwatch hashing;
  sim::WorldOptions options;
  options.pack = load.pack;
  options.profile = Must(platform::LoadProfile("server"));
  options.order_threads = 0;  // so that a tick's searches are in its CPU time
  options.hash_observer = &hashing;
  const std::unique_ptr<sim::World> world = Must(sim::World::Create(std::move(options)));
  std::unique_ptr<sim::WorldRecorder> recorder;
  Stopwatch recording;
  Stopwatch saving;
  if (!file.empty()) {
    recorder = Must(sim::WorldRecorder::Begin(file, {}, *world, sim::kSnapshotEveryTicks, {}));
    world->set_command_sink([&](uint64_t, const sim::Command& command, const sim::CommandResult& result) {
      recording.WaitBegins();
      recorder->OnCommand(command, result);
      recording.WaitEnds();
    });
  }
  sim::LoadGenerator generator(1, load.requests);
  std::vector<sim::Command> commands;
  std::vector<sim::CommandResult> results;
  uint64_t sequence = 0;
  Stopwatch running;
  for (uint64_t tick = 1; tick <= load.ticks; ++tick) {
    commands.clear();
    results.clear();
    for (sim::CommandBody& body : generator.CommandsFor(*world->view())) {
      commands.push_back({nav::kWorldSource, ++sequence, std::move(body)});
    }
    running.WaitBegins();
    world->Step(commands, &results);
    if (recorder) {
      Stopwatch& part = tick % sim::kSnapshotEveryTicks == 0 ? saving : recording;
      part.WaitBegins();
      recorder->OnTick(*world);
      part.WaitEnds();
    }
    running.WaitEnds();
    generator.Take(results);
  }
  Cost cost{running.seconds(), hashing.seconds(), recording.seconds(), saving.seconds(), 0};
  if (recorder) {
    const absl::Status closed = recorder->Close();
    if (!closed.ok()) std::fprintf(stderr, "replay_bench: %s\n", std::string(closed.message()).c_str());
    cost.bytes = static_cast<double>(recorder->bytes_written());
  }
  return cost;
}

double Replay(const Load& load, const std::string& file) {
  const auto reader = Must(sim::RecordingReader::Open(file));
  Stopwatch running(CLOCK_MONOTONIC);
  sim::ReplayOptions options;
  options.before_first_tick = [&] { running.WaitBegins(); };
  const sim::ReplayReport report = Must(sim::ReplayRecording(
      *reader, [&](const sim::WorldSource&) { return load.pack; }, options));
  running.WaitEnds();
  if (report.difference) {
    std::fprintf(stderr, "replay_bench: tick %llu differs: %s\n",
                 static_cast<unsigned long long>(report.difference->tick), report.difference->text.c_str());
    std::exit(1);
  }
  return running.seconds();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int Main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::fprintf(stderr, "usage: replay_bench PACK [TICKS [REQUESTS_A_TICK]]\n");
    return 4;
  }
  Load load;
  load.pack = Must(nav::Pack::Open(argv[1]));
  load.ticks = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1500;
  load.requests = argc > 3 ? static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 10)) : 10;
  if (load.ticks < 1 || load.requests < 1 || load.requests > sim::kLoadRequestsMax) {
    std::fprintf(stderr, "replay_bench: at least one tick, and 1 to %u requests in each\n",
                 sim::kLoadRequestsMax);
    return 4;
  }
  const std::string file =
      (std::filesystem::temp_directory_path() / ("replay_bench." + std::to_string(getpid()) + ".ffrec"))
          .string();
  std::vector<double> hash;
  std::vector<double> record;
  std::vector<double> save;
  std::vector<double> replay_rate;
  double bytes = 0;
  const auto ticks = static_cast<double>(load.ticks);
  for (int round = 0; round < kRounds; ++round) {
    const Cost cost = Run(load, file);
    hash.push_back(100 * cost.hash_s / cost.run_s);
    record.push_back(100 * cost.record_s / (cost.run_s - cost.record_s - cost.save_s));
    save.push_back(100 * cost.save_s / (cost.run_s - cost.record_s - cost.save_s));
    bytes = cost.bytes / ticks;
    replay_rate.push_back(ticks / Replay(load, file));
  }
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  std::printf("replay: %.0f ticks/s, %.1f times real time, %u requests a tick, hashes equal\n",
              Median(replay_rate), Median(replay_rate) / 30, load.requests);
  std::printf("hashing: %.2f %% of a tick's CPU time\n", Median(hash));
  std::printf(
      "recording: %.2f %% of it on the world's thread, and %.2f %% for a snapshot every %llu ticks; "
      "%.0f bytes a tick\n",
      Median(record), Median(save), static_cast<unsigned long long>(sim::kSnapshotEveryTicks), bytes);
  return 0;
}

}  // namespace
}  // namespace footfall::bench

int main(int argc, char** argv) { return footfall::bench::Main(argc, argv); }
