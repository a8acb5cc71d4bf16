#include "clients/cli/sweep/seeds.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "clients/cli/parse.h"

namespace footfall::cli {

absl::StatusOr<std::vector<std::uint64_t>> ParseSeeds(const std::string& field, const std::string& text) {
  std::vector<std::uint64_t> seeds;
  std::set<std::uint64_t> seen;
  for (const std::string& part : std::vector<std::string>(absl::StrSplit(text, ','))) {
    const size_t dots = part.find("..");
    const auto first = ParseInteger(field, part.substr(0, dots), 0, UINT64_MAX);
    const auto last =
        dots == std::string::npos ? first : ParseInteger(field, part.substr(dots + 2), 0, UINT64_MAX);
    if (!first.ok() || !last.ok()) {
      return first.ok() ? last.status() : first.status();
    }
    if (*last < *first) {
      return absl::InvalidArgumentError(absl::StrCat(field, ": '", part, "' ends before it begins"));
    }
    if (*last - *first >= kSweepSeedsMax - std::min<std::uint64_t>(seeds.size(), kSweepSeedsMax)) {
      return absl::InvalidArgumentError(
          absl::StrCat(field, ": '", text, "' are more than ", kSweepSeedsMax, " seeds"));
    }
    // Counted, for the last seed may be the greatest number there is.
    for (std::uint64_t i = 0; i <= *last - *first; ++i) {
      if (seen.insert(*first + i).second) {
        seeds.push_back(*first + i);
      }
    }
  }
  return seeds;
}

}  // namespace footfall::cli
