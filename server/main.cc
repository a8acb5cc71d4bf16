// footfalld: opens a world and serves it until SIGTERM or SIGINT.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "nav/mesh/nav_settings.h"
#include "platform/files.h"
#include "server/clock.h"
#include "server/event_log.h"
#include "server/flags.h"
#include "server/scenario_loader.h"
#include "server/server.h"
#include "server/version.h"
#include "server/world_source.h"
#include "sim/scenario_run.h"

namespace footfall::server {
namespace {

// Raises the limit of open files to what the system allows: a client is a file (R56).
uint64_t RaiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

int Complain(const absl::Status& status) {
  std::fprintf(stderr, "footfalld: %s\n", std::string(status.message()).c_str());
  const bool ours =
      status.code() == absl::StatusCode::kInternal || status.code() == absl::StatusCode::kUnknown;
  return ours ? kExitInternal : kExitUsage;
}

// The settings file stands between the profile and what the command line overrides (NAV-012, NAV-065).
absl::StatusOr<std::vector<std::string>> SetsOf(const Flags& flags, const std::string& profile_name) {
  std::vector<std::string> sets;
  if (!flags.nav_settings.empty()) {
    const absl::StatusOr<nav::NavSettings> settings = nav::LoadNavSettings(flags.nav_settings, false);
    if (!settings.ok()) return settings.status();
    const absl::StatusOr<platform::Profile> plain = platform::LoadProfile(profile_name, {});
    if (!plain.ok()) return plain.status();
    sets = nav::ProfileSetsOf(*settings, plain->resident_tiles_max);
  }
  if (flags.no_nav) sets.emplace_back("tiles_enabled=false");
  sets.insert(sets.end(), flags.sets.begin(), flags.sets.end());
  return sets;
}

absl::Status OpenWorldFile(const Flags& flags, WorldSetup* setup) {
  const std::string profile_name = flags.profile.empty() ? kDefaultProfile : flags.profile;
  const absl::StatusOr<std::vector<std::string>> sets = SetsOf(flags, profile_name);
  if (!sets.ok()) return sets.status();
  absl::StatusOr<platform::Profile> profile = platform::LoadProfile(profile_name, *sets);
  if (!profile.ok()) return profile.status();
  const std::string world = flags.world.empty() ? DemoWorldPath() : flags.world;
  absl::StatusOr<std::shared_ptr<const nav::Pack>> pack = nav::Pack::Open(world);
  if (!pack.ok()) {
    return absl::Status(pack.status().code(), absl::StrCat("--world ", world, ": ", pack.status().message()));
  }
  setup->pack = *std::move(pack);
  auto content = sim::OpenContentPacks(flags.content_packs, sim::OpenPackSource);
  if (!content.ok()) {
    return absl::Status(content.status().code(),
                        absl::StrCat("--content-pack: ", content.status().message()));
  }
  setup->content_packs = *std::move(content);
  setup->content_sources = flags.content_packs;
  if (flags.world.empty()) {
    setup->source = sim::DemoSource{};
  } else {
    setup->source = sim::PackSource{std::filesystem::absolute(world).string()};
  }
  setup->profile = *std::move(profile);
  setup->profile_sets = *sets;
  return absl::OkStatus();
}

absl::Status OpenScenario(const Flags& flags, WorldSetup* setup) {
  if (!flags.nav_settings.empty()) {
    return absl::InvalidArgumentError("--nav-settings: a scenario has its own figures");
  }
  const std::atomic<bool> stop = false;
  absl::StatusOr<LoadedScenario> loaded = LoadScenarioWorld(flags.scenario, stop);
  if (!loaded.ok()) {
    return absl::Status(loaded.status().code(), absl::StrCat("--scenario: ", loaded.status().message()));
  }
  std::vector<std::string> sets = flags.sets;
  if (flags.no_nav) sets.emplace_back("tiles_enabled=false");
  absl::StatusOr<platform::Profile> profile = sim::ScenarioProfile(*loaded->scenario, flags.profile, sets);
  if (!profile.ok()) return profile.status();
  setup->profile_sets = loaded->scenario->sets;
  setup->profile_sets.insert(setup->profile_sets.end(), sets.begin(), sets.end());
  setup->profile = *std::move(profile);
  setup->pack = loaded->pack;
  setup->content_packs = loaded->content_packs;
  setup->source = loaded->scenario->world;
  setup->scenario = loaded->scenario;
  setup->seed = loaded->scenario->seed;
  setup->hz = loaded->scenario->hz;
  return absl::OkStatus();
}

absl::StatusOr<ServerOptions> OptionsOf(const Flags& flags) {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  ServerOptions options;
  const absl::Status opened =
      flags.scenario.empty() ? OpenWorldFile(flags, &options.world) : OpenScenario(flags, &options.world);
  if (!opened.ok()) return opened;
  if (flags.seed) options.world.seed = *flags.seed;
  if (!flags.focus.empty()) {
    options.world.focus = platform::Vec3{flags.focus[0], flags.focus[1], flags.focus[2]};
  }
  if (!flags.corrections.empty()) {
    auto corrections = nav::LoadAdjacencyCorrections(flags.corrections);
    if (!corrections.ok()) return corrections.status();
    options.world.corrections = *std::move(corrections);
  }
  if (flags.hz) options.world.hz = *flags.hz;
  options.world.threads = flags.threads == 0 ? cores : flags.threads;
  options.world.order_threads = flags.order_threads == 0 ? std::max(1, cores - 1) : flags.order_threads;
  options.world.first_epoch = NewEpoch();
  options.world.load_requests = flags.load_requests;
  if (!flags.record.empty()) {
    auto recordings = Recordings::Create(flags.record, flags.snapshot_every);
    if (!recordings.ok()) return recordings.status();
    options.world.recordings = *std::move(recordings);
  }
  if (flags.measure_waits) options.world.wait_clock = std::make_shared<WaitClock>();
  if (!flags.capture.empty() && !std::ofstream(flags.capture, std::ios::app).good()) {
    return absl::InvalidArgumentError(absl::StrCat("--capture ", flags.capture, ": cannot be written"));
  }
  if (!flags.dev && !options.world.profile.tiles_enabled) {
    return absl::InvalidArgumentError(
        absl::StrCat("profile ", options.world.profile.name, ": tiles_enabled: false needs --dev"));
  }
  options.core.development = flags.dev;
  options.core.capture_file = flags.capture;
  options.core.paused = flags.paused;
  options.core.forks_max = flags.forks;
  options.core.speed = flags.speed;
  const uint32_t scenario_members = options.world.scenario ? options.world.scenario->members : 0;
  options.core.members_expected = flags.members.value_or(scenario_members);
  options.core.member_wait_ns =
      static_cast<int64_t>(flags.member_wait_s * static_cast<double>(kNsPerSecondWall));
  options.data_dir = flags.data_dir;
  options.listen = flags.listen;
  options.insecure = flags.insecure;
  options.metrics_port = flags.metrics_port;
  options.query_threads = cores;
  options.drain_ns = static_cast<int64_t>(flags.drain_s * static_cast<double>(kNsPerSecondWall));
  return options;
}

int Main(int argc, char** argv) {
  Flags flags;
  if (const std::optional<int> exit_code = ParseFlags(argc, argv, &flags)) return *exit_code;
  SetLogLevel(flags.log_level);
  // A file that grows beyond what the system allows is one that cannot be written.
  std::signal(SIGXFSZ, SIG_IGN);
  // Debian builds Abseil with its search for lock cycles on, which costs gRPC an eighth of its CPU time.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  // First, so that a signal ends the building of a scenario's city.
  absl::StatusOr<ServerOptions> options = OptionsOf(flags);
  if (!options.ok()) return Complain(options.status());
  // Blocked before any thread starts, so that all inherit it and sigwait below is the only taker.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  const uint64_t files = RaiseFileLimit();
  const platform::Profile profile = options->world.profile;
  absl::StatusOr<std::unique_ptr<Server>> server = Server::Start(*std::move(options));
  if (!server.ok()) return Complain(server.status());
  std::printf("footfalld %s listening on %s, profile %s, open files %llu\n", kVersion,
              (*server)->address().c_str(), profile.name.c_str(), static_cast<unsigned long long>(files));
  if ((*server)->metrics_port() != 0) {
    std::printf("metrics on http://127.0.0.1:%d/metrics\n", (*server)->metrics_port());
  }
  std::fflush(stdout);
  if (!flags.port_file.empty()) {
    // Renamed into place: who waits for the file never reads half of it.
    const absl::Status written = platform::ReplaceFile(flags.port_file, (*server)->address() + "\n");
    if (!written.ok()) {
      return Complain(absl::InvalidArgumentError(absl::StrCat("--port-file ", written.message())));
    }
  }
  int signal = 0;
  sigwait(&signals, &signal);
  (*server)->Drain();
  return 0;
}

}  // namespace
}  // namespace footfall::server

// Nothing throws on purpose; an exception that a library lets out, such as of memory, ends the process.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) { return footfall::server::Main(argc, argv); }
