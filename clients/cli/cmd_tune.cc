#include "clients/cli/cmd_tune.h"

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "clients/cli/exit_code.h"
#include "clients/cli/parse.h"
#include "clients/cli/remote.h"
#include "clients/lib/call.h"
#include "clients/lib/session.h"
#include "footfall/config/v1/profile.pb.h"
#include "footfall/v1/world_edit_service.grpc.pb.h"
#include "platform/movement_cost_names.h"
#include "platform/text_config.h"

namespace footfall::cli {
namespace {

using Stub = v1::WorldEditService::Stub;

class TuneCommand final : public Command {
 public:
  std::string name() const override { return "tune"; }
  std::string summary() const override {
    return "Change movement costs of a server that was started with --dev";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments("cost", &words_, 0, "NAME=VALUE, as in a profile's movement_costs: climb_low=250");
    flags.Text("--file", &file_,
               "a file of them (.txtpb), one `name: value` a line; given costs come after it");
    flags.Quiet(&quiet_);
  }

  int Run() override {
    v1::EditWorldRequest request;
    absl::Status status = AddFile(&request);
    for (size_t i = 0; status.ok() && i < words_.size(); ++i) status = AddWord(words_[i], &request);
    if (status.ok() && request.edits_size() == 0) {
      status = absl::InvalidArgumentError("give a cost, NAME=VALUE, or --file");
    }
    if (status.ok()) status = Send(request);
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  static void Add(const std::string& cost, float value, v1::EditWorldRequest* request) {
    v1::TuneMovementCost* const tune = request->add_edits()->mutable_tune_movement_cost();
    tune->set_name(cost);
    tune->set_value(value);
  }

  absl::Status AddFile(v1::EditWorldRequest* request) const {
    if (file_.empty()) return absl::OkStatus();
    config::v1::MovementCosts costs;
    if (absl::Status loaded = platform::LoadTextConfig(file_, &costs); !loaded.ok()) return loaded;
    const auto* const reflection = costs.GetReflection();
    std::vector<const google::protobuf::FieldDescriptor*> fields;
    reflection->ListFields(costs, &fields);
    for (const auto* field : fields) Add(field->name(), reflection->GetFloat(costs, field), request);
    if (fields.empty()) return absl::InvalidArgumentError(absl::StrCat(file_, ": has no movement cost"));
    return absl::OkStatus();
  }

  static absl::Status AddWord(const std::string& word, v1::EditWorldRequest* request) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos) {
      return absl::InvalidArgumentError(absl::StrCat("cost: '", word, "' is not NAME=VALUE"));
    }
    const std::string cost = word.substr(0, equals);
    const auto value =
        ParseNumber(cost, word.substr(equals + 1), 0, static_cast<float>(platform::kMovementCostMax));
    if (!value.ok()) return value.status();
    Add(cost, *value, request);
    return absl::OkStatus();
  }

  absl::Status Send(const v1::EditWorldRequest& request) const {
    client::SessionOptions options;
    options.client_name = "footfall-tune";
    options.role = v1::ROLE_OPERATOR;
    absl::StatusOr<client::Session> session = client::Session::Open(remote_.Connect(), options);
    if (!session.ok()) return session.status();
    Stub stub(session->connection().channel());
    const auto response = client::Call(stub, &Stub::EditWorld, request, session->opened().session_token(),
                                       session->connection().options().deadline);
    if (!response.ok()) return response.status();
    for (int i = 0; i < response->results_size(); ++i) {
      if (response->results(i).has_error()) return client::ToAbslStatus(response->results(i).error());
      const v1::TuneMovementCost& tune = request.edits(i).tune_movement_cost();
      if (!quiet_) std::printf("%s: %g\n", tune.name().c_str(), static_cast<double>(tune.value()));
    }
    return absl::OkStatus();
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::string file_;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> NewTuneCommand() { return std::make_unique<TuneCommand>(); }

}  // namespace footfall::cli
