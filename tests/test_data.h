#ifndef FOOTFALL_TESTS_TEST_DATA_H_
#define FOOTFALL_TESTS_TEST_DATA_H_

#include <cstdlib>
#include <filesystem>
#include <string>

namespace footfall::tests {

// Folder of other people's files: FOOTFALL_DATA, or ../shared/data beside the checkout; empty where neither
// exists.
inline std::string DataDir() {
  namespace fs = std::filesystem;
  if (const char* from_environment = std::getenv("FOOTFALL_DATA")) return from_environment;
  const fs::path beside = fs::path(FOOTFALL_SOURCE_DIR).parent_path() / "shared" / "data";
  return fs::exists(beside) ? beside.string() : std::string();
}

}  // namespace footfall::tests

// Ends a test case, visibly, where the data folder is absent: the line is printed and the case makes no
// claim.
#define FOOTFALL_REQUIRE_DATA(dir)                                 \
  const std::string dir = ::footfall::tests::DataDir();            \
  if (dir.empty()) {                                               \
    WARN("SKIPPED: no ../shared/data and FOOTFALL_DATA is unset"); \
    return;                                                        \
  }

#endif  // FOOTFALL_TESTS_TEST_DATA_H_
