#ifndef FOOTFALL_SERVER_MESH_SAMPLERS_H_
#define FOOTFALL_SERVER_MESH_SAMPLERS_H_

#include <memory>
#include <mutex>

#include "nav/mesh/nav_view.h"
#include "nav/query/flood.h"
#include "nav/query/random_point.h"

namespace footfall::server {

// What random points need of a mesh and what takes long to make.
struct MeshSampler {
  std::shared_ptr<const nav::MeshComponents> components;
  nav::PointSampler points;
};

// The sampler of the mesh that was asked for last: it is made at the first question and kept until the mesh
// changes. Any thread.
class MeshSamplers {
 public:
  std::shared_ptr<const MeshSampler> Of(const std::shared_ptr<const nav::NavView>& mesh);

 private:
  std::mutex mutex_;
  std::shared_ptr<const nav::NavView> mesh_;
  std::shared_ptr<const MeshSampler> sampler_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_MESH_SAMPLERS_H_
