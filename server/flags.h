#ifndef FOOTFALL_SERVER_FLAGS_H_
#define FOOTFALL_SERVER_FLAGS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/event_log.h"
#include "server/server.h"
#include "sim/recording/world_recorder.h"
#include "sim/scenario.h"

namespace footfall::server {

// Bad usage or configuration (conventions, exit codes).
inline constexpr int kExitUsage = 4;
inline constexpr int kExitInternal = 3;

inline constexpr char kDefaultProfile[] = "server";

// What the command line of footfalld says.
struct Flags {
  std::string scenario;
  std::string world;  // empty: the scenario's, else the demo world beside the program (R48)
  std::vector<sim::ContentSource> content_packs;  // of --world; a scenario names its own
  std::string profile;                            // empty: the scenario's, else kDefaultProfile
  std::vector<std::string> sets;
  std::vector<float> focus;      // empty, or x, y, z
  std::string nav_settings;      // empty: none
  std::string corrections;       // empty: none
  std::optional<uint64_t> seed;  // unset: the scenario's, else WorldSetup's
  std::optional<int> hz;         // the same; never set together with a scenario
  std::string data_dir;
  std::string record;  // folder; empty: nothing is recorded
  uint64_t snapshot_every = sim::kSnapshotEveryTicks;
  std::string listen = kDefaultListen;
  bool insecure = false;
  std::string port_file;
  bool paused = false;
  std::optional<double> speed = 1.0;  // unset: as fast as it goes
  std::optional<uint32_t> members;    // unset: the scenario's, else none
  double member_wait_s = 60;
  int threads = 0;        // 0: host cores
  int order_threads = 0;  // 0: host cores - 1, at least 1
  bool dev = false;       // the development switches from here on are allowed (NAV-297)
  bool no_nav = false;    // no tile is ever loaded (NAV-049)
  uint32_t load_requests = 0;
  std::string capture;  // empty: nothing is captured
  bool measure_waits = false;
  std::optional<int> metrics_port;
  double drain_s = 5;
  uint32_t forks = kForksMax;
  LogLevel log_level = LogLevel::kInfo;
};

// Parses the arguments. An exit code if the program is to end now: 0 after --help and --version, else
// kExitUsage; what there is to say has been printed.
std::optional<int> ParseFlags(int argc, char** argv, Flags* flags);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_FLAGS_H_
