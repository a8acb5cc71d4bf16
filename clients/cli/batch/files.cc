#include "clients/cli/batch/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>

#include "platform/files.h"
#include "platform/state_hash.h"

namespace footfall::cli {
namespace {

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
         c == '_';
}

// Of a case, so that endings, numbers and the names beside it still fit into the 255 bytes of a file's name.
constexpr size_t kFlatNameMax = 200;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path, size_t bytes_max) {
  if (absl::Status status = platform::CheckInputKind(path); !status.ok()) {
    return status;
  }
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    const std::string text = path + ": " + std::strerror(errno);
    return errno == ENOENT ? absl::NotFoundError(text) : absl::InvalidArgumentError(text);
  }
  std::string text;
  std::array<char, 65536> buffer;
  size_t count = 0;
  while ((count = std::fread(buffer.data(), 1, buffer.size(), file.get())) > 0) {
    text.append(buffer.data(), count);
    if (text.size() > bytes_max) {
      return absl::InvalidArgumentError(path + ": is longer than " + std::to_string(bytes_max) + " bytes");
    }
  }
  if (std::ferror(file.get()) != 0) {
    return absl::InvalidArgumentError(path + ": cannot be read: " + std::strerror(errno));
  }
  return text;
}

std::vector<std::string> FlatNames(const std::vector<std::string>& cases) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& one : cases) {
    std::string flat = one;
    std::replace_if(
        flat.begin(), flat.end(), [](char c) { return !IsPlain(c); }, '_');
    if (flat.starts_with('.')) {
      flat.insert(flat.begin(), '_');
    }
    if (flat.size() > kFlatNameMax) {
      // The end of a path tells most; what is cut off is told apart by the hash of all of it.
      const std::string hash = platform::HashText(platform::HashBytes(one.data(), one.size()));
      flat.replace(0, flat.size() - (kFlatNameMax - hash.size() - 1), hash + "_");
    }
    std::string name = flat;
    for (int number = 2; !taken.insert(name).second; ++number) {
      name = flat + "-" + std::to_string(number);
    }
    names.push_back(std::move(name));
  }
  return names;
}

std::string ShellWord(const std::string& text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return IsPlain(c) || c == '/'; })) {
    return text;
  }
  std::string word = "'";
  for (const char c : text) {
    word += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return word + "'";
}

}  // namespace footfall::cli
