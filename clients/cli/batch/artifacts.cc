#include "clients/cli/batch/artifacts.h"

#include <stdlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "clients/cli/picture.h"

namespace footfall::cli {
namespace {

namespace fs = std::filesystem;

constexpr char kOutput[] = "output.txt";
constexpr char kReport[] = "report.json";
constexpr char kRepro[] = "repro.sh";
constexpr char kHashes[] = "hashes.txt";
constexpr char kRecording[] = "recording.ffrec";
// What a runner leaves itself, each by a flag of its `run`.
constexpr std::array<std::pair<const char*, const char*>, 3> kRunnerFiles = {
    {{"--record", kRecording}, {"--trails", "trails.jsonl"}, {"--dump", "dump.txt"}}};
constexpr std::array<const char*, 4> kOwnFiles = {kOutput, kReport, kRepro, kHashes};

template <class Do>
void ForEachFile(Do each) {
  for (const char* file : kOwnFiles) each(file);
  for (const auto& [flag, file] : kRunnerFiles) each(file);
}

}  // namespace

Artifacts::Artifacts(std::string folder, std::vector<std::string> names, std::string runner_help)
    : folder_(std::move(folder)), names_(std::move(names)), runner_help_(std::move(runner_help)) {}

Artifacts::~Artifacts() {
  std::error_code error;
  if (!work_.empty()) {
    fs::remove_all(work_, error);
  }
}

absl::Status Artifacts::Begin() {
  if (!is_on()) {
    return absl::OkStatus();
  }
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) {
    return absl::FailedPreconditionError(folder_ + ": cannot be made: " + error.message());
  }
  std::string pattern = (fs::path(folder_) / ".batch-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    return absl::FailedPreconditionError(folder_ + ": no folder can be made in it: " + std::strerror(errno));
  }
  work_ = pattern;
  return absl::OkStatus();
}

std::string Artifacts::FolderOf(size_t index) const { return (fs::path(folder_) / names_[index]).string(); }

std::string Artifacts::PathOf(size_t index, const char* file) const {
  return (fs::path(folder_) / names_[index] / file).string();
}

std::string Artifacts::WorkOf(size_t index, const char* file) const {
  return (fs::path(work_) / names_[index] / file).string();
}

std::vector<std::string> Artifacts::FlagsOf(size_t index, bool with_hashes) const {
  std::vector<std::string> flags;
  std::error_code error;
  if (!is_on() || !fs::is_directory(fs::path(work_) / names_[index], error)) {
    return flags;
  }
  if (with_hashes) {
    flags.insert(flags.end(), {"--hashes-out", WorkOf(index, kHashes)});
  }
  for (const auto& [flag, file] : kRunnerFiles) {
    if (runner_help_.find(std::string(flag) + " ") != std::string::npos) {
      flags.insert(flags.end(), {flag, WorkOf(index, file)});
    }
  }
  return flags;
}

absl::Status Artifacts::Prepare(size_t index) const {
  if (!is_on()) {
    return absl::OkStatus();
  }
  const std::string folder = (fs::path(work_) / names_[index]).string();
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? absl::FailedPreconditionError(folder + ": cannot be made: " + error.message())
               : absl::OkStatus();
}

absl::Status Artifacts::Keep(size_t index, const ChildResult& child, const std::string& repro,
                             const std::string& hashes) const {
  if (!is_on()) {
    return absl::OkStatus();
  }
  absl::Status status = Prepare(index);
  const auto write = [&](const char* file, const std::string& text) {
    if (absl::Status written = WriteText(WorkOf(index, file), text); status.ok()) {
      status = written;
    }
  };
  write(kOutput, child.standard_output + child.standard_error);
  write(kRepro, "#!/bin/sh\n" + repro + "\n");
  if (child.standard_output.starts_with('{')) {
    write(kReport, child.standard_output.substr(0, child.standard_output.find('\n') + 1));
  }
  std::error_code error;
  fs::permissions(WorkOf(index, kRepro), fs::perms::owner_exec, fs::perm_options::add, error);
  if (!hashes.empty() && fs::exists(hashes, error)) {
    fs::copy_file(hashes, WorkOf(index, kHashes), fs::copy_options::overwrite_existing, error);
    if (error && status.ok()) {
      status =
          absl::FailedPreconditionError(WorkOf(index, kHashes) + ": cannot be written: " + error.message());
    }
  }
  fs::create_directories(FolderOf(index), error);
  ForEachFile([&](const char* file) {
    // Also what an earlier run left of a file that this one has not.
    fs::remove(PathOf(index, file), error);
    if (fs::exists(WorkOf(index, file), error)) {
      fs::rename(WorkOf(index, file), PathOf(index, file), error);
      if (error && status.ok()) {
        status =
            absl::FailedPreconditionError(PathOf(index, file) + ": cannot be written: " + error.message());
      }
    }
  });
  return status;
}

void Artifacts::Drop(size_t index) const {
  if (!is_on()) {
    return;
  }
  std::error_code error;
  fs::remove_all(fs::path(work_) / names_[index], error);
  // Only what is ours: somebody may have put a note beside it.
  ForEachFile([&](const char* file) { fs::remove(PathOf(index, file), error); });
  fs::remove(FolderOf(index), error);
}

}  // namespace footfall::cli
