#include "tests/sim/random_operations.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "nav/path/path_search.h"
#include "platform/state_hash.h"
#include "sim/command_log.h"

namespace footfall::sim::testing {

namespace {

using platform::RandomStream;
using platform::Vec3;

// Numbers at which code breaks.
constexpr float kBadNumbers[] = {std::numeric_limits<float>::quiet_NaN(),
                                 std::numeric_limits<float>::infinity(),
                                 -std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::max(),
                                 std::numeric_limits<float>::lowest(),
                                 std::numeric_limits<float>::denorm_min(),
                                 1e30F,
                                 -1e30F,
                                 1e-30F,
                                 0.0F,
                                 -0.0F,
                                 9000.0F,
                                 -6000.0F,
                                 15000.0F,
                                 1.5707963F};

bool OneIn(RandomStream& random, uint32_t n) { return random.NextBelow(n) == 0; }

// On the ground or somewhat beside it.
Vec3 Point(OperationDraw& from) {
  const float margin = OneIn(from.random, 8) ? 40.0F : 0.5F;
  const float x = from.random.NextRange(from.low.x - margin, from.high.x + margin);
  const float y = from.random.NextRange(from.low.y - margin, from.high.y + margin);
  const float z = OneIn(from.random, 6) ? from.random.NextRange(-3, 6) : 0.0F;
  return {x, y, z};
}

float Length(OperationDraw& from, float most) { return from.random.NextRange(0.05F, most); }

uint64_t Flags(RandomStream& random) {
  const uint64_t own = nav::PathFlagMask(nav::kFlagWander) | nav::PathFlagMask(nav::kFlagFleeTarget);
  uint64_t flags = 0;
  const uint32_t count = random.NextBelow(5);
  for (uint32_t i = 0; i < count; ++i) flags |= uint64_t{1} << random.NextBelow(nav::kPathFlagCount);
  if (!OneIn(random, 10)) flags &= nav::kSupportedPathFlags & ~own;
  return flags;
}

WireHandle Any(RandomStream& random, const std::vector<WireHandle>& handles) {
  if (handles.empty() || OneIn(random, 50)) return {random.NextU64()};
  return handles[random.NextBelow(static_cast<uint32_t>(handles.size()))];
}

// What all three kinds of paths have.
SubmitPath Path(OperationDraw& from) {
  RandomStream& random = from.random;
  SubmitPath submit;
  nav::PathRequest& request = submit.request;
  request.start = Point(from);
  request.end = Point(from);
  request.flags = Flags(random);
  if (OneIn(random, 4)) request.radius = Length(from, 1.5F);
  if (OneIn(random, 6)) request.completion_radius = Length(from, 10);
  if (OneIn(random, 6)) request.adjust_distance_max = Length(from, 20);
  if (OneIn(random, 8)) request.slope_max = Length(from, 1.5F);
  if (OneIn(random, 8)) request.nodes_max = random.NextBelow(200);
  if (OneIn(random, 8)) request.points_max = 2 + random.NextBelow(14);
  if (OneIn(random, 5)) {
    request.spheres_count = static_cast<uint8_t>(1 + random.NextBelow(nav::kMaxInfluenceSpheres));
    for (size_t i = 0; i < request.spheres_count; ++i) {
      nav::InfluenceSphere& sphere = request.spheres[i];
      sphere.center = Point(from);
      sphere.radius = Length(from, 20);
      sphere.inner_weight = Length(from, 100);
      sphere.outer_weight = Length(from, 10);
    }
  }
  if (OneIn(random, 5)) {
    request.excluded_count = 1;
    request.excluded_objects[0] = Any(random, from.obstacles).value;
  }
  if (OneIn(random, 8)) {
    request.included_count = 1;
    request.included_objects[0] = Any(random, from.obstacles).value;
  }
  submit.want_polys = OneIn(random, 2);
  submit.client_ref = ClientRef::From(std::to_string(random.NextBelow(1000)));
  return submit;
}

CommandBody FindPath(OperationDraw& from) {
  SubmitPath submit = Path(from);
  if (OneIn(from.random, 6)) submit.follow = Any(from.random, from.obstacles);
  return submit;
}

CommandBody Wander(OperationDraw& from) {
  SubmitPath submit = Path(from);
  submit.request.flags |= nav::PathFlagMask(nav::kFlagWander);
  submit.request.end = {};
  const float x = from.random.NextRange(-1, 1);
  const float y = from.random.NextRange(-1, 1);
  submit.request.reference = {x, y, 0};
  submit.request.reference_distance = Length(from, 60);
  return submit;
}

CommandBody Flee(OperationDraw& from) {
  SubmitPath submit = Path(from);
  submit.request.flags |= nav::PathFlagMask(nav::kFlagFleeTarget);
  submit.request.end = {};
  submit.request.reference = Point(from);
  submit.request.reference_distance = Length(from, 60);
  return submit;
}

CommandBody LineOfSight(OperationDraw& from) {
  nav::LineOfSightRequest sight;
  sight.points_count = 2 + from.random.NextBelow(nav::kLosPointsMax - 1);
  for (uint32_t i = 0; i < sight.points_count; ++i) sight.points[i] = Point(from);
  sight.options = from.random.NextBelow(nav::kLosOptionsAll + 1);
  if (OneIn(from.random, 4)) sight.slope_max = Length(from, 1.5F);
  if (OneIn(from.random, 4)) sight.radius = Length(from, 2);
  return SubmitQuery{sight, {}};
}

CommandBody AudioProperties(OperationDraw& from) {
  nav::AudioPropertiesRequest audio;
  audio.position = Point(from);
  if (!OneIn(from.random, 3)) audio.radius = Length(from, 40);
  return SubmitQuery{audio, ClientRef::From("audio")};
}

CommandBody FloodFill(OperationDraw& from) {
  nav::FloodFillRequest flood;
  flood.start = Point(from);
  flood.goal = static_cast<nav::FloodFillGoal>(from.random.NextBelow(nav::kFloodFillGoals));
  if (!OneIn(from.random, 3)) flood.distance_max = Length(from, 80);
  if (OneIn(from.random, 2)) flood.area_max = Length(from, 500);
  return SubmitQuery{flood, {}};
}

CommandBody ClearArea(OperationDraw& from) {
  nav::ClearAreaRequest area;
  area.center = Point(from);
  area.search_radius = Length(from, 30);
  area.clear_radius = from.random.NextRange(0.1F, 6);
  return SubmitQuery{area, {}};
}

CommandBody ClosestPosition(OperationDraw& from) {
  nav::ClosestPositionRequest closest;
  closest.position = Point(from);
  if (!OneIn(from.random, 3)) closest.search_radius = Length(from, 40);
  closest.results_max = 1 + from.random.NextBelow(nav::kClosestPositionsMax);
  closest.filters = from.random.NextBelow(nav::kClosestFiltersAll + 1);
  if (OneIn(from.random, 2)) closest.filters = 0;
  if (OneIn(from.random, 2)) closest.spacing_min = Length(from, 10);
  closest.avoid_objects = OneIn(from.random, 2);
  closest.below_only = OneIn(from.random, 5);
  return SubmitQuery{closest, {}};
}

CommandBody Release(OperationDraw& from) { return ReleasePath{Any(from.random, from.requests)}; }
CommandBody Cancel(OperationDraw& from) { return CancelPath{Any(from.random, from.requests)}; }

PutObstacle Box(OperationDraw& from) {
  RandomStream& random = from.random;
  static constexpr nav::ObjectKind kKinds[] = {nav::ObjectKind::kBlocker, nav::ObjectKind::kScriptBlocker,
                                               nav::ObjectKind::kObject, nav::ObjectKind::kFire};
  PutObstacle put;
  nav::ObjectDescription& box = put.description;
  box.kind = kKinds[random.NextBelow(4)];
  box.visible = !OneIn(random, 8);
  box.pose.origin = Point(from);
  box.pose.heading = random.NextRange(-4, 4);
  if (OneIn(random, 4)) box.pose.pitch = random.NextRange(-1, 1);
  if (OneIn(random, 4)) box.pose.roll = random.NextRange(-1, 1);
  const float x = Length(from, 4);
  const float y = Length(from, 4);
  const float z = Length(from, 2);
  box.half_extents = {x, y, z};
  if (box.kind == nav::ObjectKind::kObject) box.mass = Length(from, 500);
  return put;
}

CommandBody PutBox(OperationDraw& from) { return Box(from); }

CommandBody PutVehicle(OperationDraw& from) {
  PutObstacle put = Box(from);
  put.description.kind = nav::ObjectKind::kVehicle;
  put.description.mass = 0;
  return put;
}

CommandBody PutDoor(OperationDraw& from) {
  PutObstacle put = Box(from);
  put.description.kind = nav::ObjectKind::kVehicleDoor;
  put.description.mass = 0;
  put.vehicle = Any(from.random, from.obstacles);
  put.door = static_cast<uint8_t>(from.random.NextBelow(5));
  return put;
}

CommandBody MoveObstacle(OperationDraw& from) {
  PutObstacle put = Box(from);
  put.handle = Any(from.random, from.obstacles);
  put.keeps_kind = !OneIn(from.random, 5);
  return put;
}

CommandBody PutGas(OperationDraw& from) {
  PutHazard put;
  put.hazard.kind = OneIn(from.random, 2) ? nav::HazardKind::kGas : nav::HazardKind::kExplosive;
  put.hazard.centre = Point(from);
  put.hazard.radius = Length(from, 20);
  return put;
}

CommandBody MoveHazard(OperationDraw& from) {
  CommandBody body = PutGas(from);
  std::get<PutHazard>(body).handle = Any(from.random, from.obstacles);
  return body;
}

CommandBody Remove(OperationDraw& from) { return RemoveObstacle{Any(from.random, from.obstacles)}; }

CommandBody MoveFocus(OperationDraw& from) {
  SetFocus focus;
  focus.position = Point(from);
  const float x = from.random.NextRange(-40, 40);
  const float y = from.random.NextRange(-40, 40);
  if (OneIn(from.random, 2)) focus.velocity = {x, y, 0};
  if (OneIn(from.random, 4)) focus.switch_ms = from.random.NextBelow(3000);
  return focus;
}

nav::LoadRegionKind RegionKind(RandomStream& random) {
  return OneIn(random, 2) ? nav::LoadRegionKind::kNetworkRespawn : nav::LoadRegionKind::kScriptRequired;
}

CommandBody SetRegion(OperationDraw& from) {
  SetRequiredRegion region;
  region.kind = RegionKind(from.random);
  region.center = Point(from);
  region.radius = Length(from, 200);
  return region;
}

CommandBody ClearRegion(OperationDraw& from) { return ClearRequiredRegion{RegionKind(from.random)}; }
CommandBody SwitchPack(OperationDraw& from) {
  return SetContentPack{from.random.NextBelow(3), OneIn(from.random, 2)};
}

nav::Area Place(OperationDraw& from, nav::AreaShape shape) {
  const Vec3 a = Point(from);
  const float x = Length(from, 20);
  const float y = Length(from, 20);
  const float z = Length(from, 6);
  switch (shape) {
    case nav::AreaShape::kBox:
      return nav::Area::Box(a, {a.x + x, a.y + y, a.z + z});
    case nav::AreaShape::kSphere:
      return nav::Area::Sphere(a, x);
    case nav::AreaShape::kCylinder:
      return nav::Area::Cylinder(a, x, z);
    case nav::AreaShape::kAngled:
      return nav::Area::Angled(a, {a.x + x, a.y + y, a.z + z}, Length(from, 10));
  }
  return {};
}

nav::AreaShape OneOf(RandomStream& random, nav::AreaShape a, nav::AreaShape b) {
  return OneIn(random, 2) ? a : b;
}

// A source's own name for an edit: few, so that they meet again.
uint32_t EditNumber(RandomStream& random) { return random.NextBelow(4); }

CommandBody SwitchArea(OperationDraw& from) {
  SetAreaSwitch edit;
  edit.number = EditNumber(from.random);
  edit.kind = static_cast<nav::SwitchKind>(from.random.NextBelow(2));
  edit.on = OneIn(from.random, 2);
  edit.area = Place(from, OneOf(from.random, nav::AreaShape::kBox, nav::AreaShape::kSphere));
  return edit;
}
CommandBody RemoveSwitch(OperationDraw& from) { return RemoveAreaSwitch{EditNumber(from.random)}; }
CommandBody StopClimb(OperationDraw& from) { return DisableClimb{Point(from)}; }
CommandBody CrowdLadder(OperationDraw& from) { return BlockLadder{Point(from)}; }
CommandBody StopSpawns(OperationDraw& from) {
  BlockSpawns edit;
  edit.number = EditNumber(from.random);
  edit.area = Place(from, OneOf(from.random, nav::AreaShape::kBox, nav::AreaShape::kSphere));
  if (OneIn(from.random, 2)) edit.duration_ms = 1 + from.random.NextBelow(2000);
  return edit;
}
CommandBody TuneCost(OperationDraw& from) {
  const auto cost = static_cast<uint8_t>(from.random.NextBelow(20));
  const auto value = static_cast<float>(from.random.NextBelow(1000));
  return TuneMovementCost{cost, value};
}
CommandBody AllowSpawns(OperationDraw& from) { return UnblockSpawns{EditNumber(from.random)}; }
CommandBody SearchSpawns(OperationDraw& from) {
  return StartSpawnSearch{Place(from, OneOf(from.random, nav::AreaShape::kCylinder, nav::AreaShape::kAngled)),
                          OneIn(from.random, 2)};
}
CommandBody StopSearch(OperationDraw& /*from*/) { return CancelSpawnSearch{}; }

CommandBody Orphan(OperationDraw& /*from*/) { return OrphanSource{}; }
CommandBody End(OperationDraw& /*from*/) { return EndSource{}; }

}  // namespace

const std::vector<Operation> kOperations = {
    {"path", 24, FindPath},
    {"wander", 6, Wander},
    {"flee", 6, Flee},
    {"line of sight", 6, LineOfSight},
    {"audio properties", 4, AudioProperties},
    {"flood fill", 5, FloodFill},
    {"clear area", 4, ClearArea},
    {"closest position", 4, ClosestPosition},
    {"release", 22, Release},
    {"cancel", 8, Cancel},
    {"box", 8, PutBox},
    {"vehicle", 3, PutVehicle},
    {"door", 3, PutDoor},
    {"move obstacle", 8, MoveObstacle},
    {"hazard", 3, PutGas},
    {"move hazard", 2, MoveHazard},
    {"remove", 8, Remove},
    {"focus", 6, MoveFocus},
    {"region", 2, SetRegion},
    {"clear region", 2, ClearRegion},
    {"content pack", 3, SwitchPack},
    {"area switch", 3, SwitchArea},
    {"remove switch", 2, RemoveSwitch},
    {"disable climb", 2, StopClimb},
    {"block ladder", 2, CrowdLadder},
    {"block spawns", 2, StopSpawns},
    {"unblock spawns", 1, AllowSpawns},
    {"tune cost", 1, TuneCost},
    {"spawn search", 2, SearchSpawns},
    {"cancel spawn search", 1, StopSearch},
    {"orphan", 1, Orphan},
    {"end of source", 1, End},
};

size_t DrawOperation(RandomStream& random) {
  uint32_t sum = 0;
  for (const Operation& operation : kOperations) sum += operation.weight;
  uint32_t at = random.NextBelow(sum);
  for (size_t i = 0; i < kOperations.size(); ++i) {
    if (at < kOperations[i].weight) return i;
    at -= kOperations[i].weight;
  }
  return 0;
}

CommandBody Spoiled(const CommandBody& body, RandomStream& random) {
  CommandLog log;
  log.entries = {{1, {1, 1, body}}};
  std::string bytes = EncodeLog(log);
  // Behind the log's head, the entry's tick, source and sequence and its kind, before the checksum.
  const size_t begin = EncodeLog({}).size() - sizeof(uint64_t) + 8 + 4 + 8 + 1;
  const size_t end = bytes.size() - sizeof(uint64_t);
  if (end <= begin) return body;
  const uint32_t changes = 1 + random.NextBelow(3);
  for (uint32_t i = 0; i < changes; ++i) {
    const size_t at = begin + random.NextBelow(static_cast<uint32_t>(end - begin));
    const uint32_t value = random.NextU32();
    if (value % 3 == 0 || end - at < sizeof(float)) {
      bytes[at] = static_cast<char>(value >> 8);
    } else {
      const float bad = kBadNumbers[value / 3 % std::size(kBadNumbers)];
      // Numbers mostly lie at multiples of four behind the kind.
      const size_t aligned = std::min(begin + (at - begin) / 4 * 4, end - sizeof(float));
      std::memcpy(bytes.data() + aligned, &bad, sizeof(bad));
    }
  }
  bytes.resize(end);
  const uint64_t checksum = platform::HashBytes(bytes.data(), bytes.size());
  bytes.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  const auto read = DecodeLog(bytes);
  return read.ok() && read->entries.size() == 1 ? read->entries[0].command.body : body;
}

}  // namespace footfall::sim::testing
