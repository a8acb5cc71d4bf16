#include "clients/cli/level.h"

#include <filesystem>

#include "nav/build/build_config.h"
#include "nav/build/city.h"

namespace footfall::cli {

absl::Status ReadLevel(const std::string& obj_path, Level* level) {
  auto soup = nav::ReadObjFile(obj_path, level->import);
  if (!soup.ok()) {
    return soup.status();
  }
  level->soup = *std::move(soup);
  if (!level->materials_path.empty()) {
    auto materials = nav::LoadMaterialMap(level->materials_path);
    if (!materials.ok()) {
      return materials.status();
    }
    level->materials = *std::move(materials);
  }
  const std::filesystem::path path(obj_path);
  const std::string beside = (path.parent_path() / path.stem()).string() + ".annotations.txtpb";
  std::error_code error;
  if (level->annotations_path.empty() && std::filesystem::exists(beside, error)) {
    level->annotations_path = beside;
  }
  if (!level->annotations_path.empty()) {
    auto annotations = nav::LoadAnnotations(level->annotations_path);
    if (!annotations.ok()) {
      return annotations.status();
    }
    level->annotations = *std::move(annotations);
  }
  level->params.source = path.filename().string();
  level->params.import = nav::ObjImportText(level->import);
  return absl::OkStatus();
}

absl::Status MakeCity(GridSize tiles, std::uint64_t seed, Level* level) {
  nav::CityParams city_params;
  city_params.seed = seed;
  city_params.tiles_x = tiles.width;
  city_params.tiles_y = tiles.height;
  auto city = nav::BuildCity(city_params);
  if (!city.ok()) {
    return city.status();
  }
  level->soup = std::move(city->soup);
  level->materials = std::move(city->materials);
  level->annotations = std::move(city->annotations);
  level->params.source = city->params.source;
  return absl::OkStatus();
}

}  // namespace footfall::cli
