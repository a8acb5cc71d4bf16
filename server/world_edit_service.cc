#include "server/world_edit_service.h"

#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/access.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/handles.h"
#include "server/request_list.h"
#include "server/write_batch.h"
#include "sim/query_fields_config.h"
#include "sim/world_edit_command.h"

namespace footfall::server {
namespace {

using sim::PublishedView;

// Kinds of Command that edit the world: blocks 50 and 60 of its numbers.
bool IsEdit(const v1::Command& command) {
  const int number = static_cast<int>(command.kind_case());
  return number >= 50 && number < 70;
}

std::optional<Fault> CheckEdits(Core& core, const v1::EditWorldRequest& request) {
  if (auto fault = CheckRequestId(request.request_id())) return fault;
  if (auto fault = CheckBatch(core, "edits", request.edits_size())) return fault;
  for (int i = 0; i < request.edits_size(); ++i) {
    const v1::Command& edit = request.edits(i);
    const std::string field = absl::StrCat("edits[", i, "]");
    if (!IsEdit(edit)) return BadField(field + ".kind", "is no edit of the world");
    if (edit.sequence() != 0 || edit.has_at_tick() || !edit.request_id().empty()) {
      return BadField(field, "sequence, at_tick and request_id stay unset");
    }
  }
  return std::nullopt;
}

// One page of a list of `count` rows, of which fill(index) writes one. The token holds how many came before.
void FillRows(size_t count, uint32_t page_size_asked, uint64_t first, Session& session,
              const std::function<void(size_t)>& fill, std::string* next_page_token) {
  const size_t page_size = page_size_asked == 0 ? kPageSizeMax : std::min(page_size_asked, kPageSizeMax);
  const size_t end = std::min(count, static_cast<size_t>(first) + page_size);
  for (size_t i = static_cast<size_t>(first); i < end; ++i) fill(i);
  if (end >= count) {
    next_page_token->clear();
    session.list_view = nullptr;
  } else {
    *next_page_token = NextPageToken(session, end);
  }
}

// A read of a list: waits for what it asks for, pins the view, and lets `answer(view, first)` write the page.
template <class Request, class Response>
void List(const UnaryCall::Ptr& call, const Request* request, Response* response,
          std::function<void(const PublishedView&, uint64_t, Session&)> answer) {
  Core& core = call->core();
  const auto reply = [call, &core, request, response, answer = std::move(answer)](const Fault* fault) {
    if (call->answered()) return;
    if (fault != nullptr) return call->Refuse(*fault);
    Session& session = *call->session();
    uint64_t first = 0;
    if (const auto gone =
            BeginPage(request->page_token(), ListIdOf(*request), core.published().view, session, &first)) {
      return call->Refuse(*gone);
    }
    const std::shared_ptr<const PublishedView> view = session.list_view;
    answer(*view, first, session);
    FillStamp(*view, response->mutable_stamp());
    call->Ok();
  };
  const uint64_t wait = core.AwaitRead(request->read(), call->session(), reply);
  if (wait != 0) call->OnEarlyEndDo([&core, wait](const Fault&) { core.waits().Cancel(wait); });
}

// ---- Rows

void FillSwitch(const nav::AreaSwitch& row, uint32_t mine, v1::WorldEdit* out) {
  out->set_mine(row.owner == mine);
  v1::Command command;
  sim::WorldEditToProto(sim::SetAreaSwitch{row.number, row.kind, row.on, row.area}, &command);
  if (command.has_set_ped_paths_in_area()) {
    *out->mutable_ped_paths() = command.set_ped_paths_in_area();
  } else {
    *out->mutable_nav_mesh() = command.disable_nav_mesh_in_area();
  }
}

void FillClimb(const nav::NavView& mesh, const nav::DisabledClimb& row, v1::ClosedClimb* out) {
  FillVec3(row.position, out->mutable_position());
  const nav::TileView* const tile = mesh.slot(row.tile).tile;
  if (tile == nullptr) return;
  for (size_t poly = 0; poly < tile->polys.size(); ++poly) {
    const nav::PolyRecord& record = tile->polys[poly];
    if (row.edge < record.first_edge || row.edge >= record.first_edge + uint32_t{record.vertex_count})
      continue;
    out->set_poly_ref(WirePoly(nav::PolyRef(row.tile, static_cast<nav::PolyIndex>(poly))));
    out->set_edge(row.edge - record.first_edge);
  }
}

void FillBlock(const nav::SpawnBlockedArea& row, uint32_t mine, int64_t now_ns, v1::WorldEdit* out) {
  out->set_mine(row.owner == mine);
  v1::BlockSpawns* const block = out->mutable_spawn_block();
  block->set_number(row.number);
  sim::AreaToProto(row.area, block->mutable_area());
  if (row.expires_ns > now_ns) {
    block->set_duration_ms(static_cast<uint32_t>((row.expires_ns - now_ns + 999'999) / 1'000'000));
  }
}

// Row `index` of all tables one behind the other.
void FillEdit(const PublishedView& view, size_t index, uint32_t mine, v1::WorldEdit* out) {
  const nav::WorldEdits& edits = *view.upkeep->edits;
  const auto take = [&index](size_t rows) {
    if (index < rows) return true;
    index -= rows;
    return false;
  };
  if (take(edits.switches.rows().size())) return FillSwitch(edits.switches.rows()[index], mine, out);
  if (take(edits.climbs.waiting().size())) {
    return FillVec3(edits.climbs.waiting()[index], out->mutable_waiting_climb()->mutable_position());
  }
  if (take(edits.climbs.disabled().size())) {
    return FillClimb(*view.mesh, edits.climbs.disabled()[index], out->mutable_climb());
  }
  if (take(edits.ladders.rows().size())) {
    const nav::BlockedLadder& row = edits.ladders.rows()[index];
    FillVec3(row.a, out->mutable_ladder()->mutable_end());
    FillVec3(row.b, out->mutable_ladder()->mutable_other_end());
    out->mutable_ladder()->set_expires_time_ns(row.expires_ns);
    return;
  }
  FillBlock(edits.spawn_blocks.rows()[index], mine, view.sim_time_ns, out);
}

size_t EditsCount(const nav::WorldEdits& edits) {
  return edits.switches.rows().size() + edits.climbs.waiting().size() + edits.climbs.disabled().size() +
         edits.ladders.rows().size() + edits.spawn_blocks.rows().size();
}

void FillCover(const nav::CoverPoint& point, v1::CoverPoint* out) {
  constexpr float kStep = 6.2831853F / 256;
  FillVec3(point.position, out->mutable_position());
  out->set_type(static_cast<v1::CoverType>(static_cast<int>(point.type) + 1));
  const int steps = point.direction > 128 ? point.direction - 256 : point.direction;
  out->set_heading(static_cast<float>(steps) * kStep);
}

void FillCoord(const nav::SpawnCoord& coord, v1::SpawnCoord* out) {
  FillVec3(coord.position, out->mutable_position());
  out->set_poly_ref(WirePoly(coord.poly));
}

bool IsWithin(const v1::Region& region, const nav::CoverPoint& point) {
  const float dx = point.position.x - region.center().x();
  const float dy = point.position.y - region.center().y();
  return dx * dx + dy * dy <= region.radius() * region.radius();
}

}  // namespace

grpc::ServerUnaryReactor* WorldEditServiceImpl::EditWorld(grpc::CallbackServerContext* context,
                                                          const v1::EditWorldRequest* request,
                                                          v1::EditWorldResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldEditService.EditWorld");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    if (const auto fault = CheckEdits(call->core(), *request)) return call->Refuse(*fault);
    const auto admit = [call, request](int i, const CommandOrigin& from, const PendingCommand::Done& done) {
      return AdmitCommand(call->core(), from, request->edits(i), absl::StrCat("edits[", i, "]"), done);
    };
    Once<v1::EditWorldResponse>::Start(
        call, "EditWorld", request->request_id(), response,
        [call, request, admit](const Once<v1::EditWorldResponse>& once) {
          CommandOrigin origin;
          origin.session = call->session();
          if (request->has_at_tick()) origin.at_tick = request->at_tick();
          bool accepted = false;
          if (const auto fault = ChooseReply(call->core(), *call->session(), request->reply_when(),
                                             origin.at_tick, &accepted)) {
            return once.Fail(*fault);
          }
          Write<v1::EditWorldResponse>(call, once, request->edits_size(), origin, accepted, admit);
        });
  });
}

grpc::ServerUnaryReactor* WorldEditServiceImpl::ListWorldEdits(grpc::CallbackServerContext* context,
                                                               const v1::ListWorldEditsRequest* request,
                                                               v1::ListWorldEditsResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldEditService.ListWorldEdits");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    List(call, request, response, [=](const PublishedView& view, uint64_t first, Session& session) {
      const uint32_t mine = SourceOf(session);
      FillRows(
          EditsCount(*view.upkeep->edits), request->page_size(), first, session,
          [&](size_t i) { FillEdit(view, i, mine, response->add_edits()); },
          response->mutable_next_page_token());
    });
  });
}

