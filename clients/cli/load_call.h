#ifndef FOOTFALL_CLIENTS_CLI_LOAD_CALL_H_
#define FOOTFALL_CLIENTS_CLI_LOAD_CALL_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/async_unary_call.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "clients/cli/load_engine.h"
#include "clients/lib/call.h"

namespace footfall::cli {

// A unary call in flight; deletes itself after `on_answer`.
template <class Response>
class LoadCall final : public LoadTag {
 public:
  using Reader = std::unique_ptr<grpc::ClientAsyncResponseReader<Response>>;
  using OnAnswer = std::function<void(const grpc::Status&, const Response&)>;

  // `start` makes the reader from a context.
  template <class Start>
  static void Run(const client::Connection& connection, const std::string& token, const Start& start,
                  OnAnswer on_answer) {
    auto* call = new LoadCall(std::move(on_answer));
    client::Prepare(call->context_, token, connection.options().deadline);
    call->reader_ = start(&call->context_);
    call->reader_->Finish(&call->response_, &call->status_, static_cast<LoadTag*>(call));
  }

  void Done(bool /*ok*/) override {
    const std::unique_ptr<LoadCall> self(this);
    on_answer_(status_, response_);
  }

 private:
  explicit LoadCall(OnAnswer on_answer) : on_answer_(std::move(on_answer)) {}

  OnAnswer on_answer_;
  grpc::ClientContext context_;
  Response response_;
  grpc::Status status_;
  Reader reader_;
};

}  // namespace footfall::cli

#endif  // FOOTFALL_CLIENTS_CLI_LOAD_CALL_H_
