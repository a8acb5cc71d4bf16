#include "clients/cli/remote.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "clients/lib/requests.h"

namespace footfall::cli {

void Remote::Declare(Flags& flags) {
  flags.Text("--server", &server,
             "address of footfalld, port 7450 unless it names one [FOOTFALL_SERVER, else 127.0.0.1]");
  flags.Integer("--timeout", &timeout_ms, 1, 3'600'000, "deadline of each call, ms");
}

std::string Remote::address() const {
  const char* from_environment = std::getenv("FOOTFALL_SERVER");
  const std::string fallback =
      from_environment != nullptr && *from_environment != '\0' ? from_environment : "127.0.0.1";
  return client::WithPort(server.empty() ? fallback : server);
}

client::Connection Remote::Connect() const {
  client::ConnectOptions options;
  options.deadline = std::chrono::milliseconds(timeout_ms);
  options.wait_deadline = std::chrono::milliseconds(timeout_ms);
  return client::Connection::To(address(), options);
}

v1::Vec3 ToProto(platform::Vec3 point) { return client::Point(point.x, point.y, point.z); }

platform::Vec3 FromProto(const v1::Vec3& point) { return {point.x(), point.y(), point.z()}; }

std::string OutcomeText(v1::NavOutcome outcome) {
  constexpr std::string_view kPrefix = "NAV_OUTCOME_";
  const std::string& name = v1::NavOutcome_Name(outcome);
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : std::to_string(outcome);
}

std::string PointText(const v1::Vec3& point) {
  std::string text;
  for (const float value : {point.x(), point.y(), point.z()}) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    text += (text.empty() ? "" : ",") + std::string(buffer.data(), end);
  }
  return text;
}

absl::StatusOr<std::string> MessageJson(const google::protobuf::Message& message, bool indented) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = indented;
  options.preserve_proto_field_names = true;
  std::string json;
  // The status says all that protobuf would log.
  const google::protobuf::LogSilencer silencer;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json, options);
  if (!status.ok()) {
    return absl::InternalError("the answer does not print as JSON: " + std::string(status.message()));
  }
  return json;
}

absl::Status PrintJson(const google::protobuf::Message& message, bool indented) {
  const absl::StatusOr<std::string> json = MessageJson(message, indented);
  if (json.ok()) {
    std::printf("%s%s", json->c_str(), json->ends_with('\n') ? "" : "\n");
  }
  return json.status();
}

}  // namespace footfall::cli
