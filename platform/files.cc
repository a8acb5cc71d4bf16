#include "platform/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace footfall::platform {

namespace {

namespace fs = std::filesystem;

// Names beside a file that are tried for its next content; only files that killed processes left take any.
constexpr int kNamesTried = 1000;

bool IsOwnDescriptor(std::string_view path) {
  for (const std::string_view name : {"/dev/stdin", "/dev/stdout", "/dev/stderr"}) {
    if (path == name) return true;
  }
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.substr(0, folder.size()) == folder) return true;
  }
  return false;
}

absl::Status NotWritten(const std::string& path, const std::string& why) {
  return absl::FailedPreconditionError(absl::StrCat(path, ": cannot be written: ", why));
}

// What is not replaced but written into: a terminal, /dev/null, a descriptor of this process.
bool IsDevice(std::string_view path) {
  struct stat facts {};
  return path.substr(0, 5) == "/dev/" || path.substr(0, 6) == "/proc/" ||
         (stat(std::string(path).c_str(), &facts) == 0 && S_ISCHR(facts.st_mode));
}

// 0, or the error.
int WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0 ? ENOSPC : errno;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return 0;
}

// The file that is replaced: behind all links.
absl::StatusOr<std::string> TargetOf(const std::string& path) {
  // Whoever gave the descriptor would go on with the file that was before.
  if (IsOwnDescriptor(path)) return NotWritten(path, "it is no name of a file");
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  if (fs::is_regular_file(there)) {
    if (access(path.c_str(), W_OK) != 0) return NotWritten(path, std::strerror(errno));
    const fs::path target = fs::canonical(path, error);
    return error ? absl::StatusOr<std::string>(NotWritten(path, error.message())) : target.string();
  }
  if (fs::exists(there)) return absl::FailedPreconditionError(path + ": is there and is no regular file");
  if (there.type() == fs::file_type::none) return NotWritten(path, error.message());
  if (fs::is_symlink(fs::symlink_status(path, error))) return NotWritten(path, "it is a link to nothing");
  return path;
}

// A new file beside another one. Its name does not grow with that of the other, which may be of any length.
class Beside {
 public:
  explicit Beside(const std::string& target) {
    const fs::path folder = fs::path(target).parent_path();
    for (int number = 0; number < kNamesTried; ++number) {
      path_ = (folder / absl::StrCat(".footfall-", getpid(), "-", number, ".part")).string();
      file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file_ >= 0 || errno != EEXIST) break;
    }
    if (file_ < 0) error_ = errno;
  }
  ~Beside() {
    if (file_ < 0) return;
    close(file_);
    if (!is_renamed_) unlink(path_.c_str());
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  // The first system call that failed, or 0.
  int error() const { return error_; }

  void Write(std::string_view bytes) {
    if (error_ == 0) error_ = WriteAll(file_, bytes);
  }

  void Become(const std::string& target) {
    struct stat before {};
    const bool is_there = stat(target.c_str(), &before) == 0;
    if (error_ == 0 && is_there && fchmod(file_, before.st_mode & 07777) != 0) error_ = errno;
    if (error_ == 0 && Sync(file_) != 0) error_ = errno;
    if (error_ == 0 && rename(path_.c_str(), target.c_str()) != 0) error_ = errno;
    is_renamed_ = error_ == 0;
    if (is_renamed_) SyncFolder();
  }

 private:
  // Some file systems cannot do that.
  static int Sync(int file) { return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : -1; }

  // The new entry goes to the disk too, else the name may be lost with the power.
  void SyncFolder() {
    const std::string folder = fs::path(path_).parent_path().string();
    const int file = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    // A folder may be one to write into and not to read.
    if (file < 0 && errno == EACCES) return;
    if (file < 0 || Sync(file) != 0) error_ = errno;
    if (file >= 0) close(file);
  }

  std::string path_;
  int file_ = -1;
  int error_ = 0;
  bool is_renamed_ = false;
};

}  // namespace

absl::Status CheckInputKind(const std::string& path) {
  struct stat facts {};
  if (IsOwnDescriptor(path) || stat(path.c_str(), &facts) != 0 || S_ISREG(facts.st_mode)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(path +
                                    (S_ISDIR(facts.st_mode) ? ": is a folder" : ": is no regular file"));
}

absl::Status CheckOutputKind(const std::string& path) {
  struct stat facts {};
  if (IsOwnDescriptor(path) || stat(path.c_str(), &facts) != 0 || S_ISREG(facts.st_mode) ||
      S_ISCHR(facts.st_mode)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(path +
                                    (S_ISDIR(facts.st_mode) ? ": is a folder" : ": is no regular file"));
}

absl::Status ReplaceFile(const std::string& path, std::string_view bytes) {
  const absl::StatusOr<std::string> target = TargetOf(path);
  if (!target.ok()) return target.status();
  if (fs::path(*target).filename().empty()) return NotWritten(path, "the name of a file is missing");
  Beside beside(*target);
  beside.Write(bytes);
  beside.Become(*target);
  return beside.error() == 0 ? absl::OkStatus() : NotWritten(path, std::strerror(beside.error()));
}

absl::Status WriteOutput(const std::string& path, std::string_view bytes) {
  if (!IsDevice(path)) return ReplaceFile(path, bytes);
  const int file = open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (file < 0) return NotWritten(path, std::strerror(errno));
  int error = WriteAll(file, bytes);
  if (close(file) != 0 && error == 0) error = errno;
  return error == 0 ? absl::OkStatus() : NotWritten(path, std::strerror(error));
}

absl::Status CheckOutput(const std::string& path) {
  return IsDevice(path) ? absl::OkStatus() : CheckReplaceable(path);
}

absl::Status CheckReplaceable(const std::string& path) {
  const absl::StatusOr<std::string> target = TargetOf(path);
  if (!target.ok()) return target.status();
  if (fs::path(*target).filename().empty()) return NotWritten(path, "the name of a file is missing");
  const Beside beside(*target);
  return beside.error() == 0 ? absl::OkStatus() : NotWritten(path, std::strerror(beside.error()));
}

}  // namespace footfall::platform
