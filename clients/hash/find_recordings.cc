#include "clients/hash/find_recordings.h"

#include <glob.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace footfall::client {
namespace {

namespace fs = std::filesystem;

absl::Status AddFolder(const std::string& folder, std::vector<std::string>* out) {
  std::error_code error;
  std::vector<std::string> inside;
  for (auto entry = fs::recursive_directory_iterator(folder, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    if (entry->is_regular_file(error) && entry->path().extension() == ".ffrec") {
      inside.push_back(entry->path().string());
    }
  }
  if (error) return absl::InternalError(folder + ": cannot be read: " + error.message());
  // total order: paths below one folder differ
  std::sort(inside.begin(), inside.end());
  out->insert(out->end(), inside.begin(), inside.end());
  return absl::OkStatus();
}

// What a pattern matches, sorted.
std::vector<std::string> Matches(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
    paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  globfree(&found);
  return paths;
}

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
      named = Matches(word);
    }
    for (const std::string& path : named) {
      if (!fs::is_directory(path, error)) {
        found.push_back(path);
      } else if (absl::Status status = AddFolder(path, &found); !status.ok()) {
        return status;
      }
    }
  }
  std::vector<std::string> unique;
  for (const std::string& path : found) {
    if (std::find(unique.begin(), unique.end(), path) == unique.end()) unique.push_back(path);
  }
  return unique;
}

}  // namespace footfall::client
