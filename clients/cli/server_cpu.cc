#include "clients/cli/server_cpu.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace footfall::cli {
namespace {

// How long a page may take, s.
constexpr time_t kPageTime = 5;
// No page of a server is longer.
constexpr size_t kPageBytesMax = size_t{1} << 20;

// The value of the line that begins with the name.
absl::Status ReadFigure(absl::string_view page, absl::string_view name, double* value) {
  const std::string start = absl::StrCat("\n", name, " ");
  const size_t found = page.find(start);
  if (found != absl::string_view::npos) {
    const absl::string_view rest = page.substr(found + start.size());
    if (absl::SimpleAtod(rest.substr(0, rest.find('\n')), value)) {
      return absl::OkStatus();
    }
  }
  return absl::InvalidArgumentError(absl::StrCat("/metrics has no figure ", name));
}

// Reads until the other side closes.
std::string ReadAll(int socket) {
  std::string text;
  std::array<char, 16384> part{};
  ssize_t count = 0;
  while (text.size() < kPageBytesMax && (count = recv(socket, part.data(), part.size(), 0)) > 0) {
    text.append(part.data(), static_cast<size_t>(count));
  }
  return text;
}

}  // namespace

absl::StatusOr<ServerCpu> ParseServerCpu(absl::string_view page) {
  ServerCpu cpu;
  absl::Status status = ReadFigure(page, "process_cpu_seconds_total", &cpu.process_seconds);
  status.Update(ReadFigure(page, "footfall_query_cpu_seconds_total", &cpu.query_seconds));
  status.Update(ReadFigure(page, "footfall_queries_total", &cpu.queries));
  if (!status.ok()) {
    return status;
  }
  return cpu;
}

absl::StatusOr<ServerCpu> ReadServerCpu(int port) {
  const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval limit{kPageTime, 0};
  setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const absl::string_view question = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const bool asked =
      file >= 0 && connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      send(file, question.data(), question.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(question.size());
  const std::string problem = asked ? "" : std::strerror(errno);
  const std::string page = asked ? ReadAll(file) : "";
  if (file >= 0) {
    close(file);
  }
  if (page.empty()) {
    return absl::UnavailableError(
        absl::StrCat("/metrics on port ", port, " of this machine does not answer: ", problem));
  }
  return ParseServerCpu(page);
}

}  // namespace footfall::cli
