#include "server/flags.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "nav/stream/tile_set.h"
#include "server/limits.h"
#include "server/version.h"
#include "sim/load_generator.h"

namespace footfall::server {
namespace {

// "max" or a number.
std::string ReadSpeed(const std::string& text, std::optional<double>* speed) {
  if (text == "max") {
    *speed = std::nullopt;
    return {};
  }
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool good =
      end == text.c_str() + text.size() && !text.empty() && std::isfinite(value) && value >= kSpeedMin;
  if (!good) return "--speed: " + text + " must be a number from 0.1 on, or max";
  *speed = value;
  return {};
}

// CLI11 takes a minus sign and numbers too large for a seed, and its ranges let NaN through.
std::string CheckSeed(const std::string& text) {
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  errno = 0;
  if (is_number) std::strtoull(text.c_str(), nullptr, 10);
  return is_number && errno == 0 ? "" : text + " must be a whole number in [0, 18446744073709551615]";
}

std::string CheckFinite(const std::string& text) {
  return std::isfinite(std::strtod(text.c_str(), nullptr)) ? "" : text + " is no finite number";
}

sim::ContentSource ReadContentPack(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string group = text.substr(0, equals);
  uint32_t number = 0;
  const bool is_good = equals != std::string::npos && equals + 1 < text.size() &&
                       absl::SimpleAtoi(group, &number) && number >= 1 && number <= nav::TileSet::kGroupsMax;
  if (!is_good) {
    throw CLI::ValidationError("--content-pack: " + text + " must be GROUP=FILE with a group from 1 to " +
                               std::to_string(nav::TileSet::kGroupsMax));
  }
  return {number, {text.substr(equals + 1)}};
}

void AddWorldFlags(CLI::App& app, Flags* flags) {
  CLI::Option* world =
      app.add_option("--world", flags->world, "The .ffnav file; default: demo.ffnav beside this program");
  CLI::Option* scenario =
      app.add_option(
             "--scenario", flags->scenario,
             "A scenario (.txtpb): its world, seed, profile, rate and members; its commands at their ticks")
          ->excludes(world);
  app.add_option_function<std::vector<std::string>>(
         "--content-pack",
         [flags](const std::vector<std::string>& texts) {
           for (const std::string& text : texts) flags->content_packs.push_back(ReadContentPack(text));
         },
         "GROUP=FILE: tiles that stand in for the world's once set_content_pack switches GROUP on (1 to 63); "
         "may be "
         "repeated")
      ->type_name("GROUP=FILE")
      ->allow_extra_args(false)
      ->excludes(scenario);
  app.add_option("--data-dir", flags->data_dir,
                 "Folder of the scenarios that Reset and the snapshots that Fork may name; default: none")
      ->check(CLI::ExistingDirectory);
  CLI::Option* record = app.add_option(
      "--record", flags->record,
      "Folder for recordings, one an epoch: all that the world does; `footfall replay` reads them");
  app.add_option("--snapshot-every", flags->snapshot_every, "Ticks between snapshots in a recording")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 32))
      ->needs(record)
      ->capture_default_str();
  app.add_option("--profile", flags->profile,
                 "Built-in platform profile, or a .txtpb file; default: the scenario's, or server");
  app.add_option("--set", flags->sets, "KEY=VALUE: overrides a figure of the profile; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app.add_flag_callback(
      "--streaming", [flags] { flags->sets.emplace_back("streaming_enabled=true"); },
      "Load tiles around the focus alone, whatever the profile says");
  app.add_option("--focus", flags->focus,
                 "X,Y,Z: where tiles are loaded around at first; default: the scenario's, or the middle")
      ->delimiter(',')
      ->expected(3)
      ->check(CheckFinite);
  app.add_option("--nav-settings", flags->nav_settings, "Navigation settings file (.txtpb); no scenario");
  app.add_option("--corrections", flags->corrections, "Corrections of single edges of tiles (.txtpb)");
  app.add_option_function<uint64_t>(
         "--seed", [flags](const uint64_t& seed) { flags->seed = seed; },
         "Seed of the world; default: the scenario's, or 1")
      ->check(CheckSeed);
  app.add_option_function<int>(
         "--hz", [flags](const int& hz) { flags->hz = hz; },
         "Ticks a second of simulated time; default: the scenario's, or 30")
      ->check(CLI::IsMember({20, 30, 60}))
      ->excludes(scenario);
  app.add_option("--threads", flags->threads, "Host threads of the parallel phases; 0: all cores")
      ->check(CLI::Range(0, sim::kHostThreadsMax))
      ->capture_default_str();
  app.add_option("--order-threads", flags->order_threads,
                 "Host threads of the path server; 0: all cores but one")
      ->check(CLI::Range(0, sim::kHostThreadsMax))
      ->capture_default_str();
}

