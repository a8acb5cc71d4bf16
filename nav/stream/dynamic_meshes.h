#ifndef FOOTFALL_NAV_STREAM_DYNAMIC_MESHES_H_
#define FOOTFALL_NAV_STREAM_DYNAMIC_MESHES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "nav/mesh/nav_view.h"
#include "nav/mesh/types.h"
#include "nav/stream/tile_loader.h"

namespace footfall::nav {

inline constexpr int kMaxDynamicNavMeshes = 100;  // NAV-043
static_assert(kLastDynamicIndex - kFirstDynamicIndex + 1 == kMaxDynamicNavMeshes);

// By which a mesh file and a vehicle model are matched: of the name without folder and ending, in lower case.
uint32_t MeshNameHash(std::string_view name);

// Names of the dynamic meshes that a pack's header text lists, lines `dynamic_mesh: INDEX NAME`; other lines
// are passed over.
struct DynamicMeshFile {
  MeshIndex index = kNoNavMesh;
  std::string name;
};
std::vector<DynamicMeshFile> DynamicMeshFilesOf(std::string_view parameters);

// Where a vehicle's mesh is: rotation and place, row-major 3 x 4, as TileView::local_to_world. Travels with
// the request as it was when that was created (NAV-046, R39). Plain value.
struct MeshTransform {
  float m[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

  platform::Vec3 ToWorld(platform::Vec3 local) const;
  // REQUIRES: the upper 3 x 3 is a rotation.
  platform::Vec3 ToLocal(platform::Vec3 world) const;
};

// The meshes that vehicles carry, one master copy a model: all vehicles of a model share it, and what differs
// between them is the transform (NAV-043 to NAV-045). Main thread.
class DynamicMeshes {
 public:
  // One model with a mesh, as state.
  struct Record {
    uint32_t model = 0;  // MeshNameHash of the model's name
    MeshIndex index = kNoNavMesh;
    uint32_t references = 0;
    bool resident = false;

    template <class Self, class Visitor>
    static void Describe(Self& self, Visitor& visitor) {
      visitor.Field("model", self.model);
      visitor.Field("index", self.index);
      visitor.Field("references", self.references);
      visitor.Field("resident", self.resident);
    }
  };

  // `types_max`: the settings file may lower kMaxDynamicNavMeshes, never raise it (OQ-02).
  explicit DynamicMeshes(int types_max = kMaxDynamicNavMeshes);

  // Once the vehicle models are known (NAV-051): which of them carry a mesh follows from the names alone.
  // Returns the names of files that match no model or found no room; they are ignored. Nothing can be
  // requested before.
  std::vector<std::string> Bind(const std::vector<DynamicMeshFile>& files,
                                const std::vector<std::string>& model_names);

  // A vehicle of the model appears or goes. False when the model carries no mesh.
  bool AddReference(std::string_view model_name);
  bool RemoveReference(std::string_view model_name);

  // The dynamic part of request-and-evict (NAV-044): meshes with references are read and placed, before any
  // map tile; those without are removed. Names what changed. Errors of the tiles (R29).
  absl::Status RequestAndEvict(const LoadTile& load, NavViewBuilder& builder,
                               std::vector<MeshIndex>* changed);

  const std::vector<Record>& records() const { return records_; }  // ascending index

 private:
  Record* Find(std::string_view model_name);

  const int types_max_;
  std::vector<Record> records_;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_STREAM_DYNAMIC_MESHES_H_
