#ifndef FOOTFALL_SERVER_QUERIES_MESH_QUERIES_H_
#define FOOTFALL_SERVER_QUERIES_MESH_QUERIES_H_

#include <memory>
#include <optional>

#include "footfall/v1/nav.pb.h"
#include "nav/query/query_result.h"
#include "nav/query/query_scratch.h"
#include "platform/profile.h"
#include "server/errors.h"
#include "server/world_host.h"

namespace footfall::server {

// Answers the kinds of questions that are neither a path nor random from a published view: line of sight,
// flood fill, clear area, closest position, audio properties, water edges. Owns its scratch, so one a thread.
class MeshQueries {
 public:
  // Whether Answer takes this kind.
  static bool Takes(v1::NavRequest::KindCase kind);
  // Fills `result`, which is clear, or names the bad field. REQUIRES: Takes(request.kind_case()).
  std::optional<Fault> Answer(const Published& world, const v1::NavRequest& request, v1::NavResult* result);

 private:
  template <class Request, class Run>
  std::optional<Fault> Finish(const Published& world, const v1::NavRequest& question,
                              const absl::StatusOr<Request>& request, Run run, v1::NavResult* result);
  // Makes the scratch anew when a reset brought another profile.
  nav::QueryScratch& ScratchOf(const std::shared_ptr<const platform::Profile>& profile);

  std::shared_ptr<const platform::Profile> profile_;  // of `scratch_`, which does not own it
  std::optional<nav::QueryScratch> scratch_;
  nav::QueryResult answer_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_QUERIES_MESH_QUERIES_H_
