#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "footfall/v1/command.pb.h"
#include "nav/upkeep/area.h"
#include "platform/check.h"
#include "platform/movement_cost_names.h"
#include "sim/world_edit_command.h"

namespace footfall::sim {
namespace {

using nav::Area;
using nav::AreaShape;

// Of a name that is none, as much as a message shows.
constexpr size_t kCostNameShown = 64;

absl::Status Bad(const char* kind, const std::string& fault) {
  return absl::InvalidArgumentError(absl::StrCat(kind, ".", fault));
}

platform::Vec3 VecOf(const v1::Vec3& v) { return {v.x(), v.y(), v.z()}; }

void SetVec(const platform::Vec3& v, v1::Vec3* out) {
  out->set_x(v.x);
  out->set_y(v.y);
  out->set_z(v.z);
}

std::string BadPosition(const platform::Vec3& position) {
  if (std::string fault = nav::FaultOf(Area::Box(position, position)); !fault.empty()) {
    return absl::StrCat("position", fault.substr(1));
  }
  return "";
}

// The names of v1 for the two points and the size of an area.
std::string WithNamesOf(AreaShape shape, const std::string& fault) {
  static constexpr const char* kNames[nav::kAreaShapes][3] = {
      {"box.min", "box.max", "box"},
      {"sphere.center", "sphere", "sphere.radius"},
      {"cylinder.base", "cylinder.height", "cylinder.radius"},
      {"angled.from", "angled.to", "angled.width"}};
  const auto& names = kNames[static_cast<int>(shape)];
  const size_t colon = fault.find(':');
  const std::string field = fault.substr(0, colon);
  const char* name = field == "a" ? names[0] : field == "b" ? names[1] : names[2];
  return absl::StrCat("area.", name, fault.substr(colon));
}

// What is wrong with an area that must be one of two shapes.
std::string BadArea(const Area& area, AreaShape one, AreaShape other, const char* wanted) {
  if (area.shape != one && area.shape != other) return absl::StrCat("area: ", wanted, " is wanted");
  const std::string fault = nav::FaultOf(area);
  return fault.empty() ? "" : WithNamesOf(area.shape, fault);
}

std::string BadPlace(const Area& area) {
  return BadArea(area, AreaShape::kBox, AreaShape::kSphere, "a box or a sphere");
}

absl::StatusOr<Area> AreaFromProto(const char* kind, const v1::Area& in) {
  switch (in.shape_case()) {
    case v1::Area::kBox:
      if (!in.box().has_min()) return Bad(kind, "area.box.min: not set");
      if (!in.box().has_max()) return Bad(kind, "area.box.max: not set");
      return Area::Box(VecOf(in.box().min()), VecOf(in.box().max()));
    case v1::Area::kSphere:
      if (!in.sphere().has_center()) return Bad(kind, "area.sphere.center: not set");
      return Area::Sphere(VecOf(in.sphere().center()), in.sphere().radius());
    case v1::Area::kCylinder:
      if (!in.cylinder().has_base()) return Bad(kind, "area.cylinder.base: not set");
      if (!(in.cylinder().height() >= 0)) {
        return Bad(kind, absl::StrCat("area.cylinder.height: ", in.cylinder().height(), " is less than 0"));
      }
      return Area::Cylinder(VecOf(in.cylinder().base()), in.cylinder().radius(), in.cylinder().height());
    case v1::Area::kAngled:
      if (!in.angled().has_from()) return Bad(kind, "area.angled.from: not set");
      if (!in.angled().has_to()) return Bad(kind, "area.angled.to: not set");
      return Area::Angled(VecOf(in.angled().from()), VecOf(in.angled().to()), in.angled().width());
    case v1::Area::SHAPE_NOT_SET:
      break;
  }
  return Bad(kind, "area: not set");
}

// The body once its area is known, or what is wrong with it.
template <class Body>
absl::StatusOr<CommandBody> WithArea(const char* kind, const v1::Area& in, Body body) {
  absl::StatusOr<Area> area = AreaFromProto(kind, in);
  if (!area.ok()) return area.status();
  body.area = *area;
  if (const std::string fault = FaultOf(body); !fault.empty()) return Bad(kind, fault);
  return body;
}

template <class Body, class Message>
absl::StatusOr<CommandBody> WithPosition(const char* kind, const Message& in) {
  if (!in.has_position()) return Bad(kind, "position: not set");
  const Body body{VecOf(in.position())};
  if (const std::string fault = FaultOf(body); !fault.empty()) return Bad(kind, fault);
  return body;
}

absl::StatusOr<CommandBody> TuneFromProto(const v1::TuneMovementCost& in) {
  const std::optional<uint8_t> number = platform::MovementCostNumber(in.name());
  if (!number.has_value()) {
    return Bad("tune_movement_cost",
               absl::StrCat("name: \"", in.name().substr(0, kCostNameShown), "\" is none of ",
                            absl::StrJoin(platform::MovementCostNames(), ", ")));
  }
  const TuneMovementCost body{*number, in.value()};
  if (const std::string fault = FaultOf(body); !fault.empty()) return Bad("tune_movement_cost", fault);
  return body;
}

}  // namespace

std::string FaultOf(const SetAreaSwitch& edit) { return BadPlace(edit.area); }
std::string FaultOf(const DisableClimb& edit) { return BadPosition(edit.position); }
std::string FaultOf(const BlockLadder& edit) { return BadPosition(edit.position); }

std::string FaultOf(const BlockSpawns& edit) {
  if (edit.duration_ms > kSpawnBlockMsMax) {
    return absl::StrCat("duration_ms: ", edit.duration_ms, " is more than ", kSpawnBlockMsMax);
  }
  return BadPlace(edit.area);
}

std::string FaultOf(const StartSpawnSearch& edit) {
  return BadArea(edit.area, AreaShape::kCylinder, AreaShape::kAngled, "a cylinder or an angled area");
}

std::string FaultOf(const TuneMovementCost& edit) {
  if (edit.cost >= platform::MovementCostNames().size()) {
    return absl::StrCat("name: number ", edit.cost, " is no movement cost");
  }
  // Written so that NaN fails.
  if (!(edit.value >= 0 && edit.value <= static_cast<float>(platform::kMovementCostMax))) {
    return absl::StrCat("value: ", edit.value, " is not in [0, ", platform::kMovementCostMax, "]");
  }
  return {};
}

absl::StatusOr<CommandBody> WorldEditFromProto(const v1::Command& command) {
  switch (command.kind_case()) {
    case v1::Command::kSetPedPathsInArea: {
      const v1::SetPedPathsInArea& in = command.set_ped_paths_in_area();
      return WithArea("set_ped_paths_in_area", in.area(),
                      SetAreaSwitch{in.number(), nav::SwitchKind::kPedPaths, in.on(), {}});
    }
    case v1::Command::kDisableNavMeshInArea: {
      const v1::DisableNavMeshInArea& in = command.disable_nav_mesh_in_area();
      return WithArea("disable_nav_mesh_in_area", in.area(),
                      SetAreaSwitch{in.number(), nav::SwitchKind::kNavMesh, in.enable(), {}});
    }
    case v1::Command::kRemoveAreaSwitchNumber:
      return RemoveAreaSwitch{command.remove_area_switch_number()};
    case v1::Command::kDisableClimb:
      return WithPosition<DisableClimb>("disable_climb", command.disable_climb());
    case v1::Command::kBlockLadder:
      return WithPosition<BlockLadder>("block_ladder", command.block_ladder());
    case v1::Command::kBlockSpawns: {
      const v1::BlockSpawns& in = command.block_spawns();
      return WithArea("block_spawns", in.area(), BlockSpawns{in.number(), {}, in.duration_ms()});
    }
    case v1::Command::kUnblockSpawnsNumber:
      return UnblockSpawns{command.unblock_spawns_number()};
    case v1::Command::kStartSpawnSearch: {
      const v1::StartSpawnSearch& in = command.start_spawn_search();
      return WithArea("start_spawn_search", in.area(), StartSpawnSearch{{}, in.all_polys()});
    }
    case v1::Command::kCancelSpawnSearch:
      return CancelSpawnSearch{};
    case v1::Command::kTuneMovementCost:
      return TuneFromProto(command.tune_movement_cost());
    default:
      FOOTFALL_CHECK(false);
  }
}

void AreaToProto(const Area& area, v1::Area* out) {
  switch (area.shape) {
    case AreaShape::kBox:
      SetVec(area.a, out->mutable_box()->mutable_min());
      SetVec(area.b, out->mutable_box()->mutable_max());
      return;
    case AreaShape::kSphere:
      SetVec(area.a, out->mutable_sphere()->mutable_center());
      out->mutable_sphere()->set_radius(area.size);
      return;
    case AreaShape::kCylinder:
      SetVec(area.a, out->mutable_cylinder()->mutable_base());
      out->mutable_cylinder()->set_radius(area.size);
      out->mutable_cylinder()->set_height(area.b.z - area.a.z);
      return;
    case AreaShape::kAngled:
      SetVec(area.a, out->mutable_angled()->mutable_from());
      SetVec(area.b, out->mutable_angled()->mutable_to());
      out->mutable_angled()->set_width(area.size);
      return;
  }
}

bool WorldEditToProto(const CommandBody& body, v1::Command* out) {
  if (const auto* edit = std::get_if<SetAreaSwitch>(&body)) {
    if (edit->kind == nav::SwitchKind::kPedPaths) {
      out->mutable_set_ped_paths_in_area()->set_number(edit->number);
      out->mutable_set_ped_paths_in_area()->set_on(edit->on);
      AreaToProto(edit->area, out->mutable_set_ped_paths_in_area()->mutable_area());
    } else {
      out->mutable_disable_nav_mesh_in_area()->set_number(edit->number);
      out->mutable_disable_nav_mesh_in_area()->set_enable(edit->on);
      AreaToProto(edit->area, out->mutable_disable_nav_mesh_in_area()->mutable_area());
    }
  } else if (const auto* removed = std::get_if<RemoveAreaSwitch>(&body)) {
    out->set_remove_area_switch_number(removed->number);
  } else if (const auto* climb = std::get_if<DisableClimb>(&body)) {
    SetVec(climb->position, out->mutable_disable_climb()->mutable_position());
  } else if (const auto* ladder = std::get_if<BlockLadder>(&body)) {
    SetVec(ladder->position, out->mutable_block_ladder()->mutable_position());
  } else if (const auto* block = std::get_if<BlockSpawns>(&body)) {
    out->mutable_block_spawns()->set_number(block->number);
    AreaToProto(block->area, out->mutable_block_spawns()->mutable_area());
    out->mutable_block_spawns()->set_duration_ms(block->duration_ms);
  } else if (const auto* unblock = std::get_if<UnblockSpawns>(&body)) {
    out->set_unblock_spawns_number(unblock->number);
  } else if (const auto* search = std::get_if<StartSpawnSearch>(&body)) {
    AreaToProto(search->area, out->mutable_start_spawn_search()->mutable_area());
    out->mutable_start_spawn_search()->set_all_polys(search->all_polys);
  } else if (std::holds_alternative<CancelSpawnSearch>(body)) {
    out->mutable_cancel_spawn_search();
  } else if (const auto* tune = std::get_if<TuneMovementCost>(&body)) {
    out->mutable_tune_movement_cost()->set_name(platform::MovementCostNames()[tune->cost]);
    out->mutable_tune_movement_cost()->set_value(tune->value);
  } else {
    return false;
  }
  return true;
}

}  // namespace footfall::sim
