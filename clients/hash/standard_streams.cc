#include "clients/hash/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include "clients/hash/commands.h"

namespace footfall::client {

void HoldStandardStreams() {
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number, which is this one. Opened the wrong way round, so that its use fails; errors
    // alone have nowhere to go.
    const int flags = stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY;
    if (open("/dev/null", flags) < 0) return;
  }
}

int FinishStandardOutput(std::string_view program, int code) {
  errno = 0;
  const bool is_flushed = std::fflush(stdout) == 0;
  if (is_flushed && std::ferror(stdout) == 0) return code;
  std::fprintf(stderr, "%s: standard output: cannot be written%s%s\n", std::string(program).c_str(),
               errno == 0 ? "" : ": ", errno == 0 ? "" : std::strerror(errno));
  return code == kExitPassed ? kExitBadUsage : code;
}

}  // namespace footfall::client
