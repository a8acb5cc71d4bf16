#ifndef FOOTFALL_TESTS_SERVER_RECORD_DIR_H_
#define FOOTFALL_TESTS_SERVER_RECORD_DIR_H_

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "sim/recording/recording_reader.h"
#include "sim/replay.h"

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

// Of a recording that was closed, which gives equal hashes over `pack`.
inline sim::ReplayReport Replayed(const std::string& file, const std::shared_ptr<const nav::Pack>& pack) {
  const auto reader = sim::RecordingReader::Open(file);
  INFO(file << ": " << reader.status().ToString());
  REQUIRE(reader.ok());
  CHECK((*reader)->is_closed());
  const auto report = sim::ReplayRecording(**reader, [&](const sim::WorldSource&) { return pack; }, {});
  INFO(report.status().ToString());
  REQUIRE(report.ok());
  if (report->difference) FAIL("tick " << report->difference->tick << ": " << report->difference->text);
  return *report;
}

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_SERVER_RECORD_DIR_H_
