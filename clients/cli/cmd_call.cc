#include "clients/cli/cmd_call.h"

#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/util/json_util.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/proto_utils.h>

#include <cstdio>

#include "clients/cli/exit_code.h"
#include "clients/cli/reflection.h"
#include "clients/cli/remote.h"
#include "clients/lib/call.h"
#include "clients/lib/session.h"
#include "footfall/v1/role.pb.h"

namespace footfall::cli {
namespace {

using google::protobuf::Message;
using google::protobuf::MethodDescriptor;

constexpr char kHowToList[] = "; 'footfall call' alone lists all";

absl::StatusOr<std::unique_ptr<Message>> ParseJson(google::protobuf::DynamicMessageFactory& factory,
                                                   const google::protobuf::Descriptor* type,
                                                   const std::string& json) {
  std::unique_ptr<Message> message(factory.GetPrototype(type)->New());
  const auto status = google::protobuf::util::JsonStringToMessage(json, message.get());
  if (!status.ok()) {
    return absl::InvalidArgumentError("request: " + std::string(status.message()) + "; it is a " +
                                      type->full_name() + ":\n" + type->DebugString());
  }
  return message;
}

grpc::ByteBuffer ToBytes(const Message& message) {
  grpc::ByteBuffer bytes;
  bool own_buffer = false;
  grpc::SerializationTraits<Message>::Serialize(message, &bytes, &own_buffer).IgnoreError();
  return bytes;
}

// A stream of one kind for all four kinds of methods: requests out, replies in, status.
class RawCall {
 public:
  RawCall(const client::Connection& connection, const MethodDescriptor& method, const std::string& token)
      : stub_(connection.channel()) {
    client::Prepare(context_, token, connection.options().deadline);
    const std::string path = "/" + method.service()->full_name() + "/" + method.name();
    stream_ = stub_.PrepareCall(&context_, path, &queue_);
    stream_->StartCall(this);
    Wait();
  }
  ~RawCall() {
    queue_.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) {
    }
  }
  bool Write(const grpc::ByteBuffer& bytes) {
    stream_->Write(bytes, this);
    return Wait();
  }
  void WritesDone() {
    stream_->WritesDone(this);
    Wait();
  }
  bool Read(grpc::ByteBuffer* bytes) {
    stream_->Read(bytes, this);
    return Wait();
  }
  absl::Status Finish() {
    grpc::Status status;
    stream_->Finish(&status, this);
    Wait();
    return client::ToAbslStatus(status);
  }

 private:
  bool Wait() {
    void* tag = nullptr;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }

  grpc::ClientContext context_;
  grpc::CompletionQueue queue_;
  grpc::GenericStub stub_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
};

class CallCommand final : public Command {
 public:
  std::string name() const override { return "call"; }
  std::string summary() const override {
    return "Call any method of a server, with JSON; without METHOD: list them";
  }

  void Declare(Flags& flags) override {
    remote_.Declare(flags);
    flags.Arguments("METHOD JSON", &words_, 0,
                    "e.g. WorldService/GetWorld '{}'; several JSON words are several messages of a stream");
    flags.Choice("--role", &role_, {"auto", "none", "observer", "bot", "operator", "debug"},
                 "opens a session of this role for the call; auto: the least that the method needs [auto]");
  }

  int Run() override {
    const client::Connection connection = remote_.Connect();
    Reflection reflection(connection);
    const absl::Status status = words_.empty() ? List(reflection) : CallMethod(connection, reflection);
    return status.ok() ? kPassed : Fail(name(), status);
  }

 private:
  static absl::Status List(Reflection& reflection) {
    const auto services = reflection.ListServices();
    if (!services.ok()) {
      return services.status();
    }
    for (const std::string& service_name : *services) {
      const auto service = reflection.FindService(service_name);
      if (absl::IsNotFound(service.status())) {
        // gRPC's own health service has no description to give.
        std::printf("%s\n", service_name.c_str());
        continue;
      }
      if (!service.ok()) {
        return service.status();
      }
      for (int i = 0; i < (*service)->method_count(); ++i) {
        const MethodDescriptor& method = *(*service)->method(i);
        std::printf("%s/%s %s%s -> %s%s\n", service_name.c_str(), method.name().c_str(),
                    method.client_streaming() ? "stream " : "", method.input_type()->name().c_str(),
                    method.server_streaming() ? "stream " : "", method.output_type()->name().c_str());
      }
    }
    return absl::OkStatus();
  }

