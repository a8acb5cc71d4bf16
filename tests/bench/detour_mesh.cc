#include "tests/bench/detour_mesh.h"

#include <DetourAlloc.h>
#include <DetourNavMeshBuilder.h>
#include <Recast.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "nav/mesh/types.h"

namespace footfall::bench {
namespace {

void Require(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "bench: %s failed\n", what);
  std::exit(3);
}

template <typename T>
class Owned {
 public:
  Owned(T* object, void (*free)(T*)) : object_(object), free_(free) {}
  ~Owned() { free_(object_); }
  Owned(const Owned&) = delete;
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }

 private:
  T* object_;
  void (*free_)(T*);
};

rcConfig ConfigOf(const nav::BuildParams& params) {
  rcConfig config{};
  config.cs = params.cell_size;
  config.ch = params.cell_height;
  config.walkableSlopeAngle = params.slope_deg;
  config.walkableHeight = static_cast<int>(std::ceil(params.agent_height / config.ch));
  config.walkableClimb = static_cast<int>(std::floor(params.agent_climb / config.ch));
  config.walkableRadius = static_cast<int>(std::ceil(params.agent_radius / config.cs));
  config.maxEdgeLen = static_cast<int>(12.0F / config.cs);
  config.maxSimplificationError = 1.3F;
  config.minRegionArea = 64;
  config.mergeRegionArea = 400;
  config.maxVertsPerPoly = DT_VERTS_PER_POLYGON;
  config.detailSampleDist = config.cs * 6;
  config.detailSampleMaxError = config.ch;
  config.tileSize = static_cast<int>(std::lround(nav::kTileSize / config.cs));
  config.borderSize = config.walkableRadius + 3;
  config.width = config.tileSize + config.borderSize * 2;
  config.height = config.width;
  return config;
}

}  // namespace

