#include "clients/hash/find_recordings.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "clients/hash/find_files.h"

namespace footfall::client {
namespace {

namespace fs = std::filesystem;

bool IsRecording(const std::string& name) { return fs::path(name).extension() == ".ffrec"; }

}  // namespace

absl::StatusOr<std::vector<std::string>> FindRecordings(const std::vector<std::string>& words) {
  std::vector<std::string> found;
  for (const std::string& word : words) {
    std::error_code error;
    std::vector<std::string> named = {word};
    if (!fs::exists(word, error)) {
      if (word.find_first_of("*?[") == std::string::npos) {
        return absl::NotFoundError(word + ": no such file or folder");
      }
      absl::StatusOr<std::vector<std::string>> matches = FilesMatching(word);
      if (!matches.ok()) return matches.status();
      named = *std::move(matches);
    }
    for (const std::string& path : named) {
      if (!fs::is_directory(path, error)) {
        found.push_back(path);
        continue;
      }
      const absl::StatusOr<std::vector<std::string>> inside = FilesBelow(path, IsRecording);
      if (!inside.ok()) return inside.status();
      found.insert(found.end(), inside->begin(), inside->end());
    }
  }
  std::vector<std::string> unique;
  for (const std::string& path : found) {
    if (std::find(unique.begin(), unique.end(), path) == unique.end()) unique.push_back(path);
  }
  return unique;
}

}  // namespace footfall::client