  absl::StatusOr<const MethodDescriptor*> FindMethod(Reflection& reflection) const {
    const std::string& word = words_.front();
    const size_t slash = word.rfind('/');
    if (slash == std::string::npos) {
      return absl::InvalidArgumentError("METHOD: '" + word + "' is not SERVICE/METHOD" + kHowToList);
    }
    std::string service_name = word.substr(0, slash);
    if (service_name.find('.') == std::string::npos) {
      service_name.insert(0, "footfall.v1.");
    }
    const auto service = reflection.FindService(service_name);
    if (absl::IsNotFound(service.status())) {
      return absl::NotFoundError("the server has no service " + service_name + kHowToList);
    }
    if (!service.ok()) {
      return service.status();
    }
    const MethodDescriptor* method = (*service)->FindMethodByName(word.substr(slash + 1));
    if (method == nullptr) {
      return absl::NotFoundError(service_name + " has no method " + word.substr(slash + 1) + kHowToList);
    }
    return method;
  }

  // Opens a session if the method needs one.
  absl::StatusOr<std::optional<client::Session>> OpenSession(const client::Connection& connection,
                                                             const MethodDescriptor& method) const {
    client::SessionOptions options;
    options.client_name = "footfall-call";
    if (role_ == "auto") {
      // The option travels as bytes that the dynamic descriptor does not know, but this program does.
      google::protobuf::MethodOptions known;
      known.ParseFromString(method.options().SerializeAsString());
      options.role = known.GetExtension(v1::access).least();
    } else if (role_ == "none") {
      options.role = v1::ROLE_UNSPECIFIED;
    } else {
      options.role = role_ == "observer"   ? v1::ROLE_OBSERVER
                     : role_ == "bot"      ? v1::ROLE_BOT
                     : role_ == "operator" ? v1::ROLE_OPERATOR
                                           : v1::ROLE_DEBUG;
    }
    if (options.role == v1::ROLE_UNSPECIFIED) {
      return std::optional<client::Session>();
    }
    absl::StatusOr<client::Session> session = client::Session::Open(connection, options);
    if (!session.ok()) {
      return session.status();
    }
    return std::optional<client::Session>(*std::move(session));
  }

  absl::Status CallMethod(const client::Connection& connection, Reflection& reflection) const {
    const auto method = FindMethod(reflection);
    if (!method.ok()) {
      return method.status();
    }
    google::protobuf::DynamicMessageFactory factory;
    std::vector<std::string> texts(words_.begin() + 1, words_.end());
    if (texts.empty()) {
      texts.emplace_back("{}");
    }
    if (texts.size() > 1 && !(*method)->client_streaming()) {
      return absl::InvalidArgumentError((*method)->full_name() + " takes 1 message, " +
                                        std::to_string(texts.size()) + " given");
    }
    std::vector<std::unique_ptr<Message>> requests;
    for (const std::string& text : texts) {
      auto request = ParseJson(factory, (*method)->input_type(), text);
      if (!request.ok()) {
        return request.status();
      }
      requests.push_back(*std::move(request));
    }
    const auto session = OpenSession(connection, **method);
    if (!session.ok()) {
      return session.status();
    }
    RawCall call(connection, **method, session->has_value() ? (*session)->opened().session_token() : "");
    for (const auto& request : requests) {
      if (!call.Write(ToBytes(*request))) {
        break;
      }
    }
    call.WritesDone();
    const std::unique_ptr<Message> reply(factory.GetPrototype((*method)->output_type())->New());
    grpc::ByteBuffer bytes;
    while (call.Read(&bytes)) {
      if (!grpc::SerializationTraits<Message>::Deserialize(&bytes, reply.get()).ok()) {
        return absl::DataLossError("the reply does not parse as " + (*method)->output_type()->full_name());
      }
      if (absl::Status printed = PrintJson(*reply, true); !printed.ok()) {
        return printed;
      }
      std::fflush(stdout);
    }
    return call.Finish();
  }

  Remote remote_;
  std::vector<std::string> words_;
  std::string role_ = "auto";
};

}  // namespace

std::unique_ptr<Command> NewCallCommand() { return std::make_unique<CallCommand>(); }

}  // namespace footfall::cli
