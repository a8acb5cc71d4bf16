#ifndef FOOTFALL_SERVER_REQUEST_LIST_H_
#define FOOTFALL_SERVER_REQUEST_LIST_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "footfall/v1/path_service.pb.h"
#include "platform/state_hash.h"
#include "server/errors.h"
#include "server/limits.h"
#include "server/session.h"
#include "sim/published_view.h"

// Lists in pages, by handle. A list is of one view, the one that was published when its first page was asked
// for: the session keeps it until the last page, or until it begins another list. On the strand.
namespace footfall::server {

// Which list a request asks for, with its filters: the same on each page.
template <class Request>
uint64_t ListIdOf(Request request) {
  request.clear_page_token();
  request.clear_page_size();
  if constexpr (requires { request.clear_read(); }) request.clear_read();
  const std::string text = Request::descriptor()->full_name() + request.SerializeAsString();
  return platform::HashBytes(text.data(), text.size());
}

// Opens the page of a token: afterwards session.list_view is the list's view, and `last_handle` the last one
// of the page before, 0 for the first page. `list` is ListIdOf the request: BAD_FIELD for the token of
// another list or filter. TICK_DIFFERS when the token's view is gone.
std::optional<Fault> BeginPage(const std::string& page_token, uint64_t list,
                               const std::shared_ptr<const sim::PublishedView>& latest, Session& session,
                               uint64_t* last_handle);
// The token of the page after the one that ends with this handle, of the list that the session reads.
std::string NextPageToken(const Session& session, uint64_t last_handle);

// Calls `fill` for the rows of the page, all of them ascending by `handle`, and writes the token of the next
// page; at the end it is empty and the session lets the view go.
template <class View, class Fill>
void FillPage(const std::vector<const View*>& rows, uint32_t page_size_asked, uint64_t last_handle,
              Session& session, const Fill& fill, std::string* next_page_token) {
  const size_t page_size = page_size_asked == 0 ? kPageSizeMax : std::min(page_size_asked, kPageSizeMax);
  const auto first = std::find_if(rows.begin(), rows.end(),
                                  [&](const View* row) { return row->handle.value > last_handle; });
  auto it = first;
  for (; it != rows.end() && static_cast<size_t>(it - first) < page_size; ++it) fill(**it);
  if (it == rows.end()) {
    next_page_token->clear();
    session.list_view = nullptr;
  } else {
    *next_page_token = NextPageToken(session, (*(it - 1))->handle.value);
  }
}

// One page of the session's requests.
std::optional<Fault> ListPage(const v1::ListRequestsRequest& request,
                              const std::shared_ptr<const sim::PublishedView>& latest, Session& session,
                              v1::ListRequestsResponse* response);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_REQUEST_LIST_H_
