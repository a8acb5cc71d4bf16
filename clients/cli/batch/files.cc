#include "clients/cli/batch/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

#include "clients/cli/picture.h"

namespace footfall::cli {
namespace {

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
         c == '_';
}

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

absl::StatusOr<std::string> ReadFile(const std::string& path, size_t bytes_max) {
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

absl::Status ReplaceFile(const std::string& path, std::string_view text) {
  std::error_code error;
  const std::filesystem::file_status there = std::filesystem::status(path, error);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) {
    return absl::FailedPreconditionError(path + ": is there and is no regular file");
  }
  const std::string beside = path + ".part";
  if (absl::Status status = WriteText(beside, text); !status.ok()) {
    return status;
  }
  std::filesystem::rename(beside, path, error);
  return error ? absl::FailedPreconditionError(path + ": cannot be written: " + error.message())
               : absl::OkStatus();
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
