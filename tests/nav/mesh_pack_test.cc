#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "nav/mesh/format_limits.h"
#include "nav/mesh/pack.h"
#include "nav/mesh/pack_format.h"
#include "nav/mesh/pack_writer.h"
#include "nav/mesh/seam_validator.h"
#include "tests/nav/hand_packs.h"

namespace footfall::tests {
namespace {

using nav::Pack;

// A fresh path in the system's temporary folder, removed at the end of the test.
class TemporaryPack {
 public:
  TemporaryPack() {
    std::string name = (std::filesystem::temp_directory_path() / "footfall_pack_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~TemporaryPack() { std::filesystem::remove_all(folder_); }
  std::string path() const { return folder_ + "/world.ffnav"; }
  size_t files_count() const {
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) count += entry.exists() ? 1 : 0;
    return count;
  }

 private:
  std::string folder_;
};

void WriteBytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

bool Mentions(const absl::Status& status, const std::string& text) {
  return std::string(status.message()).find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a written pack opens and gives the same world", "[NAV-016][NAV-295]") {
  const TemporaryPack file;
  nav::WorldDraft draft = SeamWorld();
  draft.build_id = 0x1234567890ABCDEF;
  draft.parameters = "cell: 0.25";
  REQUIRE(nav::WritePack(draft, file.path()).ok());
  CHECK(file.files_count() == 1);
  const auto pack = Pack::Open(file.path());
  REQUIRE(pack.ok());
  CHECK((*pack)->build_id() == 0x1234567890ABCDEF);
  CHECK((*pack)->parameters() == "cell: 0.25");
  CHECK((*pack)->file_bytes() == std::filesystem::file_size(file.path()));
  REQUIRE((*pack)->entries().size() == 2);
  CHECK((*pack)->entries()[0].index == kHandTile);
  CHECK((*pack)->entries()[0].offset % 4096 == 0);
  CHECK((*pack)->entries()[1].offset % 4096 == 0);
  const auto view = (*pack)->ViewOfAll();
  REQUIRE(view.ok());
  CHECK((*view)->build_id() == 0x1234567890ABCDEF);
  CHECK((*view)->resident().size() == 2);  // all at once, without streaming
  CHECK((*view)->Poly(nav::PolyRef(kHandTile, 4)).Neighbour(2) == nav::PolyRef(kHandTileEast, 0));
  CHECK((*pack)->Tile(17).status().code() == absl::StatusCode::kNotFound);
}

TEST_CASE("a tile is used in place", "[NAV-016]") {
  const auto pack = Pack::FromBytes(BytesOf(GridWorld(5)));
  REQUIRE(pack.ok());
  const auto tile = (*pack)->Tile(kHandTile);
  REQUIRE(tile.ok());
  CHECK((*pack)->Tile(kHandTile)->get() == tile->get());
  const auto* polys = reinterpret_cast<const char*>((*tile)->polys.data());
  const auto* edges = reinterpret_cast<const char*>((*tile)->edges.data());
  CHECK(edges > polys);
  CHECK(edges - polys < static_cast<ptrdiff_t>((*pack)->entries()[0].bytes));
}

TEST_CASE("a view outlives the pack it came from") {
  std::shared_ptr<const nav::NavView> view;
  {
    const TemporaryPack file;
    REQUIRE(nav::WritePack(GridWorld(2), file.path()).ok());
    view = *(*Pack::Open(file.path()))->ViewOfAll();
  }
  CHECK(view->Poly(nav::PolyRef(kHandTile, 3)).Vertex(2) == platform::Vec3{4, 4, 0});
}

TEST_CASE("the same draft gives the same bytes, in whatever order its tiles stand") {
  nav::WorldDraft draft = SeamWorld();
  const std::string bytes = BytesOf(draft);
  CHECK(bytes == BytesOf(draft));
  std::swap(draft.tiles[0], draft.tiles[1]);
  CHECK(bytes == BytesOf(draft));
}

TEST_CASE("an empty world is a valid pack") {
  const auto pack = Pack::FromBytes(BytesOf({}));
  REQUIRE(pack.ok());
  CHECK((*pack)->entries().empty());
  CHECK((*(*pack)->ViewOfAll())->resident().empty());
}

TEST_CASE("another format version is refused as a whole", "[NAV-016]") {
  std::string bytes = BytesOf(GridWorld(2));
  uint32_t version = 3;
  std::memcpy(bytes.data() + 8, &version, sizeof(version));
  const auto pack = Pack::FromBytes(bytes);
  CHECK(pack.status().code() == absl::StatusCode::kInvalidArgument);
  CHECK(Mentions(pack.status(), "version 3 found, 2 supported"));
}

TEST_CASE("files that are no packs are refused clearly") {
  const TemporaryPack file;
  CHECK(Pack::Open(file.path()).status().code() == absl::StatusCode::kNotFound);
  WriteBytes(file.path(), "");
  CHECK(Pack::Open(file.path()).status().code() == absl::StatusCode::kDataLoss);
  WriteBytes(file.path(), "short");
  CHECK(Pack::Open(file.path()).status().code() == absl::StatusCode::kDataLoss);
  WriteBytes(file.path(), std::string(8192, 'x'));
  CHECK(Pack::Open(file.path()).status().code() == absl::StatusCode::kInvalidArgument);
  CHECK(Mentions(Pack::Open(file.path()).status(), file.path()));
  CHECK_FALSE(Pack::Open("/").ok());
}

TEST_CASE("a bad tile is named with its offset") {
  std::string bytes = BytesOf(SeamWorld());
  const auto pack = Pack::FromBytes(bytes);
  REQUIRE(pack.ok());
  bytes[(*pack)->entries()[1].offset + 500] ^= 1;
  const absl::Status status = Pack::FromBytes(bytes).status();
  CHECK(status.code() == absl::StatusCode::kDataLoss);
  CHECK(Mentions(status, "tile 4041 at offset " + std::to_string((*pack)->entries()[1].offset)));
}

TEST_CASE("the loader holds a shared lock and does not wait for a writer's") {
  const TemporaryPack file;
  REQUIRE(nav::WritePack(GridWorld(2), file.path()).ok());
  const int writer = open(file.path().c_str(), O_RDWR);
  REQUIRE(writer >= 0);
  {
    const auto pack = Pack::Open(file.path());
    REQUIRE(pack.ok());
    CHECK(flock(writer, LOCK_EX | LOCK_NB) != 0);
  }
  CHECK(flock(writer, LOCK_EX | LOCK_NB) == 0);
  CHECK(Pack::Open(file.path()).status().code() == absl::StatusCode::kFailedPrecondition);
  close(writer);
}

TEST_CASE("writing over an open pack leaves its readers alone") {
  const TemporaryPack file;
  REQUIRE(nav::WritePack(GridWorld(2), file.path()).ok());
  const auto old_pack = Pack::Open(file.path());
  REQUIRE(old_pack.ok());
  nav::WorldDraft other = GridWorld(9);
  other.build_id = 2;
  REQUIRE(nav::WritePack(other, file.path()).ok());
  CHECK((*(*old_pack)->Tile(kHandTile))->polys.size() == 4);
  CHECK((*(*Pack::Open(file.path()))->Tile(kHandTile))->polys.size() == 81);
}

TEST_CASE("a file that was cut since it was opened is noticed at placement") {
  const TemporaryPack file;
  REQUIRE(nav::WritePack(GridWorld(2), file.path()).ok());
  const auto pack = Pack::Open(file.path());
  REQUIRE(pack.ok());
  std::filesystem::resize_file(file.path(), 4096);
  CHECK((*pack)->Tile(kHandTile).status().code() == absl::StatusCode::kDataLoss);
}

TEST_CASE("a writer that cannot write says where and leaves nothing behind") {
  const TemporaryPack file;
  const absl::Status status = nav::WritePack(GridWorld(2), file.path() + "/no/such/folder.ffnav");
  CHECK_FALSE(status.ok());
  CHECK(Mentions(status, "no/such/folder"));
  CHECK(file.files_count() == 0);
}

TEST_CASE("a writer does not put a pack in the place of what is no file") {
  const TemporaryPack file;
  const std::string pipe = file.path() + ".pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const absl::Status status = nav::WritePack(GridWorld(2), pipe);
  CHECK(Mentions(status, "no regular file"));
  CHECK(std::filesystem::is_fifo(pipe));
  std::filesystem::remove(pipe);
}

TEST_CASE("seams of the hand-made worlds are sound") {
  for (const auto& draft : {GridWorld(5), SeamWorld(), TerraceWorld(), LadderWorld(), FloatWorld()}) {
    CHECK(nav::VerifySeams(*ViewOf(draft)).ok());
  }
}

TEST_CASE("a broken seam is found and named") {
  nav::WorldDraft draft = SeamWorld();
  std::string expected;
  SECTION("end points that differ by one step") {
    for (platform::Vec3& v : draft.tiles[1].vertices) {
      if (v.x == 150 && v.y == 4) v.z += 1.0F / 256;
    }
    expected = "end points differ";
  }
  SECTION("no way back") {
    draft.tiles[1].polys[0].edges[0].neighbour = nav::PolyRef();
    expected = "no edge leads back";
  }
  SECTION("no such polygon") {
    draft.tiles[0].polys[4].edges[2].neighbour = nav::PolyRef(kHandTileEast, 999);
    expected = "does not exist";
  }
  SECTION("a tile that is not in the pack") {
    draft.tiles.pop_back();
    expected = "does not exist";
  }
  const absl::Status status = nav::VerifySeams(*ViewOf(draft));
  CHECK(status.code() == absl::StatusCode::kDataLoss);
  CHECK(Mentions(status, expected));
  CHECK(Mentions(status, "tile 4040, polygon"));
}

}  // namespace footfall::tests
