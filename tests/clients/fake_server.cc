#include "tests/clients/fake_server.h"

#include <thread>

#include "google/rpc/error_details.pb.h"

namespace footfall::tests {

FakeServer::FakeServer() {
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
  builder.RegisterService(static_cast<v1::SessionService::Service*>(this));
  builder.RegisterService(static_cast<v1::PathService::Service*>(this));
  server_ = builder.BuildAndStart();
}

FakeServer::~FakeServer() { server_->Shutdown(std::chrono::system_clock::now()); }

std::vector<std::string> FakeServer::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

std::vector<std::uint64_t> FakeServer::released() const {
  const std::lock_guard lock(mutex_);
  return released_;
}

void FakeServer::Note(const grpc::ServerContext& context, const std::string& method) {
  const std::lock_guard lock(mutex_);
  const auto token = context.client_metadata().find("footfall-session-bin");
  calls_.push_back(method);
  if (token != context.client_metadata().end()) {
    calls_.back() += " " + std::string(token->second.data(), token->second.size());
  }
}

grpc::Status FakeServer::GetServer(grpc::ServerContext* context, const v1::GetServerRequest*,
                                   v1::GetServerResponse*) {
  Note(*context, "GetServer");
  // Answers only when the caller has given up.
  while (!context->IsCancelled()) {
    std::this_thread::yield();
  }
  return grpc::Status::OK;
}

grpc::Status FakeServer::OpenSession(grpc::ServerContext* context, const v1::OpenSessionRequest* request,
                                     v1::OpenSessionResponse* response) {
  Note(*context, "OpenSession");
  if (request->role() == v1::ROLE_DEBUG) {
    google::rpc::ErrorInfo info;
    info.set_reason("ROLE_NEEDED");
    info.set_domain("footfall");
    google::rpc::Status details;
    details.set_code(grpc::StatusCode::PERMISSION_DENIED);
    details.add_details()->PackFrom(info);
    return {grpc::StatusCode::PERMISSION_DENIED, "no", details.SerializeAsString()};
  }
  response->set_session_token("secret");
  response->mutable_limits()->set_wait_ticks(5);
  return grpc::Status::OK;
}

grpc::Status FakeServer::RenewSession(grpc::ServerContext* context, const v1::RenewSessionRequest*,
                                      v1::RenewSessionResponse*) {
  Note(*context, "RenewSession");
  return grpc::Status::OK;
}

grpc::Status FakeServer::CloseSession(grpc::ServerContext* context, const v1::CloseSessionRequest*,
                                      v1::CloseSessionResponse*) {
  Note(*context, "CloseSession");
  return grpc::Status::OK;
}

grpc::Status FakeServer::Attach(grpc::ServerContext* context,
                                grpc::ServerReaderWriter<v1::AttachResponse, v1::AttachRequest>* stream) {
  Note(*context, "Attach");
  v1::AttachRequest request;
  while (stream->Read(&request)) {
    v1::AttachResponse response;
    for (const v1::Command& command : request.commands()) {
      response.add_results()->set_sequence(command.sequence());
    }
    stream->Write(response);
  }
  return {grpc::StatusCode::UNAVAILABLE, "ended"};
}

grpc::Status FakeServer::Submit(grpc::ServerContext* context, const v1::SubmitRequest* request,
                                v1::SubmitResponse* response) {
  Note(*context, "Submit");
  for (int i = 0; i < request->requests_size(); ++i) {
    v1::CommandResult* result = response->add_results();
    if (submit_error.code() != 0) {
      *result->mutable_error() = submit_error;
    } else {
      result->set_handle(100 + static_cast<std::uint64_t>(i));
    }
  }
  return grpc::Status::OK;
}

grpc::Status FakeServer::Fetch(grpc::ServerContext* context, const v1::FetchRequest* request,
                               v1::FetchResponse* response) {
  Note(*context, "Fetch");
  if (world_runs) {
    tick_ += request->wait_ticks();
  }
  response->mutable_stamp()->set_tick(tick_);
  const bool pending = fetches_pending-- > 0;
  for (const std::uint64_t handle : request->handles()) {
    v1::NavResult* result = response->add_results();
    result->set_handle(handle);
    result->set_outcome(pending ? v1::NAV_OUTCOME_PENDING : v1::NAV_OUTCOME_COMPLETE);
  }
  return grpc::Status::OK;
}

grpc::Status FakeServer::Release(grpc::ServerContext* context, const v1::ReleaseRequest* request,
                                 v1::ReleaseResponse* response) {
  Note(*context, "Release");
  const std::lock_guard lock(mutex_);
  released_.insert(released_.end(), request->handles().begin(), request->handles().end());
  for (int i = 0; i < request->handles_size(); ++i) {
    response->add_results();
  }
  return grpc::Status::OK;
}

grpc::Status FakeServer::Cancel(grpc::ServerContext* context, const v1::CancelRequest* request,
                                v1::CancelResponse* response) {
  Note(*context, "Cancel");
  for (int i = 0; i < request->handles_size(); ++i) {
    response->add_results();
  }
  return grpc::Status::OK;
}

}  // namespace footfall::tests
