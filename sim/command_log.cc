#include "sim/command_log.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "platform/state_hash.h"
#include "sim/query_log.h"

namespace footfall::sim {

namespace {

static_assert(std::endian::native == std::endian::little, "the log holds values in memory order");

constexpr uint32_t kMagic = 0x474F4C46;  // "FLOG"

// Kinds of commands in the log; numbers are never used again for something else.
enum class LogKind : uint8_t {
  kSubmitPath = 1,
  kReleasePath = 2,
  kCancelPath = 3,
  kEndSource = 4,
  kSubmitQuery = 5,
  kPutObstacle = 20,
  kPutHazard = 21,
  kRemoveObstacle = 22,
  kBlockSpawns = 50,
  kUnblockSpawns = 51,
  kStartSpawnSearch = 52,
  kCancelSpawnSearch = 53,
  kSetFocus = 60,
  kSetRequiredRegion = 61,
  kClearRequiredRegion = 62,
  kSetContentPack = 63,
  kSetAreaSwitch = 64,
  kRemoveAreaSwitch = 65,
  kDisableClimb = 66,
  kBlockLadder = 67,
  kTuneMovementCost = 68,
  kOrphanSource = 90,
};

template <class T>
void Append(T value, std::string& out) {
  static_assert(std::is_trivially_copyable_v<T>);
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

void AppendVec(const platform::Vec3& v, std::string& out) {
  Append(v.x, out);
  Append(v.y, out);
  Append(v.z, out);
}

// Each list as its count and that many entries.
void AppendLists(const nav::PathRequest& request, std::string& out) {
  Append(request.spheres_count, out);
  for (size_t i = 0; i < request.spheres_count; ++i) {
    const nav::InfluenceSphere& sphere = request.spheres[i];
    AppendVec(sphere.center, out);
    Append(sphere.radius, out);
    Append(sphere.inner_weight, out);
    Append(sphere.outer_weight, out);
  }
  Append(request.included_count, out);
  for (size_t i = 0; i < request.included_count; ++i) Append(request.included_objects[i], out);
  Append(request.excluded_count, out);
  for (size_t i = 0; i < request.excluded_count; ++i) Append(request.excluded_objects[i], out);
}

void AppendBody(const SubmitPath& submit, std::string& out) {
  const nav::PathRequest& request = submit.request;
  Append(LogKind::kSubmitPath, out);
  AppendVec(request.start, out);
  AppendVec(request.end, out);
  AppendVec(request.reference, out);
  Append(request.reference_distance, out);
  Append(request.flags, out);
  Append(request.radius, out);
  Append(request.completion_radius, out);
  Append(request.adjust_distance_max, out);
  Append(request.slope_max, out);
  Append(request.nodes_max, out);
  Append(request.points_max, out);
  Append(request.start_poly.value, out);
  Append(request.mesh, out);
  Append(request.end_mesh, out);
  Append(request.domain, out);
  Append(request.random_seed, out);
  Append(request.random_entity, out);
  AppendLists(request, out);
  Append(static_cast<uint8_t>(submit.follow.has_value()), out);
  if (submit.follow) Append(submit.follow->value, out);
  Append(static_cast<uint8_t>(submit.want_polys), out);
  Append(submit.client_ref.size, out);
  out.append(submit.client_ref.view());
}

void AppendBody(const SubmitQuery& submit, std::string& out) {
  Append(LogKind::kSubmitQuery, out);
  AppendQuery(submit, out);
}

void AppendBody(const ReleasePath& release, std::string& out) {
  Append(LogKind::kReleasePath, out);
  Append(release.handle.value, out);
}

void AppendBody(const CancelPath& cancel, std::string& out) {
  Append(LogKind::kCancelPath, out);
  Append(cancel.handle.value, out);
}

void AppendBody(const OrphanSource& /*orphan*/, std::string& out) { Append(LogKind::kOrphanSource, out); }

void AppendBody(const EndSource& /*end*/, std::string& out) { Append(LogKind::kEndSource, out); }

void AppendBody(const SetFocus& focus, std::string& out) {
  Append(LogKind::kSetFocus, out);
  AppendVec(focus.position, out);
  AppendVec(focus.velocity, out);
  Append(focus.switch_ms, out);
}

void AppendBody(const SetRequiredRegion& region, std::string& out) {
  Append(LogKind::kSetRequiredRegion, out);
  Append(region.kind, out);
  AppendVec(region.center, out);
  Append(region.radius, out);
}

void AppendBody(const ClearRequiredRegion& region, std::string& out) {
  Append(LogKind::kClearRequiredRegion, out);
  Append(region.kind, out);
}

void AppendBody(const SetContentPack& pack, std::string& out) {
  Append(LogKind::kSetContentPack, out);
  Append(pack.group, out);
  Append(static_cast<uint8_t>(pack.on), out);
}

void AppendBody(const PutObstacle& put, std::string& out) {
  const nav::ObjectDescription& description = put.description;
  Append(LogKind::kPutObstacle, out);
  Append(put.handle.value, out);
  Append(description.kind, out);
  Append(static_cast<uint8_t>(put.keeps_kind), out);
  Append(description.blocks, out);
  Append(description.traits, out);
  Append(static_cast<uint8_t>(description.visible), out);
  AppendVec(description.pose.origin, out);
  Append(description.pose.heading, out);
  Append(description.pose.pitch, out);
  Append(description.pose.roll, out);
  AppendVec(description.half_extents, out);
  Append(description.mass, out);
  Append(put.vehicle.value, out);
  Append(put.door, out);
}

void AppendBody(const PutHazard& put, std::string& out) {
  Append(LogKind::kPutHazard, out);
  Append(put.handle.value, out);
  Append(put.hazard.kind, out);
  AppendVec(put.hazard.centre, out);
  Append(put.hazard.radius, out);
}

void AppendBody(const RemoveObstacle& remove, std::string& out) {
  Append(LogKind::kRemoveObstacle, out);
  Append(remove.handle.value, out);
}

void AppendArea(const nav::Area& area, std::string& out) {
  Append(area.shape, out);
  AppendVec(area.a, out);
  AppendVec(area.b, out);
  Append(area.size, out);
}

void AppendBody(const SetAreaSwitch& edit, std::string& out) {
  Append(LogKind::kSetAreaSwitch, out);
  Append(edit.number, out);
  Append(edit.kind, out);
  Append(static_cast<uint8_t>(edit.on), out);
  AppendArea(edit.area, out);
}

void AppendBody(const RemoveAreaSwitch& edit, std::string& out) {
  Append(LogKind::kRemoveAreaSwitch, out);
  Append(edit.number, out);
}

void AppendBody(const DisableClimb& edit, std::string& out) {
  Append(LogKind::kDisableClimb, out);
  AppendVec(edit.position, out);
}

void AppendBody(const BlockLadder& edit, std::string& out) {
  Append(LogKind::kBlockLadder, out);
  AppendVec(edit.position, out);
}

void AppendBody(const TuneMovementCost& edit, std::string& out) {
  Append(LogKind::kTuneMovementCost, out);
  Append(edit.cost, out);
  Append(edit.value, out);
}

void AppendBody(const BlockSpawns& edit, std::string& out) {
  Append(LogKind::kBlockSpawns, out);
  Append(edit.number, out);
  AppendArea(edit.area, out);
  Append(edit.duration_ms, out);
}

void AppendBody(const UnblockSpawns& edit, std::string& out) {
  Append(LogKind::kUnblockSpawns, out);
  Append(edit.number, out);
}

void AppendBody(const StartSpawnSearch& edit, std::string& out) {
  Append(LogKind::kStartSpawnSearch, out);
  AppendArea(edit.area, out);
  Append(static_cast<uint8_t>(edit.all_polys), out);
}

void AppendBody(const CancelSpawnSearch& /*edit*/, std::string& out) {
  Append(LogKind::kCancelSpawnSearch, out);
}

// Reads from the front and remembers the first fault; after it every read gives zeros.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T Read() {
    T value{};
    if (bytes_.size() - at_ < sizeof(T)) {
      Fail("the bytes end early");
    } else {
      std::memcpy(&value, bytes_.data() + at_, sizeof(T));
      at_ += sizeof(T);
    }
    return value;
  }
  platform::Vec3 ReadVec() {
    platform::Vec3 v;
    v.x = Read<float>();
    v.y = Read<float>();
    v.z = Read<float>();
    return v;
  }
  std::string_view ReadText(size_t size) {
    if (bytes_.size() - at_ < size) {
      Fail("the bytes end early");
      return {};
    }
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }

