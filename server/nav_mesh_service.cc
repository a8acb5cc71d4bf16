#include "server/nav_mesh_service.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "nav/mesh/nav_view.h"
#include "nav/query/point_below.h"
#include "nav/stream/load_regions.h"
#include "server/access.h"
#include "server/command_intake.h"
#include "server/convert.h"
#include "server/limits.h"
#include "server/page_token.h"
#include "server/unary_call.h"
#include "sim/query_fields_config.h"

namespace footfall::server {
namespace {

// How far below a point GetPolys looks, m.
constexpr float kBelowMax = 100;
// A square's middle to its side, m.
constexpr float kHalfTile = nav::kTileSize / 2;

// --- Tiles

bool Touches(const v1::Region& region, nav::MeshIndex tile) {
  const platform::Vec2 middle = nav::TileCenter(tile);
  const float dx = std::max(std::fabs(region.center().x() - middle.x) - kHalfTile, 0.0F);
  const float dy = std::max(std::fabs(region.center().y() - middle.y) - kHalfTile, 0.0F);
  return dx * dx + dy * dy <= region.radius() * region.radius();
}

const nav::RequestedTile* RequestedOf(const sim::PublishedView& view, nav::MeshIndex tile) {
  for (const nav::RequestedTile& requested : view.streaming->requested) {
    if (requested.index == tile && requested.wanted) return &requested;
  }
  return nullptr;
}

void FillTile(const sim::PublishedView& view, const nav::Pack::Entry& entry, v1::NavTile* out) {
  const nav::NavView::Slot& slot = view.mesh->slot(entry.index);
  const platform::Vec2 middle = nav::TileCenter(entry.index);
  out->set_index(entry.index);
  FillVec3({middle.x, middle.y, 0}, out->mutable_center());
  out->set_bytes(entry.bytes);
  out->set_generation(slot.generation);
  out->set_has_overlay(slot.overlay != nullptr);
  if (slot.tile != nullptr) {
    out->set_state(v1::TILE_STATE_RESIDENT);
    out->set_polys(static_cast<uint32_t>(slot.tile->polys.size()));
  } else if (const nav::RequestedTile* requested = RequestedOf(view, entry.index)) {
    out->set_state(v1::TILE_STATE_REQUESTED);
    out->set_due_time_ns(requested->due_ns);
  } else {
    out->set_state(v1::TILE_STATE_ABSENT);
  }
}

std::optional<Fault> ListPage(Core& core, const v1::ListTilesRequest& request,
                              v1::ListTilesResponse* response) {
  // A token holds the last index of the page before.
  uint32_t next = 0;
  if (!request.page_token().empty()) {
    uint32_t last = 0;
    if (!ReadPageToken(request.page_token(), &last) || last > nav::kLastMapIndex) {
      return BadField("page_token", "is none of this server's");
    }
    next = last + 1;
  }
  if (request.has_within()) {
    const absl::Status status = sim::CheckRegion("within", request.within());
    if (!status.ok()) return OfConversion(status, "");
  }
  if (!v1::TileState_IsValid(request.state())) {
    return BadField("state", absl::StrCat(static_cast<int>(request.state()), " is no TileState"));
  }
  const sim::PublishedView& view = core.view();
  const uint32_t asked = request.page_size();
  const int page_size = static_cast<int>(asked == 0 ? kPageSizeMax : std::min(asked, kPageSizeMax));
  for (const nav::Pack::Entry& entry : core.world().setup().pack->entries()) {
    if (entry.index < next || entry.index > nav::kLastMapIndex) continue;
    if (request.has_within() && !Touches(request.within(), entry.index)) continue;
    v1::NavTile tile;
    FillTile(view, entry, &tile);
    if (request.state() != v1::TILE_STATE_UNSPECIFIED && tile.state() != request.state()) continue;
    if (response->tiles_size() == page_size) {
      const uint32_t last = response->tiles(page_size - 1).index();
      response->set_next_page_token(PageTokenOf(last));
      break;
    }
    *response->add_tiles() = tile;
  }
  FillStamp(view, response->mutable_stamp());
  response->set_resident_tiles(static_cast<uint32_t>(view.mesh->resident().size()));
  response->set_resident_bytes(view.streaming->resident_bytes);
  response->set_streaming(view.streaming->is_streaming);
  FillVec3(view.streaming->focus, response->mutable_focus());
  return std::nullopt;
}

// --- Polygons

void FillPoly(const nav::PolyView& poly, v1::NavPoly* out) {
  out->set_poly_ref(WirePoly(poly.ref()));
  for (int n = 0; n < poly.vertex_count(); ++n) {
    const platform::Vec3 vertex = poly.Vertex(n);
    for (const float value : {vertex.x, vertex.y, vertex.z}) out->add_xyz(value);
    v1::NavPolyEdge* edge = out->add_edges();
    const uint32_t flags = poly.EdgeFlags(n);
    edge->set_neighbour_ref(WirePoly(poly.Neighbour(n)));
    if (edge->neighbour_ref() != 0) {
      edge->set_adjacency(static_cast<v1::NavAdjacency>(static_cast<int>(poly.Edge(n).type()) + 1));
    }
    edge->set_disabled((flags & nav::kEdgeAdjacencyDisabled) != 0);
    edge->set_provides_cover((flags & nav::kEdgeProvidesCover) != 0);
  }
  out->set_pavement((poly.flags() & nav::kPolyPavement) != 0);
  out->set_water((poly.flags() & nav::kPolyWater) != 0);
  out->set_sheltered((poly.flags() & nav::kPolySheltered) != 0);
  out->set_too_steep((poly.flags() & nav::kPolyTooSteepToWalkOn) != 0);
  out->set_interior((poly.attributes() & nav::kAttrInterior) != 0);
  out->set_road((poly.attributes() & nav::kAttrRoad) != 0);
  out->set_isolated((poly.attributes() & nav::kAttrIsolated) != 0);
  out->set_train_track((poly.attributes() & nav::kAttrTrainTrack) != 0);
  out->set_ped_density(poly.record().ped_density());
  out->set_audio(poly.record().audio);
  out->set_disabled(poly.is_disabled());
  out->set_switched_off(poly.is_switched_off());
}

void FillRef(const nav::NavView& mesh, uint64_t wire, const std::string& field, v1::NavPoly* out) {
  nav::PolyRef ref;
  if (wire != 0 && wire - 1 <= UINT32_MAX) ref.value = static_cast<uint32_t>(wire - 1);
  if (!ref.valid() || !mesh.Contains(ref)) {
    FillStatus(BadField(field, absl::StrCat(wire, " names no polygon of a resident tile")),
               out->mutable_error());
    return;
  }
  FillPoly(mesh.Poly(ref), out);
}

void FillBelow(const nav::NavView& mesh, const v1::Vec3& point, const std::string& field, v1::NavPoly* out) {
  const platform::Vec3 at{point.x(), point.y(), point.z()};
  const nav::PointBelowResult found = nav::PointBelow(mesh, at);
  if (!found.poly.valid() || at.z - found.point.z > kBelowMax) {
    FillStatus(BadField(field, absl::StrCat("no surface within ", kBelowMax, " m below (", at.x, ", ", at.y,
                                            ", ", at.z, ")")),
               out->mutable_error());
    return;
  }
  FillPoly(mesh.Poly(found.poly), out);
  FillVec3(found.point, out->mutable_point());
}

std::optional<Fault> GetBatch(Core& core, const v1::GetPolysRequest& request,
                              v1::GetPolysResponse* response) {
  if (request.poly_ref_size() > 0 && request.below_size() > 0) return BadField("below", "excludes poly_ref");
  if (auto fault = CheckBatch(core, "poly_ref", request.poly_ref_size())) return fault;
  if (auto fault = CheckBatch(core, "below", request.below_size())) return fault;
  const nav::NavView& mesh = *core.view().mesh;
  for (int i = 0; i < request.poly_ref_size(); ++i) {
    FillRef(mesh, request.poly_ref(i), absl::StrCat("poly_ref[", i, "]"), response->add_polys());
  }
  for (int i = 0; i < request.below_size(); ++i) {
    FillBelow(mesh, request.below(i), absl::StrCat("below[", i, "]"), response->add_polys());
  }
  FillStamp(core.view(), response->mutable_stamp());
  return std::nullopt;
}

// Waits for what the read asks for, then answers.
void AwaitAnd(const UnaryCall::Ptr& call, const v1::ReadOptions& read,
              const std::function<std::optional<Fault>()>& answer) {
  Core& core = call->core();
  const uint64_t wait = core.AwaitRead(read, call->session(), [call, answer](const Fault* fault) {
    if (call->answered()) return;
    if (fault != nullptr) return call->Refuse(*fault);
    if (const auto refused = answer()) return call->Refuse(*refused);
    call->Ok();
  });
  if (wait != 0) call->OnEarlyEndDo([&core, wait](const Fault&) { core.waits().Cancel(wait); });
}

}  // namespace

grpc::ServerUnaryReactor* NavMeshServiceImpl::ListTiles(grpc::CallbackServerContext* context,
                                                        const v1::ListTilesRequest* request,
                                                        v1::ListTilesResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.NavMeshService.ListTiles");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    AwaitAnd(call, request->read(),
             [call, request, response] { return ListPage(call->core(), *request, response); });
  });
}

grpc::ServerUnaryReactor* NavMeshServiceImpl::GetPolys(grpc::CallbackServerContext* context,
                                                       const v1::GetPolysRequest* request,
                                                       v1::GetPolysResponse* response) {
  static const v1::Access access = AccessOf("footfall.v1.NavMeshService.GetPolys");
  return UnaryCall::Start(core_, context, access, [request, response](const UnaryCall::Ptr& call) {
    AwaitAnd(call, request->read(),
             [call, request, response] { return GetBatch(call->core(), *request, response); });
  });
}

}  // namespace footfall::server
