#ifndef FOOTFALL_TESTS_SIM_RANDOM_MODEL_H_
#define FOOTFALL_TESTS_SIM_RANDOM_MODEL_H_

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/command.h"
#include "sim/published_view.h"
#include "sim/world.h"

// What a plain model of a world expects of commands and of the view after each tick: whose handles are, which
// are live, how many slots are taken. It knows nothing of the mesh.
namespace footfall::sim::testing {

class RandomModel {
 public:
  // `before`: the model of a world that was reset, whose handles clients still have; null: none.
  RandomModel(const World& world, const RandomModel* before);

  // Takes in a command of `tick` and what came of it. Returns what is wrong, "" if nothing is.
  std::string Took(uint64_t tick, const Command& command, const CommandResult& result);
  // Takes in the view after a tick, in the same way.
  std::string Saw(const PublishedView& view);

  // Live handles of a source.
  std::vector<WireHandle> RequestsOf(nav::SourceId source) const { return Of(requests_, source); }
  std::vector<WireHandle> ObstaclesOf(nav::SourceId source) const { return Of(obstacles_, source); }
  // The last ones that were made, for anybody, live or gone.
  const std::vector<WireHandle>& recent_requests() const { return recent_requests_; }
  const std::vector<WireHandle>& recent_obstacles() const { return recent_obstacles_; }
  // Whether nothing is live.
  bool is_empty() const { return requests_.empty() && obstacles_.empty(); }

 private:
  struct Issued {
    nav::SourceId source = 0;
    bool is_hazard = false;
    bool is_complete = false;
    uint64_t expires_tick = 0;
    nav::RequestType type = nav::RequestType::kPath;
  };
  using Table = std::map<uint64_t, Issued>;

  static std::vector<WireHandle> Of(const Table& table, nav::SourceId source);
  std::string TookHandle(const Command& command, const CommandResult& result);
  std::string TookNew(const Command& command, const CommandResult& result);
  void End(nav::SourceId source);
  std::string SawRequests(const PublishedView& view);
  std::string SawObstacles(const PublishedView& view) const;
  std::string SawSlots(const PublishedView& view) const;
  std::string SawTiles(const PublishedView& view) const;
  int SlotsOf(nav::RequestType type) const;

  const World& world_;
  const uint8_t epoch_tag_;
  Table requests_;                              // live ones
  Table obstacles_;                             // live ones, hazards too
  std::map<uint16_t, uint64_t> last_counters_;  // of each slot: handles rise
  uint64_t submitted_ = 0;
  uint64_t completed_ = 0;
  uint64_t expired_ = 0;
  std::vector<WireHandle> recent_requests_;
  std::vector<WireHandle> recent_obstacles_;
};

}  // namespace footfall::sim::testing

#endif  // FOOTFALL_TESTS_SIM_RANDOM_MODEL_H_
