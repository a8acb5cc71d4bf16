// That the second target holds what the gRPC server and its clients need.
#include <grpcpp/grpcpp.h>

#include <catch2/catch.hpp>

#include "footfall/v1/path_service.grpc.pb.h"
#include "footfall/v1/query_service.grpc.pb.h"
#include "footfall/v1/session_service.grpc.pb.h"
#include "footfall/v1/world_service.grpc.pb.h"

namespace footfall {

TEST_CASE("services link and carry the names that clients dial", "[proto]") {
  CHECK(v1::SessionService::service_full_name() == std::string("footfall.v1.SessionService"));
  CHECK(v1::WorldService::service_full_name() == std::string("footfall.v1.WorldService"));
  CHECK(v1::QueryService::service_full_name() == std::string("footfall.v1.QueryService"));
  v1::PathService::Service unimplemented;
  grpc::ServerContext context;
  v1::SubmitRequest request;
  v1::SubmitResponse response;
  CHECK(unimplemented.Submit(&context, &request, &response).error_code() == grpc::StatusCode::UNIMPLEMENTED);
}

}  // namespace footfall
