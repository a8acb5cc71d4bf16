#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "nav/mesh/pack_format.h"
#include "nav/mesh/seam_validator.h"
#include "nav/mesh/tile_copy.h"
#include "nav/mesh/tile_layout.h"
#include "tests/nav/stream_fixture.h"

namespace footfall::tests {
namespace {

// A walkable strip through `tiles` whole tiles: all inner ones are alike but for their place.
nav::WorldDraft RoadWorld(int tiles, int rows = 1) {
  HandWorld world;
  world.Grid(0, 0, 75 * tiles, rows, 2);
  return world.Finish();
}

// The same with one inner tile instead of all.
nav::WorldDraft InstancedRoad(int tiles) {
  nav::WorldDraft draft = RoadWorld(tiles);
  std::vector<nav::TileDraft> kept;
  for (nav::TileDraft& tile : draft.tiles) {
    const int number = tile.index - kHandTile;
    if (number <= 1 || number == tiles - 1) {
      kept.push_back(std::move(tile));
    } else {
      draft.instances.push_back({tile.index, kHandTile + 1});
    }
  }
  draft.tiles = std::move(kept);
  return draft;
}

class TemporaryFile {
 public:
  TemporaryFile() {
    std::string name = (std::filesystem::temp_directory_path() / "footfall_stream_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~TemporaryFile() { std::filesystem::remove_all(folder_); }
  std::string path() const { return folder_ + "/world.ffnav"; }

 private:
  std::string folder_;
};

// Bytes of the file that this process has in memory through its mapping.
uint64_t ResidentBytesOf(const std::string& path) {
  std::ifstream maps("/proc/self/smaps");
  std::string line;
  bool is_ours = false;
  uint64_t kib = 0;
  while (std::getline(maps, line)) {
    const bool is_head = line.find('-') != std::string::npos && line.find(' ') > line.find('-') &&
                         line.compare(0, 3, "Rss") != 0 && line.find(':') > line.find(' ');
    if (is_head) is_ours = line.find(path) != std::string::npos;
    if (is_ours && line.compare(0, 4, "Rss:") == 0) {
      std::istringstream words(line.substr(4));
      uint64_t value = 0;
      words >> value;
      kib += value;
    }
  }
  return kib * 1024;
}

TEST_CASE("an instance is its base in every word but its place", "[NAV-016][NAV-018]") {
  const nav::WorldDraft full = RoadWorld(6);
  const auto all = ViewOf(full);
  const auto pack = nav::Pack::FromBytes(BytesOf(InstancedRoad(6)));
  REQUIRE(pack.ok());
  CHECK((*pack)->entries().size() == 6);
  CHECK((*pack)->entries()[4].base == kHandTile + 1);
  const auto view = (*pack)->ViewOfAll();
  REQUIRE(view.ok());
  CHECK(VerifySeams(**view).ok());
  REQUIRE((*view)->resident() == all->resident());
  for (const nav::MeshIndex index : all->resident()) {
    CHECK(nav::BlobOf(*(*view)->slot(index).tile) == nav::BlobOf(*all->slot(index).tile));
  }
}

TEST_CASE("a pack of instances holds their bytes once", "[NAV-016]") {
  CHECK(BytesOf(InstancedRoad(40)).size() < BytesOf(RoadWorld(40)).size() / 8);
}

TEST_CASE("instances that are none are refused by writer and reader", "[NAV-016]") {
  nav::WorldDraft draft = RoadWorld(3);
  draft.instances.push_back({kHandTile + 5, kHandTile + 4});
  CHECK_FALSE(nav::PackWorld(draft).ok());
  draft.instances = {{kHandTile + 1, kHandTile}};  // is there already
  CHECK_FALSE(nav::PackWorld(draft).ok());
  draft = RoadWorld(3);
  // The last column of the world: the neighbour in the east would leave it.
  draft.instances = {{40 * 100 + 99, kHandTile + 1}};
  CHECK_FALSE(nav::PackWorld(draft).ok());

  std::string bytes = BytesOf(InstancedRoad(6));
  nav::PackHeader header;
  const auto entry_at = [&](size_t i) { return sizeof(nav::PackHeader) + i * sizeof(nav::PackIndexEntry); };
  nav::PackIndexEntry entry;
  std::memcpy(&entry, bytes.data() + entry_at(3), sizeof(entry));
  for (const uint32_t of : {uint32_t{kHandTile + 1}, uint32_t{kHandTile + 3}, 0xFFFFFFFFU}) {
    entry.instance_of = of;  // the wrong tile, another instance, none
    std::memcpy(bytes.data() + entry_at(3), &entry, sizeof(entry));
    std::memcpy(&header, bytes.data(), sizeof(header));
    header.header_checksum = nav::PackHeaderChecksum(std::string_view(bytes).substr(0, header.header_bytes));
    std::memcpy(bytes.data(), &header, sizeof(header));
    CHECK(nav::Pack::FromBytes(bytes).status().code() == absl::StatusCode::kDataLoss);
  }
}

TEST_CASE("a tile that nobody holds gives its memory back and comes again when it is asked for",
          "[NAV-067][NAV-016]") {
  const TemporaryFile file;
  REQUIRE(nav::WritePack(RoadWorld(8, 20), file.path()).ok());
  const auto pack = nav::Pack::Open(file.path());
  REQUIRE(pack.ok());
  auto view = *(*pack)->ViewOfAll();
  const uint64_t all = ResidentBytesOf(file.path());
  REQUIRE(all > 8 * 100'000);
  const auto kept = *(*pack)->Tile(kHandTile);
  view = nullptr;
  // What is left is the kept tile and what the system reads around it.
  CHECK(ResidentBytesOf(file.path()) < all / 3);
  CHECK(kept->polys.size() == 75 * 20);
  const auto again = (*pack)->Tile(kHandTile + 5);
  REQUIRE(again.ok());
  CHECK(nav::PolyView(**again, nullptr, 0).Vertex(0).x == 5 * 150);
}

TEST_CASE("a world keeps no more tiles in memory than its regions want", "[NAV-067]") {
  const TemporaryFile file;
  REQUIRE(nav::WritePack(RoadWorld(60, 20), file.path()).ok());
  const auto pack = nav::Pack::Open(file.path());
  REQUIRE(pack.ok());
  const platform::Profile profile = StreamingProfile();
  nav::TileStreamer streamer(profile, {SetOf(*pack), {}, true, {}});
  REQUIRE(streamer.Begin({75, 20, 0}).ok());
  uint64_t tile_bytes = (*pack)->entries().front().bytes;
  uint64_t most = 0;
  streamer.SetFocus({75, 20, 0}, {30, 0, 0}, 0);
  uint64_t read = 0;
  for (int tick = 1; tick <= 30 * 295; ++tick) {
    REQUIRE(streamer.Sync(int64_t{tick} * 33'333'333).ok());
    CHECK(streamer.view()->resident().size() <= 4);
    for (const nav::MeshIndex index : streamer.changed()) {
      if (!streamer.view()->IsResident(index)) continue;
      for (const nav::EdgeRecord& edge : streamer.view()->slot(index).tile->edges) read += edge.link;
    }
    if (tick % 50 == 0) most = std::max(most, ResidentBytesOf(file.path()));
  }
  CHECK(streamer.state().counters.placed >= 58);
  CHECK(streamer.state().counters.evicted >= 54);
  CHECK(read > 0);
  CHECK(streamer.resident_bytes() <= 4 * tile_bytes);
  // Four tiles, and what the system maps around a read: up to two megabytes at each end.
  CHECK(most < 4 * tile_bytes + (4U << 20));
  CHECK((4 * tile_bytes + (4U << 20)) < (*pack)->file_bytes() / 2);
}

TEST_CASE("a new map begins without the tiles of the old one, and the end of a world lets all of them go",
          "[NAV-052][NAV-053]") {
  const auto pack = StripPack(20);
  const platform::Profile profile = StreamingProfile();
  auto world =
      std::make_unique<nav::TileStreamer>(profile, nav::TileStreamer::Options{SetOf(pack), {}, true, {}});
  REQUIRE(world->Begin(MiddleOfTile(3)).ok());
  const std::weak_ptr<const nav::TileView> tile = *pack->Tile(kHandTile + 3);
  CHECK_FALSE(tile.expired());
  // A tile that is still being read when the world ends.
  world->SetFocus(MiddleOfTile(15), {}, 0);
  REQUIRE(world->Sync(1).ok());
  const std::weak_ptr<const nav::NavView> view = world->view();
  world = std::make_unique<nav::TileStreamer>(profile, nav::TileStreamer::Options{SetOf(pack), {}, true, {}});
  REQUIRE(world->Begin(MiddleOfTile(10)).ok());
  CHECK(Numbers(*world) == std::vector<int>{9, 10, 11});
  CHECK(tile.expired());
  CHECK(view.expired());
  world = nullptr;
  CHECK(pack.use_count() == 1);
}

TEST_CASE("a damaged tile stops the streaming with its number and offset", "[NAV-068]") {
  const TemporaryFile file;
  // 64 MiB and more are not checked when they are opened: here by way of an instance's own check.
  REQUIRE(nav::WritePack(RoadWorld(8, 4), file.path()).ok());
  const auto pack = nav::Pack::Open(file.path());
  REQUIRE(pack.ok());
  const platform::Profile profile = StreamingProfile();
  nav::TileStreamer streamer(profile, {SetOf(*pack), {}, false, {}});
  REQUIRE(streamer.Begin({75, 20, 0}).ok());
  std::filesystem::resize_file(file.path(), (*pack)->entries()[7].offset);
  streamer.SetFocus({5 * 150 + 75, 20, 0}, {}, 0);
  REQUIRE(streamer.Sync(1).ok());
  const absl::Status stopped = streamer.Sync(1000 * kMs);
  CHECK(stopped.code() == absl::StatusCode::kDataLoss);
  CHECK(std::string(stopped.message()).find("tile 404") != std::string::npos);
  CHECK(std::string(stopped.message()).find("offset") != std::string::npos);
}

}  // namespace
}  // namespace footfall::tests
