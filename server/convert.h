#ifndef FOOTFALL_SERVER_CONVERT_H_
#define FOOTFALL_SERVER_CONVERT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "footfall/v1/common.pb.h"
#include "footfall/v1/nav.pb.h"
#include "nav/mesh/types.h"
#include "nav/path/path_result.h"
#include "platform/vec.h"
#include "server/errors.h"
#include "sim/published_view.h"

// From plain values to messages. Any thread.
namespace footfall::server {

// How much of a result goes out.
enum class Detail : uint8_t {
  kOutcome,  // outcome, timing and client_ref: Poll, lists, Attach
  kPoints,   // all: Fetch, Step with want_results
};

void FillVec3(platform::Vec3 v, v1::Vec3* out);
// Opaque on the wire and never 0.
uint64_t WirePoly(nav::PolyRef poly);
// 8 bytes, high byte first, so that they read like platform::HashText.
std::string WireHash(uint64_t hash);

void FillStamp(const sim::PublishedView& view, v1::WorldStamp* out);
void FillHash(uint64_t tick, const platform::StateDigest& digest, v1::StateHash* out);
// A path search's answer without handle and timing. `out` is clear.
void FillPath(const nav::PathResult& result, bool want_polys, v1::NavResult* out);
// A live request of the path plane. `out` is clear.
void FillRequest(const sim::RequestView& request, Detail detail, v1::NavResult* out);

// What of `expect` differs from the view, if anything.
std::optional<Fault> CheckExpect(const v1::Expect& expect, const sim::PublishedView& view);

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_CONVERT_H_
