#include "tests/sim/view_difference.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nav/dynamic/object_snapshot.h"
#include "nav/server/nav_result.h"
#include "platform/state_bytes.h"
#include "sim/published_tables.h"

namespace footfall::sim::testing {
namespace {

// The bytes of its description.
template <class T>
std::string BytesOf(const T& value) {
  std::string bytes;
  platform::SaveVisitor(bytes).Field("", value);
  return bytes;
}

WireHandle Untagged(WireHandle handle) {
  return WireHandle::Make(handle.kind(), 0, handle.slot(), handle.counter());
}

std::vector<nav::DynamicObject> ObjectsOf(const nav::ObjectSnapshot& snapshot) {
  constexpr float kFar = 1e6F;
  std::vector<nav::DynamicObject> objects;
  snapshot.ForEachNear({-kFar, -kFar, -kFar}, {kFar, kFar, kFar},
                       [&](const nav::DynamicObject& object) { objects.push_back(object); });
  // total order: ids differ.
  std::sort(objects.begin(), objects.end(),
            [](const nav::DynamicObject& x, const nav::DynamicObject& y) { return x.id < y.id; });
  return objects;
}

bool AreEqual(const nav::DynamicObject& a, const nav::DynamicObject& b) {
  const auto facts = [](const nav::DynamicObject& o) {
    return std::tuple(o.id, o.owner, o.kind, o.blocks, o.flags, o.half_extents, o.heading, o.corners,
                      o.bounds.origin, o.bounds.top_z, o.bounds.bottom_z, o.bounds.tilted);
  };
  return facts(a) == facts(b);
}

std::string ObjectsDifference(const nav::ObjectSnapshot* a, const nav::ObjectSnapshot* b) {
  if ((a == nullptr) != (b == nullptr)) return "objects: none in one";
  if (a == nullptr) return "";
  if (a->generation() != b->generation()) return "objects.generation";
  if (a->objects_count() != b->objects_count()) return "objects.count";
  const std::vector<nav::Hazard> hazards[] = {{a->hazards().begin(), a->hazards().end()},
                                              {b->hazards().begin(), b->hazards().end()}};
  if (hazards[0] != hazards[1]) return "objects.hazards";
  const std::vector<nav::DynamicObject> of_a = ObjectsOf(*a);
  const std::vector<nav::DynamicObject> of_b = ObjectsOf(*b);
  return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), AreEqual) ? "" : "objects";
}