grpc::ServerUnaryReactor* WorldEditServiceImpl::ListCoverPoints(grpc::CallbackServerContext* context,
                                                                const v1::ListCoverPointsRequest* request,
                                                                v1::ListCoverPointsResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldEditService.ListCoverPoints");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    if (request->has_within()) {
      const absl::Status status = sim::CheckRegion("within", request->within());
      if (!status.ok()) return call->Refuse(OfConversion(status, ""));
    }
    List(call, request, response, [=](const PublishedView& view, uint64_t first, Session& session) {
      std::vector<const nav::CoverPoint*> rows;
      for (const nav::CoverPoint& point : *view.upkeep->cover) {
        if (!request->has_within() || IsWithin(request->within(), point)) rows.push_back(&point);
      }
      response->set_rounds(view.upkeep->figures.cover_rounds);
      FillRows(
          rows.size(), request->page_size(), first, session,
          [&](size_t i) { FillCover(*rows[i], response->add_points()); },
          response->mutable_next_page_token());
    });
  });
}

grpc::ServerUnaryReactor* WorldEditServiceImpl::ListWaterEdges(grpc::CallbackServerContext* context,
                                                               const v1::ListWaterEdgesRequest* request,
                                                               v1::ListWaterEdgesResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldEditService.ListWaterEdges");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    List(call, request, response, [=](const PublishedView& view, uint64_t first, Session& session) {
      const std::vector<nav::WaterEdge>& rows = *view.upkeep->water;
      response->set_rounds(view.upkeep->figures.water_rounds);
      const auto fill = [&](size_t i) {
        v1::WaterEdge* const out = response->add_edges();
        FillVec3(rows[i].position, out->mutable_position());
        out->set_poly_ref(WirePoly(rows[i].poly));
        out->set_edge(rows[i].edge);
        out->set_distance(rows[i].distance);
      };
      FillRows(rows.size(), request->page_size(), first, session, fill, response->mutable_next_page_token());
    });
  });
}

