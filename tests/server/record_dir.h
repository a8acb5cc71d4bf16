#ifndef FOOTFALL_TESTS_SERVER_RECORD_DIR_H_
#define FOOTFALL_TESTS_SERVER_RECORD_DIR_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace footfall::tests {

// A folder for recordings or snapshots that goes away with the test.
class RecordDir {
 public:
  RecordDir() {
    std::string name = (std::filesystem::temp_directory_path() / "footfall-record-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~RecordDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string path() const { return path_.string(); }
  // By epoch, which ends the name.
  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_SERVER_RECORD_DIR_H_
