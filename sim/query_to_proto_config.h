#ifndef FOOTFALL_SIM_QUERY_TO_PROTO_CONFIG_H_
#define FOOTFALL_SIM_QUERY_TO_PROTO_CONFIG_H_

#include "nav/server/nav_request.h"

namespace footfall::v1 {
class NavRequest;
}

namespace footfall::sim {

// The inverse of query_config.h: reading `out` again gives the same request. Fields of `out` that no query
// has are left alone. REQUIRES: `request` is no path request.
void QueryToProto(const nav::NavRequest& request, v1::NavRequest* out);

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_QUERY_TO_PROTO_CONFIG_H_
