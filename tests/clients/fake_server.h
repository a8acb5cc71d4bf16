#ifndef FOOTFALL_TESTS_CLIENTS_FAKE_SERVER_H_
#define FOOTFALL_TESTS_CLIENTS_FAKE_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "footfall/v1/path_service.grpc.pb.h"
#include "footfall/v1/query_service.grpc.pb.h"
#include "footfall/v1/session_service.grpc.pb.h"

namespace footfall::tests {

// A server with canned answers: it says what the library sent, in one process with the test.
class FakeServer final : public v1::SessionService::Service, public v1::PathService::Service {
 public:
  FakeServer();
  ~FakeServer() override;

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  // "Method token" of each call so far.
  std::vector<std::string> calls() const;
  // Of all Release calls.
  std::vector<std::uint64_t> released() const;

  // What Submit answers to each item from now on.
  google::rpc::Status submit_error;
  // Fetches that answer PENDING before one answers COMPLETE, and whether the world's tick moves meanwhile.
  int fetches_pending = 0;
  bool world_runs = true;

  grpc::Status GetServer(grpc::ServerContext*, const v1::GetServerRequest*, v1::GetServerResponse*) override;
  grpc::Status OpenSession(grpc::ServerContext*, const v1::OpenSessionRequest*,
                           v1::OpenSessionResponse*) override;
  grpc::Status RenewSession(grpc::ServerContext*, const v1::RenewSessionRequest*,
                            v1::RenewSessionResponse*) override;
  grpc::Status CloseSession(grpc::ServerContext*, const v1::CloseSessionRequest*,
                            v1::CloseSessionResponse*) override;
  grpc::Status Attach(grpc::ServerContext*,
                      grpc::ServerReaderWriter<v1::AttachResponse, v1::AttachRequest>*) override;
  grpc::Status Submit(grpc::ServerContext*, const v1::SubmitRequest*, v1::SubmitResponse*) override;
  grpc::Status Fetch(grpc::ServerContext*, const v1::FetchRequest*, v1::FetchResponse*) override;
  grpc::Status Release(grpc::ServerContext*, const v1::ReleaseRequest*, v1::ReleaseResponse*) override;
  grpc::Status Cancel(grpc::ServerContext*, const v1::CancelRequest*, v1::CancelResponse*) override;

 private:
  void Note(const grpc::ServerContext& context, const std::string& method);

  mutable std::mutex mutex_;
  std::vector<std::string> calls_;
  std::vector<std::uint64_t> released_;
  std::uint64_t tick_ = 1;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace footfall::tests

#endif  // FOOTFALL_TESTS_CLIENTS_FAKE_SERVER_H_
