#include "clients/lib/error.h"

#include <grpcpp/support/status.h>

#include <charconv>

#include "absl/strings/cord.h"
#include "google/rpc/error_details.pb.h"

namespace footfall::client {
namespace {

constexpr char kPayloadUrl[] = "type.googleapis.com/google.rpc.Status";

void DecodeDetail(const google::protobuf::Any& detail, Error* error) {
  google::rpc::ErrorInfo info;
  google::rpc::BadRequest bad_request;
  google::rpc::RetryInfo retry;
  if (detail.UnpackTo(&info)) {
    error->reason = info.reason();
    error->metadata.insert(info.metadata().begin(), info.metadata().end());
    const auto ticks = error->metadata.find("retry_after_ticks");
    if (ticks != error->metadata.end()) {
      const std::string& text = ticks->second;
      std::uint64_t value = 0;
      const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
      if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size()) {
        error->retry_after_ticks = value;
      }
    }
  } else if (detail.UnpackTo(&bad_request)) {
    for (const auto& violation : bad_request.field_violations()) {
      error->violations.push_back({violation.field(), violation.description()});
    }
  } else if (detail.UnpackTo(&retry)) {
    error->retry_delay_ms = retry.retry_delay().seconds() * 1000 + retry.retry_delay().nanos() / 1'000'000;
  }
}

absl::Status MakeStatus(int code, const std::string& message, const std::string& details) {
  absl::Status status(static_cast<absl::StatusCode>(code), message);
  if (!status.ok() && !details.empty()) {
    status.SetPayload(kPayloadUrl, absl::Cord(details));
  }
  return status;
}

}  // namespace

Error DecodeError(const google::rpc::Status& status) {
  Error error;
  error.code = static_cast<absl::StatusCode>(status.code());
  error.message = status.message();
  for (const google::protobuf::Any& detail : status.details()) {
    DecodeDetail(detail, &error);
  }
  return error;
}

Error DecodeError(const absl::Status& status) {
  Error error;
  google::rpc::Status details;
  const auto payload = status.GetPayload(kPayloadUrl);
  if (payload.has_value() && details.ParseFromString(std::string(*payload))) {
    error = DecodeError(details);
  }
  error.code = status.code();
  error.message = std::string(status.message());
  return error;
}

std::string ErrorText(const Error& error) {
  std::string text = absl::StatusCodeToString(error.code);
  if (!error.reason.empty()) {
    text += " / " + error.reason;
  }
  text += ": " + error.message;
  for (const Error::Violation& violation : error.violations) {
    if (error.message.find(violation.description) == std::string::npos) {
      text += "; " + violation.field + ": " + violation.description;
    }
  }
  if (error.retry_after_ticks.has_value()) {
    text += "; try again after " + std::to_string(*error.retry_after_ticks) + " ticks";
  }
  return text;
}

absl::Status ToAbslStatus(const grpc::Status& status) {
  return MakeStatus(status.error_code(), status.error_message(), status.error_details());
}

absl::Status ToAbslStatus(const google::rpc::Status& status) {
  return MakeStatus(status.code(), status.message(), status.SerializeAsString());
}

}  // namespace footfall::client
