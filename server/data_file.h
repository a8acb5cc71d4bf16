#ifndef FOOTFALL_SERVER_DATA_FILE_H_
#define FOOTFALL_SERVER_DATA_FILE_H_

#include <string>
#include <variant>

#include "server/errors.h"

namespace footfall::server {

// The file in the server's data directory that a client names in `field`: a plain name, which may leave
// `ending` out (R55). BAD_FIELD for what is no plain name, NAME_UNKNOWN where there is no such file or,
// `folder` empty, no directory, and for a link to a file that lies elsewhere. Any thread.
std::variant<std::string, Fault> DataFile(const std::string& folder, const std::string& field,
                                          const std::string& name, const std::string& ending);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_DATA_FILE_H_
