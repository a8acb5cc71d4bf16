#include "clients/lib/connection.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <algorithm>
#include <utility>

#include "clients/lib/call.h"
#include "footfall/v1/query_service.grpc.pb.h"
#include "footfall/v1/session_service.grpc.pb.h"

namespace footfall::client {
namespace {

std::chrono::milliseconds DeadlineOf(const v1::ReadOptions& read, const ConnectOptions& options) {
  return read.has_min_tick() ? options.wait_deadline : options.deadline;
}

}  // namespace

std::string WithPort(const std::string& address) {
  const std::string port = ":" + std::to_string(kDefaultPort);
  const size_t colons = static_cast<size_t>(std::count(address.begin(), address.end(), ':'));
  // A path or a scheme with one: a Unix socket, dns:///name.
  if (address.empty() || address.find('/') != std::string::npos || address.rfind("unix:", 0) == 0 ||
      address.rfind("unix-abstract:", 0) == 0) {
    return address;
  }
  if (address.front() == '[') {
    return address.back() == ']' ? address + port : address;
  }
  if (colons > 1) {
    // Both an address of IPv6 and gRPC's ipv6:[::1]:7450 have several; the latter has brackets too.
    return address.find('[') == std::string::npos && address.rfind("ipv4:", 0) != 0
               ? "[" + address + "]" + port
               : address;
  }
  if (colons == 0) {
    return address + port;
  }
  return address.back() == ':' ? address.substr(0, address.size() - 1) + port : address;
}

Connection::Connection(std::shared_ptr<grpc::Channel> channel, const ConnectOptions& options)
    : channel_(std::move(channel)), options_(options) {}

Connection Connection::To(const std::string& address, const ConnectOptions& options) {
  grpc::ChannelArguments arguments;
  // The server's own limit (Limits.message_bytes) is what counts.
  arguments.SetMaxReceiveMessageSize(-1);
  return Connection(
      grpc::CreateCustomChannel(WithPort(address), grpc::InsecureChannelCredentials(), arguments), options);
}

Connection Connection::Over(std::shared_ptr<grpc::Channel> channel, const ConnectOptions& options) {
  return Connection(std::move(channel), options);
}

absl::StatusOr<v1::GetServerResponse> Connection::GetServer() const {
  v1::SessionService::Stub stub(channel_);
  return Call(stub, &v1::SessionService::Stub::GetServer, v1::GetServerRequest(), "", options_.deadline);
}

absl::StatusOr<v1::QueryResponse> Connection::Query(const v1::QueryRequest& request) const {
  v1::QueryService::Stub stub(channel_);
  return Call(stub, &v1::QueryService::Stub::Query, request, "", DeadlineOf(request.read(), options_));
}

absl::StatusOr<v1::NavResult> Connection::Query(const v1::NavRequest& question) const {
  v1::QueryRequest request;
  *request.add_queries() = question;
  absl::StatusOr<v1::QueryResponse> response = Query(request);
  if (!response.ok()) {
    return response.status();
  }
  if (response->results_size() != 1) {
    return absl::InternalError("the reply has " + std::to_string(response->results_size()) +
                               " results for 1 question");
  }
  if (response->results(0).has_error()) {
    return ToAbslStatus(response->results(0).error());
  }
  return std::move(*response->mutable_results(0));
}

}  // namespace footfall::client
