#include <cmath>

#include "absl/strings/str_cat.h"
#include "footfall/v1/command.pb.h"
#include "nav/stream/tile_set.h"
#include "platform/check.h"
#include "sim/request_bounds.h"
#include "sim/streaming_command.h"

namespace footfall::sim {
namespace {

// Empty when the number is in [low, high].
std::string Outside(const char* field, float value, float low, float high) {
  if (value >= low && value <= high) return "";
  return absl::StrCat(field, ": ", value, " is not in [", low, ", ", high, "]");
}

// A place in the world: half open, its upper limits are outside (NAV-011).
std::string NoPlace(const char* field, const platform::Vec3& at) {
  if (nav::MeshIndexAt(at.x, at.y) == nav::kNoNavMesh) {
    return absl::StrCat(field, ": (", at.x, ", ", at.y, ") is not in the world, [-6000, 9000)");
  }
  return Outside(field, at.z, -kPointZMax, kPointZMax);
}

platform::Vec3 VecOf(const v1::Vec3& v) { return {v.x(), v.y(), v.z()}; }

void SetVec(const platform::Vec3& v, v1::Vec3* out) {
  out->set_x(v.x);
  out->set_y(v.y);
  out->set_z(v.z);
}

absl::Status Bad(const char* kind, const std::string& fault) {
  return absl::InvalidArgumentError(absl::StrCat(kind, ".", fault));
}

absl::StatusOr<nav::LoadRegionKind> KindOf(const char* kind, v1::LoadRegionUse use) {
  switch (use) {
    case v1::LOAD_REGION_USE_UNSPECIFIED:
    case v1::LOAD_REGION_USE_SCRIPT:
      return nav::LoadRegionKind::kScriptRequired;
    case v1::LOAD_REGION_USE_NETWORK_RESPAWN:
      return nav::LoadRegionKind::kNetworkRespawn;
    default:
      return Bad(kind, absl::StrCat("use: ", static_cast<int>(use), " is no use of a region"));
  }
}

v1::LoadRegionUse UseOf(nav::LoadRegionKind kind) {
  return kind == nav::LoadRegionKind::kNetworkRespawn ? v1::LOAD_REGION_USE_NETWORK_RESPAWN
                                                      : v1::LOAD_REGION_USE_SCRIPT;
}

absl::StatusOr<CommandBody> FocusFromProto(const v1::SetFocus& in) {
  if (!in.has_position()) return Bad("set_focus", "position: not set");
  if (in.has_switch_ms() && in.has_velocity()) return Bad("set_focus", "velocity: excludes switch_ms");
  if (in.has_switch_ms() && in.switch_ms() == 0) return Bad("set_focus", "switch_ms: 0 is less than 1");
  const SetFocus out{VecOf(in.position()), VecOf(in.velocity()), in.switch_ms()};
  if (const std::string fault = FaultOf(out); !fault.empty()) return Bad("set_focus", fault);
  return out;
}

absl::StatusOr<CommandBody> RegionFromProto(const v1::SetRequiredRegion& in) {
  if (!in.has_center()) return Bad("set_required_region", "center: not set");
  const absl::StatusOr<nav::LoadRegionKind> kind = KindOf("set_required_region", in.use());
  if (!kind.ok()) return kind.status();
  const SetRequiredRegion out{*kind, VecOf(in.center()), in.radius()};
  if (const std::string fault = FaultOf(out); !fault.empty()) return Bad("set_required_region", fault);
  return out;
}

}  // namespace

std::string FaultOf(const SetFocus& focus) {
  if (std::string fault = NoPlace("position", focus.position); !fault.empty()) return fault;
  for (const float speed : {focus.velocity.x, focus.velocity.y, focus.velocity.z}) {
    if (std::string fault = Outside("velocity", speed, -kFocusSpeedMax, kFocusSpeedMax); !fault.empty())
      return fault;
  }
  if (focus.switch_ms > kFocusSwitchMsMax) {
    return absl::StrCat("switch_ms: ", focus.switch_ms, " is more than ", kFocusSwitchMsMax);
  }
  return "";
}

std::string FaultOf(const SetRequiredRegion& region) {
  platform::Vec3 flat = region.center;
  flat.z = 0;
  if (std::string fault = NoPlace("center", flat); !fault.empty()) return fault;
  return Outside("radius", region.radius, 0, kLengthMax);
}

absl::StatusOr<CommandBody> StreamingFromProto(const v1::Command& command) {
  switch (command.kind_case()) {
    case v1::Command::kSetFocus:
      return FocusFromProto(command.set_focus());
    case v1::Command::kSetRequiredRegion:
      return RegionFromProto(command.set_required_region());
    case v1::Command::kClearRequiredRegion: {
      const auto kind = KindOf("clear_required_region", command.clear_required_region().use());
      if (!kind.ok()) return kind.status();
      return ClearRequiredRegion{*kind};
    }
    case v1::Command::kSetContentPack: {
      const v1::SetContentPack& in = command.set_content_pack();
      if (in.group() == 0 || in.group() > nav::TileSet::kGroupsMax) {
        return Bad("set_content_pack",
                   absl::StrCat("group: ", in.group(), " is not in [1, ", nav::TileSet::kGroupsMax, "]"));
      }
      return SetContentPack{in.group(), in.on()};
    }
    default:
      FOOTFALL_CHECK(false);
  }
}

bool StreamingToProto(const CommandBody& body, v1::Command* out) {
  if (const auto* focus = std::get_if<SetFocus>(&body)) {
    SetVec(focus->position, out->mutable_set_focus()->mutable_position());
    if (focus->switch_ms != 0) {
      out->mutable_set_focus()->set_switch_ms(focus->switch_ms);
    } else if (focus->velocity != platform::Vec3{}) {
      SetVec(focus->velocity, out->mutable_set_focus()->mutable_velocity());
    }
  } else if (const auto* region = std::get_if<SetRequiredRegion>(&body)) {
    SetVec(region->center, out->mutable_set_required_region()->mutable_center());
    out->mutable_set_required_region()->set_radius(region->radius);
    out->mutable_set_required_region()->set_use(UseOf(region->kind));
  } else if (const auto* cleared = std::get_if<ClearRequiredRegion>(&body)) {
    out->mutable_clear_required_region()->set_use(UseOf(cleared->kind));
  } else if (const auto* pack = std::get_if<SetContentPack>(&body)) {
    out->mutable_set_content_pack()->set_group(pack->group);
    out->mutable_set_content_pack()->set_on(pack->on);
  } else {
    return false;
  }
  return true;
}

}  // namespace footfall::sim
