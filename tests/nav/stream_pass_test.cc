#include <set>
#include <thread>

#include "platform/random.h"
#include "tests/nav/stream_fixture.h"

namespace footfall::tests {
namespace {

using Tiles = std::vector<int>;

TEST_CASE("a map begins with the tiles of its load position", "[NAV-056][NAV-049]") {
  StripStreamer strip;
  CHECK(Numbers(strip.streamer) == Tiles{2, 3, 4});
  // Tiles of the data set are known before they were ever there.
  CHECK(strip.streamer.view()->IsInDataSet(kHandTile + 15));
  CHECK_FALSE(strip.streamer.view()->IsResident(kHandTile + 15));
  CHECK_FALSE(strip.streamer.view()->IsInDataSet(kHandTile + 30));
}

TEST_CASE("a pass runs once in 1000 ms of simulated time", "[NAV-063][NAV-003]") {
  StripStreamer strip;
  const auto passes = [&] { return strip.streamer.state().counters.passes; };
  CHECK(passes() == 1);
  for (int ms = 33; ms < 1000; ms += 33) strip.Sync(ms);
  CHECK(passes() == 1);
  strip.Sync(1000);
  CHECK(passes() == 2);
  strip.Sync(1999);
  CHECK(passes() == 2);
  strip.Sync(2010);
  CHECK(passes() == 3);
  strip.Sync(3000);  // the timer began anew with the pass
  CHECK(passes() == 3);
}

TEST_CASE("an origin that moved more than 50 m makes the pass due at once", "[NAV-058]") {
  StripStreamer strip;
  const platform::Vec3 begin = MiddleOfTile(3);
  strip.streamer.SetFocus({begin.x + 50, begin.y, 0}, {}, 100 * kMs);
  strip.Sync(100);
  CHECK(strip.streamer.state().counters.passes == 1);
  strip.streamer.SetFocus({begin.x + 50.5F, begin.y, 0}, {}, 200 * kMs);
  strip.Sync(200);
  CHECK(strip.streamer.state().counters.passes == 2);
}

TEST_CASE("the origin region follows the focus in every sync", "[NAV-058][NAV-057]") {
  StripStreamer strip;
  strip.streamer.SetFocus(MiddleOfTile(3), {30, 0, 0}, 0);
  strip.Sync(500);
  CHECK(strip.streamer.state().regions[0].center.x == MiddleOfTile(3).x + 15);
  CHECK(strip.streamer.state().regions[0].radius == 100);
}

TEST_CASE("all tiles of a pass become visible in one sync, 100 ms and their reading time after it",
          "[NAV-068]") {
  // A disk of 1 byte a millisecond makes the reading time a figure that can be told apart.
  StripStreamer strip({"disk_bytes_per_second=1000"});
  strip.streamer.SetFocus(MiddleOfTile(10), {}, 500 * kMs);
  strip.Sync(500);
  const nav::StreamState& state = strip.streamer.state();
  REQUIRE(state.requested.size() == 3);
  uint64_t bytes = 0;
  for (int i = 9; i <= 11; ++i) {
    bytes += strip.streamer.tiles().BytesOf(static_cast<nav::MeshIndex>(kHandTile + i), 0);
  }
  const int64_t due_ms = 500 + static_cast<int64_t>(bytes) + 100;
  CHECK(state.requested[0].due_ns == due_ms * kMs);
  CHECK(state.requested[2].due_ns == due_ms * kMs);
  CHECK(Numbers(strip.streamer).empty());  // the old ones went at once
  strip.Sync(due_ms - 1);
  CHECK(Numbers(strip.streamer).empty());
  strip.Sync(due_ms);
  CHECK(Numbers(strip.streamer) == Tiles{9, 10, 11});
}

TEST_CASE("a second pass's tiles queue behind the first on the virtual disk", "[NAV-068]") {
  StripStreamer strip({"disk_bytes_per_second=1000"});
  strip.streamer.SetFocus(MiddleOfTile(10), {}, 0);
  strip.Sync(1);
  const int64_t first_due = strip.streamer.state().requested[0].due_ns;
  const int64_t busy = strip.streamer.state().io_busy_until_ns;
  REQUIRE(strip.streamer.SetRegion(nav::LoadRegionKind::kScriptRequired, 1, {16 * 150 + 75, 75}, 0));
  strip.Sync(1001);
  const nav::StreamState& state = strip.streamer.state();
  REQUIRE(state.requested.size() == 4);
  CHECK(state.requested[0].due_ns == first_due);
  const auto bytes = static_cast<int64_t>(strip.streamer.tiles().BytesOf(kHandTile + 16, 0));
  CHECK(state.requested[3].due_ns == busy + bytes * kMs + 100 * kMs);
}

TEST_CASE("a tile that is no longer required when it is due is dropped", "[NAV-068][NAV-067]") {
  StripStreamer strip({"disk_bytes_per_second=1000"});
  strip.streamer.SetFocus(MiddleOfTile(10), {}, 0);
  strip.Sync(1);
  strip.streamer.SetFocus(MiddleOfTile(3), {}, 10 * kMs);
  strip.Sync(10);
  CHECK(strip.streamer.state().requested.size() == 6);
  strip.Sync(100000);
  CHECK(Numbers(strip.streamer) == Tiles{2, 3, 4});
  CHECK(strip.streamer.state().counters.dropped == 3);
  CHECK(strip.streamer.state().requested.empty());
}

TEST_CASE("a tile between both radii keeps its state", "[NAV-067]") {
  StripStreamer strip;
  const platform::Vec3 begin = MiddleOfTile(3);
  // Tile 2's middle is then 211 m away: neither wanted nor to be let go.
  strip.streamer.SetFocus({begin.x + 61, begin.y, 0}, {}, 0);
  strip.Sync(2000);
  strip.Sync(2200);
  CHECK(Numbers(strip.streamer) == Tiles{2, 3, 4});
  strip.streamer.SetFocus({begin.x + 67, begin.y, 0}, {}, 2200 * kMs);
  strip.Sync(3100);
  CHECK(Numbers(strip.streamer) == Tiles{3, 4});
  // Coming back into the band does not ask for it again.
  strip.streamer.SetFocus({begin.x + 61, begin.y, 0}, {}, 3200 * kMs);
  strip.Sync(4300);
  CHECK(strip.streamer.state().requested.empty());
}

TEST_CASE("a switch holds passes back until the focus is within 10 m of its destination", "[NAV-066]") {
  StripStreamer strip;
  strip.streamer.SwitchFocus(MiddleOfTile(13), 3000 * kMs, 0);  // 1500 m: 0.5 m a millisecond
  for (int ms = 100; ms < 2980; ms += 20) strip.Sync(ms);
  CHECK(strip.streamer.state().counters.passes == 1);
  CHECK(strip.streamer.state().counters.suspended_ticks > 0);
  CHECK(Numbers(strip.streamer) == Tiles{2, 3, 4});
  strip.Sync(2981);  // 9.5 m
  CHECK(strip.streamer.state().counters.passes == 2);
  strip.Sync(3100);
  CHECK(Numbers(strip.streamer) == Tiles{12, 13, 14});
}

TEST_CASE("a full table of resident tiles refuses and counts", "[NAV-064][NAV-067]") {
  StripStreamer strip({"resident_tiles_max=2"});
  CHECK(Numbers(strip.streamer) == Tiles{2, 3});
  CHECK(strip.streamer.state().counters.refused_full == 1);
}

TEST_CASE("a tile that is wanted again before it came has no room that others took", "[NAV-064][NAV-067]") {
  StripStreamer strip({"resident_tiles_max=2", "load_latency_ms=5000"});
  strip.streamer.SetFocus(MiddleOfTile(10), {}, 0);
  strip.Sync(1);  // asks for 9 and 10
  strip.streamer.SetFocus(MiddleOfTile(12), {}, 1 * kMs);
  strip.Sync(2);  // 11 and 12 instead
  const uint64_t refused = strip.streamer.state().counters.refused_full;
  strip.streamer.SetFocus(MiddleOfTile(11), {}, 2 * kMs);
  strip.Sync(3);  // 10 would be the third
  CHECK(strip.streamer.state().counters.refused_full == refused + 1);
  strip.Sync(5400);
  CHECK(Numbers(strip.streamer) == Tiles{11, 12});
  CHECK(strip.streamer.state().counters.dropped == 2);

  StripStreamer roomy({"resident_tiles_max=3", "load_latency_ms=5000"});
  for (const int tile : {10, 12, 11}) {
    roomy.streamer.SetFocus(MiddleOfTile(tile), {}, 0);
    roomy.Sync(1);
  }
  const uint64_t requested = roomy.streamer.state().counters.requested;
  roomy.Sync(5400);
  CHECK(Numbers(roomy.streamer) == Tiles{10, 11, 12});
  // It was read once: the first request stands again.
  CHECK(roomy.streamer.state().counters.requested == requested);
}

TEST_CASE("a tile that is to be swapped takes one place", "[NAV-067][NAV-075]") {
  const platform::Profile profile = StreamingProfile({"resident_tiles_max=4"});
  nav::TileStreamer streamer(profile, {SetOf(StripPack(20), {{1, StripPack(4)}}), {}, false, {}});
  REQUIRE(streamer.Begin(MiddleOfTile(3)).ok());
  CHECK(Numbers(streamer) == Tiles{2, 3, 4});
  REQUIRE(streamer.SetGroup(1, true));
  REQUIRE(streamer.Sync(1 * kMs).ok());
  CHECK(streamer.state().requested.size() == 2);  // tiles 2 and 3 of the content pack
  REQUIRE(streamer.SetRegion(nav::LoadRegionKind::kScriptRequired, 1, platform::Xy(MiddleOfTile(9)), 0));
  REQUIRE(streamer.SetGroup(1, true));  // a pass is due
  REQUIRE(streamer.Sync(2 * kMs).ok());
  REQUIRE(streamer.Sync(500 * kMs).ok());
  CHECK(Numbers(streamer) == Tiles{2, 3, 4, 9});
  CHECK(streamer.state().counters.refused_full == 0);
}

TEST_CASE("a profile that does not stream has all tiles from the beginning", "[NAV-065]") {
  StripStreamer strip({"streaming_enabled=false"});
  CHECK(strip.streamer.view()->resident().size() == 20);
  strip.streamer.SetFocus(MiddleOfTile(19), {}, 0);
  strip.Sync(5000);
  CHECK(strip.streamer.view()->resident().size() == 20);
  CHECK(strip.streamer.state().counters.passes == 1);
}

TEST_CASE("placing and removing names the tiles and counts a change of the meshes", "[NAV-069][NAV-070]") {
  StripStreamer strip;
  const uint64_t before = strip.streamer.view()->generation();
  strip.streamer.SetFocus(MiddleOfTile(10), {}, 0);
  strip.Sync(1);
  CHECK(std::vector<nav::MeshIndex>(strip.streamer.changed().begin(), strip.streamer.changed().end()) ==
        std::vector<nav::MeshIndex>{kHandTile + 2, kHandTile + 3, kHandTile + 4});
  CHECK(strip.streamer.state().counters.mesh_changes == 1);
  CHECK(strip.streamer.view()->generation() == before + 1);
  strip.Sync(2);
  CHECK(strip.streamer.changed().empty());
  CHECK(strip.streamer.view()->generation() == before + 1);
  strip.Sync(500);
  CHECK(strip.streamer.changed().size() == 3);
  CHECK(strip.streamer.state().counters.mesh_changes == 2);
}

TEST_CASE("who still holds a view reads its tiles after they went", "[NAV-072]") {
  StripStreamer strip;
  const std::shared_ptr<const nav::NavView> held = strip.streamer.view();
  const std::weak_ptr<const nav::NavView> watched = held;
  strip.streamer.SetFocus(MiddleOfTile(10), {}, 0);
  strip.Sync(1);
  strip.Sync(500);
  REQUIRE_FALSE(strip.streamer.view()->IsResident(kHandTile + 3));
  CHECK(held->Poly(nav::PolyRef(kHandTile + 3, 0)).Vertex(0).z == 0);
  CHECK(held->slot(kHandTile + 3).tile->polys.size() == 1);
}

// A focus that wanders, jumps and switches, with regions that come and go; the hash after every sync.
std::vector<uint64_t> Wander(nav::TileStreamer& streamer, int from_step, int steps) {
  std::vector<uint64_t> hashes;
  for (int step = from_step; step < from_step + steps; ++step) {
    platform::RandomStream random(11, platform::RandomPurpose::kTest, 0, static_cast<uint64_t>(step));
    const int64_t now = int64_t{step + 1} * 33 * kMs;
    const uint32_t what = random.NextBelow(30);
    const int tile = static_cast<int>(random.NextBelow(20));
    if (what == 0) streamer.SetFocus(MiddleOfTile(tile), {random.NextRange(-30, 30), 0, 0}, now);
    if (what == 1) streamer.SwitchFocus(MiddleOfTile(tile), 700 * kMs, now);
    if (what == 2)
      streamer.SetRegion(nav::LoadRegionKind::kScriptRequired, 3, platform::Xy(MiddleOfTile(tile)), 90);
    if (what == 3) streamer.ClearOwner(3);
    REQUIRE(streamer.Sync(now).ok());
    hashes.push_back(platform::MixHash(HashOf(streamer.state()), streamer.view()->resident().size()));
  }
  return hashes;
}

TEST_CASE("a slow disk and a thread of its own change nothing but the waiting", "[NAV-068]") {
  const platform::Profile profile = StreamingProfile();
  nav::TileStreamer quick(profile, {SetOf(StripPack(20)), {}, false, {}});
  nav::TileStreamer ahead(profile, {SetOf(StripPack(20)), {}, true, {}});
  // The disk stands still until somebody waits for it, as long as the test is patient: so every tile is late.
  const auto slow = [](nav::MeshIndex) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
  nav::TileStreamer late(profile, {SetOf(StripPack(20)), {}, true, slow});
  for (nav::TileStreamer* streamer : {&quick, &ahead, &late}) REQUIRE(streamer->Begin(MiddleOfTile(3)).ok());
  const std::vector<uint64_t> expected = Wander(quick, 0, 600);
  CHECK(std::set<uint64_t>(expected.begin(), expected.end()).size() > 100);
  CHECK(Wander(ahead, 0, 600) == expected);
  CHECK(Wander(late, 0, 600) == expected);
  CHECK(quick.state().counters.placed > 20);
}

TEST_CASE("a restored streamer goes on as if it had never stopped", "[NAV-068]") {
  const platform::Profile profile = StreamingProfile({"disk_bytes_per_second=2000"});
  nav::TileStreamer live(profile, {SetOf(StripPack(20)), {}, true, {}});
  REQUIRE(live.Begin(MiddleOfTile(3)).ok());
  bool was_busy = false;
  for (int step = 0; step < 400; step += 40) {
    Wander(live, step, 40);
    was_busy = was_busy || !live.state().requested.empty();
    const nav::StreamSave saved = live.Save();
    nav::TileStreamer restored(profile, {SetOf(StripPack(20)), {}, true, {}});
    REQUIRE(restored.Begin(MiddleOfTile(19)).ok());
    REQUIRE(restored.Restore(saved).ok());
    CHECK(HashOf(restored.state()) == HashOf(live.state()));
    CHECK(restored.view()->generation() == live.view()->generation());
    CHECK(restored.view()->resident() == live.view()->resident());
    nav::TileStreamer twin(profile, {SetOf(StripPack(20)), {}, false, {}});
    REQUIRE(twin.Begin(MiddleOfTile(0)).ok());
    REQUIRE(twin.Restore(saved).ok());
    CHECK(Wander(restored, step + 40, 60) == Wander(twin, step + 40, 60));
  }
  CHECK(was_busy);
}

}  // namespace
}  // namespace footfall::tests
