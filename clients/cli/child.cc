#include "clients/cli/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace footfall::cli {
namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t stop_signal = 0;

extern "C" void NoteSignal(int signal_number) { stop_signal = signal_number; }

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  bool Open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      return false;
    }
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  static void CloseEnd(int* end) {
    if (*end >= 0) {
      close(*end);
      *end = -1;
    }
  }
  ~Pipe() {
    CloseEnd(&read_end);
    CloseEnd(&write_end);
  }
};

// Reads what is there; closes the pipe at its end.
void Drain(Pipe& from, std::string* to) {
  std::array<char, 4096> buffer;
  const ssize_t count = read(from.read_end, buffer.data(), buffer.size());
  if (count > 0) {
    to->append(buffer.data(), std::min(static_cast<size_t>(count), kChildOutputMax - to->size()));
  } else if (count == 0 || errno != EINTR) {
    Pipe::CloseEnd(&from.read_end);
  }
}

absl::StatusOr<pid_t> Start(const std::vector<std::string>& arguments, const Pipe& out, const Pipe& err) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    return absl::InternalError(arguments.front() + ": cannot be started: " + std::strerror(error));
  }
  return child;
}

}  // namespace

absl::StatusOr<ChildResult> RunChild(const std::vector<std::string>& arguments,
                                     std::chrono::milliseconds time_limit) {
  Pipe out;
  Pipe err;
  if (!out.Open() || !err.Open()) {
    return absl::InternalError(std::string("no pipe for a child process: ") + std::strerror(errno));
  }
  const auto begin = Clock::now();
  const absl::StatusOr<pid_t> child = Start(arguments, out, err);
  if (!child.ok()) {
    return child.status();
  }
  Pipe::CloseEnd(&out.write_end);
  Pipe::CloseEnd(&err.write_end);

  ChildResult result;
  // The pipes close when the child ends, however it ends.
  while (out.read_end >= 0 || err.read_end >= 0) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(begin + time_limit - Clock::now());
    if (left.count() <= 0 || StopSignal() != 0) {
      result.end = StopSignal() != 0 ? ChildResult::End::kInterrupted : ChildResult::End::kTimeLimit;
      break;
    }
    // A signal that comes just before poll is seen one second later.
    std::array<pollfd, 2> waiting = {pollfd{out.read_end, POLLIN, 0}, pollfd{err.read_end, POLLIN, 0}};
    poll(waiting.data(), waiting.size(), static_cast<int>(std::min<std::int64_t>(left.count(), 1000)));
    if (waiting[0].revents != 0) {
      Drain(out, &result.standard_output);
    }
    if (waiting[1].revents != 0) {
      Drain(err, &result.standard_error);
    }
  }
  if (result.end != ChildResult::End::kExited) {
    kill(-*child, SIGKILL);
  }
  int status = 0;
  while (waitpid(*child, &status, 0) < 0 && errno == EINTR) {
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (result.end == ChildResult::End::kExited) {
    result.end = WIFSIGNALED(status) ? ChildResult::End::kSignalled : ChildResult::End::kExited;
    result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  return result;
}

void CatchStopSignals() {
  struct sigaction action = {};
  action.sa_handler = NoteSignal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int StopSignal() { return stop_signal; }

std::string OwnProgram() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

}  // namespace footfall::cli
