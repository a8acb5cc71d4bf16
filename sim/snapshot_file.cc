#include "sim/snapshot_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "platform/files.h"

namespace footfall::sim {
namespace {

// Fast, and state packs well at any level.
constexpr int kLevel = 3;
// Names tried for the file that is renamed at the end, where earlier writers left theirs.
constexpr int kPartsMax = 100;

absl::Status SystemError(const std::string& path, const char* what, int error) {
  const std::string text = absl::StrCat(path, ": ", what, ": ", std::strerror(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(text);
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(text);
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return absl::ResourceExhaustedError(text);
    default:
      return absl::UnknownError(text);
  }
}

// An open file that is closed at the end.
class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int number() const { return number_; }
  // 0, or the error: some systems tell only here that a write failed.
  int Close() { return ::close(std::exchange(number_, -1)) == 0 ? 0 : errno; }

 private:
  int number_;
};

// 0, or the error.
int WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

absl::StatusOr<std::string> ReadAll(const std::string& path, uint64_t bytes_max) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) return SystemError(path, "cannot be opened", errno);
  struct stat facts = {};
  if (::fstat(file.number(), &facts) != 0) return SystemError(path, "cannot be read", errno);
  if (!S_ISREG(facts.st_mode)) return absl::DataLossError(absl::StrCat(path, ": is no file"));
  // What is packed is no larger than what it unpacks to, but for a few bytes.
  if (static_cast<uint64_t>(facts.st_size) > ZSTD_compressBound(bytes_max)) {
    return absl::ResourceExhaustedError(
        absl::StrCat(path, ": ", facts.st_size, " bytes, more than a snapshot of ", bytes_max, " is packed"));
  }
  std::string bytes(static_cast<size_t>(facts.st_size), '\0');
  size_t count = 0;
  while (count < bytes.size()) {
    const ssize_t read = ::read(file.number(), bytes.data() + count, bytes.size() - count);
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) return SystemError(path, "cannot be read", errno);
    if (read == 0) break;
    count += static_cast<size_t>(read);
  }
  bytes.resize(count);
  return bytes;
}

// The folder's own entry goes to the disk too, else the name may be lost with the power.
int SyncFolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  File file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.number() < 0) return errno;
  // Folders of some file systems cannot be synced.
  return ::fsync(file.number()) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

absl::StatusOr<std::string> PackSnapshot(std::string_view snapshot) {
  const std::unique_ptr<ZSTD_CCtx, size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
  if (context == nullptr) return absl::ResourceExhaustedError("snapshot: no memory to pack it");
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(snapshot.size()), '\0');
  const size_t size =
      ZSTD_compress2(context.get(), packed.data(), packed.size(), snapshot.data(), snapshot.size());
  if (ZSTD_isError(size) != 0) {
    return absl::InternalError(absl::StrCat("snapshot: not packed: ", ZSTD_getErrorName(size)));
  }
  packed.resize(size);
  return packed;
}

absl::Status WriteSnapshotFile(const std::string& path, std::string_view snapshot) {
  // A device or a pipe would be replaced by the file.
  if (absl::Status status = platform::CheckInputKind(path); !status.ok()) return status;
  const absl::StatusOr<std::string> packed = PackSnapshot(snapshot);
  if (!packed.ok()) return packed.status();
  std::string part;
  int number = -1;
  for (int i = 0; number < 0 && i < kPartsMax; ++i) {
    part = absl::StrCat(path, ".part", i);
    number = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (number < 0 && errno != EEXIST) return SystemError(part, "cannot be created", errno);
  }
  if (number < 0) return SystemError(part, "cannot be created", EEXIST);
  File file(number);
  int error = WriteAll(file.number(), *packed);
  if (error == 0 && ::fsync(file.number()) != 0) error = errno;
  if (const int at_close = file.Close(); error == 0) error = at_close;
  if (error == 0 && ::rename(part.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(part.c_str());
    return SystemError(path, "cannot be written", error);
  }
  error = SyncFolderOf(path);
  return error == 0 ? absl::OkStatus() : SystemError(path, "its folder cannot be brought to the disk", error);
}

absl::StatusOr<std::string> UnpackSnapshot(std::string_view packed, const std::string& name,
                                           uint64_t bytes_max) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return absl::DataLossError(absl::StrCat(name, ": offset 0: no packed snapshot begins here"));
  }
  if (size > bytes_max) {
    return absl::ResourceExhaustedError(
        absl::StrCat(name, ": unpacks to ", size, " bytes, the limit is ", bytes_max));
  }
  const size_t whole = ZSTD_findFrameCompressedSize(packed.data(), packed.size());
  if (ZSTD_isError(whole) != 0) {
    return absl::DataLossError(absl::StrCat(name, ": cut off or damaged: ", ZSTD_getErrorName(whole)));
  }
  if (whole != packed.size()) {
    return absl::DataLossError(absl::StrCat(name, ": offset ", whole, ": bytes after the snapshot"));
  }
  std::string snapshot(size, '\0');
  const size_t unpacked = ZSTD_decompress(snapshot.data(), snapshot.size(), packed.data(), packed.size());
  if (ZSTD_isError(unpacked) != 0) {
    return absl::DataLossError(absl::StrCat(name, ": damaged: ", ZSTD_getErrorName(unpacked)));
  }
  if (unpacked != size) return absl::DataLossError(absl::StrCat(name, ": cut off"));
  return snapshot;
}

absl::StatusOr<std::string> ReadSnapshotFile(const std::string& path, uint64_t bytes_max) {
  const absl::StatusOr<std::string> packed = ReadAll(path, bytes_max);
  if (!packed.ok()) return packed.status();
  return UnpackSnapshot(*packed, path, bytes_max);
}

}  // namespace footfall::sim
