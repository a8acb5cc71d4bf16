#include "clients/cli/batch/selection.h"

#include <fnmatch.h>
#include <glob.h>
#include <regex.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

namespace footfall::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kWildcards[] = "*?[";
constexpr std::string_view kRegexPrefix = "re:";

bool IsCase(const fs::path& path) {
  const std::string file = path.filename().string();
  return !file.starts_with('.') &&
         ((file.ends_with(".txtpb") && !file.ends_with(".annotations.txtpb")) || file.ends_with(".ffrec"));
}

absl::Status AddFolder(const std::string& path, std::vector<std::string>* found) {
  std::error_code error;
  std::vector<std::string> inside;
  for (auto entry = fs::recursive_directory_iterator(path, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    if (entry->is_regular_file(error) && IsCase(entry->path())) {
      inside.push_back(entry->path().string());
    }
  }
  if (error) {
    return absl::InternalError(path + ": cannot be read: " + error.message());
  }
  std::sort(inside.begin(), inside.end());
  found->insert(found->end(), inside.begin(), inside.end());
  return absl::OkStatus();
}

std::vector<std::string> Globbed(const std::string& pattern) {
  glob_t matches = {};
  std::vector<std::string> found;
  // Sorted by bytes: the program sets no locale.
  if (glob(pattern.c_str(), 0, nullptr, &matches) == 0) {
    found.assign(matches.gl_pathv, matches.gl_pathv + matches.gl_pathc);
  }
  globfree(&matches);
  return found;
}

absl::Status AddPath(const std::string& path, std::vector<std::string>* found) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return AddFolder(path, found);
  }
  if (fs::exists(path, error)) {
    found->push_back(path);
    return absl::OkStatus();
  }
  if (path.find_first_of(kWildcards) == std::string::npos) {
    return absl::NotFoundError(path + ": no such file or folder");
  }
  for (const std::string& match : Globbed(path)) {
    absl::Status status = absl::OkStatus();
    if (fs::is_directory(match, error)) {
      status = AddFolder(match, found);
    } else {
      found->push_back(match);
    }
    if (!status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

// One pattern, ready to be held against many paths.
class Pattern {
 public:
  explicit Pattern(std::string text) : text_(std::move(text)) {}
  ~Pattern() {
    if (compiled_) {
      regfree(&regex_);
    }
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  absl::Status Prepare() {
    if (!text_.starts_with(kRegexPrefix)) {
      return absl::OkStatus();
    }
    const int error = regcomp(&regex_, text_.c_str() + kRegexPrefix.size(), REG_EXTENDED | REG_NOSUB);
    if (error != 0) {
      char why[128];
      regerror(error, &regex_, why, sizeof(why));
      return absl::InvalidArgumentError("'" + text_ + "' is no regular expression: " + why);
    }
    compiled_ = true;
    return absl::OkStatus();
  }

  bool Matches(const std::string& path) const {
    if (compiled_) {
      return regexec(&regex_, path.c_str(), 0, nullptr, 0) == 0;
    }
    if (text_.find_first_of(kWildcards) == std::string::npos) {
      return path.find(text_) != std::string::npos;
    }
    const std::string file = fs::path(path).filename().string();
    return fnmatch(text_.c_str(), path.c_str(), 0) == 0 || fnmatch(text_.c_str(), file.c_str(), 0) == 0;
  }

 private:
  std::string text_;
  regex_t regex_ = {};
  bool compiled_ = false;
};

// The paths that match any of the patterns, or the others.
absl::StatusOr<std::vector<std::string>> Keep(const std::vector<std::string>& paths,
                                              const std::vector<std::string>& patterns, bool matching) {
  std::vector<std::unique_ptr<Pattern>> ready;
  for (const std::string& text : patterns) {
    ready.push_back(std::make_unique<Pattern>(text));
    if (absl::Status status = ready.back()->Prepare(); !status.ok()) {
      return status;
    }
  }
  std::vector<std::string> kept;
  for (const std::string& path : paths) {
    const bool matches =
        std::any_of(ready.begin(), ready.end(), [&](const auto& pattern) { return pattern->Matches(path); });
    if (matches == matching) {
      kept.push_back(path);
    }
  }
  return kept;
}

}  // namespace

CaseKind KindOf(const std::string& path) {
  return path.ends_with(".ffrec") ? CaseKind::kRecording : CaseKind::kScenario;
}

absl::StatusOr<std::vector<std::string>> FindCases(const std::vector<std::string>& paths) {
  std::vector<std::string> found;
  for (const std::string& path : paths) {
    if (absl::Status status = AddPath(path, &found); !status.ok()) {
      return status;
    }
  }
  std::vector<std::string> unique;
  std::set<std::string> seen;
  for (const std::string& path : found) {
    const std::string normal = fs::path(path).lexically_normal().string();
    if (seen.insert(normal).second) {
      unique.push_back(normal);
    }
  }
  return unique;
}

absl::StatusOr<std::vector<std::string>> Filtered(const std::vector<std::string>& paths,
                                                  const Filters& filters) {
  std::vector<std::string> kept = paths;
  if (!filters.any_of.empty()) {
    absl::StatusOr<std::vector<std::string>> some = Keep(kept, filters.any_of, true);
    if (!some.ok()) {
      return some.status();
    }
    kept = *std::move(some);
  }
  return Keep(kept, filters.none_of, false);
}

}  // namespace footfall::cli
