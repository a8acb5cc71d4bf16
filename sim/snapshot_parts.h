#ifndef FOOTFALL_SIM_SNAPSHOT_PARTS_H_
#define FOOTFALL_SIM_SNAPSHOT_PARTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nav/server/nav_request.h"
#include "nav/server/path_server_state.h"
#include "nav/server/request_types.h"
#include "nav/stream/stream_state.h"
#include "platform/state_hash.h"
#include "sim/source_slots.h"
#include "sim/world_fields.h"
#include "sim/world_upkeep.h"

// What a snapshot holds, as it is written and read. Described like state; private to world_snapshot.cc.
namespace footfall::sim {

// What the header does not name of the data that the state follows from.
struct SnapshotPins {
  uint64_t packs = 0;        // nav::TileSet::digest
  uint64_t corrections = 0;  // nav::AdjacencyCorrections::digest

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("packs", self.packs);
    visitor.Field("corrections", self.corrections);
  }
};

// The hash of the last finished tick: with open commands it is not that of the state.
struct SavedDigest {
  struct Leaf {
    std::string name;
    uint64_t hash = 0;
    uint64_t fields_hash = 0;
    std::vector<uint64_t> blocks;

    template <class Self, class Visitor>
    static void Describe(Self& self, Visitor& visitor) {
      visitor.Field("name", self.name);
      visitor.Field("hash", self.hash);
      visitor.Field("fields_hash", self.fields_hash);
      visitor.Column("blocks", self.blocks);
    }
  };
  uint64_t root = 0;
  std::vector<Leaf> leaves;

  static SavedDigest Of(const platform::StateDigest& digest) {
    SavedDigest saved;
    saved.root = digest.root;
    for (const platform::LeafDigest& leaf : digest.leaves) {
      saved.leaves.push_back({leaf.name, leaf.hash, leaf.fields_hash, leaf.blocks});
    }
    return saved;
  }
  std::shared_ptr<const platform::StateDigest> Digest() const {
    auto digest = std::make_shared<platform::StateDigest>();
    digest->root = root;
    for (const Leaf& leaf : leaves) {
      digest->leaves.push_back({leaf.name, leaf.hash, leaf.fields_hash, leaf.blocks});
    }
    return digest;
  }

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("root", self.root);
    visitor.Field("leaves", self.leaves);
  }
};

// SourceRows to be read.
struct SavedSources {
  std::vector<SourceSlot> slots;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Rows("slots", self.slots);
  }
};

// What readers see and the state does not say.
struct SavedSeen {
  // A request that readers see as it was before something after the sync changed it: patching, a tile.
  struct Stale {
    nav::RequestHandle issue;
    nav::SlotState state = nav::SlotState::kPending;
    nav::NavRequest request;
    nav::RequestTiming timing;

    template <class Self, class Visitor>
    static void Describe(Self& self, Visitor& visitor) {
      visitor.Field("issue", self.issue);
      visitor.Field("state", self.state);
      visitor.Field("request", self.request);
      visitor.Field("timing", self.timing);
    }
  };

  // A handle without its kind and epoch.
  struct Name {
    uint16_t slot = 0;
    uint64_t counter = 0;

    template <class Self, class Visitor>
    static void Describe(Self& self, Visitor& visitor) {
      visitor.Field("slot", self.slot);
      visitor.Field("counter", self.counter);
    }
  };

  std::vector<nav::RequestHandle> carried;  // World::Impl::carried, as far as they are live
  std::vector<Name> finished;
  std::vector<Stale> stale;
  platform::MovementCosts movement_costs;  // of the view, without those that open commands tuned

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("carried", self.carried);
    visitor.Field("finished", self.finished);
    visitor.Field("stale", self.stale);
    visitor.Field("movement_costs", self.movement_costs);
  }
};

// All but the tables that are saved and restored in their places.
struct SnapshotParts {
  SnapshotPins pins;
  WorldFields fields;
  SavedDigest digest;
  nav::StreamSave streaming;
  UpkeepSave upkeep;
  nav::PathServerState path_server;
  SavedSeen seen;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_SNAPSHOT_PARTS_H_
