// What is read and written must be a file, and a file that is replaced is whole at any time.
#include "platform/files.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

namespace {

// Of the calls of fsync: whether each was of a folder.
std::vector<bool> g_synced;

}  // namespace

// In the place of the library's, so that calls can be counted.
extern "C" int fsync(int file) {
  struct stat facts {};
  if (fstat(file, &facts) == 0) g_synced.push_back(S_ISDIR(facts.st_mode));
  return static_cast<int>(syscall(SYS_fsync, file));
}

namespace footfall::platform {
namespace {

namespace fs = std::filesystem;
using Catch::Contains;

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "files_test_XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() { fs::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  size_t files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  std::string path_;
};

std::string TextOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string MessageOf(const absl::Status& status) {
  CHECK_FALSE(status.ok());
  return std::string(status.message());
}

TEST_CASE("a file is replaced behind its link, with its permissions, and nothing is left beside it") {
  const Folder folder;
  REQUIRE(ReplaceFile(folder / "a", "one").ok());
  REQUIRE(chmod((folder / "a").c_str(), 0750) == 0);
  fs::create_symlink("a", folder / "link");
  REQUIRE(ReplaceFile(folder / "link", "two").ok());
  CHECK(TextOf(folder / "a") == "two");
  CHECK(fs::is_symlink(folder / "link"));
  struct stat facts {};
  REQUIRE(stat((folder / "a").c_str(), &facts) == 0);
  CHECK((facts.st_mode & 07777) == 0750);
  CHECK(folder.files() == 2);
}

TEST_CASE("what replaces a file is on the disk before it does, and its name after") {
  const Folder folder;
  g_synced.clear();
  REQUIRE(ReplaceFile(folder / "a", "one").ok());
  CHECK(g_synced == std::vector<bool>{false, true});
}

TEST_CASE("what is written out goes into a device, and replaces a file") {
  const Folder folder;
  CHECK(CheckOutput("/dev/null").ok());
  CHECK(WriteOutput("/dev/null", "x").ok());
  CHECK_THAT(MessageOf(WriteOutput("/dev/full", "x")), Contains("/dev/full: cannot be written: No space"));
  CHECK_THAT(MessageOf(WriteOutput("/dev/no such", "x")), Contains("No such file"));
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(CheckOutput(folder / "a").ok());
  REQUIRE(WriteOutput(folder / "a", "one").ok());
  REQUIRE(WriteOutput(folder / "a", "two").ok());
  CHECK(TextOf(folder / "a") == "two");
  fs::create_symlink("a", folder / "link");
  REQUIRE(WriteOutput(folder / "link", "three").ok());
  CHECK(TextOf(folder / "a") == "three");
  CHECK_THAT(MessageOf(CheckOutput(folder / "none/a")), Contains("No such file"));
}

TEST_CASE("a name may be as long as a name of a file may be") {
  const Folder folder;
  const std::string longest(255, 'x');
  REQUIRE(ReplaceFile(folder / longest, "text").ok());
  CHECK(TextOf(folder / longest) == "text");
  CHECK_THAT(MessageOf(ReplaceFile(folder / (longest + "x"), "text")), Contains("cannot be written"));
  CHECK(folder.files() == 1);
}

TEST_CASE("what cannot be replaced is told before, and stays") {
  const Folder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  fs::create_symlink("nowhere", folder / "dangling");
  const std::pair<std::string, const char*> bad[] = {
      {folder / "pipe", "is there and is no regular file"},
      {folder / "", "is there and is no regular file"},
      {folder / "dangling", "it is a link to nothing"},
      {folder / "none/a", "No such file"},
      {folder / "none/", "the name of a file is missing"},
      {"/dev/stdout", "it is no name of a file"},
      {"/dev/fd/1", "it is no name of a file"},
  };
  for (const auto& [path, says] : bad) {
    CAPTURE(path);
    CHECK_THAT(MessageOf(CheckReplaceable(path)), Contains(says));
    CHECK_THAT(MessageOf(ReplaceFile(path, "x")), Contains(says));
  }
  CHECK(CheckReplaceable(folder / "new").ok());
  CHECK(folder.files() == 2);
}

TEST_CASE("pipes and folders are no files to read or write, and what is not there is for who opens it") {
  const Folder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  REQUIRE(ReplaceFile(folder / "a", "x").ok());
  for (const auto& check : {CheckInputKind, CheckOutputKind}) {
    CHECK_THAT(MessageOf(check(folder / "pipe")), Contains("pipe: is no regular file"));
    CHECK_THAT(MessageOf(check(folder / "")), Contains("is a folder"));
    CHECK(check(folder / "a").ok());
    CHECK(check(folder / "none").ok());
    CHECK(check("/dev/fd/0").ok());
  }
  CHECK(CheckInputKind("/dev/stdin").ok());
  CHECK_FALSE(CheckInputKind("/dev/null").ok());
  CHECK(CheckOutputKind("/dev/null").ok());
}

}  // namespace
}  // namespace footfall::platform
