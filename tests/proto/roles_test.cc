// The table of methods and roles in role.proto is for people; the option `access` is what the server checks
// by.
#include <google/protobuf/descriptor.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "footfall/v1/nav_mesh_service.pb.h"
#include "footfall/v1/obstacle_service.pb.h"
#include "footfall/v1/path_service.pb.h"
#include "footfall/v1/ped_service.pb.h"
#include "footfall/v1/query_service.pb.h"
#include "footfall/v1/role.pb.h"
#include "footfall/v1/session_service.pb.h"
#include "footfall/v1/world_edit_service.pb.h"
#include "footfall/v1/world_service.pb.h"

namespace footfall {
namespace {

std::map<std::string, std::string> AccessByOptions() {
  std::map<std::string, std::string> access;
  for (const google::protobuf::Descriptor* any :
       {v1::GetServerRequest::descriptor(), v1::GetWorldRequest::descriptor(),
        v1::SubmitRequest::descriptor(), v1::QueryRequest::descriptor(), v1::SpawnRequest::descriptor(),
        v1::PutObstaclesRequest::descriptor(), v1::ListTilesRequest::descriptor(),
        v1::EditWorldRequest::descriptor()}) {
    const google::protobuf::ServiceDescriptor& service = *any->file()->service(0);
    for (int i = 0; i < service.method_count(); ++i) {
      const google::protobuf::MethodDescriptor& method = *service.method(i);
      const std::string name = service.name() + "." + method.name();
      INFO(name);
      REQUIRE(method.options().HasExtension(v1::access));
      const v1::Access& rule = method.options().GetExtension(v1::access);
      access[name] =
          (rule.least() == v1::ROLE_UNSPECIFIED ? std::string("none") : v1::Role_Name(rule.least())) +
          (rule.only_session() ? " only_session" : "") + (rule.member() ? " member" : "");
    }
  }
  return access;
}

// Lines such as `//   WorldService.Step   ROLE_OPERATOR   only_session, member`.
std::map<std::string, std::string> AccessByComment() {
  std::ifstream in(std::string(FOOTFALL_SOURCE_DIR) + "/proto/footfall/v1/role.proto");
  std::map<std::string, std::string> access;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string slashes;
    std::string method;
    std::string rule;
    words >> slashes >> method >> rule;
    const bool is_row = slashes == "//" && method.find("Service.") != std::string::npos &&
                        (rule == "none" || rule.rfind("ROLE_", 0) == 0);
    if (!is_row) {
      continue;
    }
    for (std::string word; words >> word;) {
      rule += " " + word.substr(0, word.find(','));
    }
    access[method] = rule;
  }
  return access;
}

}  // namespace

TEST_CASE("the table of methods and roles says what the options say", "[proto]") {
  const std::map<std::string, std::string> options = AccessByOptions();
  CHECK(options.size() == 39);
  CHECK(AccessByComment() == options);
}

TEST_CASE("each role includes those with a lower number", "[proto]") {
  CHECK(v1::ROLE_OBSERVER < v1::ROLE_BOT);
  CHECK(v1::ROLE_BOT < v1::ROLE_OPERATOR);
  CHECK(v1::ROLE_OPERATOR < v1::ROLE_DEBUG);
}

TEST_CASE("only the clock, edits and copies of the world ask for an operator", "[proto]") {
  std::string operators;
  for (const auto& [method, rule] : AccessByOptions()) {
    operators += rule.rfind("ROLE_OPERATOR", 0) == 0 ? method + " " : "";
  }
  CHECK(operators ==
        "WorldEditService.EditWorld WorldEditService.GetSpawnSearch WorldService.Fork WorldService.Pause "
        "WorldService.Reset WorldService.RestoreSnapshot WorldService.Run WorldService.SaveSnapshot "
        "WorldService.Step ");
}

}  // namespace footfall
