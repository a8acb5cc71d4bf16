#include "clients/hash/find_files.h"

#include <glob.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace footfall::client {
namespace {

namespace fs = std::filesystem;

absl::Status Unreadable(const std::string& path, const std::string& why) {
  return absl::InvalidArgumentError(absl::StrCat(path, ": cannot be read: ", why));
}

// Glob tells its callback alone why it stops.
thread_local int why_stopped = 0;

extern "C" int StopsGlob(const char* /*path*/, int error) {
  why_stopped = error;
  // A pattern that leads where nothing is matches nothing.
  return error != ENOENT && error != ENOTDIR ? 1 : 0;
}

absl::Status AddBelow(const std::string& folder, const std::function<bool(const std::string&)>& is_wanted,
                      std::vector<std::string>* found) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::end(entry); entry.increment(error)) {
    const std::string path = entry->path().string();
    std::error_code fault;
    if (fs::is_directory(fs::symlink_status(path, fault))) {
      if (absl::Status status = AddBelow(path, is_wanted, found); !status.ok()) return status;
      continue;
    }
    if (!is_wanted(entry->path().filename().string())) continue;
    const fs::file_status there = fs::status(path, fault);
    if (there.type() == fs::file_type::none) return Unreadable(path, fault.message());
    if (there.type() == fs::file_type::not_found) return Unreadable(path, "it is a link to nothing");
    if (!fs::is_regular_file(there)) return Unreadable(path, "it is no regular file");
    found->push_back(path);
  }
  return error ? Unreadable(folder, error.message()) : absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FilesBelow(
    const std::string& folder, const std::function<bool(const std::string& name)>& is_wanted) {
  std::vector<std::string> found;
  if (absl::Status status = AddBelow(folder, is_wanted, &found); !status.ok()) return status;
  // total order: paths below one folder differ
  std::sort(found.begin(), found.end());
  return found;
}

absl::StatusOr<std::vector<std::string>> FilesMatching(const std::string& pattern) {
  glob_t matches{};
  std::vector<std::string> found;
  why_stopped = 0;
  // Sorted by bytes: the programs set no locale.
  const int result = glob(pattern.c_str(), 0, StopsGlob, &matches);
  if (result == 0) found.assign(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
  globfree(&matches);
  if (result == GLOB_ABORTED) return Unreadable(pattern, std::strerror(why_stopped));
  return found;
}

}  // namespace footfall::client
