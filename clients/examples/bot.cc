// A bot: one path between two random points that can reach each other. Usage: footfall-example-bot [SERVER]
#include <cstdio>

#include "clients/lib/requests.h"
#include "clients/lib/session.h"

namespace client = footfall::client;
namespace v1 = footfall::v1;

int main(int argc, char** argv) {
  const auto server = client::Connection::To(argc > 1 ? argv[1] : "127.0.0.1:7450");
  auto session = client::Session::Open(server);
  const auto start = server.Query(client::RandomPoints(1, 1));
  if (!session.ok() || !start.ok() || start->hits().empty()) return 1;
  const v1::Vec3& from = start->hits(0).position();
  const auto goal = server.Query(client::RandomPointsReachableFrom(from, 2, 1));
  if (!goal.ok() || goal->hits().empty()) return 1;
  auto path = session->SubmitPath(client::PathBetween(from, goal->hits(0).position()));
  if (!path.ok()) return 1;
  const auto result = path->Await();
  if (!result.ok()) return 1;
  for (const v1::Vec3& point : client::Waypoints(*result)) {
    std::printf("%g %g %g\n", double{point.x()}, double{point.y()}, double{point.z()});
  }
  return result->outcome() == v1::NAV_OUTCOME_COMPLETE ? 0 : 1;
}
