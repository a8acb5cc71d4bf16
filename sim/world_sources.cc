#include <algorithm>

#include "sim/world_impl.h"

namespace footfall::sim {

std::vector<nav::SourceId> World::Sources() const {
  const Impl& impl = *impl_;
  std::vector<nav::SourceId> sources;
  for (size_t slot = 0; slot < impl.tables.sources.size(); ++slot) {
    const SourceSlot& row = impl.tables.sources[slot];
    if (row.in_use) sources.push_back(row.source);
  }
  for (const nav::LoadRegion& region : impl.streamer.state().regions) {
    if (region.active) sources.push_back(region.owner);
  }
  const UpkeepSave upkeep = impl.upkeep.Save();
  for (const nav::AreaSwitch& row : upkeep.state.edits.switches.rows()) sources.push_back(row.owner);
  for (const nav::SpawnBlockedArea& row : upkeep.state.edits.spawn_blocks.rows()) {
    sources.push_back(row.owner);
  }
  const nav::OpponentSpawnSearch& search = upkeep.state.jobs.opponent;
  if (search.state() != nav::SpawnSearchState::kIdle) sources.push_back(search.request().owner);
  std::sort(sources.begin(), sources.end());  // total order: equal numbers are one source
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  std::erase(sources, nav::kWorldSource);
  return sources;
}

}  // namespace footfall::sim
