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
#include <memory>

#include "absl/status/statusor.h"

namespace footfall::cli {
namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t stop_signal = 0;

extern "C" void NoteSignal(int signal_number) { stop_signal = signal_number; }
// Only there so that a child's end interrupts the wait.
extern "C" void WakeUp(int /*signal_number*/) {}

// SIGPIPE: nobody reads what is printed any more.
constexpr std::array<int, 4> kStopSignals = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

void Handle(int signal_number, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigaction(signal_number, &action, nullptr);
}

// Keeps the signals that end a wait from arriving at any other time, so that none is missed.
class HeldSignals {
 public:
  HeldSignals() {
    Handle(SIGCHLD, WakeUp);
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGCHLD);
    for (const int signal_number : kStopSignals) {
      sigaddset(&held, signal_number);
    }
    sigprocmask(SIG_BLOCK, &held, &before_);
  }
  ~HeldSignals() {
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    Handle(SIGCHLD, SIG_DFL);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_;
};

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
    return fcntl(read_end, F_SETFL, O_NONBLOCK) == 0;
  }
  static void CloseEnd(int* end) {
    if (*end >= 0) {
      close(*end);
      *end = -1;
    }
  }
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    CloseEnd(&read_end);
    CloseEnd(&write_end);
  }
};

// Reads what is there; closes the pipe at its end.
void Drain(Pipe& from, std::string* to) {
  while (from.read_end >= 0) {
    std::array<char, 4096> buffer;
    const ssize_t count = read(from.read_end, buffer.data(), buffer.size());
    if (count > 0) {
      to->append(buffer.data(), std::min(static_cast<size_t>(count), kChildOutputMax - to->size()));
    } else if (count < 0 && errno == EAGAIN) {
      return;
    } else if (count == 0 || errno != EINTR) {
      Pipe::CloseEnd(&from.read_end);
    }
  }
}

struct Running {
  size_t index = 0;
  pid_t process = 0;
  Pipe out;
  Pipe err;
  Clock::time_point begin;
  ChildResult result;
};

absl::Status Spawn(const std::vector<std::string>& arguments, const sigset_t& signals, Running* child) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, child->out.write_end, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, child->err.write_end, STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &signals);
  const int error = posix_spawn(&child->process, argv[0], &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? absl::OkStatus()
                    : absl::InternalError(arguments.front() + ": cannot be started: " + std::strerror(error));
}

absl::StatusOr<std::unique_ptr<Running>> Start(const ChildJob& job, const sigset_t& signals) {
  auto child = std::make_unique<Running>();
  child->index = job.index;
  if (!child->out.Open() || !child->err.Open()) {
    return absl::InternalError(std::string("no pipe for a child process: ") + std::strerror(errno));
  }
  child->begin = Clock::now();
  if (absl::Status status = Spawn(job.arguments, signals, child.get()); !status.ok()) {
    return status;
  }
  Pipe::CloseEnd(&child->out.write_end);
  Pipe::CloseEnd(&child->err.write_end);
  return child;
}

bool HasEnded(const Running& child) {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(child.process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child.process;
}

// Ends the group while its leader has not been waited for, so that the number is still its own.
void Finish(ChildResult::End end, Running& child) {
  kill(-child.process, SIGKILL);
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  Drain(child.out, &child.result.standard_output);
  Drain(child.err, &child.result.standard_error);
  child.result.seconds = std::chrono::duration<double>(Clock::now() - child.begin).count();
  child.result.end = end;
  if (end == ChildResult::End::kExited) {
    child.result.end = WIFSIGNALED(status) ? ChildResult::End::kSignalled : ChildResult::End::kExited;
    child.result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
}

class Pool {
 public:
  Pool(size_t running_max, std::chrono::milliseconds time_limit,
       const std::function<absl::Status(size_t, const ChildResult&)>& done)
      : running_max_(running_max), time_limit_(time_limit), done_(done) {}
  ~Pool() {
    for (const auto& child : running_) {
      Finish(ChildResult::End::kInterrupted, *child);
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  bool empty() const { return running_.empty(); }

  absl::Status Fill(const std::function<std::optional<ChildJob>()>& next) {
    while (running_.size() < running_max_ && StopSignal() == 0) {
      const std::optional<ChildJob> job = next();
      if (!job.has_value()) {
        break;
      }
      auto child = Start(*job, signals_.before());
      if (!child.ok()) {
        return child.status();
      }
      running_.push_back(*std::move(child));
    }
    return absl::OkStatus();
  }

  // Until something is to be read, a child has ended, a time limit has passed or a signal has come.
  void Wait() {
    std::vector<pollfd> waiting;
    auto left = std::chrono::nanoseconds(std::chrono::hours(1));
    const auto now = Clock::now();
    for (const auto& child : running_) {
      // A pipe that is closed is -1, which poll passes over.
      waiting.push_back({child->out.read_end, POLLIN, 0});
      waiting.push_back({child->err.read_end, POLLIN, 0});
      left = std::min<std::chrono::nanoseconds>(left, child->begin + time_limit_ - now);
    }
    left = std::max(left, std::chrono::nanoseconds(0));
    const timespec timeout = {static_cast<time_t>(left.count() / 1'000'000'000),
                              static_cast<long>(left.count() % 1'000'000'000)};
    ppoll(waiting.data(), waiting.size(), &timeout, &signals_.before());
    for (const auto& child : running_) {
      Drain(child->out, &child->result.standard_output);
      Drain(child->err, &child->result.standard_error);
    }
  }

  absl::Status TakeEnded() {
    for (size_t i = 0; i < running_.size();) {
      Running& child = *running_[i];
      const bool late = Clock::now() >= child.begin + time_limit_;
      const bool ended = HasEnded(child);
      if (!ended && !late && StopSignal() == 0) {
        ++i;
        continue;
      }
      Finish(ended               ? ChildResult::End::kExited
             : StopSignal() != 0 ? ChildResult::End::kInterrupted
                                 : ChildResult::End::kTimeLimit,
             child);
      child.result.time_limit = time_limit_;
      const std::unique_ptr<Running> over = std::move(running_[i]);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      if (absl::Status status = done_(over->index, over->result); !status.ok()) {
        return status;
      }
    }
    return absl::OkStatus();
  }

 private:
  size_t running_max_;
  std::chrono::milliseconds time_limit_;
  const std::function<absl::Status(size_t, const ChildResult&)>& done_;
  HeldSignals signals_;
  std::vector<std::unique_ptr<Running>> running_;
};

}  // namespace

absl::Status RunChildren(size_t running_max, std::chrono::milliseconds time_limit,
                         const std::function<std::optional<ChildJob>()>& next,
                         const std::function<absl::Status(size_t index, const ChildResult&)>& done) {
  Pool pool(running_max, time_limit, done);
  absl::Status status = pool.Fill(next);
  while (status.ok() && !pool.empty()) {
    pool.Wait();
    status = pool.TakeEnded();
    if (status.ok()) {
      status = pool.Fill(next);
    }
  }
  return status;
}

void CatchStopSignals() {
  for (const int signal_number : kStopSignals) {
    struct sigaction before = {};
    sigaction(signal_number, nullptr, &before);
    // What somebody lets this process ignore, as nohup does, it goes on ignoring.
    if (before.sa_handler != SIG_IGN) {
      Handle(signal_number, NoteSignal);
    }
  }
}

int StopSignal() { return stop_signal; }

std::string OwnProgram() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

}  // namespace footfall::cli
