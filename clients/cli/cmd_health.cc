#include "clients/cli/cmd_health.h"

#include <cstdio>

#include "clients/cli/exit_code.h"
#include "clients/cli/remote.h"
#include "clients/lib/call.h"
#include "grpc/health/v1/health.grpc.pb.h"

namespace footfall::cli {
namespace {

using grpc::health::v1::Health;
using grpc::health::v1::HealthCheckResponse;

class HealthCommand final : public Command {
 public:
  std::string name() const override { return "health"; }
  std::string summary() const override { return "Ask a server whether it serves"; }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Text("--service", &service_,
               "one service rather than the whole server, e.g. footfall.v1.PathService");
    flags.Quiet(&quiet_);
  }

  int Run() override {
    const client::Connection connection = remote_.Connect();
    Health::Stub stub(connection.channel());
    grpc::health::v1::HealthCheckRequest request;
    request.set_service(service_);
    const absl::StatusOr<HealthCheckResponse> response =
        client::Call(stub, &Health::Stub::Check, request, "", connection.options().deadline);
    if (!response.ok()) {
      return Fail(name(), response.status());
    }
    if (!quiet_) {
      std::printf("%s\n", HealthCheckResponse::ServingStatus_Name(response->status()).c_str());
    }
    return response->status() == HealthCheckResponse::SERVING ? kPassed : kFailed;
  }

 private:
  Remote remote_;
  std::string service_;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewHealthCommand() { return std::make_unique<HealthCommand>(); }

}  // namespace footfall::cli
