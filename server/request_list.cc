#include "server/request_list.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/convert.h"
#include "server/handles.h"
#include "server/limits.h"

namespace footfall::server {
namespace {

// What a page token holds: which view, and the last handle of the page before.
struct PageToken {
  uint64_t epoch;
  uint64_t tick;
  uint64_t open_commands;
  uint64_t last_handle;
};

std::string TokenText(const PageToken& token) {
  return {reinterpret_cast<const char*>(&token), sizeof(token)};
}

}  // namespace

std::optional<Fault> ListPage(const v1::ListRequestsRequest& request,
                              const std::shared_ptr<const sim::PublishedView>& latest, Session& session,
                              v1::ListRequestsResponse* response) {
  uint64_t last_handle = 0;
  if (request.page_token().empty()) {
    session.list_view = latest;
  } else {
    PageToken token;
    if (request.page_token().size() != sizeof(token))
      return BadField("page_token", "is none of this server's");
    std::memcpy(&token, request.page_token().data(), sizeof(token));
    const sim::PublishedView* kept = session.list_view.get();
    if (kept == nullptr || kept->world_epoch != token.epoch || kept->tick != token.tick ||
        kept->open_commands != token.open_commands) {
      return Refusal("TICK_DIFFERS",
                     absl::StrCat("page_token: the list of tick ", token.tick, " is gone; begin again"));
    }
    last_handle = token.last_handle;
  }
  const std::shared_ptr<const sim::PublishedView> view = session.list_view;
  const uint32_t asked = request.page_size();
  const size_t page_size = asked == 0 ? kPageSizeMax : std::min(asked, kPageSizeMax);
  const std::vector<const sim::RequestView*> own = view->OfSource(SourceOf(session));
  const auto first = std::find_if(own.begin(), own.end(),
                                  [&](const sim::RequestView* r) { return r->handle.value > last_handle; });
  auto it = first;
  for (; it != own.end() && static_cast<size_t>(it - first) < page_size; ++it) {
    FillRequest(**it, Detail::kOutcome, response->add_requests());
  }
  FillStamp(*view, response->mutable_stamp());
  if (it == own.end()) {
    session.list_view = nullptr;
  } else {
    response->set_next_page_token(
        TokenText({view->world_epoch, view->tick, view->open_commands, (*(it - 1))->handle.value}));
  }
  return std::nullopt;
}

}  // namespace footfall::server
