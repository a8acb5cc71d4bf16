#include "sim/snapshot_file.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "platform/random.h"
#include "sim/snapshot_envelope.h"

namespace footfall::sim {
namespace {

// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() : path_(std::string(FOOTFALL_BINARY_DIR) + "/snapshot_file_test." + std::to_string(getpid())) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string File(const std::string& name) const { return path_ + "/" + name; }
  size_t count() const {
    return static_cast<size_t>(
        std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator()));
  }

 private:
  std::string path_;
};

std::string Some(size_t bytes) {
  platform::RandomStream random(1, platform::RandomPurpose::kTest, 0, 0);
  std::string text;
  while (text.size() < bytes) text.push_back(static_cast<char>(random.NextBelow(4)));
  return text;
}

std::string BytesIn(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void Put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST_CASE("a snapshot file holds what was written and nothing is left beside it") {
  const Folder folder;
  const std::string path = folder.File("a.ffsnap");
  for (const size_t bytes : {size_t{0}, size_t{1}, size_t{300'000}}) {
    REQUIRE(WriteSnapshotFile(path, Some(bytes)).ok());
    const auto read = ReadSnapshotFile(path);
    INFO(read.status().ToString());
    REQUIRE(read.ok());
    CHECK(*read == Some(bytes));
    CHECK(folder.count() == 1);
  }
  CHECK(std::filesystem::file_size(path) < 200'000);
}

TEST_CASE("a snapshot file that cannot be written or read says the path and why") {
  const Folder folder;
  const auto names = [](const absl::Status& status, const std::string& path) {
    return std::string(status.message()).find(path) == 0;
  };
  const std::string nowhere = folder.File("no/such/folder");
  CHECK(absl::IsFailedPrecondition(WriteSnapshotFile(nowhere, "x")));
  CHECK(names(WriteSnapshotFile(nowhere, "x"), nowhere));
  CHECK(absl::IsNotFound(ReadSnapshotFile(folder.File("none")).status()));
  CHECK(absl::IsDataLoss(ReadSnapshotFile(folder.File("")).status()));
  // A folder stands where the file should go: nothing is left beside it.
  const std::string taken = folder.File("taken");
  std::filesystem::create_directories(taken);
  CHECK_FALSE(WriteSnapshotFile(taken, "x").ok());
  CHECK(folder.count() == 1);
  // What is no file is not replaced by one.
  const std::string pipe = folder.File("pipe");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(absl::IsFailedPrecondition(WriteSnapshotFile(pipe, "x")));
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(folder.count() == 2);
  // A link stays one, and its target is replaced.
  std::filesystem::create_symlink("target", folder.File("link"));
  Put(folder.File("target"), "before");
  REQUIRE(WriteSnapshotFile(folder.File("link"), "x").ok());
  CHECK(std::filesystem::is_symlink(folder.File("link")));
  CHECK(*ReadSnapshotFile(folder.File("target")) == "x");
  // A name that no file system takes.
  const std::string longest = folder.File(std::string(300, 'x'));
  CHECK(absl::IsFailedPrecondition(WriteSnapshotFile(longest, "x")));
  CHECK(absl::IsFailedPrecondition(ReadSnapshotFile(longest).status()));
  // A device without room.
  if (std::filesystem::exists("/dev/full")) {
    CHECK_FALSE(WriteSnapshotFile("/dev/full/x", "x").ok());
  }
}

TEST_CASE("each byte of a snapshot file flipped is refused or harmless, each length cut is refused") {
  const Folder folder;
  const std::string path = folder.File("a.ffsnap");
  REQUIRE(WriteSnapshotFile(path, Some(400)).ok());
  const std::string good = BytesIn(path);
  size_t refused = 0;
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    Put(path, bad);
    const auto read = ReadSnapshotFile(path);
    // Some bits of a frame say nothing about the content.
    CAPTURE(i);
    CHECK((!read.ok() || *read == Some(400)));
    refused += read.ok() ? 0 : 1;
  }
  CHECK(refused > good.size() - 5);
  for (size_t size = 0; size < good.size(); ++size) {
    Put(path, good.substr(0, size));
    CHECK(absl::IsDataLoss(ReadSnapshotFile(path).status()));
  }
  Put(path, good + "x");
  CHECK(absl::IsDataLoss(ReadSnapshotFile(path).status()));
}

TEST_CASE("a header is judged before the rest is unpacked", "[R55]") {
  SnapshotHeader header;
  header.tick = 7;
  header.software = "footfall test";
  const std::string packed = *PackSnapshot(SealSnapshot(header, Some(400'000)));
  std::string torn = packed;
  torn[torn.size() - 10] = static_cast<char>(torn[torn.size() - 10] ^ 1);
  uint64_t seen = 0;
  const SnapshotJudge no = [&](const SnapshotHeader& found) {
    seen = found.tick;
    return absl::InvalidArgumentError("another world");
  };
  const SnapshotJudge yes = [](const SnapshotHeader&) { return absl::OkStatus(); };
  CHECK(UnpackSnapshot(packed, "a", kSnapshotFileBytesMax, yes).ok());
  CHECK(absl::IsDataLoss(UnpackSnapshot(torn, "a", kSnapshotFileBytesMax, yes).status()));
  const absl::Status refused = UnpackSnapshot(torn, "a", kSnapshotFileBytesMax, no).status();
  CHECK(refused == absl::InvalidArgumentError("a: another world"));
  CHECK(seen == 7);
  // What is no snapshot is not unpacked either: megabytes of nothing.
  const auto says = [&](const std::string& bytes) {
    return std::string(
        UnpackSnapshot(*PackSnapshot(bytes), "a", kSnapshotFileBytesMax, yes).status().message());
  };
  CHECK(says(std::string(8 << 20, 'x')) == "a: snapshot: the first bytes are not those of a snapshot");
  CHECK(says("") == "a: snapshot: the first bytes are not those of a snapshot");
  CHECK(says("FFSNAP\r\n") == "a: snapshot: cut off at offset 8");
  header.version = 9;
  CHECK(says(SealSnapshot(header, "x")) == "a: snapshot: version 9 was found, supported is 1");
  header.version = kSnapshotVersion;
  header.software = "\x1b[2J";
  CHECK(says(SealSnapshot(header, "x")).find("is no printable text") != std::string::npos);
}

TEST_CASE("each cut of the first bytes of a snapshot, peeked at, is refused or has the whole header",
          "[R55]") {
  SnapshotHeader header;
  header.software = std::string(256, 's');
  const std::string bytes = SealSnapshot(header, std::string(1000, 'x'));
  size_t taken = 0;
  for (size_t size = 0; size <= kSnapshotHeaderBytesMax; ++size) {
    const auto peeked = PeekSnapshotHeader(std::string_view(bytes).substr(0, size));
    if (!peeked.ok()) {
      CHECK((absl::IsDataLoss(peeked.status()) || absl::IsInvalidArgument(peeked.status())));
      continue;
    }
    ++taken;
    CHECK(peeked->software == header.software);
  }
  // The longest header fits, with room.
  CHECK(taken > 100);
}

TEST_CASE("a file that unpacks to more than the ceiling is refused before it is unpacked", "[R55]") {
  const Folder folder;
  const std::string path = folder.File("a.ffsnap");
  REQUIRE(WriteSnapshotFile(path, std::string(100'000, 'x')).ok());
  CHECK(std::filesystem::file_size(path) < 200);
  CHECK(ReadSnapshotFile(path, 100'000).ok());
  CHECK(absl::IsResourceExhausted(ReadSnapshotFile(path, 99'999).status()));
  CHECK(kSnapshotFileBytesMax == uint64_t{1} << 30);
  // A packed file that is itself larger than any such snapshot is not even read.
  Put(path, Some(5000));
  CHECK(absl::IsResourceExhausted(ReadSnapshotFile(path, 1000).status()));
}

}  // namespace
}  // namespace footfall::sim
