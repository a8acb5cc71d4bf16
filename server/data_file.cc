#include "server/data_file.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "server/limits.h"

namespace footfall::server {
namespace {

namespace fs = std::filesystem;

bool IsPlainName(const std::string& name) {
  const auto allowed = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= kFileNameBytesMax && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), allowed);
}

// Whether the file behind all links lies in the folder or below.
bool IsWithin(const fs::path& folder, const fs::path& path) {
  std::error_code no_folder;
  std::error_code no_file;
  const fs::path whole = fs::canonical(folder, no_folder);
  const fs::path file = fs::canonical(path, no_file);
  if (no_folder || no_file) return false;
  return std::mismatch(whole.begin(), whole.end(), file.begin(), file.end()).first == whole.end();
}

}  // namespace

std::variant<std::string, Fault> DataFile(const std::string& folder, const std::string& field,
                                          const std::string& name, const std::string& ending) {
  if (!IsPlainName(name)) {
    return BadField(field, absl::StrCat("must be a plain file name, 1 to ", kFileNameBytesMax,
                                        " of the characters A-Z a-z 0-9 . _ - and no dot in front"));
  }
  if (folder.empty()) {
    return Refusal("NAME_UNKNOWN", absl::StrCat(field, ": there is no ", name,
                                                ": the server was started without --data-dir"));
  }
  for (const std::string& file : {name, name + ending}) {
    const fs::path path = fs::path(folder) / file;
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) continue;
    if (IsWithin(folder, path)) return path.string();
    return Refusal("NAME_UNKNOWN",
                   absl::StrCat(field, ": ", file, " leads out of the server's data directory"));
  }
  return Refusal("NAME_UNKNOWN",
                 absl::StrCat(field, ": there is no ", name, " in the server's data directory"));
}

}  // namespace footfall::server
