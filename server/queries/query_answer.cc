#include "server/queries/query_answer.h"

#include "nav/query/line_of_sight.h"
#include "server/convert.h"
#include "sim/outcome.h"

namespace footfall::server {
namespace {

v1::NavOutcome OutcomeOfSegment(nav::SegmentState state) {
  switch (state) {
    case nav::SegmentState::kClear:
      return v1::NAV_OUTCOME_COMPLETE;
    case nav::SegmentState::kNotResident:
      return v1::NAV_OUTCOME_NOT_RESIDENT;
    case nav::SegmentState::kOffMesh:
      return v1::NAV_OUTCOME_BAD_ENDPOINT;
    case nav::SegmentState::kBlockedByMesh:
    case nav::SegmentState::kBlockedByObject:
    case nav::SegmentState::kNotReached:
      break;
  }
  return v1::NAV_OUTCOME_NO_PATH;
}

// Segments that were not tested have no hit: those that were are the first ones.
void FillSegments(const nav::QueryResult& result, v1::NavResult* out) {
  for (const nav::QueryItem& item : result.items) {
    const nav::SegmentState state = StateOf(item);
    if (state == nav::SegmentState::kNotReached) break;
    v1::NavHit* hit = out->add_hits();
    FillHit(item, hit);
    hit->set_outcome(OutcomeOfSegment(state));
  }
}

void FillAudio(const nav::QueryResult& result, v1::NavResult* out) {
  for (const nav::QueryItem& item : result.items) {
    v1::NavHit* hit = out->add_hits();
    FillHit(item, hit);
    hit->set_audio_properties(item.bits & 0xF);
  }
}

}  // namespace

void Conclude(nav::CompletionCode code, v1::NavResult* out) {
  out->set_outcome(static_cast<v1::NavOutcome>(sim::OutcomeOf(code)));
  out->set_completion_code(static_cast<v1::CompletionCode>(static_cast<int>(code) + 1));
}

void FillStart(nav::PolyRef poly, platform::Vec3 used, float moved, v1::NavResult* out) {
  v1::NavSnap* snap = out->mutable_start_snap();
  if (!poly.valid()) return;
  FillVec3(used, out->mutable_start_used());
  snap->set_poly_ref(WirePoly(poly));
  snap->set_moved(moved);
}

void FillHit(const nav::QueryItem& item, v1::NavHit* out) {
  FillVec3(item.position, out->mutable_position());
  FillVec3(item.normal, out->mutable_normal());
  if ((item.bits & nav::kItemIsArea) != 0) {
    out->set_area(item.value);
  } else {
    out->set_distance(item.value);
  }
  out->set_over_mesh((item.bits & nav::kItemOverMesh) != 0);
  if (item.poly.valid()) out->set_poly_ref(WirePoly(item.poly));
  out->set_outcome(v1::NAV_OUTCOME_COMPLETE);
}

void FillQuery(const nav::QueryResult& result, v1::NavRequest::KindCase kind, v1::NavResult* out) {
  Conclude(result.code, out);
  switch (kind) {
    case v1::NavRequest::kLineOfSight:
      FillStart(result.start_poly, result.start_used, result.start_moved, out);
      FillSegments(result, out);
      return;
    case v1::NavRequest::kAudio:
      FillStart(result.start_poly, result.start_used, result.start_moved, out);
      FillAudio(result, out);
      return;
    case v1::NavRequest::kFloodFill:
      FillStart(result.start_poly, result.start_used, result.start_moved, out);
      break;
    default:
      break;
  }
  for (const nav::QueryItem& item : result.items) FillHit(item, out->add_hits());
}

}  // namespace footfall::server
