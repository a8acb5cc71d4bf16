#include "clients/lib/held_request.h"

#include <utility>

#include "clients/lib/requests.h"
#include "clients/lib/session.h"

namespace footfall::client {
namespace {

std::optional<v1::Vec3> FirstHit(const v1::NavResult& answer) {
  if (answer.outcome() != v1::NAV_OUTCOME_COMPLETE || answer.hits().empty()) return std::nullopt;
  return answer.hits(0).position();
}

}  // namespace

HeldRequest& HeldRequest::operator=(HeldRequest&& other) noexcept {
  if (this != &other) {
    Cancel().IgnoreError();
    handle_ = std::move(other.handle_);
    answer_ = std::exchange(other.answer_, std::nullopt);
  }
  return *this;
}

HeldRequest::~HeldRequest() { Cancel().IgnoreError(); }

absl::Status HeldRequest::Ask(Session& session, const v1::NavRequest& question) {
  Cancel().IgnoreError();
  answer_.reset();
  absl::StatusOr<PathHandle> handle = session.SubmitPath(question);
  if (!handle.ok()) return handle.status();
  handle_ = *std::move(handle);
  return absl::OkStatus();
}

absl::StatusOr<bool> HeldRequest::Poll() {
  if (answer_.has_value()) return true;
  if (handle_.id() == 0) return absl::FailedPreconditionError("nothing is asked");
  return Keep(handle_.Fetch());
}

absl::StatusOr<bool> HeldRequest::Await() {
  if (answer_.has_value()) return true;
  if (handle_.id() == 0) return absl::FailedPreconditionError("nothing is asked");
  return Keep(handle_.Await());
}

absl::StatusOr<bool> HeldRequest::Keep(absl::StatusOr<v1::NavResult> result) {
  if (!result.ok()) {
    // A server that cannot be reached may still hold the request; one that answers does not know it.
    if (absl::IsNotFound(result.status()) || absl::IsFailedPrecondition(result.status())) handle_.Forget();
    return result.status();
  }
  if (result->outcome() == v1::NAV_OUTCOME_PENDING) return false;
  answer_ = *std::move(result);
  handle_.Release().IgnoreError();
  return true;
}

absl::Status HeldRequest::Cancel() { return handle_.id() == 0 ? absl::OkStatus() : handle_.Cancel(); }

absl::Status RouteSearch::Begin(Session& session, const v1::Vec3& start, const v1::Vec3& goal) {
  return Ask(session, PathBetween(start, goal));
}

absl::Status SightTest::Begin(Session& session, const v1::Vec3& start, const v1::Vec3& end) {
  return Ask(session, StraightWalk(start, end));
}

bool SightTest::is_clear() const { return answer()->outcome() == v1::NAV_OUTCOME_COMPLETE; }

absl::Status ClearAreaSearch::Begin(Session& session, const v1::Vec3& center, float search_radius,
                                    float clear_radius) {
  v1::NavRequest question;
  *question.mutable_clear_area()->mutable_center() = center;
  question.mutable_clear_area()->set_search_radius(search_radius);
  question.mutable_clear_area()->set_clear_radius(clear_radius);
  return Ask(session, question);
}

std::optional<v1::Vec3> ClearAreaSearch::place() const { return FirstHit(*answer()); }

absl::Status ClosestPositionSearch::Begin(Session& session, const v1::Vec3& position, float radius,
                                          std::uint32_t results_max) {
  v1::NavRequest question = NearestPoint(position, radius);
  question.mutable_closest()->set_results_max(results_max);
  return Ask(session, question);
}

std::optional<v1::Vec3> ClosestPositionSearch::place() const { return FirstHit(*answer()); }

}  // namespace footfall::client
