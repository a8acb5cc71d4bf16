#include "clients/cli/load_echo.h"

#include <fcntl.h>
#include <google/protobuf/util/delimited_message_util.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "clients/cli/child.h"

namespace footfall::cli {
namespace {

absl::Status WriteReplies(const EchoReplies& replies, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  bool written = true;
  for (const google::protobuf::Message* message : std::initializer_list<const google::protobuf::Message*>{
           &replies.submit, &replies.poll, &replies.fetch, &replies.query, &replies.batch}) {
    written = google::protobuf::util::SerializeDelimitedToOstream(*message, &file) && written;
  }
  file.flush();
  return written && file ? absl::OkStatus() : absl::InternalError(path + ": cannot be written");
}

// The first line that the process prints.
std::string ReadLine(int file) {
  std::string line;
  char letter = 0;
  while (read(file, &letter, 1) == 1 && letter != '\n') {
    line += letter;
  }
  return line;
}

}  // namespace

absl::StatusOr<std::unique_ptr<EchoProcess>> EchoProcess::Start(const EchoReplies& replies) {
  std::string path = "/tmp/footfall-echo-XXXXXX";
  const int file = mkstemp(path.data());
  if (file < 0) {
    return absl::InternalError(path + ": cannot be made: " + std::strerror(errno));
  }
  close(file);
  const absl::Status written = WriteReplies(replies, path);
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (!written.ok() || pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0) {
    unlink(path.c_str());
    return written.ok() ? absl::InternalError("no pipe for the echo process") : written;
  }
  std::string program = OwnProgram();
  std::string verb = "load";
  std::string flag = "--serve-echo";
  std::array<char*, 5> arguments = {program.data(), verb.data(), flag.data(), path.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  auto echo = std::unique_ptr<EchoProcess>(new EchoProcess());
  const int error =
      posix_spawn(&echo->process_, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  echo->stop_ = in[1];
  const std::string port = error == 0 ? ReadLine(out[0]) : "";
  close(out[0]);
  unlink(path.c_str());
  if (port.empty()) {
    return absl::InternalError("the echo process did not start");
  }
  echo->address_ = "127.0.0.1:" + port;
  return echo;
}

EchoProcess::~EchoProcess() {
  close(stop_);
  if (process_ > 0) {
    waitpid(process_, nullptr, 0);
  }
}

}  // namespace footfall::cli
