#include "sim/obstacle_config.h"

#include <bit>
#include <string>

#include "absl/strings/str_cat.h"
#include "footfall/v1/obstacle.pb.h"
#include "nav/dynamic/object_store.h"

namespace footfall::sim {

namespace {

platform::Vec3 VecOf(const v1::Vec3& v) { return {v.x(), v.y(), v.z()}; }

void VecToProto(const platform::Vec3& v, v1::Vec3* out) {
  out->set_x(v.x);
  out->set_y(v.y);
  out->set_z(v.z);
}

// A list of distinct enum values 1 to `last` as bits: value n is bit n - 1.
template <class List>
absl::StatusOr<unsigned> BitsOf(const char* field, const List& list, int last) {
  unsigned bits = 0;
  for (int i = 0; i < list.size(); ++i) {
    const int value = list.Get(i);
    if (value < 1 || value > last) {
      return absl::InvalidArgumentError(
          absl::StrCat(field, "[", i, "]: ", value, " is not in [1, ", last, "]"));
    }
    const unsigned bit = 1U << (value - 1);
    if ((bits & bit) != 0) {
      return absl::InvalidArgumentError(absl::StrCat(field, "[", i, "]: ", value, " is there twice"));
    }
    bits |= bit;
  }
  return bits;
}

absl::Status ReadVehicle(const v1::PutObstacle& in, PutObstacle& put) {
  const bool is_door = put.description.kind == nav::ObjectKind::kVehicleDoor && !put.keeps_kind;
  if (in.has_vehicle_handle() && !is_door) {
    return absl::InvalidArgumentError("vehicle_handle: is for OBSTACLE_KIND_VEHICLE_DOOR alone");
  }
  if (in.door() != 0 && !is_door) {
    return absl::InvalidArgumentError("door: is for OBSTACLE_KIND_VEHICLE_DOOR alone");
  }
  if (is_door && !put.handle.valid() && !in.has_vehicle_handle()) {
    return absl::InvalidArgumentError("vehicle_handle: not set");
  }
  if (in.door() > 255) {
    return absl::InvalidArgumentError(absl::StrCat("door: ", in.door(), " is not in [0, 255]"));
  }
  put.vehicle.value = in.vehicle_handle();
  put.door = static_cast<uint8_t>(in.door());
  return absl::OkStatus();
}

// The numbers, whoever will own it.
absl::Status CheckNumbers(nav::ObjectDescription description) {
  description.kind = nav::ObjectKind::kBlocker;
  description.owner = {nav::ObjectOwnerKind::kScript, 0, 0};
  return nav::CheckDescription(description);
}

}  // namespace

absl::StatusOr<PutObstacle> ObstacleFromProto(const v1::PutObstacle& in) {
  PutObstacle put;
  nav::ObjectDescription& description = put.description;
  if (in.has_obstacle_handle() && in.obstacle_handle() == 0) {
    return absl::InvalidArgumentError("obstacle_handle: 0 is no handle; leave it unset for a new obstacle");
  }
  put.handle.value = in.obstacle_handle();
  if (!in.has_center()) {
    return absl::InvalidArgumentError("center: not set");
  }
  if (!in.has_half_extents()) {
    return absl::InvalidArgumentError("half_extents: not set");
  }
  if (in.kind() < 0 || in.kind() > nav::kObjectKinds) {
    return absl::InvalidArgumentError(
        absl::StrCat("kind: ", static_cast<int>(in.kind()), " is not in [0, ", nav::kObjectKinds, "]"));
  }
  put.keeps_kind = put.handle.valid() && in.kind() == v1::OBSTACLE_KIND_UNSPECIFIED;
  if (in.kind() != v1::OBSTACLE_KIND_UNSPECIFIED) {
    description.kind = static_cast<nav::ObjectKind>(in.kind() - 1);
  }
  description.pose = {VecOf(in.center()), in.heading(), in.pitch(), in.roll()};
  description.half_extents = VecOf(in.half_extents());
  description.mass = in.mass();
  description.visible = !in.hidden();
  const absl::StatusOr<unsigned> traits =
      BitsOf("traits", in.traits(), std::bit_width(unsigned{nav::kObjectTraits}));
  if (!traits.ok()) {
    return traits.status();
  }
  description.traits = static_cast<uint16_t>(*traits);
  const absl::StatusOr<unsigned> blocks = BitsOf("blocks", in.blocks(), 3);
  if (!blocks.ok()) {
    return blocks.status();
  }
  if (*blocks != 0) {
    description.blocks = static_cast<uint8_t>(*blocks);
  }
  if (absl::Status status = ReadVehicle(in, put); !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckNumbers(description); !status.ok()) {
    return status;
  }
  return put;
}

absl::StatusOr<PutHazard> HazardFromProto(const v1::PutHazard& in) {
  PutHazard put;
  if (in.has_hazard_handle() && in.hazard_handle() == 0) {
    return absl::InvalidArgumentError("hazard_handle: 0 is no handle; leave it unset for a new hazard");
  }
  put.handle.value = in.hazard_handle();
  if (!in.has_center()) {
    return absl::InvalidArgumentError("center: not set");
  }
  if (in.kind() < 1 || in.kind() > 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("kind: ", static_cast<int>(in.kind()), " is not in [1, 2]"));
  }
  put.hazard.kind = static_cast<nav::HazardKind>(in.kind() - 1);
  put.hazard.centre = VecOf(in.center());
  put.hazard.radius = in.radius();
  if (absl::Status status = nav::ObjectStore::CheckHazard(put.hazard); !status.ok()) {
    return status;
  }
  return put;
}

void ObstacleToProto(const PutObstacle& put, v1::PutObstacle* out) {
  const nav::ObjectDescription& description = put.description;
  if (put.handle.valid()) {
    out->set_obstacle_handle(put.handle.value);
  }
  VecToProto(description.pose.origin, out->mutable_center());
  VecToProto(description.half_extents, out->mutable_half_extents());
  out->set_heading(description.pose.heading);
  out->set_pitch(description.pose.pitch);
  out->set_roll(description.pose.roll);
  if (!put.keeps_kind) {
    out->set_kind(static_cast<v1::ObstacleKind>(static_cast<int>(description.kind) + 1));
  }
  for (unsigned rest = description.traits; rest != 0; rest &= rest - 1) {
    out->add_traits(static_cast<v1::ObstacleTrait>(std::countr_zero(rest) + 1));
  }
  if (description.blocks != nav::kObjectBlocksAll) {
    for (unsigned rest = description.blocks; rest != 0; rest &= rest - 1) {
      out->add_blocks(static_cast<v1::ObstacleSearch>(std::countr_zero(rest) + 1));
    }
  }
  out->set_mass(description.mass);
  out->set_hidden(!description.visible);
  if (put.vehicle.valid()) {
    out->set_vehicle_handle(put.vehicle.value);
  }
  out->set_door(put.door);
}

void HazardToProto(const PutHazard& put, v1::PutHazard* out) {
  if (put.handle.valid()) {
    out->set_hazard_handle(put.handle.value);
  }
  out->set_kind(static_cast<v1::HazardKind>(static_cast<int>(put.hazard.kind) + 1));
  VecToProto(put.hazard.centre, out->mutable_center());
  out->set_radius(put.hazard.radius);
}

}  // namespace footfall::sim
