#ifndef FOOTFALL_CLIENTS_CLI_CMD_TILES_H_
#define FOOTFALL_CLIENTS_CLI_CMD_TILES_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall tiles`: which tiles of a served world are there; with points, the polygons below them.
std::unique_ptr<Command> NewTilesCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_TILES_H_
