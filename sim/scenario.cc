#include "sim/scenario.h"

#include "sim/world.h"

namespace footfall::sim {

GoldenHash GoldenHash::Of(const platform::StateDigest& digest) {
  GoldenHash golden{kStateSchema, digest.root, {}};
  for (const platform::LeafDigest& leaf : digest.leaves) {
    golden.leaves.push_back({leaf.name, leaf.hash});
  }
  return golden;
}

std::string GoldenHash::FirstDifferentLeaf(const platform::StateDigest& digest) const {
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (i >= digest.leaves.size() || digest.leaves[i].name != leaves[i].subsystem ||
        digest.leaves[i].hash != leaves[i].hash) {
      return leaves[i].subsystem;
    }
  }
  return !leaves.empty() && digest.leaves.size() > leaves.size() ? digest.leaves[leaves.size()].name : "";
}

}  // namespace footfall::sim
