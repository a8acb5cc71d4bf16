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
// What frames of any level up to 19 want: 8 MB.
constexpr int kWindowLogMax = 23;

absl::Status SystemError(const std::string& path, const char* what, int error) {
  const std::string text = absl::StrCat(path, ": ", what, ": ", std::strerror(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(text);
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError(text);
    default:
      return absl::FailedPreconditionError(text);
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

 private:
  const int number_;
};

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

// The first bytes alone. The decoder's memory is bounded whatever the frame asks for.
absl::StatusOr<std::string> UnpackFirst(std::string_view packed, const std::string& name, size_t bytes) {
  const std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  if (context == nullptr) return absl::ResourceExhaustedError(name + ": no memory to unpack it");
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, kWindowLogMax);
  std::string first(bytes, '\0');
  ZSTD_outBuffer out = {first.data(), first.size(), 0};
  ZSTD_inBuffer in = {packed.data(), packed.size(), 0};
  size_t left = 1;
  while (left != 0 && out.pos < out.size) {
    const size_t before = in.pos + out.pos;
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left) != 0) {
      return absl::DataLossError(absl::StrCat(name, ": damaged: ", ZSTD_getErrorName(left)));
    }
    if (in.pos + out.pos == before) return absl::DataLossError(absl::StrCat(name, ": cut off"));
  }
  first.resize(out.pos);
  return first;
}

absl::Status JudgeHeader(std::string_view packed, const std::string& name, const SnapshotJudge& judge) {
  const absl::StatusOr<std::string> first = UnpackFirst(packed, name, kSnapshotHeaderBytesMax);
  if (!first.ok()) return first.status();
  const absl::StatusOr<SnapshotHeader> header = PeekSnapshotHeader(*first);
  const absl::Status judged = header.ok() ? judge(*header) : header.status();
  if (judged.ok()) return judged;
  return absl::Status(judged.code(), absl::StrCat(name, ": ", judged.message()));
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
  const absl::StatusOr<std::string> packed = PackSnapshot(snapshot);
  return packed.ok() ? platform::ReplaceFile(path, *packed) : packed.status();
}

absl::StatusOr<std::string> UnpackSnapshot(std::string_view packed, const std::string& name,
                                           uint64_t bytes_max, const SnapshotJudge& judge) {
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
  if (judge) {
    if (absl::Status judged = JudgeHeader(packed, name, judge); !judged.ok()) return judged;
  }
  std::string snapshot(size, '\0');
  const size_t unpacked = ZSTD_decompress(snapshot.data(), snapshot.size(), packed.data(), packed.size());
  if (ZSTD_isError(unpacked) != 0) {
    return absl::DataLossError(absl::StrCat(name, ": damaged: ", ZSTD_getErrorName(unpacked)));
  }
  if (unpacked != size) return absl::DataLossError(absl::StrCat(name, ": cut off"));
  return snapshot;
}

absl::StatusOr<std::string> ReadSnapshotFile(const std::string& path, uint64_t bytes_max,
                                             const SnapshotJudge& judge) {
  const absl::StatusOr<std::string> packed = ReadAll(path, bytes_max);
  if (!packed.ok()) return packed.status();
  return UnpackSnapshot(*packed, path, bytes_max, judge);
}

}  // namespace footfall::sim
