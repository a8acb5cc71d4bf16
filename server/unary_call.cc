#include "server/unary_call.h"

#include <utility>
#include <variant>

namespace footfall::server {

std::string TokenOf(const grpc::CallbackServerContext& context) {
  const auto found = context.client_metadata().find(kSessionKey);
  if (found == context.client_metadata().end()) return {};
  return std::string(found->second.data(), found->second.size());
}

std::optional<Fault> Authorise(Core& core, const v1::Access& access, const std::string& token,
                               SessionPtr* session) {
  if (core.draining()) return Refusal("DRAINING", "the server is shutting down");
  if (access.least() == v1::ROLE_UNSPECIFIED) return std::nullopt;
  std::variant<SessionPtr, Fault> found = core.sessions().Find(token);
  if (std::holds_alternative<Fault>(found)) return std::get<Fault>(std::move(found));
  const SessionPtr& open = std::get<SessionPtr>(found);
  open->used_ns = core.now_ns();
  if (std::optional<Fault> fault = core.sessions().CheckAccess(access, *open)) return fault;
  *session = open;
  return std::nullopt;
}

grpc::ServerUnaryReactor* UnaryCall::Start(Core& core, grpc::CallbackServerContext* context,
                                           const v1::Access& access, Handler handler) {
  Ptr call(new UnaryCall(core, TokenOf(*context)));
  call->self_ = call;
  core.strand().Post([call, access, handler = std::move(handler)] { call->Begin(access, handler); });
  return call.get();
}

void UnaryCall::Begin(const v1::Access& access, const Handler& handler) {
  if (answered_) return;
  if (const std::optional<Fault> fault = Authorise(core_, access, token_, &session_)) return Refuse(*fault);
  if (session_) ++session_->calls;
  handler(shared_from_this());
  if (answered_) return;
  ceiling_ = core_.LimitWait([call = shared_from_this()] { call->EndEarly(WaitedTooLong()); });
}

void UnaryCall::Answer(const grpc::Status& status) {
  if (answered_) return;
  answered_ = true;
  early_end_ = nullptr;
  core_.UnlimitWait(ceiling_);
  if (session_) {
    --session_->calls;
    session_->used_ns = core_.now_ns();
  }
  Finish(status);
}

void UnaryCall::EndEarly(const Fault& why) {
  if (answered_) return;
  const EarlyEnd early_end = std::exchange(early_end_, nullptr);
  if (early_end) early_end(why);
  Refuse(why);
}

void UnaryCall::OnCancel() {
  core_.strand().Post([call = shared_from_this()] { call->EndEarly(Cancelled()); });
}

void UnaryCall::OnDone() {
  const Ptr self = std::move(self_);  // Ends this object here, unless a task of the strand still has it.
}

}  // namespace footfall::server
