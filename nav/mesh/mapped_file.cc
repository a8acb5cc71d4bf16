#include "nav/mesh/mapped_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_format.h"
#include "platform/check.h"

namespace footfall::nav {

absl::StatusOr<std::shared_ptr<const MappedFile>> MappedFile::Open(const std::string& path) {
  std::shared_ptr<MappedFile> mapped(new MappedFile);
  mapped->path_ = path;
  mapped->file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (mapped->file_ < 0) return absl::ErrnoToStatus(errno, "opening " + path);
  if (flock(mapped->file_, LOCK_SH | LOCK_NB) != 0) {
    return absl::FailedPreconditionError("opening " + path + ": another process holds it for writing");
  }
  struct stat info = {};
  if (fstat(mapped->file_, &info) != 0) return absl::ErrnoToStatus(errno, "opening " + path);
  if (!S_ISREG(info.st_mode)) return absl::InvalidArgumentError("opening " + path + ": not a regular file");
  if (info.st_size == 0) return absl::DataLossError("opening " + path + ": the file is empty");
  const auto size = static_cast<size_t>(info.st_size);
  void* data = mmap(nullptr, size, PROT_READ, MAP_SHARED, mapped->file_, 0);
  if (data == MAP_FAILED) return absl::ErrnoToStatus(errno, "mapping " + path);
  mapped->data_ = static_cast<char*>(data);
  mapped->size_ = size;
  return std::shared_ptr<const MappedFile>(std::move(mapped));
}

std::shared_ptr<const MappedFile> MappedFile::OfBytes(std::string_view bytes) {
  std::shared_ptr<MappedFile> mapped(new MappedFile);
  if (bytes.empty()) return mapped;
  void* data = mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  FOOTFALL_CHECK(data != MAP_FAILED);
  std::memcpy(data, bytes.data(), bytes.size());
  // The same protection as a mapped file: a write through a view is caught in tests too.
  FOOTFALL_CHECK(mprotect(data, bytes.size(), PROT_READ) == 0);
  mapped->data_ = static_cast<char*>(data);
  mapped->size_ = bytes.size();
  return mapped;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(data_, size_);
  if (file_ >= 0) close(file_);
}

void MappedFile::ExpectRelease() const {
  if (file_ < 0) return;
  madvise(data_, size_, MADV_NOHUGEPAGE);
  madvise(data_, size_, MADV_DONTNEED);
}

void MappedFile::Release(size_t offset, size_t bytes) const {
  if (file_ < 0) return;
  FOOTFALL_CHECK(offset <= size_ && bytes <= size_ - offset);
  madvise(data_ + offset, bytes, MADV_DONTNEED);
}

absl::Status MappedFile::CheckSize() const {
  if (file_ < 0) return absl::OkStatus();
  struct stat info = {};
  if (fstat(file_, &info) != 0) return absl::ErrnoToStatus(errno, "checking " + path_);
  if (static_cast<size_t>(info.st_size) != size_) {
    return absl::DataLossError(
        absl::StrFormat("%s: has %d bytes now, had %d when it was opened", path_, info.st_size, size_));
  }
  return absl::OkStatus();
}

}  // namespace footfall::nav