std::vector<unsigned char> DetourMesh::BuildTile(rcConfig config, const std::vector<float>& vertices,
                                                 const std::vector<int>& triangles, int x, int y,
                                                 const float (&low)[3], const float (&high)[3],
                                                 const nav::BuildParams& params) {
  std::memcpy(config.bmin, low, sizeof(low));
  std::memcpy(config.bmax, high, sizeof(high));
  const float border = static_cast<float>(config.borderSize) * config.cs;
  config.bmin[0] -= border;
  config.bmin[2] -= border;
  config.bmax[0] += border;
  config.bmax[2] += border;
  rcContext& context = stages_;
  Owned<rcHeightfield> solid(rcAllocHeightfield(), rcFreeHeightField);
  Require(rcCreateHeightfield(&context, *solid, config.width, config.height, config.bmin, config.bmax,
                              config.cs, config.ch),
          "rcCreateHeightfield");
  // Only the triangles that touch the tile.
  std::vector<int> near;
  for (size_t t = 0; t < triangles.size(); t += 3) {
    float min_x = 1e9F, max_x = -1e9F, min_z = 1e9F, max_z = -1e9F;
    for (size_t k = 0; k < 3; ++k) {
      const float* v = &vertices[static_cast<size_t>(triangles[t + k]) * 3];
      min_x = std::min(min_x, v[0]);
      max_x = std::max(max_x, v[0]);
      min_z = std::min(min_z, v[2]);
      max_z = std::max(max_z, v[2]);
    }
    if (max_x < config.bmin[0] || min_x > config.bmax[0] || max_z < config.bmin[2] || min_z > config.bmax[2])
      continue;
    near.insert(near.end(), triangles.begin() + static_cast<std::ptrdiff_t>(t),
                triangles.begin() + static_cast<std::ptrdiff_t>(t) + 3);
  }
  if (near.empty()) return {};
  std::vector<unsigned char> areas(near.size() / 3, 0);
  const int vertices_count = static_cast<int>(vertices.size() / 3);
  const int triangles_count = static_cast<int>(near.size() / 3);
  rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, vertices.data(), vertices_count, near.data(),
                          triangles_count, areas.data());
  Require(rcRasterizeTriangles(&context, vertices.data(), vertices_count, near.data(), areas.data(),
                               triangles_count, *solid, config.walkableClimb),
          "rcRasterizeTriangles");
  rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, *solid);
  rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *solid);
  rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *solid);
  Owned<rcCompactHeightfield> compact(rcAllocCompactHeightfield(), rcFreeCompactHeightfield);
  Require(rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *solid, *compact),
          "rcBuildCompactHeightfield");
  Require(rcErodeWalkableArea(&context, config.walkableRadius, *compact), "rcErodeWalkableArea");
  Require(rcBuildDistanceField(&context, *compact), "rcBuildDistanceField");
  Require(rcBuildRegions(&context, *compact, config.borderSize, config.minRegionArea, config.mergeRegionArea),
          "rcBuildRegions");
  Owned<rcContourSet> contours(rcAllocContourSet(), rcFreeContourSet);
  Require(rcBuildContours(&context, *compact, config.maxSimplificationError, config.maxEdgeLen, *contours),
          "rcBuildContours");
  if (contours->nconts == 0) return {};
  Owned<rcPolyMesh> polys(rcAllocPolyMesh(), rcFreePolyMesh);
  Require(rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *polys), "rcBuildPolyMesh");
  Owned<rcPolyMeshDetail> detail(rcAllocPolyMeshDetail(), rcFreePolyMeshDetail);
  Require(rcBuildPolyMeshDetail(&context, *polys, *compact, config.detailSampleDist,
                                config.detailSampleMaxError, *detail),
          "rcBuildPolyMeshDetail");
  if (polys->npolys == 0) return {};
  for (int i = 0; i < polys->npolys; ++i) polys->flags[i] = 1;

  dtNavMeshCreateParams create{};
  create.verts = polys->verts;
  create.vertCount = polys->nverts;
  create.polys = polys->polys;
  create.polyAreas = polys->areas;
  create.polyFlags = polys->flags;
  create.polyCount = polys->npolys;
  create.nvp = polys->nvp;
  create.detailMeshes = detail->meshes;
  create.detailVerts = detail->verts;
  create.detailVertsCount = detail->nverts;
  create.detailTris = detail->tris;
  create.detailTriCount = detail->ntris;
  create.walkableHeight = params.agent_height;
  create.walkableRadius = params.agent_radius;
  create.walkableClimb = params.agent_climb;
  create.tileX = x;
  create.tileY = y;
  std::memcpy(create.bmin, polys->bmin, sizeof(create.bmin));
  std::memcpy(create.bmax, polys->bmax, sizeof(create.bmax));
  create.cs = config.cs;
  create.ch = config.ch;
  create.buildBvTree = true;
  unsigned char* data = nullptr;
  int size = 0;
  const Clock::time_point start = Clock::now();
  Require(dtCreateNavMeshData(&create, &data, &size), "dtCreateNavMeshData");
  create_millis_ += MillisSince(start);
  std::vector<unsigned char> bytes(data, data + size);
  dtFree(data);
  return bytes;
}

