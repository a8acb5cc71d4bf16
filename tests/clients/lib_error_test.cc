// Errors taken apart, questions written, answers read.
#include <catch2/catch.hpp>

#include "clients/lib/error.h"
#include "clients/lib/requests.h"
#include "google/rpc/error_details.pb.h"

namespace footfall::client {
namespace {

TEST_CASE("fields at fault are named") {
  google::rpc::BadRequest bad;
  auto* violation = bad.add_field_violations();
  violation->set_field("requests[3].path.goal.x");
  violation->set_description("nan is not finite");
  google::rpc::Status status;
  status.set_code(3);
  status.set_message("1 field is bad");
  status.add_details()->PackFrom(bad);

  const Error error = DecodeError(status);
  REQUIRE(error.violations.size() == 1);
  CHECK(error.violations[0].field == "requests[3].path.goal.x");
  CHECK(ErrorText(error) == "INVALID_ARGUMENT: 1 field is bad; requests[3].path.goal.x: nan is not finite");
  CHECK(ErrorText(DecodeError(ToAbslStatus(status))) == ErrorText(error));
}

TEST_CASE("an error without details, with broken details or none at all decodes too") {
  CHECK(DecodeError(google::rpc::Status()).ok());
  CHECK(DecodeError(absl::OkStatus()).ok());
  CHECK(DecodeError(absl::NotFoundError("x")).message == "x");
  google::rpc::Status status;
  status.set_code(8);
  status.add_details()->set_type_url("type.googleapis.com/google.rpc.ErrorInfo");
  status.mutable_details(0)->set_value("\xFF\xFF\xFF");
  CHECK(DecodeError(status).reason.empty());
}

TEST_CASE("a count of ticks that is no number is left out") {
  for (const char* text : {"", "soon", "3x", "-1"}) {
    google::rpc::ErrorInfo info;
    (*info.mutable_metadata())["retry_after_ticks"] = text;
    google::rpc::Status status;
    status.set_code(8);
    status.add_details()->PackFrom(info);
    CAPTURE(text);
    CHECK_FALSE(DecodeError(status).retry_after_ticks.has_value());
  }
}

TEST_CASE("waypoints come in threes") {
  v1::NavResult result;
  for (const float value : {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F, 7.0F}) {
    result.add_xyz(value);
  }
  REQUIRE(Waypoints(result).size() == 2);
  CHECK(Waypoints(result)[1].z() == 6.0F);
  CHECK(Waypoints(v1::NavResult()).empty());
}

}  // namespace
}  // namespace footfall::client
