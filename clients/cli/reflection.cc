#include "clients/cli/reflection.h"

#include <algorithm>

#include "clients/lib/call.h"
#include "google/rpc/error_details.pb.h"
#include "grpc/reflection/v1alpha/reflection.grpc.pb.h"

namespace footfall::cli {
namespace {

using grpc::reflection::v1alpha::ServerReflection;
using grpc::reflection::v1alpha::ServerReflectionRequest;
using grpc::reflection::v1alpha::ServerReflectionResponse;

absl::StatusOr<ServerReflectionResponse> Ask(const client::Connection& connection,
                                             const ServerReflectionRequest& request) {
  ServerReflection::Stub stub(connection.channel());
  grpc::ClientContext context;
  client::Prepare(context, "", connection.options().deadline);
  const auto stream = stub.ServerReflectionInfo(&context);
  ServerReflectionResponse response;
  const bool answered = stream->Write(request) && stream->Read(&response);
  stream->WritesDone();
  const grpc::Status status = stream->Finish();
  if (!status.ok()) {
    return client::ToAbslStatus(status);
  }
  if (!answered) {
    return absl::InternalError("the reflection service gave no answer");
  }
  if (response.has_error_response()) {
    return absl::Status(static_cast<absl::StatusCode>(response.error_response().error_code()),
                        response.error_response().error_message());
  }
  return response;
}

}  // namespace

Reflection::Reflection(const client::Connection& connection) : connection_(connection), pool_(&files_) {
  // Errors of items hold these as Any, so no file of the contract imports them.
  AddOwn(google::rpc::ErrorInfo::descriptor()->file());
}

void Reflection::AddOwn(const google::protobuf::FileDescriptor* file) {
  google::protobuf::FileDescriptorProto known;
  if (files_.FindFileByName(file->name(), &known)) {
    return;
  }
  for (int i = 0; i < file->dependency_count(); ++i) {
    AddOwn(file->dependency(i));
  }
  file->CopyTo(&known);
  files_.Add(known);
}

absl::StatusOr<std::vector<std::string>> Reflection::ListServices() {
  ServerReflectionRequest request;
  request.set_list_services("*");
  const auto response = Ask(connection_, request);
  if (!response.ok()) {
    return response.status();
  }
  std::vector<std::string> names;
  for (const auto& service : response->list_services_response().service()) {
    names.push_back(service.name());
  }
  std::sort(names.begin(), names.end());
  return names;
}

absl::Status Reflection::AddFiles(const std::string& symbol, bool is_file_name) {
  ServerReflectionRequest request;
  if (is_file_name) {
    request.set_file_by_filename(symbol);
  } else {
    request.set_file_containing_symbol(symbol);
  }
  const auto response = Ask(connection_, request);
  if (!response.ok()) {
    return response.status();
  }
  std::vector<std::string> imports;
  for (const std::string& bytes : response->file_descriptor_response().file_descriptor_proto()) {
    google::protobuf::FileDescriptorProto file;
    google::protobuf::FileDescriptorProto known;
    if (!file.ParseFromString(bytes)) {
      return absl::DataLossError("the reflection service gave a file that does not parse");
    }
    if (!files_.FindFileByName(file.name(), &known)) {
      imports.insert(imports.end(), file.dependency().begin(), file.dependency().end());
      files_.Add(file);
    }
  }
  for (const std::string& name : imports) {
    google::protobuf::FileDescriptorProto known;
    if (!files_.FindFileByName(name, &known)) {
      if (const absl::Status status = AddFiles(name, true); !status.ok()) {
        return status;
      }
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<const google::protobuf::ServiceDescriptor*> Reflection::FindService(
    const std::string& full_name) {
  if (const absl::Status status = AddFiles(full_name, false); !status.ok()) {
    return status;
  }
  const google::protobuf::ServiceDescriptor* service = pool_.FindServiceByName(full_name);
  if (service == nullptr) {
    return absl::NotFoundError("the server has no service " + full_name);
  }
  return service;
}

}  // namespace footfall::cli
