#ifndef FOOTFALL_CLIENTS_CLI_LEVEL_H_
#define FOOTFALL_CLIENTS_CLI_LEVEL_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "clients/cli/parse.h"
#include "nav/build/annotations.h"
#include "nav/build/build_params.h"
#include "nav/build/material_map.h"
#include "nav/build/obj_reader.h"
#include "nav/build/triangle_soup.h"

namespace footfall::cli {

// All that the builder reads, and where it came from.
struct Level {
  // What is asked for.
  nav::ObjImport import;
  nav::BuildParams params;
  std::string materials_path;    // Empty: everything is plain ground.
  std::string annotations_path;  // Empty: `<level>.annotations.txtpb` beside the level, where there is one.
  // What was read.
  nav::TriangleSoup soup;
  nav::MaterialMap materials;
  nav::Annotations annotations;
};

// Reads the level and its side files. Errors name file, line and field.
absl::Status ReadLevel(const std::string& obj_path, Level* level);

// A procedural city; `import` stays unused, and of `params` what was changed is kept.
absl::Status MakeCity(GridSize tiles, std::uint64_t seed, Level* level);

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_LEVEL_H_
