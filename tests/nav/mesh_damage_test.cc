#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <string>

#include "nav/mesh/pack.h"
#include "nav/mesh/pack_format.h"
#include "nav/mesh/seam_validator.h"
#include "nav/query/nearest.h"
#include "nav/query/point_below.h"
#include "nav/query/random_point.h"
#include "nav/query/walk_ray.h"
#include "platform/random.h"
#include "tests/nav/hand_packs.h"

// Damaged and hostile packs: refused clearly, or safe to read. Run under the address sanitizer too.
namespace footfall::tests {
namespace {

using nav::Pack;
using platform::Vec3;

nav::WorldDraft LinksAndCover() {
  HandWorld world;
  world.Grid(0, 0, 4, 4, 2);
  world.Quad(12, 0, 14, 2, 4);
  world.Link(nav::PolyRef(kHandTile, 3), nav::PolyRef(kHandTile, 16), {7, 1, 0}, {13, 1, 4},
             nav::LinkKind::kLadderUp);
  world.Cover({1, 1, 0}, nav::CoverType::kLowWall, 0);
  world.Cover({7, 7, 0}, nav::CoverType::kWallOpenLeft, 9);
  world.Cross(nav::PolyRef(kHandTile, 7), 2, nav::PolyRef(kHandTile, 16), nav::AdjacencyType::kClimbHigh);
  return world.Finish();
}

nav::WorldDraft Damageable(int number) {
  if (number == 0) return LinksAndCover();
  return number == 1 ? FloatWorld() : SeamWorld();
}

// Makes both checksums fit again after the bytes of tile `number` were changed.
void Mend(std::string& bytes, size_t number) {
  nav::PackHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  char* at = bytes.data() + sizeof(header) + number * sizeof(nav::PackIndexEntry);
  nav::PackIndexEntry entry;
  std::memcpy(&entry, at, sizeof(entry));
  const uint64_t covered = nav::RoundUpToPage(entry.bytes);
  entry.checksum = nav::PackChecksum(std::string_view(bytes).substr(entry.offset, covered));
  std::memcpy(at, &entry, sizeof(entry));
  header.header_checksum = nav::PackHeaderChecksum(std::string_view(bytes).substr(0, header.header_bytes));
  std::memcpy(bytes.data(), &header, sizeof(header));
}

// Reads a view in every way there is; returns something that depends on all of it.
float UseAll(const std::shared_ptr<const nav::NavView>& view) {
  float sum = nav::VerifySeams(*view).ok() ? 1.0F : 0.0F;
  for (const nav::MeshIndex index : view->resident()) {
    const nav::TileView& tile = *view->slot(index).tile;
    for (size_t i = 0; i < tile.polys.size(); ++i) {
      const nav::PolyRef ref(index, static_cast<nav::PolyIndex>(i));
      const nav::PolyView poly = view->Poly(ref);
      const Vec3 centre = poly.Centroid();
      for (int n = 0; n < poly.vertex_count(); ++n)
        sum += poly.Neighbour(n).valid() ? poly.EdgeEnd(n).x : 0.0F;
      for (uint32_t link = 0; link < poly.record().link_count(); ++link) {
        sum += tile.Decode(tile.links[tile.link_indices[poly.record().first_link() + link]].end).z;
      }
      sum += nav::NearestPoly(*view, {centre.x + 1, centre.y - 1, centre.z}, {20, 10, 10}).distance;
      sum += nav::PointBelow(*view, centre).point.z;
      sum += nav::CastWalkRay(*view, ref, centre, {centre.x + 30, centre.y + 17, 0}).point.x;
      sum += nav::CastWalkRay(*view, ref, centre, {centre.x - 9, centre.y, 0}).point.x;
    }
  }
  const auto components = std::make_shared<const nav::MeshComponents>(view);
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 20, 0);
  return sum + nav::PointSampler(components).RandomPoint(random).point.x;
}

}  // namespace

TEST_CASE("every flipped byte of a pack is noticed", "[NAV-016]") {
  for (int number = 0; number < 3; ++number) {
    const std::string good = BytesOf(Damageable(number));
    REQUIRE(Pack::FromBytes(good).ok());
    std::string bytes = good;
    for (size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<char>(bytes[i] ^ 0x41);
      if (const absl::Status status = Pack::FromBytes(bytes).status();
          status.ok() || status.message().empty()) {
        FAIL("pack " << number << ": the flip at offset " << i << " went unnoticed");
      }
      bytes[i] = good[i];
    }
  }
}

TEST_CASE("a pack cut at any length is refused", "[NAV-016]") {
  for (int number = 0; number < 3; ++number) {
    const std::string good = BytesOf(Damageable(number));
    for (size_t length = 0; length < good.size(); ++length) {
      if (Pack::FromBytes(good.substr(0, length)).ok()) FAIL("cut at " << length << " went unnoticed");
    }
    CHECK_FALSE(Pack::FromBytes(good + '\0').ok());
  }
}

TEST_CASE("a tile with any byte changed and fitting checksums is refused or safe to read",
          "[NAV-016][NAV-018][NAV-041]") {
  int accepted = 0;
  int refused = 0;
  float sum = 0;
  for (int number = 0; number < 3; ++number) {
    const std::string good = BytesOf(Damageable(number));
    const auto pack = Pack::FromBytes(good);
    REQUIRE(pack.ok());
    for (size_t tile = 0; tile < (*pack)->entries().size(); ++tile) {
      const Pack::Entry entry = (*pack)->entries()[tile];
      for (uint64_t i = 0; i < entry.bytes; ++i) {
        static constexpr int kChanges[3] = {0x01, 0x80, 0xFF};
        std::string bytes = good;
        bytes[entry.offset + i] = static_cast<char>(bytes[entry.offset + i] ^ kChanges[i % 3]);
        Mend(bytes, tile);
        const auto damaged = Pack::FromBytes(bytes);
        refused += damaged.ok() ? 0 : 1;
        accepted += damaged.ok() ? 1 : 0;
        if (damaged.ok()) sum += UseAll(*(*damaged)->ViewOfAll());
      }
    }
  }
  // Flags, attributes, free space and heights may be anything; indices, shapes and lists may not.
  CHECK(accepted > 100);
  CHECK(refused > accepted);
  CHECK(sum == sum);
}

TEST_CASE("random damage in many places at once is refused or safe to read", "[NAV-016]") {
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 21, 0);
  const std::string good = BytesOf(LinksAndCover());
  const Pack::Entry entry = (*Pack::FromBytes(good))->entries()[0];
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = good;
    const uint32_t changes = 1 + random.NextBelow(4);
    for (uint32_t i = 0; i < changes; ++i) {
      const uint32_t at = random.NextBelow(static_cast<uint32_t>(entry.bytes));
      const uint32_t value = random.NextBelow(256);
      bytes[entry.offset + at] = static_cast<char>(value);
    }
    Mend(bytes, 0);
    const auto damaged = Pack::FromBytes(bytes);
    refused += damaged.ok() ? 0 : 1;
    if (damaged.ok()) UseAll(*(*damaged)->ViewOfAll());
  }
  CHECK(refused > 1000);
}

}  // namespace footfall::tests