  std::string_view rest() const { return bytes_.substr(at_); }

  void Fail(const std::string& what) {
    if (status_.ok()) {
      status_ = absl::DataLossError(absl::StrCat("command log, offset ", at_, ": ", what));
    }
    at_ = bytes_.size();
  }
  const absl::Status& status() const { return status_; }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  absl::Status status_;
};

// The count of a list; 0 after a fault.
uint8_t ReadCount(Reader& reader, const char* name, int limit) {
  const auto count = reader.Read<uint8_t>();
  if (count <= limit) return count;
  reader.Fail(absl::StrCat(name, " has ", count, " entries, the limit is ", limit));
  return 0;
}

void ReadLists(Reader& reader, nav::PathRequest& request) {
  request.spheres_count = ReadCount(reader, "spheres", nav::kMaxInfluenceSpheres);
  for (size_t i = 0; i < request.spheres_count; ++i) {
    nav::InfluenceSphere& sphere = request.spheres[i];
    sphere.center = reader.ReadVec();
    sphere.radius = reader.Read<float>();
    sphere.inner_weight = reader.Read<float>();
    sphere.outer_weight = reader.Read<float>();
  }
  request.included_count = ReadCount(reader, "included_objects", nav::kMaxIncludedObjects);
  for (size_t i = 0; i < request.included_count; ++i) request.included_objects[i] = reader.Read<uint64_t>();
  request.excluded_count = ReadCount(reader, "excluded_objects", nav::kMaxExcludedObjects);
  for (size_t i = 0; i < request.excluded_count; ++i) request.excluded_objects[i] = reader.Read<uint64_t>();
}

bool ReadBool(Reader& reader, const char* name) {
  const auto value = reader.Read<uint8_t>();
  if (value > 1) {
    reader.Fail(absl::StrCat(name, " is ", value, ", neither 0 nor 1"));
  }
  return value == 1;
}

SubmitPath ReadSubmit(Reader& reader) {
  SubmitPath submit;
  nav::PathRequest& request = submit.request;
  request.start = reader.ReadVec();
  request.end = reader.ReadVec();
  request.reference = reader.ReadVec();
  request.reference_distance = reader.Read<float>();
  request.flags = reader.Read<uint64_t>();
  request.radius = reader.Read<float>();
  request.completion_radius = reader.Read<float>();
  request.adjust_distance_max = reader.Read<float>();
  request.slope_max = reader.Read<float>();
  request.nodes_max = reader.Read<uint32_t>();
  request.points_max = reader.Read<uint32_t>();
  request.start_poly.value = reader.Read<uint32_t>();
  request.mesh = reader.Read<nav::MeshIndex>();
  request.end_mesh = reader.Read<nav::MeshIndex>();
  request.domain = reader.Read<nav::Domain>();
  request.random_seed = reader.Read<uint64_t>();
  request.random_entity = reader.Read<uint64_t>();
  ReadLists(reader, request);
  if (ReadBool(reader, "follows")) submit.follow = WireHandle{reader.Read<uint64_t>()};
  submit.want_polys = ReadBool(reader, "want_polys");
  const auto size = reader.Read<uint8_t>();
  if (size > ClientRef::kBytesMax) {
    reader.Fail(absl::StrCat("client_ref has ", size, " bytes, the limit is ", ClientRef::kBytesMax));
    return submit;
  }
  submit.client_ref = ClientRef::From(reader.ReadText(size));
  return submit;
}

nav::LoadRegionKind ReadRegionKind(Reader& reader) {
  const auto kind = reader.Read<uint8_t>();
  if (kind != static_cast<uint8_t>(nav::LoadRegionKind::kNetworkRespawn) &&
      kind != static_cast<uint8_t>(nav::LoadRegionKind::kScriptRequired)) {
    reader.Fail(absl::StrCat("there is no load region ", kind));
    return nav::LoadRegionKind::kScriptRequired;
  }
  return static_cast<nav::LoadRegionKind>(kind);
}

// Numbers are judged when the command is applied, kinds here: they choose code.
PutObstacle ReadObstacle(Reader& reader) {
  PutObstacle put;
  nav::ObjectDescription& description = put.description;
  put.handle.value = reader.Read<uint64_t>();
  description.kind = reader.Read<nav::ObjectKind>();
  if (static_cast<int>(description.kind) >= nav::kObjectKinds) {
    reader.Fail(absl::StrCat("there is no obstacle kind ", static_cast<int>(description.kind)));
  }
  put.keeps_kind = ReadBool(reader, "keeps_kind");
  description.blocks = reader.Read<uint8_t>();
  description.traits = reader.Read<uint16_t>();
  description.visible = ReadBool(reader, "visible");
  description.pose.origin = reader.ReadVec();
  description.pose.heading = reader.Read<float>();
  description.pose.pitch = reader.Read<float>();
  description.pose.roll = reader.Read<float>();
  description.half_extents = reader.ReadVec();
  description.mass = reader.Read<float>();
  put.vehicle.value = reader.Read<uint64_t>();
  put.door = reader.Read<uint8_t>();
  return put;
}

PutHazard ReadHazard(Reader& reader) {
  PutHazard put;
  put.handle.value = reader.Read<uint64_t>();
  put.hazard.kind = reader.Read<nav::HazardKind>();
  put.hazard.centre = reader.ReadVec();
  put.hazard.radius = reader.Read<float>();
  return put;
}

nav::Area ReadArea(Reader& reader) {
  nav::Area area;
  area.shape = reader.Read<nav::AreaShape>();
  if (static_cast<int>(area.shape) >= nav::kAreaShapes) {
    reader.Fail(absl::StrCat("there is no area shape ", static_cast<int>(area.shape)));
  }
  area.a = reader.ReadVec();
  area.b = reader.ReadVec();
  area.size = reader.Read<float>();
  return area;
}

SetAreaSwitch ReadAreaSwitch(Reader& reader) {
  SetAreaSwitch edit;
  edit.number = reader.Read<uint32_t>();
  edit.kind = reader.Read<nav::SwitchKind>();
  if (edit.kind > nav::SwitchKind::kNavMesh) {
    reader.Fail(absl::StrCat("there is no area switch ", static_cast<int>(edit.kind)));
  }
  edit.on = ReadBool(reader, "on");
  edit.area = ReadArea(reader);
  return edit;
}

BlockSpawns ReadBlockSpawns(Reader& reader) {
  BlockSpawns edit;
  edit.number = reader.Read<uint32_t>();
  edit.area = ReadArea(reader);
  edit.duration_ms = reader.Read<uint32_t>();
  return edit;
}

StartSpawnSearch ReadSpawnSearch(Reader& reader) {
  StartSpawnSearch edit;
  edit.area = ReadArea(reader);
  edit.all_polys = ReadBool(reader, "all_polys");
  return edit;
}

CommandBody ReadBody(Reader& reader) {
  const auto kind = reader.Read<uint8_t>();
  switch (static_cast<LogKind>(kind)) {
    case LogKind::kSubmitPath:
      return ReadSubmit(reader);
    case LogKind::kSubmitQuery: {
      SubmitQuery submit;
      std::string fault;
      const size_t size = ReadQuery(reader.rest(), &submit, &fault);
      if (size == 0) reader.Fail(fault);
      reader.ReadText(size);
      return submit;
    }
    case LogKind::kReleasePath:
      return ReleasePath{{reader.Read<uint64_t>()}};
    case LogKind::kCancelPath:
      return CancelPath{{reader.Read<uint64_t>()}};
    case LogKind::kOrphanSource:
      return OrphanSource{};
    case LogKind::kEndSource:
      return EndSource{};
    case LogKind::kSetFocus: {
      SetFocus focus;
      focus.position = reader.ReadVec();
      focus.velocity = reader.ReadVec();
      focus.switch_ms = reader.Read<uint32_t>();
      return focus;
    }
    case LogKind::kSetRequiredRegion: {
      SetRequiredRegion region;
      region.kind = ReadRegionKind(reader);
      region.center = reader.ReadVec();
      region.radius = reader.Read<float>();
      return region;
    }
    case LogKind::kClearRequiredRegion:
      return ClearRequiredRegion{ReadRegionKind(reader)};
    case LogKind::kSetContentPack: {
      SetContentPack pack;
      pack.group = reader.Read<uint32_t>();
      pack.on = ReadBool(reader, "on");
      return pack;
    }
    case LogKind::kPutObstacle:
      return ReadObstacle(reader);
    case LogKind::kPutHazard:
      return ReadHazard(reader);
    case LogKind::kRemoveObstacle:
      return RemoveObstacle{{reader.Read<uint64_t>()}};
    case LogKind::kSetAreaSwitch:
      return ReadAreaSwitch(reader);
    case LogKind::kRemoveAreaSwitch:
      return RemoveAreaSwitch{reader.Read<uint32_t>()};
    case LogKind::kDisableClimb:
      return DisableClimb{reader.ReadVec()};
    case LogKind::kBlockLadder:
      return BlockLadder{reader.ReadVec()};
    case LogKind::kTuneMovementCost: {
      TuneMovementCost edit;
      edit.cost = reader.Read<uint8_t>();
      edit.value = reader.Read<float>();
      return edit;
    }
    case LogKind::kBlockSpawns:
      return ReadBlockSpawns(reader);
    case LogKind::kUnblockSpawns:
      return UnblockSpawns{reader.Read<uint32_t>()};
    case LogKind::kStartSpawnSearch:
      return ReadSpawnSearch(reader);
    case LogKind::kCancelSpawnSearch:
      return CancelSpawnSearch{};
  }
  reader.Fail(absl::StrCat("there is no command kind ", kind));
  return EndSource{};
}

Command ReadCommand(Reader& reader) {
  Command command;
  command.source = reader.Read<nav::SourceId>();
  command.sequence = reader.Read<uint64_t>();
  command.body = ReadBody(reader);
  return command;
}

}  // namespace

