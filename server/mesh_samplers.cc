#include "server/mesh_samplers.h"

namespace footfall::server {

std::shared_ptr<const MeshSampler> MeshSamplers::Of(const std::shared_ptr<const nav::NavView>& mesh) {
  const std::lock_guard lock(mutex_);
  if (mesh_ != mesh) {
    const auto components = std::make_shared<const nav::MeshComponents>(mesh);
    sampler_ = std::make_shared<const MeshSampler>(MeshSampler{components, nav::PointSampler(components)});
    mesh_ = mesh;
  }
  return sampler_;
}

}  // namespace footfall::server
