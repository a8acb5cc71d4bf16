#ifndef FOOTFALL_CLIENTS_CLI_VERSION_H_
#define FOOTFALL_CLIENTS_CLI_VERSION_H_

#include <string>

namespace footfall::cli {

// "footfall 0.1.0, state schema 1, builder 1".
std::string VersionText();

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_VERSION_H_
