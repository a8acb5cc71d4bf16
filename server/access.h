#ifndef FOOTFALL_SERVER_ACCESS_H_
#define FOOTFALL_SERVER_ACCESS_H_

#include <string>

#include "footfall/v1/role.pb.h"

namespace footfall::server {

// Who may call a method, from the option `access` in its .proto, e.g. of "footfall.v1.PathService.Submit".
// Any thread. REQUIRES: the method exists and has the option, which proto_test holds for all of them.
v1::Access AccessOf(const std::string& method);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_ACCESS_H_
