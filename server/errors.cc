#include "server/errors.h"

#include <array>
#include <utility>

#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "platform/check.h"
#include "server/limits.h"

namespace footfall::server {
namespace {

using grpc::StatusCode;

constexpr std::array<std::pair<std::string_view, StatusCode>, 29> kReasons = {{
    {"BAD_FIELD", StatusCode::INVALID_ARGUMENT},
    {"HANDLE_KIND", StatusCode::INVALID_ARGUMENT},
    {"SESSION_UNKNOWN", StatusCode::UNAUTHENTICATED},
    {"SESSION_ENDED", StatusCode::UNAUTHENTICATED},
    {"ROLE_NEEDED", StatusCode::PERMISSION_DENIED},
    {"HANDLE_UNKNOWN", StatusCode::NOT_FOUND},
    {"HANDLE_EXPIRED", StatusCode::NOT_FOUND},
    {"WORLD_CHANGED", StatusCode::NOT_FOUND},
    {"NAME_UNKNOWN", StatusCode::NOT_FOUND},
    {"PATH_SLOTS_FULL", StatusCode::RESOURCE_EXHAUSTED},
    {"SESSION_QUOTA", StatusCode::RESOURCE_EXHAUSTED},
    {"RATE", StatusCode::RESOURCE_EXHAUSTED},
    {"TABLE_FULL", StatusCode::RESOURCE_EXHAUSTED},
    {"MESSAGE_FULL", StatusCode::RESOURCE_EXHAUSTED},
    {"WORLD_RUNNING", StatusCode::FAILED_PRECONDITION},
    {"WORLD_REPLAYING", StatusCode::FAILED_PRECONDITION},
    {"DEVELOPMENT_ONLY", StatusCode::FAILED_PRECONDITION},
    {"WOULD_WAIT_FOR_STEP", StatusCode::FAILED_PRECONDITION},
    {"TICK_DIFFERS", StatusCode::ABORTED},
    {"MESH_DIFFERS", StatusCode::ABORTED},
    {"EPOCH_DIFFERS", StatusCode::ABORTED},
    {"TICK_PASSED", StatusCode::ABORTED},
    {"NAME_TAKEN", StatusCode::ALREADY_EXISTS},
    {"ORDER_TAKEN", StatusCode::ALREADY_EXISTS},
    {"TICK_TOO_OLD", StatusCode::OUT_OF_RANGE},
    {"TYPE_NOT_IN_USE", StatusCode::UNIMPLEMENTED},
    {"SLOW_READER", StatusCode::UNAVAILABLE},
    {"DRAINING", StatusCode::UNAVAILABLE},
    {"CHECKSUM", StatusCode::DATA_LOSS},
}};

StatusCode CodeOf(std::string_view reason) {
  for (const auto& [name, code] : kReasons) {
    if (name == reason) return code;
  }
  FOOTFALL_CHECK(false);
}

}  // namespace

Fault BadField(std::string field, std::string_view description) {
  Fault fault;
  fault.code = StatusCode::INVALID_ARGUMENT;
  fault.reason = "BAD_FIELD";
  fault.message = absl::StrCat(field, ": ", std::string(description));
  fault.field = std::move(field);
  fault.description = std::string(description);
  return fault;
}

Fault Refusal(std::string_view reason, std::string message) {
  Fault fault;
  fault.code = CodeOf(reason);
  fault.reason = std::string(reason);
  fault.message = std::move(message);
  return fault;
}

Fault RetryLater(std::string_view reason, std::string message, int64_t tick_ns) {
  Fault fault = Refusal(reason, std::move(message));
  fault.retry_after_ticks = kRetryTicks;
  fault.retry_after_ns = static_cast<int64_t>(kRetryTicks) * tick_ns;
  return fault;
}

Fault Cancelled() {
  Fault fault;
  fault.code = StatusCode::CANCELLED;
  fault.message = "cancelled, or the deadline has passed";
  return fault;
}

Fault WaitedTooLong() {
  Fault fault;
  fault.code = StatusCode::DEADLINE_EXCEEDED;
  fault.message =
      absl::StrCat("the call waited ", kCallCeilingMs, " ms, the longest that this server allows");
  return fault;
}

Fault OfCommand(sim::CommandFault fault, const std::string& detail, int64_t tick_ns) {
  const std::string_view reason = sim::ReasonOf(fault);
  if (reason == "BAD_FIELD") {
    const size_t colon = detail.find(": ");
    if (colon == std::string::npos) return BadField("", detail);
    return BadField(detail.substr(0, colon), detail.substr(colon + 2));
  }
  if (CodeOf(reason) == StatusCode::RESOURCE_EXHAUSTED) return RetryLater(reason, detail, tick_ns);
  return Refusal(reason, detail);
}

Fault OfConversion(const absl::Status& status, const std::string& prefix) {
  const std::string text(status.message());
  if (status.code() == absl::StatusCode::kUnimplemented) {
    return Refusal("TYPE_NOT_IN_USE", prefix.empty() ? text : absl::StrCat(prefix, ".", text));
  }
  const size_t colon = text.find(": ");
  const std::string field = colon == std::string::npos ? "" : text.substr(0, colon);
  std::string path = prefix;
  if (!field.empty()) absl::StrAppend(&path, path.empty() ? "" : ".", field);
  return BadField(std::move(path), colon == std::string::npos ? text : text.substr(colon + 2));
}

void FillStatus(const Fault& fault, google::rpc::Status* out) {
  out->Clear();
  out->set_code(static_cast<int>(fault.code));
  out->set_message(fault.message);
  google::rpc::ErrorInfo info;
  info.set_reason(fault.reason);
  info.set_domain(std::string(kErrorDomain));
  if (fault.retry_after_ticks) {
    (*info.mutable_metadata())["retry_after_ticks"] = absl::StrCat(*fault.retry_after_ticks);
  }
  if (!fault.reason.empty()) out->add_details()->PackFrom(info);
  if (fault.reason == "BAD_FIELD") {
    google::rpc::BadRequest bad;
    auto* violation = bad.add_field_violations();
    violation->set_field(fault.field);
    violation->set_description(fault.description);
    out->add_details()->PackFrom(bad);
  }
  if (fault.retry_after_ticks) {
    google::rpc::RetryInfo retry;
    retry.mutable_retry_delay()->set_seconds(fault.retry_after_ns / 1'000'000'000);
    retry.mutable_retry_delay()->set_nanos(static_cast<int32_t>(fault.retry_after_ns % 1'000'000'000));
    out->add_details()->PackFrom(retry);
  }
}

grpc::Status ToGrpc(const Fault& fault) {
  google::rpc::Status status;
  FillStatus(fault, &status);
  return grpc::Status(fault.code, fault.message, status.SerializeAsString());
}

}  // namespace footfall::server
