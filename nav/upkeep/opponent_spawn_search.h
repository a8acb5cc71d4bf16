#ifndef FOOTFALL_NAV_UPKEEP_OPPONENT_SPAWN_SEARCH_H_
#define FOOTFALL_NAV_UPKEEP_OPPONENT_SPAWN_SEARCH_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nav/mesh/nav_view.h"
#include "nav/upkeep/area.h"
#include "nav/upkeep/poly_cursor.h"
#include "nav/upkeep/spawn_sampler.h"
#include "nav/upkeep/table_counts.h"

namespace footfall::nav {

// Candidates a square metre of the polygons searched. Ours.
inline constexpr double kOpponentSpawnsPerSquareMetre = 0.25;
// How long a result is kept from others who want to search, simulation ms. Ours.
inline constexpr int64_t kOpponentResultKeptMs = 30'000;

enum class SpawnSearchState : uint8_t { kIdle = 0, kRunning = 1, kComplete = 2 };
constexpr uint64_t EnumEnd(SpawnSearchState) { return 3; }

// What is asked for.
struct OpponentSpawnRequest {
  uint32_t owner = 0;      // source of the command; the search ends with it
  Area area;               // a cylinder or an angled area, with no fault
  bool all_polys = false;  // else only polygons marked as candidates for network spawns
  friend bool operator==(const OpponentSpawnRequest&, const OpponentSpawnRequest&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("owner", self.owner);
    visitor.Field("area", self.area);
    visitor.Field("all_polys", self.all_polys);
  }
};

// Finds where opponents may be spawned in an area, in slices; one search at a time (NAV-266). Copied as a
// whole to save and restore; main thread.
class OpponentSpawnSearch {
 public:
  // False, counted, while a search runs, or another owner's result is younger than kOpponentResultKeptMs.
  // Otherwise what was there goes and this one begins at the next slice.
  bool Start(const OpponentSpawnRequest& request, int64_t now_ns);
  // Gives up the owner's search or result; false when there is none.
  bool Cancel(uint32_t owner);

  bool has_work() const { return state_ == SpawnSearchState::kRunning; }
  // Looks at as many polygons as there are units; returns the units used.
  uint64_t Slice(const NavView& view, uint64_t seed, uint64_t units, int coords_max, int64_t now_ns);
  // Tiles were placed or removed: a running search begins again from its beginning (NAV-070).
  void MeshesChanged();

  SpawnSearchState state() const { return state_; }
  const OpponentSpawnRequest& request() const { return request_; }
  // How many searches were started; the number of the present one.
  uint64_t number() const { return number_; }
  // Of a complete search: in the area, on polygons that were not disabled; in no order that means anything.
  const std::vector<SpawnCoord>& coords() const { return sampler_.kept(); }
  // Good points of a complete search, more than coords() when there was no room for all.
  uint64_t good() const { return sampler_.good(); }
  const TableCounts& counts() const { return counts_; }
  uint64_t refused() const { return refused_; }
  uint64_t restarts() const { return restarts_; }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("state", self.state_);
    visitor.Field("has_begun", self.has_begun_);
    visitor.Field("request", self.request_);
    visitor.Field("number", self.number_);
    visitor.Field("complete_ns", self.complete_ns_);
    visitor.Field("cursor", self.cursor_);
    visitor.Field("sampler", self.sampler_);
    visitor.Field("counts", self.counts_);
    visitor.Field("refused", self.refused_);
    visitor.Field("restarts", self.restarts_);
  }
  std::string Restored() const;

 private:
  void Begin(const NavView& view, uint64_t seed);
  bool IsCandidate(const PolyView& poly) const;

  SpawnSearchState state_ = SpawnSearchState::kIdle;
  bool has_begun_ = false;  // the list of tiles is made
  OpponentSpawnRequest request_;
  uint64_t number_ = 0;
  int64_t complete_ns_ = 0;
  PolyCursor cursor_;
  SpawnSampler sampler_;
  TableCounts counts_;  // `full`: good points beyond the room for them
  uint64_t refused_ = 0;
  uint64_t restarts_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_UPKEEP_OPPONENT_SPAWN_SEARCH_H_
