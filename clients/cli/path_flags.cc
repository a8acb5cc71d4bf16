#include "clients/cli/path_flags.h"

#include <cctype>

namespace footfall::cli {
namespace {

constexpr std::string_view kPrefix = "PATH_FLAG_";

std::string AllNames() {
  std::string names;
  const auto* flags = v1::PathFlag_descriptor();
  for (int i = 1; i < flags->value_count(); ++i) {
    names += (i == 1 ? "" : " ") + flags->value(i)->name().substr(kPrefix.size());
  }
  return names;
}

}  // namespace

absl::Status AddPathFlags(const std::vector<std::string>& names, v1::NavRequest* request) {
  for (const std::string& name : names) {
    std::string upper(kPrefix);
    for (const char letter : name) {
      upper += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    }
    v1::PathFlag flag{};
    if (!v1::PathFlag_Parse(upper, &flag) || flag == v1::PATH_FLAG_UNSPECIFIED) {
      return absl::InvalidArgumentError("--flag: '" + name + "' is not one of " + AllNames());
    }
    request->add_flags(flag);
  }
  return absl::OkStatus();
}

}  // namespace footfall::cli
