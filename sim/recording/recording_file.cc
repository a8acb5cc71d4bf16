#include "sim/recording/recording_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"

namespace footfall::sim {

namespace {

// Of the calling thread's last system call.
absl::Status Errno(const std::string& what) { return absl::ErrnoToStatus(errno, what); }

}  // namespace

absl::StatusOr<std::unique_ptr<AppendedFile>> AppendedFile::Create(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return Errno("recording " + path);
  return std::unique_ptr<AppendedFile>(new AppendedFile(path, file));
}

AppendedFile::~AppendedFile() { close(file_); }

absl::Status AppendedFile::Append(std::string_view bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t written = write(file_, bytes.data() + done, bytes.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      absl::Status failed = Errno(absl::StrCat("recording ", path_, ", offset ", size_ + done));
      // Where this fails, too, a reader finds a torn tail.
      if (ftruncate(file_, static_cast<off_t>(size_)) == 0) lseek(file_, static_cast<off_t>(size_), SEEK_SET);
      return failed;
    }
    done += static_cast<size_t>(written);
  }
  size_ += bytes.size();
  struct stat facts {};
  if (fstat(file_, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink == 0) {
    // The disk takes all that comes, and nobody will ever find it.
    return absl::FailedPreconditionError(absl::StrCat("recording ", path_, ": the file was removed"));
  }
  return absl::OkStatus();
}

absl::Status AppendedFile::Sync() {
  // A pipe or a device has nothing to sync.
  if (fdatasync(file_) == 0 || errno == EINVAL || errno == EROFS) return absl::OkStatus();
  return Errno("recording " + path_);
}

absl::StatusOr<std::unique_ptr<ReadFile>> ReadFile::Open(const std::string& path) {
  std::unique_ptr<ReadFile> made(new ReadFile());
  made->path_ = path;
  made->file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (made->file_ < 0) return Errno("recording " + path);
  struct stat facts {};
  if (fstat(made->file_, &facts) != 0) return Errno("recording " + path);
  if (!S_ISREG(facts.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat("recording ", path, ": is no regular file"));
  }
  made->size_ = static_cast<uint64_t>(facts.st_size);
  return made;
}

std::unique_ptr<ReadFile> ReadFile::OfBytes(std::string bytes) {
  std::unique_ptr<ReadFile> made(new ReadFile());
  made->bytes_ = std::move(bytes);
  made->size_ = made->bytes_.size();
  return made;
}

ReadFile::~ReadFile() {
  if (file_ >= 0) close(file_);
}

absl::StatusOr<std::string> ReadFile::Read(uint64_t offset, uint64_t count) const {
  const uint64_t wanted = offset >= size_ ? 0 : std::min(count, size_ - offset);
  if (file_ < 0) return bytes_.substr(std::min(offset, size_), wanted);
  std::string bytes(wanted, '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got =
        pread(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return absl::DataLossError(Errno(absl::StrCat("recording ", path_, ", offset ", offset)).message());
    }
    if (got == 0) break;  // It was cut meanwhile.
    done += static_cast<size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

}  // namespace footfall::sim
