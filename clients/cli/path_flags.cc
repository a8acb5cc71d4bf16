#include "clients/cli/path_flags.h"

#include <cctype>

namespace footfall::cli {

absl::StatusOr<int> EnumNumber(const std::string& field, const std::string& prefix, const std::string& name,
                               const google::protobuf::EnumDescriptor& descriptor) {
  std::string upper(prefix);
  for (const char letter : name) {
    upper += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  }
  std::string names;
  for (int i = 0; i < descriptor.value_count(); ++i) {
    const auto& value = *descriptor.value(i);
    if (value.number() == 0) {
      continue;
    }
    if (value.name() == upper) {
      return value.number();
    }
    names += " " + value.name().substr(prefix.size());
  }
  return absl::InvalidArgumentError(field + ": '" + name + "' is not one of" + names);
}

absl::Status AddPathFlags(const std::vector<std::string>& names, v1::NavRequest* request) {
  for (const std::string& name : names) {
    const absl::StatusOr<int> number = EnumNumber("--flag", "PATH_FLAG_", name, *v1::PathFlag_descriptor());
    if (!number.ok()) {
      return number.status();
    }
    request->add_flags(static_cast<v1::PathFlag>(*number));
  }
  return absl::OkStatus();
}

}  // namespace footfall::cli
