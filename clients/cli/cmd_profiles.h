#ifndef FOOTFALL_CLIENTS_CLI_CMD_PROFILES_H_
#define FOOTFALL_CLIENTS_CLI_CMD_PROFILES_H_

#include <memory>

#include "clients/cli/command.h"

namespace footfall::cli {

// `footfall profiles`: names, figures and provenance of platform profiles; a profile that fits a load.
std::unique_ptr<Command> NewProfilesCommand();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_CMD_PROFILES_H_
