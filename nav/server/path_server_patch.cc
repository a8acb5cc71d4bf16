#include "nav/server/game_interface.h"
#include "nav/server/path_server_impl.h"

namespace footfall::nav {
namespace {

// Whether what the tracker holds is still so: its polygon is there and its tile the same as at the look-up.
bool IsUpToDate(const NavTracker& tracker, const NavView& view) {
  return tracker.is_valid() && view.Contains(tracker.poly) &&
         view.slot(tracker.poly.mesh()).generation == tracker.tile_generation;
}

}  // namespace

int PathServer::PatchPending(const GameInterface& game, const NavView& view) {
  FOOTFALL_CHECK(!impl_->fields.slice_is_frozen);
  int count = 0;
  const uint32_t end = impl_->table.range(RequestType::kPath).end;
  const SlotSet& pending = impl_->table.pending();
  for (uint32_t i = pending.First(0); i < end; i = pending.First(i + 1)) {
    count += impl_->PatchStart(i, game, view) ? 1 : 0;
    count += impl_->PatchEnd(i, game) ? 1 : 0;
  }
  return count;
}

bool PathServer::Impl::PatchStart(uint32_t index, const GameInterface& game, const NavView& view) {
  const SlotData& slot = table.slot(index);
  if (slot.owner.waiting_ped == 0 || !slot.request.path()->Has(kFlagKeepUpdatingPedStartPosition)) {
    return false;
  }
  PedPlace ped;
  if (!game.FindPed(slot.owner.waiting_ped, slot.owner.look_ahead, ped)) {
    return false;
  }
  platform::Vec3 start = ped.position;
  PolyRef poly;
  if (slot.owner.look_ahead > 0 && ped.look_ahead.has_value()) {
    start = *ped.look_ahead;
  } else if (IsUpToDate(ped.tracker, view)) {
    // The search need not look for the polygon, and walks out of an object on the ped's side of every wall
    // (NAV-099, NAV-100).
    start = ped.tracker.surface;
    poly = ped.tracker.poly;
  }
  if (!IsPointAllowed(start)) {
    return false;
  }
  PathRequest& request = *table.Change(index).request.path();
  request.start = start;
  request.start_poly = poly;
  return true;
}

bool PathServer::Impl::PatchEnd(uint32_t index, const GameInterface& game) {
  const SlotData& slot = table.slot(index);
  platform::Vec3 end;
  if (slot.owner.follow_entity == 0 || !game.FindEntity(slot.owner.follow_entity, end) ||
      !IsPointAllowed(end)) {
    return false;
  }
  table.Change(index).request.path()->end = end;
  return true;
}

}  // namespace footfall::nav
