#include <cstring>
#include <memory>

#include "nav/mesh/pack.h"
#include "nav/mesh/pack_format.h"
#include "nav/mesh/pack_writer.h"
#include "nav/mesh/seam_validator.h"
#include "nav/path/path_search.h"
#include "nav/query/nearest.h"
#include "nav/query/point_below.h"
#include "nav/query/walk_ray.h"
#include "platform/cost_meter.h"
#include "platform/profile.h"
#include "tests/fuzz/fuzz_readers.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/nav/hand_packs.h"

namespace footfall::fuzz {

namespace {

// Polygons of a tile that are asked about; inputs hold tens.
constexpr size_t kPolysUsed = 40;

// Makes the checksums fit again, where header and index say anything that can have one: a fuzzer would not
// find them, and the checks behind them are what is under test.
std::string Mended(std::string bytes) {
  nav::PackHeader header;
  if (bytes.size() < sizeof(header)) return bytes;
  std::memcpy(&header, bytes.data(), sizeof(header));
  for (size_t i = 0; i < header.tiles_count; ++i) {
    const size_t at = sizeof(header) + i * sizeof(nav::PackIndexEntry);
    nav::PackIndexEntry entry;
    if (bytes.size() < at + sizeof(entry)) break;
    std::memcpy(&entry, bytes.data() + at, sizeof(entry));
    if (entry.offset > bytes.size() || entry.bytes > bytes.size() - entry.offset) continue;
    entry.checksum =
        nav::PackChecksum(std::string_view(bytes).substr(entry.offset, nav::RoundUpToPage(entry.bytes)));
    std::memcpy(bytes.data() + at, &entry, sizeof(entry));
  }
  if (header.header_bytes < sizeof(header) || header.header_bytes > bytes.size()) return bytes;
  header.header_checksum = nav::PackHeaderChecksum(std::string_view(bytes).substr(0, header.header_bytes));
  std::memcpy(bytes.data(), &header, sizeof(header));
  return bytes;
}

void SearchBetween(const nav::NavView& view, platform::Vec3 from, platform::Vec3 to) {
  static const platform::Profile profile = *platform::LoadProfile("ps3");
  static nav::PathSearch search(profile);
  static nav::PathResult result;
  nav::PathRequest request;
  request.start = from;
  request.end = to;
  if (nav::PrepareRequest(request) != nav::RequestFault::kNone) return;
  platform::CostMeter meter;
  search.Run(view, request, meter, result);
  Expect(result.points.size() <= static_cast<size_t>(profile.path_points_max),
         "a path has a bound of points");
}

void Use(const std::shared_ptr<const nav::NavView>& view) {
  (void)nav::VerifySeams(*view);
  for (const nav::MeshIndex index : view->resident()) {
    const nav::TileView& tile = *view->slot(index).tile;
    for (size_t i = 0; i < std::min(tile.polys.size(), kPolysUsed); ++i) {
      const nav::PolyRef ref(index, static_cast<nav::PolyIndex>(i));
      const platform::Vec3 centre = view->Poly(ref).Centroid();
      (void)nav::NearestPoly(*view, {centre.x + 1, centre.y - 1, centre.z}, {20, 10, 10});
      (void)nav::PointBelow(*view, centre);
      (void)nav::CastWalkRay(*view, ref, centre, {centre.x + 30, centre.y + 17, 0});
      if (i % 8 == 0) SearchBetween(*view, centre, {centre.x + 12, centre.y + 15, centre.z});
    }
  }
}

void Open(std::string bytes) {
  const auto pack = nav::Pack::FromBytes(bytes);
  if (!pack.ok()) {
    Expect(!pack.status().message().empty(), "a refusal says why");
    return;
  }
  const auto view = (*pack)->ViewOfAll();
  if (view.ok()) Use(*view);
}

nav::WorldDraft LinksAndCover() {
  tests::HandWorld world;
  world.Grid(0, 0, 4, 4, 2);
  world.Quad(12, 0, 14, 2, 4);
  world.Link(nav::PolyRef(tests::kHandTile, 3), nav::PolyRef(tests::kHandTile, 16), {7, 1, 0}, {13, 1, 4},
             nav::LinkKind::kLadderUp);
  world.Cover({1, 1, 0}, nav::CoverType::kLowWall, 0);
  world.Cross(nav::PolyRef(tests::kHandTile, 7), 2, nav::PolyRef(tests::kHandTile, 16),
              nav::AdjacencyType::kClimbHigh);
  return world.Finish();
}

}  // namespace

void ReadPackBytes(std::string_view bytes) {
  Open(std::string(bytes));
  Open(Mended(std::string(bytes)));
}

std::vector<std::string> PackSeeds() {
  std::vector<std::string> seeds;
  for (const nav::WorldDraft& world :
       {LinksAndCover(), tests::SeamWorld(), tests::SixteenGonWorld(), tests::WaterWorld(),
        tests::SlopeWorld(), tests::FloatWorld(), tests::TerraceWorld(), tests::LadderWorld()}) {
    seeds.push_back(tests::BytesOf(world));
  }
  return seeds;
}

}  // namespace footfall::fuzz
