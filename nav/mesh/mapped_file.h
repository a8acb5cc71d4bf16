#ifndef FOOTFALL_NAV_MESH_MAPPED_FILE_H_
#define FOOTFALL_NAV_MESH_MAPPED_FILE_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace footfall::nav {

// Constant bytes: a whole file mapped read-only with a shared lock held, or a copy in memory. Any thread.
class MappedFile {
 public:
  // NOT_FOUND, FAILED_PRECONDITION when a writer holds the lock, DATA_LOSS for an empty file.
  static absl::StatusOr<std::shared_ptr<const MappedFile>> Open(const std::string& path);
  // The bytes are copied to page-aligned memory.
  static std::shared_ptr<const MappedFile> OfBytes(std::string_view bytes);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::string_view bytes() const { return {data_, size_}; }
  // Whether the file still has the size with which it was mapped: reading a mapped page beyond the end of a
  // file that was cut ends the process. Always ok for bytes in memory.
  absl::Status CheckSize() const;
  // Asks for small pages and lets the system take all of them: what is released later stays released, instead
  // of coming back with a huge page that something else in it brought. A hint.
  void ExpectRelease() const;
  // Lets the system take the pages of the range, which the next read brings back from the file. A hint: bytes
  // in memory stay. REQUIRES: `offset` is a multiple of the page size and the range lies in the file.
  void Release(size_t offset, size_t bytes) const;

 private:
  MappedFile() = default;
  std::string path_;
  int file_ = -1;
  char* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_MESH_MAPPED_FILE_H_
