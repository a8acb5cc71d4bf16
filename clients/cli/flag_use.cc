#include "clients/cli/flag_use.h"

#include <algorithm>

namespace footfall::cli {
namespace {

bool Holds(std::string_view kinds, std::string_view kind) {
  constexpr std::string_view kBetween = ", ";
  while (!kinds.empty()) {
    const std::string_view first = kinds.substr(0, kinds.find(kBetween));
    if (first == kind) return true;
    kinds.remove_prefix(std::min(kinds.size(), first.size() + kBetween.size()));
  }
  return false;
}

}  // namespace

absl::Status CheckFlagUse(const std::vector<std::string>& given, std::string_view kind,
                          std::span<const FlagUse> table) {
  for (const std::string& flag : given) {
    for (const FlagUse& use : table) {
      if (use.flag == flag && !Holds(use.kinds, kind)) {
        return absl::InvalidArgumentError(flag + ": is for " + std::string(use.kinds) + ", not for " +
                                          std::string(kind));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace footfall::cli
