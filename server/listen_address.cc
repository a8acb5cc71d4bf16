#include "server/listen_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace footfall::server {
namespace {

constexpr char kUnixPrefix[] = "unix:";

bool IsLoopback(const std::string& host) {
  if (host == "localhost") return true;
  in_addr v4;
  if (inet_pton(AF_INET, host.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24) == 127;
  in6_addr v6;
  return inet_pton(AF_INET6, host.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

bool IsAddress(const std::string& host) {
  in6_addr room;
  return host == "localhost" || inet_pton(AF_INET, host.c_str(), &room) == 1 ||
         inet_pton(AF_INET6, host.c_str(), &room) == 1;
}

absl::StatusOr<ListenAddress> ParseUnix(const std::string& text) {
  ListenAddress address;
  address.text = text;
  address.is_local = true;
  address.is_unix = true;
  address.host_or_path = text.substr(std::strlen(kUnixPrefix));
  if (address.host_or_path.empty() || address.host_or_path.size() >= sizeof(sockaddr_un::sun_path)) {
    return absl::InvalidArgumentError(absl::StrCat("listen: ", text, ": the path must have 1 to ",
                                                   sizeof(sockaddr_un::sun_path) - 1, " bytes"));
  }
  return address;
}

absl::Status CheckUnix(const ListenAddress& address) {
  const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return absl::InternalError("listen: no socket can be made");
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  address.host_or_path.copy(name.sun_path, sizeof(name.sun_path) - 1);
  const bool answered = connect(probe, reinterpret_cast<const sockaddr*>(&name), sizeof(name)) == 0;
  close(probe);
  if (!answered) return absl::OkStatus();
  return absl::AlreadyExistsError(absl::StrCat("listen: ", address.text, ": a server is there already"));
}

// The error of a bind there, 0 if that goes well. Bound as gRPC does it: connections that an earlier server
// left behind do not count.
int BindError(const sockaddr* name, socklen_t size) {
  const int probe = socket(name->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return errno;
  const int yes = 1;
  setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  const int error = bind(probe, name, size) == 0 && listen(probe, 1) == 0 ? 0 : errno;
  close(probe);
  return error;
}

int TcpError(const ListenAddress& address) {
  const auto port = htons(static_cast<uint16_t>(address.port));
  const std::string host = address.host_or_path == "localhost" ? "127.0.0.1" : address.host_or_path;
  sockaddr_in v4{};
  if (inet_pton(AF_INET, host.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = port;
    return BindError(reinterpret_cast<const sockaddr*>(&v4), sizeof(v4));
  }
  sockaddr_in6 v6{};
  inet_pton(AF_INET6, host.c_str(), &v6.sin6_addr);
  v6.sin6_family = AF_INET6;
  v6.sin6_port = port;
  return BindError(reinterpret_cast<const sockaddr*>(&v6), sizeof(v6));
}

}  // namespace

absl::StatusOr<ListenAddress> ParseListenAddress(const std::string& text) {
  if (text.rfind(kUnixPrefix, 0) == 0) return ParseUnix(text);
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos) {
    return absl::InvalidArgumentError(absl::StrCat("listen: ", text, ": must be HOST:PORT or unix:/path"));
  }
  ListenAddress address;
  address.text = text;
  address.host_or_path = text.substr(0, colon);
  if (address.host_or_path.size() > 2 && address.host_or_path.front() == '[' &&
      address.host_or_path.back() == ']') {
    address.host_or_path = address.host_or_path.substr(1, address.host_or_path.size() - 2);
  }
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + colon + 1, end, address.port);
  if (error != std::errc() || stopped != end || address.port < 0 || address.port > 65535) {
    return absl::InvalidArgumentError(absl::StrCat("listen: ", text, ": the port must be 0 to 65535"));
  }
  if (!IsAddress(address.host_or_path)) {
    return absl::InvalidArgumentError(
        absl::StrCat("listen: ", text, ": the host must be an IP address, [IPv6] in brackets, or localhost"));
  }
  address.is_local = IsLoopback(address.host_or_path);
  return address;
}

absl::Status CheckSocketIsFree(const ListenAddress& address) {
  if (address.is_unix) return CheckUnix(address);
  const int error = TcpError(address);
  if (error == 0) return absl::OkStatus();
  if (error == EADDRINUSE) {
    return absl::AlreadyExistsError(
        absl::StrCat("listen: ", address.text, ": another program listens there already"));
  }
  return absl::UnavailableError(absl::StrCat("listen: ", address.text, ": ", std::strerror(error)));
}

}  // namespace footfall::server
