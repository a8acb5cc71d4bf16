#include "clients/cli/path_plane.h"

#include "clients/lib/session.h"

namespace footfall::cli {

absl::StatusOr<v1::NavResult> AskPathPlane(const client::Connection& connection,
                                           const std::string& client_name, const v1::NavRequest& request) {
  client::SessionOptions options;
  options.client_name = client_name;
  absl::StatusOr<client::Session> session = client::Session::Open(connection, options);
  if (!session.ok()) {
    return session.status();
  }
  absl::StatusOr<client::PathHandle> handle = session->SubmitPath(request);
  if (!handle.ok()) {
    return handle.status();
  }
  return handle->Await();
}

}  // namespace footfall::cli
