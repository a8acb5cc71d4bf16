#include "clients/cli/batch/selection.h"

#include <fnmatch.h>
#include <regex.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "clients/hash/find_files.h"

namespace footfall::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kWildcards[] = "*?[";
constexpr std::string_view kRegexPrefix = "re:";

bool IsCase(const std::string& file) {
  return !file.starts_with('.') &&
         ((file.ends_with(".txtpb") && !file.ends_with(".annotations.txtpb")) || file.ends_with(".ffrec"));
}

absl::Status Append(const absl::StatusOr<std::vector<std::string>>& more, std::vector<std::string>* found) {
  if (more.ok()) {
    found->insert(found->end(), more->begin(), more->end());
  }
  return more.status();
}

absl::Status AddPath(const std::string& path, std::vector<std::string>* found) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return Append(client::FilesBelow(path, IsCase), found);
  }
  if (fs::exists(path, error)) {
    found->push_back(path);
    return absl::OkStatus();
  }
  if (path.find_first_of(kWildcards) == std::string::npos) {
    return absl::NotFoundError(path + ": no such file or folder");
  }
  const auto matches = client::FilesMatching(path);
  if (!matches.ok()) {
    return matches.status();
  }
  for (const std::string& match : *matches) {
    if (!fs::is_directory(match, error)) {
      found->push_back(match);
      continue;
    }
    if (absl::Status status = Append(client::FilesBelow(match, IsCase), found); !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

// The library's expressions take memory and time that grow with their length and with each repeat in a repeat
// of another one; with these bounds they stay small.
constexpr size_t kRegexBytesMax = 1000;
constexpr size_t kRegexRepeatsMax = 1000;
constexpr size_t kRegexNestingMax = 20;

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
    if (absl::Status status = CheckRepeats(); !status.ok()) {
      return status;
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
  // Counted repeats ("a{9}") multiply what stands before them, also each other.
  absl::Status CheckRepeats() const {
    if (text_.size() > kRegexBytesMax) {
      return absl::InvalidArgumentError("an expression of " + std::to_string(text_.size()) +
                                        " bytes, the limit is " + std::to_string(kRegexBytesMax));
    }
    size_t product = 1;
    for (size_t at = text_.find('{'); at != std::string::npos; at = text_.find('{', at + 1)) {
      const size_t end = std::min(text_.find('}', at), text_.size());
      size_t most = 1;
      size_t number = 0;
      for (size_t i = at + 1; i < end; ++i) {
        const bool is_digit = text_[i] >= '0' && text_[i] <= '9';
        number =
            is_digit ? std::min(kRegexRepeatsMax + 1, number * 10 + static_cast<size_t>(text_[i] - '0')) : 0;
        most = std::max(most, number);
      }
      product = std::min(kRegexRepeatsMax + 1, product * most);
    }
    if (product > kRegexRepeatsMax) {
      return absl::InvalidArgumentError("'" + text_ + "': its counted repeats multiply to more than " +
                                        std::to_string(kRegexRepeatsMax));
    }
    // Others nested in each other ("((a*)*)*") and back references are followed by trial.
    size_t depth = 0;
    size_t deepest = 0;
    for (size_t i = kRegexPrefix.size(); i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        if (i + 1 < text_.size() && text_[i + 1] >= '1' && text_[i + 1] <= '9') {
          return absl::InvalidArgumentError("'" + text_ + "': back references are not taken");
        }
        ++i;
      } else if (text_[i] == '(') {
        deepest = std::max(deepest, ++depth);
      } else if (text_[i] == ')' && depth > 0) {
        --depth;
      }
    }
    return deepest <= kRegexNestingMax
               ? absl::OkStatus()
               : absl::InvalidArgumentError("'" + text_ + "': groups are nested deeper than " +
                                            std::to_string(kRegexNestingMax));
  }

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
