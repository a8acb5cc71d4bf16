#include "server/scenario_loader.h"

#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "server/data_file.h"
#include "server/world_source.h"
#include "sim/scenario_run.h"

namespace footfall::server {
namespace {

constexpr char kEnding[] = ".txtpb";

}  // namespace

absl::StatusOr<LoadedScenario> LoadScenarioWorld(const std::string& path, const std::atomic<bool>& stop) {
  absl::StatusOr<sim::Scenario> scenario = sim::LoadScenario(path);
  if (!scenario.ok()) return scenario.status();
  absl::StatusOr<std::shared_ptr<const nav::Pack>> pack = OpenWorld(scenario->world, stop);
  if (!pack.ok()) {
    return absl::Status(pack.status().code(), absl::StrCat(path, ": ", pack.status().message()));
  }
  auto content = sim::OpenContentPacks(scenario->content_packs, sim::OpenPackSource);
  if (!content.ok()) {
    return absl::Status(content.status().code(), absl::StrCat(path, ": ", content.status().message()));
  }
  return LoadedScenario{std::make_shared<const sim::Scenario>(*std::move(scenario)), *std::move(pack),
                        *std::move(content)};
}

ScenarioLoader::ScenarioLoader(Strand& strand, std::string folder)
    : strand_(strand), folder_(std::move(folder)), thread_([this] { Work(); }) {}

ScenarioLoader::~ScenarioLoader() {
  StopAll();
  thread_.join();
}

std::variant<std::string, Fault> ScenarioLoader::PathOf(const std::string& name) const {
  return DataFile(folder_, "scenario", name, kEnding);
}

ScenarioLoader::Stop ScenarioLoader::Load(const std::string& path, Done done) {
  auto stop = std::make_shared<std::atomic<bool>>(false);
  const std::lock_guard lock(mutex_);
  *stop = stopped_;
  jobs_.push_back({path, stop, std::move(done)});
  changed_.notify_one();
  return stop;
}

void ScenarioLoader::StopAll() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for (const Job& job : jobs_) *job.stop = true;
  changed_.notify_one();
}

void ScenarioLoader::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopped_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const std::string path = jobs_.front().path;
    const Stop stop = jobs_.front().stop;
    lock.unlock();
    absl::StatusOr<LoadedScenario> loaded =
        *stop ? absl::CancelledError("stopped") : LoadScenarioWorld(path, *stop);
    lock.lock();
    auto answer = loaded.ok() ? std::variant<LoadedScenario, Fault>(*std::move(loaded))
                              : std::variant<LoadedScenario, Fault>(FaultOf(loaded.status()));
    strand_.Post([done = std::move(jobs_.front().done), answer = std::move(answer)] { done(answer); });
    jobs_.pop_front();
  }
}

Fault ScenarioLoader::FaultOf(const absl::Status& status) const {
  if (status.code() == absl::StatusCode::kCancelled) return Cancelled();
  const std::string folder = (std::filesystem::path(folder_) / "").string();
  return BadField("scenario", absl::StrReplaceAll(std::string(status.message()), {{folder, ""}}));
}

}  // namespace footfall::server