DetourMesh::DetourMesh(const nav::TriangleSoup& soup, const nav::BuildParams& params)
    : mesh_(dtAllocNavMesh()),
      query_(dtAllocNavMeshQuery()),
      corridor_(kPathPolysMax),
      corners_(kPathPolysMax * 3),
      corner_flags_(kPathPolysMax),
      corner_refs_(kPathPolysMax) {
  const rcConfig config = ConfigOf(params);
  std::vector<float> vertices;
  std::vector<int> triangles;
  float low[3] = {1e9F, 1e9F, 1e9F};
  float high[3] = {-1e9F, -1e9F, -1e9F};
  for (const platform::Vec3& v : soup.vertices) {
    float p[3];
    ToDetour(v, p);
    for (int k = 0; k < 3; ++k) {
      vertices.push_back(p[k]);
      low[k] = std::min(low[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
  }
  for (const auto& t : soup.triangles) {
    triangles.push_back(static_cast<int>(t.a));
    triangles.push_back(static_cast<int>(t.b));
    triangles.push_back(static_cast<int>(t.c));
  }
  const int tiles_x = static_cast<int>(std::ceil((high[0] - low[0]) / nav::kTileSize));
  const int tiles_z = static_cast<int>(std::ceil((high[2] - low[2]) / nav::kTileSize));
  dtNavMeshParams mesh_params{};
  std::memcpy(mesh_params.orig, low, sizeof(low));
  mesh_params.tileWidth = nav::kTileSize;
  mesh_params.tileHeight = nav::kTileSize;
  mesh_params.maxTiles = 256;
  mesh_params.maxPolys = 1 << 14;
  Require(dtStatusSucceed(mesh_->init(&mesh_params)), "dtNavMesh::init");
  for (int z = 0; z < tiles_z; ++z) {
    for (int x = 0; x < tiles_x; ++x) {
      float tile_low[3] = {low[0] + static_cast<float>(x) * nav::kTileSize, low[1],
                           low[2] + static_cast<float>(z) * nav::kTileSize};
      float tile_high[3] = {tile_low[0] + nav::kTileSize, high[1], tile_low[2] + nav::kTileSize};
      std::vector<unsigned char> bytes =
          BuildTile(config, vertices, triangles, x, z, tile_low, tile_high, params);
      if (bytes.empty()) continue;
      bytes_ += bytes.size();
      tiles_.push_back(bytes);
      unsigned char* data = static_cast<unsigned char*>(dtAlloc(bytes.size(), DT_ALLOC_PERM));
      std::memcpy(data, bytes.data(), bytes.size());
      Require(dtStatusSucceed(
                  mesh_->addTile(data, static_cast<int>(bytes.size()), DT_TILE_FREE_DATA, 0, nullptr)),
              "dtNavMesh::addTile");
    }
  }
  Require(dtStatusSucceed(query_->init(mesh_, 65535)), "dtNavMeshQuery::init");
}

DetourMesh::~DetourMesh() {
  dtFreeNavMeshQuery(query_);
  dtFreeNavMesh(mesh_);
}

int DetourMesh::polys_count() const {
  int count = 0;
  const dtNavMesh& mesh = *mesh_;
  for (int i = 0; i < mesh.getMaxTiles(); ++i) {
    const dtMeshTile* tile = mesh.getTile(i);
    if (tile->header != nullptr) count += tile->header->polyCount;
  }
  return count;
}

dtPolyRef DetourMesh::Nearest(const float (&point)[3], float (&at)[3]) const {
  const float extents[3] = {2.0F, 3.0F, 2.0F};
  dtPolyRef ref = 0;
  query_->findNearestPoly(point, extents, &filter_, &ref, at);
  return ref;
}

int DetourMesh::Path(dtPolyRef start_ref, const float (&start)[3], dtPolyRef end_ref, const float (&end)[3],
                     float* length) const {
  int polys = 0;
  const dtStatus status =
      query_->findPath(start_ref, end_ref, start, end, &filter_, corridor_.data(), &polys, kPathPolysMax);
  if (dtStatusFailed(status) || dtStatusDetail(status, DT_PARTIAL_RESULT) || polys == 0) return 0;
  int corners = 0;
  query_->findStraightPath(start, end, corridor_.data(), polys, corners_.data(), corner_flags_.data(),
                           corner_refs_.data(), &corners, kPathPolysMax, 0);
  if (length != nullptr) {
    *length = 0;
    for (int i = 1; i < corners; ++i) {
      const float dx = corners_[static_cast<size_t>(i) * 3] - corners_[static_cast<size_t>(i) * 3 - 3];
      const float dz = corners_[static_cast<size_t>(i) * 3 + 2] - corners_[static_cast<size_t>(i) * 3 - 1];
      *length += std::sqrt(dx * dx + dz * dz);
    }
  }
  return corners;
}

}  // namespace footfall::bench
