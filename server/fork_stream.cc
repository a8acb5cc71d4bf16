#include "server/fork_stream.h"

#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "server/access.h"
#include "server/convert.h"
#include "server/event_log.h"

namespace footfall::server {

ForkStream* ForkStream::Start(CopyDesk& desk, grpc::CallbackServerContext* context) {
  static const v1::Access access = AccessOf("footfall.v1.WorldService.Fork");
  const std::shared_ptr<ForkStream> stream(new ForkStream(desk, context));
  stream->Launch(access);
  return stream.get();
}

void ForkStream::Begin() { ReadNext(); }

// --- What the client sends

std::optional<Fault> ForkStream::Take(const v1::ForkRequest& request) {
  switch (request.kind_case()) {
    case v1::ForkRequest::kPlan:
      return TakePlan(request.plan());
    case v1::ForkRequest::kPiece:
      if (work_ == nullptr) return BadField("piece", "comes before the plan");
      if (work_->from != ForkFrom::kUpload) {
        return BadField("piece", "belongs to no plan: plan.upload_bytes is unset");
      }
      return upload_.Add(request.piece());
    case v1::ForkRequest::KIND_NOT_SET:
      break;
  }
  return BadField("kind", "is unset");
}

std::optional<Fault> ForkStream::TakePlan(const v1::ForkPlan& plan) {
  if (work_ != nullptr) return BadField("plan", "comes a second time");
  auto place = desk().TakeFork();
  if (std::holds_alternative<Fault>(place)) return std::get<Fault>(std::move(place));
  place_ = std::get<CopyDesk::Place>(std::move(place));
  if (plan.from_case() == v1::ForkPlan::kUploadBytes) {
    auto transfer = desk().TakeTransfer();
    if (std::holds_alternative<Fault>(transfer)) return std::get<Fault>(std::move(transfer));
    transfer_ = std::get<CopyDesk::Place>(std::move(transfer));
  }
  auto work = ReadForkPlan(desk(), *session(), plan);
  if (std::holds_alternative<Fault>(work)) return std::get<Fault>(std::move(work));
  work_ = std::get<std::unique_ptr<ForkWork>>(std::move(work));
  upload_ = Upload(plan.upload_bytes());
  FillStamp(core().view(), &stamp_);
  return std::nullopt;
}

void ForkStream::StartFork() {
  if (work_ == nullptr) return Refuse(BadField("plan", "is missing: the client has sent nothing"));
  if (work_->from == ForkFrom::kUpload) {
    if (const auto fault = upload_.CheckWhole()) return Refuse(*fault);
    work_->snapshot = upload_.Take();
    transfer_ = nullptr;
  }
  ++core().figures().forks;
  LogEvent(LogLevel::kInfo, absl::StrCat("fork begun ticks=", work_->ticks, " commands=",
                                         work_->commands.size(), " client_id=", session()->client_id));
  const auto self = std::static_pointer_cast<ForkStream>(shared_from_this());
  // The place is free when the fork's world has gone, not when its call has.
  job_ = std::make_shared<ForkJob>(std::move(work_), std::exchange(place_, nullptr),
                                   [self] { self->Post([stream = self.get()] { stream->Pump(); }); });
  desk().RunFork([job = job_] { job->Run(); });
}

// --- What the fork says

void ForkStream::Pump() {
  if (has_ended() || is_writing()) return;
  // How it ended is asked first: a message that comes between the questions is sent.
  const std::optional<grpc::Status> ended = job_->ended();
  if (!job_->Take(&response_)) {
    if (ended) End(*ended);
    return;
  }
  if (response_.has_started()) *response_.mutable_stamp() = stamp_;
  WriteBegins();
  StartWrite(&response_);
}

void ForkStream::OnWriteDone(bool ok) {
  WriteEnds(ok, [this] { Pump(); });
}

// --- The end

void ForkStream::Ended() {
  if (job_ != nullptr) job_->Stop();
  place_ = nullptr;
  transfer_ = nullptr;
  upload_ = Upload();
  work_ = nullptr;
}

}  // namespace footfall::server
