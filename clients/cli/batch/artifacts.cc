#include "clients/cli/batch/artifacts.h"

#include <filesystem>

#include "clients/cli/batch/files.h"
#include "clients/cli/picture.h"

namespace footfall::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kOutput[] = "output.txt";
constexpr char kReport[] = "report.json";
constexpr char kRepro[] = "repro.sh";
constexpr char kHashes[] = "hashes.txt";
constexpr char kRecording[] = "recording.ffrec";

}  // namespace

Artifacts::Artifacts(std::string folder, std::vector<std::string> names, bool records)
    : folder_(std::move(folder)), names_(std::move(names)), records_(records) {}

std::string Artifacts::FolderOf(size_t index) const { return (fs::path(folder_) / names_[index]).string(); }

std::string Artifacts::PathOf(size_t index, const char* file) const {
  return (fs::path(folder_) / names_[index] / file).string();
}

std::vector<std::string> Artifacts::FlagsOf(size_t index, bool with_hashes) const {
  std::vector<std::string> flags;
  if (is_on() && with_hashes) {
    flags.insert(flags.end(), {"--hashes-out", PathOf(index, kHashes)});
  }
  if (is_on() && records_) {
    flags.insert(flags.end(), {"--record", PathOf(index, kRecording)});
  }
  return flags;
}

absl::Status Artifacts::Prepare(size_t index) const {
  if (!is_on()) {
    return absl::OkStatus();
  }
  Drop(index);
  std::error_code error;
  fs::create_directories(FolderOf(index), error);
  return error ? absl::FailedPreconditionError(FolderOf(index) + ": cannot be made: " + error.message())
               : absl::OkStatus();
}

absl::Status Artifacts::Keep(size_t index, const ChildResult& child, const std::string& repro,
                             const std::string& hashes) const {
  if (!is_on()) {
    return absl::OkStatus();
  }
  absl::Status status = WriteText(PathOf(index, kOutput), child.standard_output + child.standard_error);
  if (status.ok()) {
    status = WriteText(PathOf(index, kRepro), "#!/bin/sh\n" + repro + "\n");
  }
  if (status.ok() && child.standard_output.starts_with('{')) {
    status = WriteText(PathOf(index, kReport),
                       child.standard_output.substr(0, child.standard_output.find('\n') + 1));
  }
  std::error_code error;
  fs::permissions(PathOf(index, kRepro), fs::perms::owner_exec, fs::perm_options::add, error);
  if (!hashes.empty() && fs::exists(hashes, error)) {
    fs::copy_file(hashes, PathOf(index, kHashes), fs::copy_options::overwrite_existing, error);
    if (error) {
      return absl::FailedPreconditionError(PathOf(index, kHashes) +
                                           ": cannot be written: " + error.message());
    }
  }
  return status;
}

void Artifacts::Drop(size_t index) const {
  if (!is_on()) {
    return;
  }
  // Only what is ours: somebody may have put a note beside it.
  std::error_code error;
  for (const char* file : {kOutput, kReport, kRepro, kHashes, kRecording}) {
    fs::remove(PathOf(index, file), error);
  }
  fs::remove(FolderOf(index), error);
}

}  // namespace footfall::cli
