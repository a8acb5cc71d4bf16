#ifndef FOOTFALL_SERVER_SCENARIO_LOADER_H_
#define FOOTFALL_SERVER_SCENARIO_LOADER_H_

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "nav/stream/tile_set.h"
#include "server/errors.h"
#include "server/strand.h"
#include "sim/scenario.h"

namespace footfall::server {

// A scenario and the world it names, opened.
struct LoadedScenario {
  std::shared_ptr<const sim::Scenario> scenario;
  std::shared_ptr<const nav::Pack> pack;
  std::vector<nav::TileSet::ContentPack> content_packs;
};

// Loads a scenario file, wherever it lies. Errors as LoadScenario and OpenWorld. Any thread.
absl::StatusOr<LoadedScenario> LoadScenarioWorld(const std::string& path, const std::atomic<bool>& stop);

// Loads the scenarios that clients name, on a thread of its own and one after the other: the world goes on
// meanwhile. Clients name files of one folder, and can name nothing else (R55).
class ScenarioLoader {
 public:
  using Done = std::function<void(std::variant<LoadedScenario, Fault>)>;
  // Raised by whoever no longer wants the scenario.
  using Stop = std::shared_ptr<std::atomic<bool>>;

  // `folder` empty: there are no scenarios to name.
  ScenarioLoader(Strand& strand, std::string folder);
  // Stops the load under way.
  ~ScenarioLoader();

  // The file of a plain name, which may leave its ending .txtpb out. BAD_FIELD for what is no plain name,
  // NAME_UNKNOWN where there is no such file.
  std::variant<std::string, Fault> PathOf(const std::string& name) const;
  // `done` is called on the strand, also when the load was stopped.
  Stop Load(const std::string& path, Done done);
  // Stops all loads, and those to come.
  void StopAll();

 private:
  struct Job {
    std::string path;
    Stop stop;
    Done done;
  };

  void Work();
  // The server's own paths are not for clients.
  Fault FaultOf(const absl::Status& status) const;

  Strand& strand_;
  const std::string folder_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;  // the first one is under way
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_SCENARIO_LOADER_H_
