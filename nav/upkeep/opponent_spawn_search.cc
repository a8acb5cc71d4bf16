#include "nav/upkeep/opponent_spawn_search.h"

#include <utility>

#include "nav/mesh/fixed_box.h"
#include "nav/mesh/quadtree.h"
#include "nav/query/flood.h"
#include "platform/check.h"
#include "platform/sim_time.h"

namespace footfall::nav {

bool OpponentSpawnSearch::Start(const OpponentSpawnRequest& request, int64_t now_ns) {
  FOOTFALL_CHECK(request.area.shape == AreaShape::kCylinder || request.area.shape == AreaShape::kAngled);
  const bool is_kept = state_ == SpawnSearchState::kComplete && request_.owner != request.owner &&
                       now_ns - complete_ns_ < kOpponentResultKeptMs * platform::kNsPerMs;
  if (has_work() || is_kept) {
    ++refused_;
    return false;
  }
  state_ = SpawnSearchState::kRunning;
  has_begun_ = false;
  request_ = request;
  sampler_ = {};
  ++number_;
  return true;
}

bool OpponentSpawnSearch::Cancel(uint32_t owner) {
  if (state_ == SpawnSearchState::kIdle || request_.owner != owner) return false;
  state_ = SpawnSearchState::kIdle;
  request_ = {};
  cursor_.Begin({});
  sampler_ = {};
  return true;
}

void OpponentSpawnSearch::Begin(const NavView& view, uint64_t seed) {
  const FixedBox range = RangeOf(request_.area);
  std::vector<MeshIndex> tiles;
  for (const MeshIndex index : view.resident()) {
    bool touches = false;
    ForEachPolyTouching(*view.slot(index).tile, range, [&](PolyIndex) { touches = true; });
    if (touches) tiles.push_back(index);
  }
  cursor_.Begin(std::move(tiles));
  sampler_.Begin(seed, platform::RandomPurpose::kOpponentSpawn, number_);
  has_begun_ = true;
}

bool OpponentSpawnSearch::IsCandidate(const PolyView& poly) const {
  return !poly.is_disabled() && (request_.all_polys || (poly.attributes() & kAttrNetworkSpawnCandidate) != 0);
}

uint64_t OpponentSpawnSearch::Slice(const NavView& view, uint64_t seed, uint64_t units, int coords_max,
                                    int64_t now_ns) {
  if (!has_work() || units == 0) return 0;
  if (!has_begun_) Begin(view, seed);
  const FixedBox range = RangeOf(request_.area);
  const uint64_t used = cursor_.Walk(view, units, [&](const PolyView& poly) {
    if (!IsCandidate(poly) || !OverlapsXy(poly.tile().boxes[poly.ref().poly()], range)) return;
    const uint64_t good_before = sampler_.good();
    const size_t kept_before = sampler_.kept().size();
    sampler_.Add(poly, sampler_.CountOn(PolyArea(poly) * kOpponentSpawnsPerSquareMetre), coords_max,
                 [&](platform::Vec3 point) { return Contains(request_.area, point); });
    counts_.full += sampler_.good() - good_before - (sampler_.kept().size() - kept_before);
  });
  if (cursor_.at_end()) {
    sampler_.KeepOnly([&](const SpawnCoord& coord) {
      return view.Contains(coord.poly) && IsCandidate(view.Poly(coord.poly));
    });
    counts_.Saw(sampler_.kept().size());
    state_ = SpawnSearchState::kComplete;
    complete_ns_ = now_ns;
  }
  return used;
}

void OpponentSpawnSearch::MeshesChanged() {
  if (!has_work() || !has_begun_) return;
  ++restarts_;
  has_begun_ = false;
}

}  // namespace footfall::nav
