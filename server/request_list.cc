#include "server/request_list.h"

#include "absl/strings/str_cat.h"
#include "server/convert.h"
#include "server/handles.h"
#include "server/page_token.h"

namespace footfall::server {
namespace {

// What a page token holds: which view, and the last handle of the page before.
struct PageToken {
  uint64_t epoch;
  uint64_t tick;
  uint64_t open_commands;
  uint64_t last_handle;
  uint64_t list;  // ListIdOf
};

}  // namespace

std::string NextPageToken(const Session& session, uint64_t last_handle) {
  const sim::PublishedView& view = *session.list_view;
  const PageToken token{view.world_epoch, view.tick, view.open_commands, last_handle, session.list_id};
  return PageTokenOf(token);
}

std::optional<Fault> BeginPage(const std::string& page_token, uint64_t list,
                               const std::shared_ptr<const sim::PublishedView>& latest, Session& session,
                               uint64_t* last_handle) {
  *last_handle = 0;
  if (page_token.empty()) {
    session.list_view = latest;
    session.list_id = list;
    return std::nullopt;
  }
  PageToken token;
  if (!ReadPageToken(page_token, &token)) return BadField("page_token", "is none of this server's");
  if (token.list != list) return BadField("page_token", "is of another list, or of another filter");
  const sim::PublishedView* kept = session.list_view.get();
  if (kept == nullptr || session.list_id != list || kept->world_epoch != token.epoch ||
      kept->tick != token.tick || kept->open_commands != token.open_commands) {
    return Refusal("TICK_DIFFERS",
                   absl::StrCat("page_token: the list of tick ", token.tick, " is gone; begin again"));
  }
  *last_handle = token.last_handle;
  return std::nullopt;
}

std::optional<Fault> ListPage(const v1::ListRequestsRequest& request,
                              const std::shared_ptr<const sim::PublishedView>& latest, Session& session,
                              v1::ListRequestsResponse* response) {
  uint64_t last_handle = 0;
  if (auto fault = BeginPage(request.page_token(), ListIdOf(request), latest, session, &last_handle))
    return fault;
  const std::shared_ptr<const sim::PublishedView> view = session.list_view;
  FillPage(
      view->OfSource(SourceOf(session)), request.page_size(), last_handle, session,
      [response](const sim::RequestView& own) {
        FillRequest(own, Detail::kOutcome, response->add_requests());
      },
      response->mutable_next_page_token());
  FillStamp(*view, response->mutable_stamp());
  return std::nullopt;
}

}  // namespace footfall::server