std::string MeshDifference(const nav::NavView& a, const nav::NavView& b) {
  if (a.generation() != b.generation()) {
    return absl::StrCat("mesh.generation ", a.generation(), " and ", b.generation());
  }
  if (a.build_id() != b.build_id()) return "mesh.build_id";
  if (a.resident() != b.resident()) return "mesh.resident";
  for (nav::MeshIndex index = 0; index <= nav::kLastMapIndex; ++index) {
    const nav::NavView::Slot& of_a = a.slot(index);
    const nav::NavView::Slot& of_b = b.slot(index);
    if (of_a.generation != of_b.generation) return absl::StrCat("mesh: generation of tile ", index);
    if ((of_a.overlay == nullptr) != (of_b.overlay == nullptr))
      return absl::StrCat("mesh: overlay of ", index);
    if (of_a.overlay != nullptr && BytesOf(*of_a.overlay) != BytesOf(*of_b.overlay)) {
      return absl::StrCat("mesh: bits of the overlay of ", index);
    }
    if (of_a.tile == nullptr) continue;
    const auto edges_of = [](const nav::TileView& tile) {
      const auto bytes = std::as_bytes(std::span(tile.edges.data(), tile.edges.size()));
      return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    if (edges_of(*of_a.tile) != edges_of(*of_b.tile)) return absl::StrCat("mesh: edges of tile ", index);
  }
  return ObjectsDifference(a.objects(), b.objects());
}

std::string RequestDifference(const RequestView& a, const RequestView& b) {
  if (Untagged(a.handle) != Untagged(b.handle)) return "handle";
  if (a.source != b.source) return "source";
  if (a.state != b.state) return "state";
  if (a.request != b.request) return "request";
  if (a.client_ref != b.client_ref || a.want_polys != b.want_polys) return "what the client gave";
  if (a.timing != b.timing) return "timing";
  if ((a.result == nullptr) != (b.result == nullptr)) return "result";
  if ((a.answer == nullptr) != (b.answer == nullptr)) return "answer";
  const auto bytes_of = [](const RequestView& view) {
    nav::NavResult whole;
    whole.is_query = view.answer != nullptr;
    if (view.result != nullptr) whole.path = *view.result;
    if (view.answer != nullptr) whole.query = *view.answer;
    return BytesOf(whole);
  };
  return bytes_of(a) == bytes_of(b) ? "" : "the bytes of the result";
}

std::string TablesDifference(const PublishedView::Tables& a, const PublishedView::Tables& b) {
  const auto all = [](const auto& blocks) { return blocks.Range({0}, {~uint64_t{0}}); };
  const auto requests_a = all(a.requests);
  const auto requests_b = all(b.requests);
  if (requests_a.size() != requests_b.size()) return "requests";
  for (size_t i = 0; i < requests_a.size(); ++i) {
    const std::string fault = RequestDifference(*requests_a[i], *requests_b[i]);
    if (!fault.empty()) return absl::StrCat("requests[", i, "]: ", fault);
  }
  const auto obstacles_a = all(a.obstacles);
  const auto obstacles_b = all(b.obstacles);
  if (obstacles_a.size() != obstacles_b.size()) return "obstacles";
  for (size_t i = 0; i < obstacles_a.size(); ++i) {
    const ObstacleView& x = *obstacles_a[i];
    const ObstacleView& y = *obstacles_b[i];
    const auto facts = [](const ObstacleView& view) {
      return std::tuple(Untagged(view.handle), view.source, view.description, view.placement,
                        Untagged(view.vehicle), view.hazard);
    };
    if (facts(x) != facts(y)) return absl::StrCat("obstacles[", i, "]");
  }
  if (a.sources.size() != b.sources.size()) return "sources";
  for (size_t i = 0; i < a.sources.size(); ++i) {
    if (BytesOf(a.sources[i]) != BytesOf(b.sources[i])) return absl::StrCat("sources[", i, "]");
  }
  return "";
}

std::string StreamingDifference(const StreamingView& a, const StreamingView& b) {
  if (a.is_streaming != b.is_streaming) return "streaming.is_streaming";
  if (a.focus != b.focus) return "streaming.focus";
  if (a.resident_bytes != b.resident_bytes) return "streaming.resident_bytes";
  if (a.counters != b.counters) return "streaming.counters";
  if (a.regions != b.regions) return "streaming.regions";
  return a.requested == b.requested ? "" : "streaming.requested";
}

std::string UpkeepDifference(const UpkeepView& a, const UpkeepView& b) {
  if (a.edits_revision != b.edits_revision) return "upkeep.edits_revision";
  if (a.jobs_revision != b.jobs_revision) return "upkeep.jobs_revision";
  if (BytesOf(*a.edits) != BytesOf(*b.edits)) return "upkeep.edits";
  if (*a.cover != *b.cover) return "upkeep.cover";
  if (*a.water != *b.water) return "upkeep.water";
  if (*a.ambient != *b.ambient) return "upkeep.ambient";
  const auto facts = [](const SpawnSearchView& view) {
    return std::tuple(view.state, view.number, view.request, view.coords, view.found);
  };
  if (facts(*a.opponent) != facts(*b.opponent)) return "upkeep.opponent";
  return a.figures == b.figures ? "" : "upkeep.figures";
}

}  // namespace

std::string ViewDifference(const PublishedView& a, const PublishedView& b) {
  if (a.tick != b.tick || a.sim_time_ns != b.sim_time_ns) return "tick";
  if (a.open_commands != b.open_commands) return "open_commands";
  if (*a.hash != *b.hash) return "hash";
  if (a.figures != b.figures) return "figures";
  if (a.objects != b.objects) return "objects' figures";
  if (a.finished.size() != b.finished.size()) return "finished";
  for (size_t i = 0; i < a.finished.size(); ++i) {
    if (Untagged(a.finished[i]) != Untagged(b.finished[i])) return absl::StrCat("finished[", i, "]");
  }
  std::string fault = MeshDifference(*a.mesh, *b.mesh);
  if (fault.empty()) fault = StreamingDifference(*a.streaming, *b.streaming);
  if (fault.empty()) fault = UpkeepDifference(*a.upkeep, *b.upkeep);
  if (fault.empty()) fault = TablesDifference(*a.tables, *b.tables);
  return fault;
}

}  // namespace footfall::sim::testing
