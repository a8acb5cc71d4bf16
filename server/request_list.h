#ifndef FOOTFALL_SERVER_REQUEST_LIST_H_
#define FOOTFALL_SERVER_REQUEST_LIST_H_

#include <memory>
#include <optional>

#include "footfall/v1/path_service.pb.h"
#include "server/errors.h"
#include "server/session.h"
#include "sim/published_view.h"

namespace footfall::server {

// One page of the session's requests, by handle. A list is of one view, the one that was published when its
// first page was asked for: the session keeps it until the last page, or until it begins another list. On the
// strand.
std::optional<Fault> ListPage(const v1::ListRequestsRequest& request,
                              const std::shared_ptr<const sim::PublishedView>& latest, Session& session,
                              v1::ListRequestsResponse* response);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_REQUEST_LIST_H_