grpc::ServerUnaryReactor* WorldEditServiceImpl::ListSpawnCoords(grpc::CallbackServerContext* context,
                                                                const v1::ListSpawnCoordsRequest* request,
                                                                v1::ListSpawnCoordsResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldEditService.ListSpawnCoords");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    List(call, request, response, [=](const PublishedView& view, uint64_t first, Session& session) {
      const std::vector<nav::SpawnCoord>& rows = *view.upkeep->ambient;
      response->set_searches(view.upkeep->figures.ambient_searches);
      FillRows(
          rows.size(), request->page_size(), first, session,
          [&](size_t i) { FillCoord(rows[i], response->add_coords()); }, response->mutable_next_page_token());
    });
  });
}

grpc::ServerUnaryReactor* WorldEditServiceImpl::GetSpawnSearch(grpc::CallbackServerContext* context,
                                                               const v1::GetSpawnSearchRequest* request,
                                                               v1::GetSpawnSearchResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.WorldEditService.GetSpawnSearch");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    List(call, request, response, [=](const PublishedView& view, uint64_t first, Session& session) {
      const sim::SpawnSearchView& search = *view.upkeep->opponent;
      const bool is_idle = search.state == nav::SpawnSearchState::kIdle;
      const bool is_mine = !is_idle && search.request.owner == SourceOf(session);
      response->set_taken(!is_idle && !is_mine);
      response->set_state(v1::SPAWN_SEARCH_STATE_IDLE);
      size_t count = 0;
      if (is_mine) {
        response->set_state(static_cast<v1::SpawnSearchState>(static_cast<int>(search.state) + 1));
        sim::AreaToProto(search.request.area, response->mutable_search()->mutable_area());
        response->mutable_search()->set_all_polys(search.request.all_polys);
        response->set_found(search.found);
        count = search.coords.size();
      }
      FillRows(
          count, request->page_size(), first, session,
          [&](size_t i) { FillCoord(search.coords[i], response->add_coords()); },
          response->mutable_next_page_token());
    });
  });
}

}  // namespace footfall::server