void AppendCommand(const Command& command, std::string& out) {
  Append(command.source, out);
  Append(command.sequence, out);
  std::visit([&](const auto& body) { AppendBody(body, out); }, command.body);
}

absl::StatusOr<Command> DecodeCommand(std::string_view bytes, size_t* size) {
  Reader reader(bytes);
  Command command = ReadCommand(reader);
  if (!reader.status().ok()) return reader.status();
  *size = bytes.size() - reader.rest().size();
  return command;
}

std::string EncodeLog(const CommandLog& log) {
  std::string out;
  Append(kMagic, out);
  Append(kCommandLogVersion, out);
  Append(log.seed, out);
  Append(log.profile_hash, out);
  Append(log.world_build_id, out);
  Append(log.hz, out);
  Append(log.epoch, out);
  Append(static_cast<uint32_t>(log.entries.size()), out);
  for (const LogEntry& entry : log.entries) {
    Append(entry.tick, out);
    AppendCommand(entry.command, out);
  }
  Append(platform::HashBytes(out.data(), out.size()), out);
  return out;
}

absl::StatusOr<CommandLog> DecodeLog(std::string_view bytes) {
  Reader reader(bytes);
  if (reader.Read<uint32_t>() != kMagic) {
    return absl::DataLossError("command log, offset 0: the bytes are no command log");
  }
  const auto version = reader.Read<uint32_t>();
  if (version != kCommandLogVersion) {
    return absl::InvalidArgumentError(
        absl::StrCat("command log: version ", version, ", supported is ", kCommandLogVersion));
  }
  const size_t body_size = bytes.size() - std::min(bytes.size(), sizeof(uint64_t));
  Reader checksum(bytes.substr(body_size));
  if (checksum.Read<uint64_t>() != platform::HashBytes(bytes.data(), body_size)) {
    return absl::DataLossError(
        absl::StrCat("command log, offset ", body_size, ": the checksum does not hold"));
  }

  reader = Reader(bytes.substr(0, body_size));
  reader.Read<uint64_t>();  // magic and version
  CommandLog log;
  log.seed = reader.Read<uint64_t>();
  log.profile_hash = reader.Read<uint64_t>();
  log.world_build_id = reader.Read<uint64_t>();
  log.hz = reader.Read<int32_t>();
  log.epoch = reader.Read<uint64_t>();
  const auto count = reader.Read<uint32_t>();
  if (count > kCommandLogEntriesMax) {
    reader.Fail(absl::StrCat(count, " entries, the limit is ", kCommandLogEntriesMax));
  }
  for (uint32_t i = 0; i < count && reader.status().ok(); ++i) {
    const auto tick = reader.Read<uint64_t>();
    if (!log.entries.empty() && tick < log.entries.back().tick) {
      reader.Fail(absl::StrCat("tick ", tick, " after tick ", log.entries.back().tick));
    }
    log.entries.push_back({tick, ReadCommand(reader)});
  }
  if (reader.status().ok() && !reader.at_end()) {
    reader.Fail("bytes follow the last entry");
  }
  if (!reader.status().ok()) {
    return reader.status();
  }
  return log;
}

}  // namespace footfall::sim
