#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "nav/mesh/domain.h"
#include "nav/mesh/fixed_box.h"
#include "nav/mesh/format_limits.h"
#include "nav/mesh/tile_view.h"
#include "nav/mesh/types.h"

namespace footfall::nav {

TEST_CASE("the world grid has its documented figures", "[NAV-009][NAV-010]") {
  CHECK(kSectorSize == 50.0F);
  CHECK(kSectorsPerTile == 3);
  CHECK(kTileSize == 150.0F);
  CHECK(kTilesX == 100);
  CHECK(kTilesY == 100);
  CHECK(kWorldMin == -6000.0F);
  CHECK(kWorldMax == 9000.0F);
  CHECK(kWorldMin + kTileSize * kTilesX == kWorldMax);
}

TEST_CASE("a position's tile comes from its XY, half open, never a border tile from outside", "[NAV-011]") {
  CHECK(MeshIndexAt(-6000, -6000) == 0);
  CHECK(MeshIndexAt(-5850, -6000) == 1);
  CHECK(MeshIndexAt(-6000, -5850) == 100);
  CHECK(MeshIndexAt(0, 0) == 4040);
  CHECK(MeshIndexAt(149.99F, 0) == 4040);
  CHECK(MeshIndexAt(150, 0) == 4041);
  const float below_max = std::nextafter(kWorldMax, 0.0F);
  CHECK(MeshIndexAt(below_max, below_max) == 9999);
  CHECK(MeshIndexAt(kWorldMax, 0) == kNoNavMesh);
  CHECK(MeshIndexAt(0, kWorldMax) == kNoNavMesh);
  CHECK(MeshIndexAt(std::nextafter(kWorldMin, -7000.0F), 0) == kNoNavMesh);
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                          -std::numeric_limits<float>::infinity(), 1e30F, -1e30F}) {
    CHECK(MeshIndexAt(bad, 0) == kNoNavMesh);
    CHECK(MeshIndexAt(0, bad) == kNoNavMesh);
  }
}

TEST_CASE("the index space has its documented ranges", "[NAV-013]") {
  CHECK(kIndexBits == 14);
  CHECK(kFirstMapIndex == 0);
  CHECK(kLastMapIndex == 9999);
  CHECK(kFirstDynamicIndex == 10000);
  CHECK(kLastDynamicIndex == 10099);
  CHECK(kTessellationIndex == 10100);
  CHECK(kNoNavMesh == 0x3FFF);
  CHECK(kNoNavMesh < 1 << kIndexBits);
}

TEST_CASE("a polygon reference keeps mesh and polygon and orders by them", "[NAV-013][NAV-036]") {
  const PolyRef ref(kLastDynamicIndex, 32766);
  CHECK(ref.valid());
  CHECK(ref.mesh() == kLastDynamicIndex);
  CHECK(ref.poly() == 32766);
  CHECK(ref.value < 1U << 29);
  CHECK_FALSE(PolyRef().valid());
  CHECK(PolyRef(1, 7) < PolyRef(2, 0));
  CHECK(PolyRef(1, 6) < PolyRef(1, 7));
}

TEST_CASE("the HeightMesh domain is off unless configured, and stays so", "[NAV-015]") {
  CHECK(static_cast<int>(Domain::kRegular) == 0);
  CHECK(static_cast<int>(Domain::kHeightMesh) == 1);
  CHECK(kNavDomains == 2);
  CHECK(NavDomains().IsOn(Domain::kRegular));
  CHECK_FALSE(NavDomains().IsOn(Domain::kHeightMesh));
  CHECK(NavDomains(true).IsOn(Domain::kHeightMesh));
  CHECK_FALSE(NavDomains(true).IsOn(static_cast<Domain>(2)));
}

