#ifndef FOOTFALL_SERVER_QUERY_ENGINE_H_
#define FOOTFALL_SERVER_QUERY_ENGINE_H_

#include <memory>
#include <optional>

#include "footfall/v1/nav.pb.h"
#include "nav/path/path_result.h"
#include "nav/path/path_search.h"
#include "nav/path/search_trace.h"
#include "platform/profile.h"
#include "server/errors.h"
#include "server/mesh_samplers.h"
#include "server/queries/mesh_queries.h"
#include "server/world_host.h"

namespace footfall::server {

// Answers questions of the query plane from a published view: the kinds that nav.proto marks "query". Owns
// the scratch of its searches, so one a thread; nothing that it does is seen by the world.
class QueryEngine {
 public:
  // `samplers` is not owned and outlives the engine.
  explicit QueryEngine(MeshSamplers& samplers) : samplers_(samplers) {}

  // Fills `result`, which is clear. A bad question has an error instead of an outcome; its
  // fields are named from the question, e.g. "path.start.x".
  void Answer(const Published& world, const v1::NavRequest& request, v1::NavResult* result);

 private:
  std::optional<Fault> AnswerKind(const Published& world, const v1::NavRequest& request,
                                  v1::NavResult* result);
  std::optional<Fault> FindPath(const Published& world, const v1::NavRequest& request, v1::NavResult* result);
  // Makes the searcher anew when a reset brought another profile.
  nav::PathSearch& SearchOf(const std::shared_ptr<const platform::Profile>& profile);

  MeshSamplers& samplers_;
  std::shared_ptr<const platform::Profile> profile_;  // of `search_`, which does not own it
  std::optional<nav::PathSearch> search_;
  nav::PathResult path_;
  MeshQueries queries_;
  nav::SearchTrace trace_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_QUERY_ENGINE_H_