void AddListenFlags(CLI::App& app, Flags* flags) {
  app.add_option("--listen", flags->listen, "HOST:PORT, port 0 chooses one; or unix:/path")
      ->capture_default_str();
  app.add_flag("--insecure", flags->insecure, "Allow an address beyond this machine, without any protection");
  app.add_option("--port-file", flags->port_file, "Write the address here once calls are answered");
  app.add_option_function<int>(
         "--metrics-port", [flags](const int& port) { flags->metrics_port = port; },
         "Serve /metrics on 127.0.0.1; 0 chooses a port; default: off")
      ->check(CLI::Range(0, 65535));
}

// Switches for those who work on the server. None of them is there without --dev (NAV-297).
void AddDevelopmentFlags(CLI::App& app, Flags* flags) {
  app.add_flag(
      "--dev", flags->dev,
      "Allow the development switches --no-nav, --stress, --capture and --measure-waits, and clients to "
      "tune movement costs");
  app.add_flag("--no-nav", flags->no_nav, "Load no tile of the world, as if it had none; needs --dev");
  app.add_option("--stress", flags->load_requests,
                 "N random requests of all types in each tick, from the world's seed; needs --dev")
      ->check(CLI::Range(uint32_t{1}, sim::kLoadRequestsMax));
  app.add_option("--capture", flags->capture,
                 "Write the next path request and its result to this file, a scenario; needs --dev");
  app.add_flag("--measure-waits", flags->measure_waits,
               "Measure how long ticks wait for searches, for /metrics; needs --dev");
}

std::string CheckDevelopmentFlags(const CLI::App& app, bool dev) {
  for (const char* name : {"--no-nav", "--stress", "--capture", "--measure-waits"}) {
    if (!dev && app.count(name) != 0) return std::string(name) + ": a development switch, needs --dev";
  }
  return {};
}

}  // namespace

std::optional<int> ParseFlags(int argc, char** argv, Flags* flags) {
  CLI::App app("footfalld: a deterministic pedestrian world behind gRPC", "footfalld");
  std::string speed = "1";
  std::string log_level = "info";
  app.set_version_flag("--version", std::string("footfalld ") + kVersion);
  AddWorldFlags(app, flags);
  AddListenFlags(app, flags);
  AddDevelopmentFlags(app, flags);
  app.add_flag("--paused", flags->paused, "Start paused: ticks run at Step alone");
  app.add_option("--speed", speed, "Times real time, 0.1 or more; max: as fast as it goes")
      ->capture_default_str();
  app.add_option_function<uint32_t>(
      "--members", [flags](const uint32_t& members) { flags->members = members; },
      "Lock-step: no tick runs before so many members have opened; default: the scenario's, or 0");
  app.add_option("--member-wait", flags->member_wait_s,
                 "Seconds after which a member that is not ready is left out")
      ->check(CheckFinite)
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str();
  app.add_option("--forks", flags->forks,
                 "Forks that may run beside the world at a time, each a whole world; 0: none")
      ->check(CLI::Range(0, 64))
      ->capture_default_str();
  app.add_option("--drain", flags->drain_s, "Seconds that SIGTERM gives to clients")
      ->check(CheckFinite)
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  app.add_option("--log-level", log_level, "debug, info, warning, error or off")->capture_default_str();
  try {
    app.parse(argc, argv);
    if (const std::string wrong = ReadSpeed(speed, &flags->speed); !wrong.empty())
      throw CLI::ValidationError(wrong);
    if (const std::string wrong = CheckDevelopmentFlags(app, flags->dev); !wrong.empty())
      throw CLI::ValidationError(wrong);
    if (!ParseLogLevel(log_level, &flags->log_level)) {
      throw CLI::ValidationError("--log-level: " + log_level + " must be debug, info, warning, error or off");
    }
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kExitUsage;
  }
  return std::nullopt;
}

}  // namespace footfall::server