TEST_CASE(
    "the widths of the format are the documented ones",
    "[NAV-016][NAV-017][NAV-019][NAV-022][NAV-023][NAV-026][NAV-027][NAV-029][NAV-030][NAV-031][NAV-032]"
    "[NAV-036][NAV-040]") {
  CHECK(kTileFormatVersion == 2);
  CHECK(kContentPackGroupBits == 8);
  CHECK(kVertexQuantSteps == 65536);
  CHECK(kXYQuantum == Approx(0.0022888));
  CHECK(kMaxAdjacentMeshes == 32);
  CHECK(kSplitBlockBytes == 16384);
  CHECK(kVertsPerBlock == 2730);
  CHECK(kVertexIndicesPerBlock == 8192);
  CHECK(kPolyFlagBits == 21);
  CHECK(kPolyVertexCountBits == 4);
  CHECK(kPointEnumBits == 7);
  CHECK(kMaxPolyVerts == 16);
  CHECK(kMaxPolyVerts - 1 < 1 << kPolyVertexCountBits);
  CHECK(kFirstVertexBits == 16);
  CHECK(kFirstVertexBitsTools == 18);
  CHECK(sizeof(PolyRecord::first_edge) * 8 == kFirstVertexBits);
  CHECK(kAudioPropertyBits == 4);
  CHECK(kPolyAttributeBits == 10);
  CHECK(kPedDensityBits == 3);
  CHECK(kPolyReservedBits == 15);
  CHECK(kAudioPropertyBits + kPolyAttributeBits + kPedDensityBits + kPolyReservedBits == 32);
  CHECK(kMaxPedDensity == 7);
  CHECK(kCoverDirections == 8);
  CHECK(kParentEdgeBits == 4);
  CHECK(kSplitBlockNumberBits == 8);
  CHECK(kSpecialLinkCountBits == 3);
  CHECK(kSpecialLinkFirstBits == 9);
  CHECK(kMaxSpecialLinksPerPoly == 7);
  CHECK(kMaxFirstSpecialLink == 511);
  CHECK(kSavedPolyFlagBits == 8);
  CHECK(kAdjLookupBits + kAdjPolyBits + kAdjTypeBits + kVertexSpaceBits + kEdgeSpaceBits == 32);
  CHECK(kAdjLookupBits == 5);
  CHECK(kAdjPolyBits == 15);
  CHECK(kAdjTypeBits == 2);
  CHECK(kVertexSpaceBits == 5);
  CHECK(kEdgeSpaceBits == 5);
  CHECK(kCoverPointTypes == 6);
}

TEST_CASE("adjacency types, saved flags, links and cover types have their numbers",
          "[NAV-032][NAV-037][NAV-039][NAV-040]") {
  CHECK(static_cast<int>(AdjacencyType::kNormal) == 0);
  CHECK(static_cast<int>(AdjacencyType::kClimbLow) == 1);
  CHECK(static_cast<int>(AdjacencyType::kClimbHigh) == 2);
  CHECK(static_cast<int>(AdjacencyType::kDropDown) == 3);
  CHECK((kPolySmall | kPolyLarge | kPolyPavement | kPolySheltered | kPolyTooSteepToWalkOn | kPolyWater) ==
        0x3F);
  CHECK(kSavedPolyFlags == 0xFF);
  CHECK(static_cast<int>(LinkKind::kClimbObject) == 2);
  CHECK(static_cast<int>(CoverType::kWallOpenBoth) == 5);
}

TEST_CASE("a fixed-point box contains its source in every corner of the world", "[NAV-042]") {
  CHECK(kMinMaxUnit == 0.25F);
  for (const float x : {kWorldMin, kWorldMax}) {
    for (const float y : {kWorldMin, kWorldMax}) {
      for (const float z : {-500.1F, 0.0F, 1234.6F}) {
        const platform::Vec3 low{x - 0.1F, y - 0.1F, z - 0.1F};
        const platform::Vec3 high{x + 0.1F, y + 0.1F, z + 0.1F};
        FixedBox box = FixedBoxOf(low);
        Include(box, high);
        CHECK(Contains(box, low));
        CHECK(Contains(box, high));
        CHECK_FALSE(Contains(box, {x - 0.6F, y, z}));
        CHECK_FALSE(Contains(box, {x, y + 0.6F, z}));
        CHECK_FALSE(Contains(box, {x, y, z - 0.6F}));
        CHECK(box.min[0] != kFixedMin);
        CHECK(box.max[1] != kFixedMax);
      }
    }
  }
}

TEST_CASE("box minima round down, maxima up, exact multiples stay", "[NAV-042]") {
  const FixedBox box = FixedBoxOf({kWorldCentre + 0.3F, kWorldCentre - 0.3F, 0.5F});
  CHECK(box.min[0] == 1);
  CHECK(box.max[0] == 2);
  CHECK(box.min[1] == -2);
  CHECK(box.max[1] == -1);
  CHECK(box.min[2] == 2);
  CHECK(box.max[2] == 2);
}

TEST_CASE("a saturated bound compares as infinite", "[NAV-042]") {
  const float far = 1e6F;
  FixedBox box = FixedBoxOf({-far, -far, -far});
  Include(box, {far, far, far});
  CHECK(box.min[0] == kFixedMin);
  CHECK(box.max[2] == kFixedMax);
  CHECK(Contains(box, {1e30F, -1e30F, 1e30F}));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(Contains(box, {nan, 0, 0}));
  CHECK(FixedFloor(nan, 0) == kFixedMin);
  CHECK(FixedCeil(nan, 0) == kFixedMax);
  CHECK(OverlapsXy(FixedBoxOf({far, far, 0}), box));
}

}  // namespace footfall::nav
