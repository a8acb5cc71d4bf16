#include "nav/query/walk_ray.h"
#include "nav/stream/seam_stitch.h"
#include "tests/nav/stream_fixture.h"

namespace footfall::tests {
namespace {

using nav::AdjacencyCorrections;
using nav::PolyRef;

std::shared_ptr<const nav::Pack> Packed(const nav::WorldDraft& draft) {
  auto pack = nav::Pack::FromBytes(BytesOf(draft));
  INFO(pack.status().ToString());
  REQUIRE(pack.ok());
  return *pack;
}

// The east tile of the seam world rebuilt as content: its squares number the other way round, and the two
// northern rows are gone.
nav::WorldDraft SwappedEast() {
  HandWorld world;
  for (int row = 7; row >= 0; --row) {
    for (int column = 4; column >= 0; --column) {
      const float x = 150 + static_cast<float>(column) * 2;
      const float y = static_cast<float>(row) * 2;
      world.Quad(x, y, x + 2, y + 2);
    }
  }
  nav::WorldDraft draft = world.Finish();
  draft.tiles[0].content_pack_group = 4;
  return draft;
}

bool WalksOver(const nav::NavView& view, float y) {
  for (const nav::MeshIndex index : view.resident()) {
    const nav::TileView& tile = *view.slot(index).tile;
    for (size_t i = 0; i < tile.polys.size(); ++i) {
      const PolyRef ref(index, static_cast<nav::PolyIndex>(i));
      if (!view.Poly(ref).ContainsXy({141, y})) continue;
      const nav::WalkRay ray = nav::CastWalkRay(view, ref, {141, y, 0}, {159, y, 0});
      return ray.outcome == nav::WalkRayOutcome::kReached;
    }
  }
  return false;
}

// Every edge leads to a polygon that is there, and its partner leads back over the same two points.
void CheckSeams(const nav::NavView& view) {
  for (const nav::MeshIndex index : view.resident()) {
    const nav::TileView& tile = *view.slot(index).tile;
    for (size_t i = 0; i < tile.polys.size(); ++i) {
      const nav::PolyView poly = view.Poly(PolyRef(index, static_cast<nav::PolyIndex>(i)));
      for (int n = 0; n < poly.vertex_count(); ++n) {
        const PolyRef other = poly.Neighbour(n);
        if (!other.valid()) continue;
        REQUIRE(view.Contains(other));
        const nav::PolyView beyond = view.Poly(other);
        bool leads_back = false;
        for (int k = 0; k < beyond.vertex_count(); ++k) {
          leads_back =
              leads_back || (beyond.Neighbour(k) == poly.ref() && beyond.Vertex(k) == poly.EdgeEnd(n) &&
                             beyond.EdgeEnd(k) == poly.Vertex(n));
        }
        CHECK(leads_back);
      }
    }
  }
}

TEST_CASE("a swapped tile is stitched on both sides of its seam, and back again", "[NAV-075]") {
  const platform::Profile profile = StreamingProfile();
  nav::TileStreamer streamer(profile,
                             {SetOf(Packed(SeamWorld()), {{4, Packed(SwappedEast())}}), {}, false, {}});
  REQUIRE(streamer.Begin({150, 10, 0}).ok());
  CHECK(WalksOver(*streamer.view(), 3));
  CHECK(WalksOver(*streamer.view(), 17));
  const auto before = streamer.view();

  CHECK_FALSE(streamer.SetGroup(5, true));
  REQUIRE(streamer.SetGroup(4, true));
  REQUIRE(streamer.Sync(10 * kMs).ok());
  CHECK(WalksOver(*streamer.view(), 3));  // the old tile stands until the new one is there
  REQUIRE(streamer.Sync(500 * kMs).ok());
  CHECK(streamer.view()->slot(kHandTileEast).tile->polys.size() == 40);
  CheckSeams(*streamer.view());
  CHECK(WalksOver(*streamer.view(), 3));
  CHECK_FALSE(WalksOver(*streamer.view(), 17));
  CHECK(streamer.state().counters.stitched_edges > 0);
  // The tile in the west was changed in a copy of its own: the pack's bytes and the old view are as they
  // were.
  CHECK(WalksOver(*before, 17));

  REQUIRE(streamer.SetGroup(4, false));
  REQUIRE(streamer.Sync(600 * kMs).ok());
  REQUIRE(streamer.Sync(1200 * kMs).ok());
  CheckSeams(*streamer.view());
  CHECK(WalksOver(*streamer.view(), 17));
  CHECK(streamer.view()->slot(kHandTile).tile == before->slot(kHandTile).tile);
}

TEST_CASE("a tile that only a content pack has leaves boundary edges when it goes", "[NAV-075]") {
  nav::WorldDraft west = SeamWorld();
  nav::WorldDraft east = west;
  west.tiles.erase(west.tiles.begin() + 1);
  east.tiles.erase(east.tiles.begin());
  east.tiles[0].content_pack_group = 4;
  const platform::Profile profile = StreamingProfile({"streaming_enabled=false"});
  nav::TileStreamer streamer(profile, {SetOf(Packed(west), {{4, Packed(east)}}), {}, false, {}});
  REQUIRE(streamer.Begin({0, 0, 0}).ok());
  CHECK_FALSE(WalksOver(*streamer.view(), 3));
  CheckSeams(*streamer.view());
  REQUIRE(streamer.SetGroup(4, true));
  REQUIRE(streamer.Sync(1).ok());
  REQUIRE(streamer.Sync(1000 * kMs).ok());
  CHECK(WalksOver(*streamer.view(), 3));
  CheckSeams(*streamer.view());
  REQUIRE(streamer.SetGroup(4, false));
  REQUIRE(streamer.Sync(1001 * kMs).ok());
  CHECK_FALSE(WalksOver(*streamer.view(), 3));
  CheckSeams(*streamer.view());
}

TEST_CASE("content packs of another build, or of one group twice, are refused", "[NAV-075][NAV-024]") {
  nav::WorldDraft other = SwappedEast();
  other.build_id = 99;
  const auto of = [](std::vector<nav::TileSet::ContentPack> packs) {
    return nav::TileSet::Create(Packed(SeamWorld()), std::move(packs)).status().code();
  };
  CHECK(of({{4, Packed(other)}}) == absl::StatusCode::kFailedPrecondition);
  const auto good = Packed(SwappedEast());
  CHECK(of({{4, good}, {4, good}}) == absl::StatusCode::kInvalidArgument);
  CHECK(of({{0, good}}) == absl::StatusCode::kInvalidArgument);
  CHECK(of({{64, good}}) == absl::StatusCode::kInvalidArgument);
  CHECK(of({{63, good}}) == absl::StatusCode::kOk);
}

// Switches one polygon off, as an area would.
class OnePolyOff final : public nav::OverlaySource {
 public:
  void Apply(const nav::TileView& tile, nav::TileOverlay& overlay) const override {
    asked.push_back(tile.index);
    if (tile.index == wanted.mesh()) overlay.SetPolyDisabled(wanted.poly(), true);
  }
  PolyRef wanted;
  mutable std::vector<nav::MeshIndex> asked;
};

TEST_CASE("switches are applied to a tile before it becomes visible", "[NAV-073][NAV-269]") {
  const platform::Profile profile = StreamingProfile();
  nav::TileStreamer streamer(profile, {SetOf(StripPack(20)), {}, false, {}});
  OnePolyOff source;
  source.wanted = PolyRef(kHandTile + 10, 0);
  streamer.AddOverlaySource(&source);
  REQUIRE(streamer.Begin(MiddleOfTile(3)).ok());
  CHECK(source.asked == std::vector<nav::MeshIndex>{kHandTile + 2, kHandTile + 3, kHandTile + 4});
  CHECK(streamer.view()->slot(kHandTile + 3).overlay == nullptr);
  streamer.SetFocus(MiddleOfTile(10), {}, 0);
  REQUIRE(streamer.Sync(1).ok());
  REQUIRE(streamer.Sync(1000 * kMs).ok());
  REQUIRE(streamer.view()->IsResident(kHandTile + 10));
  CHECK(streamer.view()->Poly(source.wanted).is_disabled());

  // What changes later is asked for again, and only that.
  source.asked.clear();
  source.wanted = PolyRef(kHandTile + 11, 0);
  streamer.RefreshOverlay(kHandTile + 10);
  streamer.RefreshOverlay(kHandTile + 11);
  streamer.RefreshOverlay(kHandTile + 3);  // not there
  REQUIRE(streamer.Sync(1010 * kMs).ok());
  CHECK(source.asked == std::vector<nav::MeshIndex>{kHandTile + 10, kHandTile + 11});
  CHECK_FALSE(streamer.view()->Poly(PolyRef(kHandTile + 10, 0)).is_disabled());
  CHECK(streamer.view()->Poly(source.wanted).is_disabled());
  CHECK(streamer.changed().size() == 2);
  CHECK(streamer.state().counters.mesh_changes == 2);  // an overlay is no change of the meshes
}

TEST_CASE("corrections are applied to tiles of their build when they are loaded", "[NAV-074]") {
  const std::string text =
      "corrections { tile: 4040 build_id: \"0000000000000001\" poly: 4 edge: 2 }\n"
      "corrections { tile: 4040 build_id: \"0000000000000002\" poly: 9 edge: 2 }\n"
      "corrections { tile: 4040 build_id: \"0000000000000001\" poly: 9999 edge: 2 }\n";
  const auto corrections = nav::ParseAdjacencyCorrections(text, "mend.txtpb");
  INFO(corrections.status().ToString());
  REQUIRE(corrections.ok());
  const platform::Profile profile = StreamingProfile();
  nav::TileStreamer streamer(profile, {SetOf(Packed(SeamWorld())), *corrections, false, {}});
  REQUIRE(streamer.Begin({150, 10, 0}).ok());
  const auto plain = ViewOf(SeamWorld());
  REQUIRE(plain->Poly(PolyRef(kHandTile, 4)).Neighbour(2).valid());
  CHECK_FALSE(streamer.view()->Poly(PolyRef(kHandTile, 4)).Neighbour(2).valid());
  CHECK(streamer.view()->Poly(PolyRef(kHandTile, 4)).EdgeFlags(2) == 0);
  CHECK(streamer.view()->Poly(PolyRef(kHandTile, 9)).Neighbour(2).valid());  // of another build
  CHECK(streamer.state().counters.corrected_edges == 1);
  CHECK_FALSE(WalksOver(*streamer.view(), 1));
  CHECK(WalksOver(*streamer.view(), 3));
}

TEST_CASE("a correction leads an edge to another polygon, of another tile too", "[NAV-074]") {
  AdjacencyCorrections::Correction climb{
      1, kHandTile, 0, 0, PolyRef(kHandTileEast, 7), nav::AdjacencyType::kClimbLow};
  const platform::Profile profile = StreamingProfile();
  nav::TileStreamer streamer(profile, {SetOf(Packed(SeamWorld())), AdjacencyCorrections({climb}), false, {}});
  REQUIRE(streamer.Begin({150, 10, 0}).ok());
  const nav::PolyView poly = streamer.view()->Poly(PolyRef(kHandTile, 0));
  CHECK(poly.Neighbour(0) == PolyRef(kHandTileEast, 7));
  CHECK(poly.Edge(0).type() == nav::AdjacencyType::kClimbLow);
  CHECK((poly.EdgeFlags(0) & nav::kEdgeExternal) != 0);
  CHECK(streamer.view()->Poly(PolyRef(kHandTile, 4)).Neighbour(2) == PolyRef(kHandTileEast, 0));
}

TEST_CASE("a bad correction file is refused with file and field", "[NAV-074]") {
  const auto message = [](const std::string& text) {
    return std::string(nav::ParseAdjacencyCorrections(text, "mend.txtpb").status().message());
  };
  CHECK(message("corrections { tile: 10000 build_id: \"0000000000000001\" }")
            .find("mend.txtpb: corrections[0].tile") == 0);
  CHECK(message("corrections { build_id: \"1\" }").find("build_id") != std::string::npos);
  CHECK(message("corrections { build_id: \"0000000000000001\" edge: 16 }").find("edge") != std::string::npos);
  CHECK(message("corrections { build_id: \"0000000000000001\" poly: 32767 }").find("poly") !=
        std::string::npos);
  CHECK(
      message("corrections { build_id: \"0000000000000001\" neighbour { tile: 10000 } }").find("neighbour") !=
      std::string::npos);
  CHECK(message("").empty());
}

}  // namespace
}  // namespace footfall::tests
