#ifndef FOOTFALL_SIM_COMMAND_H_
#define FOOTFALL_SIM_COMMAND_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "nav/dynamic/hazard.h"
#include "nav/dynamic/object_description.h"
#include "nav/path/path_request.h"
#include "nav/server/nav_request.h"
#include "nav/server/request_types.h"
#include "nav/stream/load_regions.h"
#include "nav/upkeep/area_switches.h"
#include "sim/wire_handle.h"

namespace footfall::sim {

// At most 16 bytes that a client hands in and gets back with the result. Bytes beyond `size` are 0.
struct ClientRef {
  static constexpr size_t kBytesMax = 16;

  std::array<char, kBytesMax> bytes{};
  uint8_t size = 0;

  // REQUIRES: text.size() <= kBytesMax.
  static ClientRef From(std::string_view text);
  std::string_view view() const { return {bytes.data(), size}; }
  friend bool operator==(const ClientRef&, const ClientRef&) = default;

  template <class Self, class Visitor>
  static void Describe(Self& self, Visitor& visitor) {
    visitor.Field("bytes", self.bytes);
    visitor.Field("size", self.size);
  }
  std::string Restored() const { return size <= kBytesMax ? "" : "longer than a client's text may be"; }
};

// Every way to change the world from outside is one alternative of CommandBody (R42): the same entry serves
// gRPC, scenarios, the log and replay. `command_config.cc` converts to and from protobuf.
struct SubmitPath {
  // Its included and excluded objects are wire handles here; the world puts names in their place.
  nav::PathRequest request;
  ClientRef client_ref;
  bool want_polys = false;  // the client's wish for polygons in the reply; only kept
  std::optional<WireHandle>
      follow;  // the own obstacle that the end follows while the request waits (NAV-101)
  friend bool operator==(const SubmitPath&, const SubmitPath&) = default;
};
// The same for every other type of request: a line of sight, audio properties, a flood fill, a clear area,
// closest positions (NAV-079). REQUIRES: `request` is no path.
struct SubmitQuery {
  nav::NavRequest request;
  ClientRef client_ref;
  friend bool operator==(const SubmitQuery&, const SubmitQuery&) = default;
};
// Both end a request of any type.
struct ReleasePath {
  WireHandle handle;
  friend bool operator==(const ReleasePath&, const ReleasePath&) = default;
};
struct CancelPath {
  WireHandle handle;
  friend bool operator==(const CancelPath&, const CancelPath&) = default;
};
// A session's lease is lost: what it holds is kept, and what it drove falls back on itself. Nothing that this
// version has is driven, so it only counts; a session that is taken up again needs no command. Logged, for
// wall time is no part of a replay (R7).
struct OrphanSource {
  friend bool operator==(const OrphanSource&, const OrphanSource&) = default;
};
// A session's end: releases all that the source holds and gives its slot back. Logged, like every command
// (R7).
struct EndSource {
  friend bool operator==(const EndSource&, const EndSource&) = default;
};
// World edits of the streaming (NAV-056, NAV-064, NAV-066, NAV-075); nav/stream/tile_streamer.h says what
// they do.
struct SetFocus {
  platform::Vec3 position;
  platform::Vec3 velocity;  // m/s
  uint32_t switch_ms = 0;   // 0: at once
  friend bool operator==(const SetFocus&, const SetFocus&) = default;
};
struct SetRequiredRegion {
  nav::LoadRegionKind kind = nav::LoadRegionKind::kScriptRequired;
  platform::Vec3 center;
  float radius = 0;
  friend bool operator==(const SetRequiredRegion&, const SetRequiredRegion&) = default;
};
struct ClearRequiredRegion {
  nav::LoadRegionKind kind = nav::LoadRegionKind::kScriptRequired;
  friend bool operator==(const ClearRequiredRegion&, const ClearRequiredRegion&) = default;
};
struct SetContentPack {
  uint32_t group = 0;
  bool on = false;
  friend bool operator==(const SetContentPack&, const SetContentPack&) = default;
};
// Puts an obstacle, or moves one's own. The kind decides the owner: `vehicle` and `door` are for doors alone.
struct PutObstacle {
  WireHandle handle;  // null: a new one
  nav::ObjectDescription description;
  bool keeps_kind = false;  // the kind was not told
  WireHandle vehicle;
  uint8_t door = 0;
  friend bool operator==(const PutObstacle&, const PutObstacle&) = default;
};
// Puts a hazard, or moves one's own. Its id is the handle's.
struct PutHazard {
  WireHandle handle;  // null: a new one
  nav::Hazard hazard;
  friend bool operator==(const PutHazard&, const PutHazard&) = default;
};
// Takes away an obstacle or a hazard.
struct RemoveObstacle {
  WireHandle handle;
  friend bool operator==(const RemoveObstacle&, const RemoveObstacle&) = default;
};
// Edits of places, and searches for where to spawn (NAV-265 to NAV-271); nav/upkeep/upkeep.h says what they
// do. `number` is the source's own name for what it made.
struct SetAreaSwitch {
  uint32_t number = 0;
  nav::SwitchKind kind = nav::SwitchKind::kPedPaths;
  bool on = false;
  nav::Area area;  // a box or a sphere
  friend bool operator==(const SetAreaSwitch&, const SetAreaSwitch&) = default;
};
struct RemoveAreaSwitch {
  uint32_t number = 0;
  friend bool operator==(const RemoveAreaSwitch&, const RemoveAreaSwitch&) = default;
};
struct DisableClimb {
  platform::Vec3 position;
  friend bool operator==(const DisableClimb&, const DisableClimb&) = default;
};
struct BlockLadder {
  platform::Vec3 position;
  friend bool operator==(const BlockLadder&, const BlockLadder&) = default;
};
struct BlockSpawns {
  uint32_t number = 0;
  nav::Area area;            // a box or a sphere
  uint32_t duration_ms = 0;  // 0: until it is removed
  friend bool operator==(const BlockSpawns&, const BlockSpawns&) = default;
};
struct UnblockSpawns {
  uint32_t number = 0;
  friend bool operator==(const UnblockSpawns&, const UnblockSpawns&) = default;
};
struct StartSpawnSearch {
  nav::Area area;  // a cylinder or an angled area
  bool all_polys = false;
  friend bool operator==(const StartSpawnSearch&, const StartSpawnSearch&) = default;
};
struct CancelSpawnSearch {
  friend bool operator==(const CancelSpawnSearch&, const CancelSpawnSearch&) = default;
};
// Development: changes one figure of the cost table for every search that begins from then on (NAV-147).
struct TuneMovementCost {
  uint8_t cost = 0;  // its number, platform/movement_cost_names.h
  float value = 0;
  friend bool operator==(const TuneMovementCost&, const TuneMovementCost&) = default;
};
using CommandBody =
    std::variant<SubmitPath, SubmitQuery, ReleasePath, CancelPath, OrphanSource, EndSource, SetFocus,
                 SetRequiredRegion, ClearRequiredRegion, SetContentPack, PutObstacle, PutHazard,
                 RemoveObstacle, SetAreaSwitch, RemoveAreaSwitch, DisableClimb, BlockLadder, BlockSpawns,
                 UnblockSpawns, StartSpawnSearch, CancelSpawnSearch, TuneMovementCost>;

// What a command makes if it is applied, and the kind of handle that it can take; kNone: nothing, or none.
HandleKind MadeBy(const CommandBody& body);
HandleKind TakenBy(const CommandBody& body);
// Gives the command its handle: of what it moves or takes away, or of a door's vehicle. False: it takes none.
bool SetHandle(CommandBody& body, WireHandle handle);
// The request's ref if the command submits one, of any type; null for all others.
const ClientRef* SubmittedRef(const CommandBody& body);

// One admitted command. Sources: a session's order + 1, or a number from 4096 on (R7); 0 is the world itself.
// `sequence` is the server's admission number within the source and rises by one a command (R1).
struct Command {
  nav::SourceId source = 0;
  uint64_t sequence = 0;
  CommandBody body;
  friend bool operator==(const Command&, const Command&) = default;
};

// Why a command changed nothing. kNone: it was applied.
enum class CommandFault : uint8_t {
  kNone = 0,
  kSlotsFull,
  kSourceQuota,
  kReserve,
  kBadFlags,
  kBadNumber,
  kTypeNotInUse,
  kHandleUnknown,  // never issued, or another source's (R8)
  kHandleExpired,  // own, issued, no longer live
  kHandleKind,     // of another kind of object
  kWorldChanged,   // issued in another epoch
  kTableFull,      // no source slot is free for a new source, no place in the table of regions
};
inline constexpr int kCommandFaults = 12;

// The ErrorInfo reason of a fault, as common.proto lists them; empty for kNone.
std::string_view ReasonOf(CommandFault fault);

// Refused commands are logged too, for they move counters that are state (R2).
struct CommandResult {
  uint64_t applied_tick = 0;
  WireHandle handle;  // of what a submit made; null when refused
  CommandFault fault = CommandFault::kNone;
  std::string detail;  // names field, value and limit; empty without a fault
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_COMMAND_H_
