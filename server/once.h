#ifndef FOOTFALL_SERVER_ONCE_H_
#define FOOTFALL_SERVER_ONCE_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "server/remembered_replies.h"
#include "server/unary_call.h"

namespace footfall::server {

// The answer of a call that a request_id makes harmless to repeat. The reply is kept apart from the call: its
// effect, and so the reply, is remembered also when the client has gone before it came. Copies share one
// reply. On the strand.
template <class Response>
class Once {
 public:
  using Run = std::function<void(const Once&)>;

  // Runs `run`, which says Complete or Fail, unless the session knows the id: then it answers with the first
  // reply. `response` belongs to the call.
  static void Start(const UnaryCall::Ptr& call, const std::string& method, const std::string& request_id,
                    Response* response, const Run& run) {
    Once once;
    once.call_ = call;
    once.response_ = response;
    once.reply_ = std::make_shared<Response>();
    if (!request_id.empty()) {
      once.key_ = method + " " + request_id;
      const auto waiter = [call, method, request_id, response, run](const std::string* reply) {
        if (call->answered()) return;
        // The first call failed, and changed nothing: this one is the first now.
        if (reply == nullptr) return Start(call, method, request_id, response, run);
        response->ParseFromString(*reply);
        call->Ok();
      };
      if (call->session()->replies.Begin(once.key_, waiter) != RememberedReplies::Found::kNew) return;
    }
    run(once);
  }

  Response& reply() const { return *reply_; }

  void Complete() const {
    if (!key_.empty()) {
      const auto bytes = static_cast<size_t>(call_->core().world().profile().message_bytes_max);
      call_->session()->replies.Finish(key_, reply_->SerializeAsString(), bytes);
    }
    if (call_->answered()) return;
    response_->Swap(reply_.get());
    call_->Ok();
  }

  // Nothing was changed.
  void Fail(const Fault& fault) const {
    if (!key_.empty()) call_->session()->replies.Forget(key_);
    call_->Refuse(fault);
  }

 private:
  UnaryCall::Ptr call_;
  Response* response_ = nullptr;
  std::string key_;
  std::shared_ptr<Response> reply_;
};

}  // namespace footfall::server

#endif  // FOOTFALL_SERVER_ONCE_H_
