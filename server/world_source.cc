#include "server/world_source.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <variant>

#include "absl/strings/str_cat.h"
#include "sim/scenario_run.h"

namespace footfall::server {
namespace {

// How often a city's building is looked at, ms.
constexpr int kBuildPollMs = 10;

std::filesystem::path Beside(const std::string& name) {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / name;
}

// A folder of its own that goes away with it. A pack that was opened from it stays mapped.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "footfalld-XXXXXX").string();
    if (!error && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  bool made() const { return !path_.empty(); }
  std::string File(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

// Starts it with no input, what it says going into `log`, and no signal blocked, as it may be here. 0 if that
// failed.
pid_t Spawn(std::array<std::string, 9> words, const std::string& log) {
  std::array<char*, 10> arguments{};
  for (size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t process = 0;
  const int error = posix_spawn(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? process : 0;
}

// Its wait status; ends it when `stop` is raised.
int WaitFor(pid_t process, const std::atomic<bool>& stop) {
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (stop) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      return status;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kBuildPollMs));
  }
  return status;
}

absl::StatusOr<std::shared_ptr<const nav::Pack>> BuildCity(const sim::CitySource& city,
                                                           const std::atomic<bool>& stop) {
  const ScratchFolder folder;
  if (!folder.made()) return absl::InternalError("city: no temporary folder can be made");
  const std::string program = Beside("footfall").string();
  const std::string pack = folder.File("city.ffnav");
  const std::string log = folder.File("log");
  const pid_t process = Spawn({program, "build", "--city", absl::StrCat(city.tiles_x, "x", city.tiles_y),
                               "--seed", absl::StrCat(city.seed), "--quiet", "--output", pack},
                              log);
  if (process == 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("city: ", program, " builds it, and cannot be started"));
  }
  const int status = WaitFor(process, stop);
  if (stop) return absl::CancelledError("city: its building was stopped");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::ifstream file(log);
    return absl::InvalidArgumentError(
        absl::StrCat("city: ", std::string(std::istreambuf_iterator<char>(file), {})));
  }
  return nav::Pack::Open(pack);
}

}  // namespace

std::string DemoWorldPath() { return Beside("demo.ffnav").string(); }

absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenWorld(const sim::WorldSource& source,
                                                           const std::atomic<bool>& stop) {
  if (std::holds_alternative<sim::DemoSource>(source)) return nav::Pack::Open(DemoWorldPath());
  if (const auto* city = std::get_if<sim::CitySource>(&source)) return BuildCity(*city, stop);
  return sim::OpenPackSource(source);
}

}  // namespace footfall::server
