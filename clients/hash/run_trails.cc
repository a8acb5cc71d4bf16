#include "clients/hash/run_trails.h"

#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sim/outcome.h"
#include "sim/published_view.h"
#include "sim/world.h"

namespace footfall::client {
namespace {

std::string LineOf(uint64_t tick, const sim::RequestView& request) {
  std::string line =
      absl::StrFormat(R"({"tick":%d,"handle":"%016x","source":%d,"outcome":"%s","length":%g,"points":[)",
                      tick, request.handle.value, request.source,
                      sim::NameOf(sim::OutcomeOf(*request.result)), request.result->length);
  const char* between = "";
  for (const platform::Vec3& point : request.result->points) {
    absl::StrAppendFormat(&line, "%s[%.9g,%.9g,%.9g]", between, point.x, point.y, point.z);
    between = ",";
  }
  return line + "]}\n";
}

}  // namespace

struct RunTrails::File {
  std::string path;
  std::FILE* file = nullptr;
  ~File() {
    if (file != nullptr) std::fclose(file);
  }
  absl::Status Lost() const {
    return absl::InvalidArgumentError(absl::StrCat("--trails: cannot write ", path));
  }
};

RunTrails::RunTrails() = default;
RunTrails::~RunTrails() = default;

absl::Status RunTrails::Begin(const std::string& path, sim::RunOptions& options) {
  if (path.empty()) return absl::OkStatus();
  file_ = std::make_unique<File>();
  file_->path = path;
  file_->file = std::fopen(path.c_str(), "wb");
  if (file_->file == nullptr) return file_->Lost();
  options.after_tick = [file = file_->file, before = options.after_tick](const sim::World& world) {
    if (before) before(world);
    const auto view = world.view();
    for (const sim::WireHandle handle : view->finished) {
      const sim::RequestView* request = view->Find(handle);
      if (request == nullptr || request->result == nullptr) continue;
      const std::string line = LineOf(view->tick, *request);
      std::fwrite(line.data(), 1, line.size(), file);
    }
  };
  return absl::OkStatus();
}

absl::Status RunTrails::Finish() {
  if (file_ == nullptr) return absl::OkStatus();
  const bool is_lost = std::ferror(file_->file) != 0;
  const bool is_closed = std::fclose(std::exchange(file_->file, nullptr)) == 0;
  return is_lost || !is_closed ? file_->Lost() : absl::OkStatus();
}

}  // namespace footfall::client
