#include "server/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/event_log.h"
#include "server/health.h"
#include "server/listen_address.h"
#include "server/metrics_http.h"
#include "server/metrics_text.h"
#include "server/nav_mesh_service.h"
#include "server/obstacle_service.h"
#include "server/path_service.h"
#include "server/query_service.h"
#include "server/session_service.h"
#include "server/world_edit_service.h"
#include "server/world_service.h"

namespace footfall::server {
namespace {

// A connection that is silent for so long is asked whether its client still lives, ms.
constexpr int kKeepaliveMs = 60'000;
constexpr int kKeepaliveTimeoutMs = 20'000;
// What a message may be beyond message_bytes_max: a reply's items are counted without their frame.
constexpr int kMessageSlackBytes = 64 * 1024;

}  // namespace

struct Server::Parts {
  Parts(ServerOptions given, std::unique_ptr<WorldHost> host)
      : options(std::move(given)),
        core(options.core, std::move(host)),
        session_service(core),
        world_service(core, options.data_dir),
        path_service(core),
        nav_mesh_service(core),
        obstacle_service(core),
        world_edit_service(core),
        query_service(core, options.query_threads) {}

  absl::Status Listen(const ListenAddress& listen);

  ServerOptions options;
  Core core;
  SessionServiceImpl session_service;
  WorldServiceImpl world_service;
  PathServiceImpl path_service;
  NavMeshServiceImpl nav_mesh_service;
  ObstacleServiceImpl obstacle_service;
  WorldEditServiceImpl world_edit_service;
  QueryServiceHost query_service;
  std::unique_ptr<grpc::Server> grpc;
  std::unique_ptr<HealthReporter> health;
  std::unique_ptr<MetricsHttp> metrics;
  std::string address;
  int port = 0;
  bool drained = false;
};

absl::Status Server::Parts::Listen(const ListenAddress& listen) {
  if (absl::Status free = CheckSocketIsFree(listen); !free.ok()) return free;
  grpc::EnableDefaultHealthCheckService(true);
  if (listen.is_local) grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);  // R54: a second server must fail, not share
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  builder.SetMaxReceiveMessageSize(options.world.profile.message_bytes_max);
  builder.SetMaxSendMessageSize(options.world.profile.message_bytes_max + kMessageSlackBytes);
  builder.AddListeningPort(listen.text, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&session_service);
  builder.RegisterService(&world_service);
  builder.RegisterService(&path_service);
  builder.RegisterService(&nav_mesh_service);
  builder.RegisterService(&obstacle_service);
  builder.RegisterService(&world_edit_service);
  query_service.Register(builder);
  grpc = builder.BuildAndStart();
  if (grpc == nullptr || (port == 0 && !listen.is_unix)) {
    return absl::UnavailableError(absl::StrCat(
        "listen: ", listen.text, ": cannot be bound; another program has it, or it is no address here"));
  }
  if (listen.is_unix) {
    port = 0;
    address = listen.text;
  } else {
    address = absl::StrCat(listen.text.substr(0, listen.text.rfind(':')), ":", port);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(ServerOptions options) {
  absl::StatusOr<ListenAddress> listen = ParseListenAddress(options.listen);
  if (!listen.ok()) return listen.status();
  if (!listen->is_local && !options.insecure) {
    return absl::InvalidArgumentError(
        absl::StrCat("listen: ", options.listen,
                     ": beyond this machine everybody who reaches the port could drive "
                     "the world; --insecure says that this is wanted"));
  }
  options.core.role_max = listen->is_local ? v1::ROLE_OPERATOR : v1::ROLE_BOT;
  if (absl::Status fits = CheckMembers(options.core.members_expected, options.world.profile); !fits.ok()) {
    return fits;
  }
  absl::StatusOr<std::unique_ptr<WorldHost>> host = WorldHost::Create(options.world);
  if (!host.ok()) return host.status();
  auto parts = std::make_unique<Parts>(std::move(options), *std::move(host));
  Parts* const made = parts.get();
  std::unique_ptr<Server> server(new Server(std::move(parts)));
  // The strand runs before the port is open, so that the first call finds it.
  made->core.Start();
  if (made->options.metrics_port) {
    absl::StatusOr<std::unique_ptr<MetricsHttp>> metrics = MetricsHttp::Start(
        *made->options.metrics_port,
        [made] { return MetricsText(made->core.published(), made->core.figures(), made->core.now_ns()); });
    if (!metrics.ok()) return metrics.status();
    made->metrics = *std::move(metrics);
  }
  if (absl::Status bound = made->Listen(*listen); !bound.ok()) return bound;
  made->query_service.Start();
  made->health = std::make_unique<HealthReporter>(*made->grpc->GetHealthCheckService(), made->core.figures());
  LogEvent(LogLevel::kInfo, absl::StrCat("listening address=", made->address));
  return server;
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() { Drain(); }

const std::string& Server::address() const { return parts_->address; }

int Server::port() const { return parts_->port; }

int Server::metrics_port() const { return parts_->metrics ? parts_->metrics->port() : 0; }

Core& Server::core() { return parts_->core; }

void Server::Drain() {
  if (std::exchange(parts_->drained, true)) return;
  if (parts_->health) parts_->health->Drain();
  parts_->core.strand().Run([this] { parts_->core.Drain(); });
  parts_->world_service.StopLoads();
  parts_->query_service.Drain();
  if (parts_->grpc) {
    const auto deadline =
        std::chrono::system_clock::now() + std::chrono::nanoseconds(parts_->options.drain_ns);
    parts_->grpc->Shutdown(deadline);
  }
  parts_->query_service.Stop();
  parts_->health = nullptr;
  parts_->grpc = nullptr;  // Waits for the last reactor, which still needs the strand.
  parts_->metrics = nullptr;
  parts_->core.Stop();
  LogEvent(LogLevel::kInfo, "stopped");
}

}  // namespace footfall::server
