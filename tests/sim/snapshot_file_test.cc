#include "sim/snapshot_file.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "platform/random.h"

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
  // What another writer left is in nobody's way.
  Put(path + ".part0", "left over");
  REQUIRE(WriteSnapshotFile(path, Some(10)).ok());
  CHECK(*ReadSnapshotFile(path) == Some(10));
  CHECK(BytesIn(path + ".part0") == "left over");
}

TEST_CASE("a snapshot file that cannot be written or read says the path and why") {
  const Folder folder;
  const auto names = [](const absl::Status& status, const std::string& path) {
    return std::string(status.message()).find(path) == 0;
  };
  const std::string nowhere = folder.File("no/such/folder");
  CHECK(absl::IsNotFound(WriteSnapshotFile(nowhere, "x")));
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
  CHECK(absl::IsInvalidArgument(WriteSnapshotFile(pipe, "x")));
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(folder.count() == 2);
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
