#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <thread>

#include "nav/mesh/pack_writer.h"
#include "tests/nav/stream_fixture.h"
#include "tests/server/copies_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using World = v1::WorldService::Stub;

namespace {

// A strip of tiles in a file that is cut short while the server has it open, which nobody finds out before
// the next tile is needed.
struct TornWorld {
  TornWorld() : options(TestOptions("ps3")) {
    std::string name = (std::filesystem::temp_directory_path() / "footfall_torn_XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder = name;
    path = folder + "/world.ffnav";
    REQUIRE(nav::WritePack(StripWorld(20), path).ok());
    auto pack = nav::Pack::Open(path);
    REQUIRE(pack.ok());
    options.world.pack = *pack;
    options.world.focus = MiddleOfTile(3);
  }
  ~TornWorld() { std::filesystem::remove_all(folder); }
  void Tear() {
    bytes = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, bytes / 2);
  }
  void Mend() { std::filesystem::resize_file(path, bytes); }

  server::ServerOptions options;
  std::string folder;
  std::string path;
  uintmax_t bytes = 0;
};

void MoveFocusTo(Client& client, int tile) {
  v1::StepRequest request;
  request.set_ticks(1);
  const platform::Vec3 at = MiddleOfTile(tile);
  *request.add_commands()->mutable_set_focus()->mutable_position() = Point(at.x, at.y, at.z);
  v1::StepResponse response;
  REQUIRE(client.Call(client.world, &World::Step, request, &response).ok());
  REQUIRE_FALSE(response.results(0).has_error());
}

void CheckStopped(const grpc::Status& status) {
  CHECK(status.error_code() == grpc::StatusCode::DATA_LOSS);
  CHECK(ReasonOf(status) == "CHECKSUM");
  CHECK(status.error_message().find("tile 40") != std::string::npos);
}

}  // namespace

TEST_CASE(
    "a tile that fails its checks stops the world, tells everybody why, and a reset or restore begins "
    "another") {
  const bool is_restored = GENERATE(false, true);
  TornWorld torn;
  const auto server = StartServer(torn.options);
  Client client(server->address());
  client.Open();
  const SavedWorld saved = Save(client);
  torn.Tear();
  MoveFocusTo(client, 10);
  v1::StepRequest step;
  step.set_ticks(60);
  v1::StepResponse stepped;
  REQUIRE(client.Call(client.world, &World::Step, step, &stepped).ok());
  CHECK(stepped.ticks_run() < 60);

  CheckStopped(client.Call(client.world, &World::Step, step));
  const grpc::Status run = client.Call(client.world, &World::Run, v1::RunRequest());
  CheckStopped(run);
  CHECK(run.error_message().find("Reset or RestoreSnapshot begins another") != std::string::npos);
  // Nothing can be copied of it.
  CheckStopped(TrySave(client).status);
  CheckStopped(TryFork(client, PlanOf(1)).status);
  CHECK(client.GetWorld().run_state() == v1::RUN_STATE_PAUSED);
  CHECK(server->core().figures().stopped);
  // Reads and requests are still answered.
  CHECK(client.SubmitPath(60, 60, 90, 90).results(0).handle() != 0);

  torn.Mend();
  if (is_restored) {
    Restore(client, saved.bytes);
  } else {
    REQUIRE(client.Call(client.world, &World::Reset, v1::ResetRequest()).ok());
  }
  CHECK(client.Step(3).ticks_run() == 3);
  CHECK_FALSE(server->core().figures().stopped);
}

TEST_CASE("calls that wait while the world stops are answered with the reason") {
  TornWorld torn;
  const auto server = StartServer(torn.options);
  torn.Tear();
  Client client(server->address());
  client.Open();
  MoveFocusTo(client, 10);
  v1::RunRequest run;
  run.set_speed(1);
  REQUIRE(client.Call(client.world, &World::Run, run).ok());
  v1::GetWorldRequest request;
  request.mutable_read()->set_min_tick(1'000'000);
  CheckStopped(client.Call(client.world, &World::GetWorld, request));  // waits for some ticks
  CheckStopped(client.Call(client.world, &World::GetWorld, request));  // asks a world that stands
}
