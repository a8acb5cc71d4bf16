#ifndef FOOTFALL_SIM_RECORDING_RECORDING_FILE_H_
#define FOOTFALL_SIM_RECORDING_RECORDING_FILE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace footfall::sim {

// A file that grows piece by piece, so that what a killed process leaves ends with whole pieces but for the
// last one. One thread.
class AppendedFile {
 public:
  // Makes the file, or empties the one that is there. NotFound, PermissionDenied, FailedPrecondition.
  static absl::StatusOr<std::unique_ptr<AppendedFile>> Create(const std::string& path);
  ~AppendedFile();
  AppendedFile(const AppendedFile&) = delete;
  AppendedFile& operator=(const AppendedFile&) = delete;

  // Appends all of it. On failure what came of it is cut off again, as far as the system lets us, and the
  // file is as before. FailedPrecondition: somebody has removed the file.
  absl::Status Append(std::string_view bytes);
  // Hands what was written to the disk.
  absl::Status Sync();
  uint64_t size() const { return size_; }

 private:
  AppendedFile(std::string path, int file) : path_(std::move(path)), file_(file) {}

  std::string path_;
  int file_;
  uint64_t size_ = 0;
};

// Constant bytes that are read in pieces: of a file, or in memory. One thread.
class ReadFile {
 public:
  // NotFound, PermissionDenied; InvalidArgument for what is no regular file.
  static absl::StatusOr<std::unique_ptr<ReadFile>> Open(const std::string& path);
  static std::unique_ptr<ReadFile> OfBytes(std::string bytes);
  ~ReadFile();
  ReadFile(const ReadFile&) = delete;
  ReadFile& operator=(const ReadFile&) = delete;

  // As it was when it was opened.
  uint64_t size() const { return size_; }
  // Up to `count` bytes from `offset` on, fewer where the file ends. DataLoss when they cannot be read.
  absl::StatusOr<std::string> Read(uint64_t offset, uint64_t count) const;

 private:
  ReadFile() = default;

  std::string path_;
  int file_ = -1;
  std::string bytes_;  // without a file
  uint64_t size_ = 0;
};

}  // namespace footfall::sim

#endif  // FOOTFALL_SIM_RECORDING_RECORDING_FILE_H_
