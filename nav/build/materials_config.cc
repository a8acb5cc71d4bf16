#include "absl/strings/str_cat.h"
#include "footfall/config/v1/material_map.pb.h"
#include "nav/build/build_config.h"
#include "nav/mesh/types.h"
#include "platform/text_config.h"

namespace footfall::nav {
namespace {

constexpr uint32_t kAudioMax = 15;

SurfaceAttributes SurfaceOf(const config::v1::Material& material) {
  SurfaceAttributes surface;
  surface.walkable = !material.has_walkable() || material.walkable();
  surface.shallow_water = material.shallow_water();
  surface.deep_water = material.water() && !material.shallow_water();
  if (material.pavement()) surface.flags |= kPolyPavement;
  const auto set = [&surface](bool on, PolyAttribute bit) {
    if (on) surface.attributes = static_cast<uint16_t>(surface.attributes | bit);
  };
  set(material.road(), kAttrRoad);
  set(material.interior(), kAttrInterior);
  set(material.train_track(), kAttrTrainTrack);
  set(material.network_spawn(), kAttrNetworkSpawnCandidate);
  set(material.near_vehicle_node(), kAttrNearVehicleLane);
  surface.audio = static_cast<uint8_t>(material.audio());
  surface.ped_density = static_cast<uint8_t>(material.ped_density());
  return surface;
}

absl::StatusOr<MaterialMap> FromProto(const config::v1::MaterialMap& proto, std::string_view name) {
  MaterialMap map;
  for (const config::v1::Material& material : proto.materials()) {
    const std::string where = absl::StrCat(std::string(name), ": material \"", material.name(), "\": ");
    for (const MaterialMap::Entry& entry : map.entries) {
      if (entry.name == material.name())
        return absl::InvalidArgumentError(absl::StrCat(where, "listed twice"));
    }
    if (material.audio() > kAudioMax) {
      return absl::InvalidArgumentError(
          absl::StrCat(where, "audio ", material.audio(), ", limit ", kAudioMax));
    }
    if (material.ped_density() > static_cast<uint32_t>(kMaxPedDensity)) {
      return absl::InvalidArgumentError(
          absl::StrCat(where, "ped_density ", material.ped_density(), ", limit ", kMaxPedDensity));
    }
    map.entries.push_back({material.name(), material.priority(), SurfaceOf(material)});
  }
  return map;
}

}  // namespace

absl::StatusOr<MaterialMap> ParseMaterialMap(std::string_view text, const std::string& name) {
  config::v1::MaterialMap proto;
  if (absl::Status status = platform::ParseTextConfig(text, name, &proto); !status.ok()) return status;
  return FromProto(proto, name);
}

absl::StatusOr<MaterialMap> LoadMaterialMap(const std::string& path) {
  config::v1::MaterialMap proto;
  if (absl::Status status = platform::LoadTextConfig(path, &proto); !status.ok()) return status;
  return FromProto(proto, path);
}

}  // namespace footfall::nav
