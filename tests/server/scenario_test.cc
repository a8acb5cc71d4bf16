#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "nav/mesh/pack_writer.h"
#include "server/scenario_loader.h"
#include "sim/scenario_run.h"
#include "tests/nav/hand_packs.h"
#include "tests/server/server_fixture.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT
using World = v1::WorldService::Stub;

namespace {

// Ends, gives up and asks again; one command takes a handle of its own tick.
constexpr char kYard[] = R"(
pack: "yard.ffnav"
seed: 4
profile: "ps3"
set: "path_slice_units=40"
hz: 20
ticks: 8
places { name: "gate" position { x: 1 y: 1 } }
commands { tick: 1 source: 8 name: "far" command { submit { path { start { x: 1 y: 1 } goal { x: 15 y: 15 } } } } }
commands { tick: 2 source: 7 name: "walk" command { submit { path { start { x: 1 y: 1 } goal { x: 9 y: 9 } } } } }
commands { tick: 2 source: 7 of: "walk" command { cancel_handle: 0 } }
commands { tick: 3 source: 0 name: "own" command { submit { path { start { x: 3 y: 1 } goal { x: 9 y: 9 } } } } }
commands { tick: 6 source: 8 of: "far" command { release_handle: 0 } }
)";

// A data directory with a world and scenarios in it.
class DataDir {
 public:
  DataDir() {
    std::string name = (std::filesystem::temp_directory_path() / "footfall-data-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = std::filesystem::path(name) / "data";
    std::filesystem::create_directory(path_);
    REQUIRE(nav::WritePack(GridWorld(9), File("yard.ffnav")).ok());
    Write("yard.txtpb", kYard);
    // Outside of it, where no name may reach.
    Write("../secret.txtpb", kYard);
  }
  ~DataDir() { std::filesystem::remove_all(path_.parent_path()); }
  std::string File(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(File(name), std::ios::binary) << text;
  }

 private:
  std::filesystem::path path_;
};

server::ServerOptions DataOptions(const DataDir& data) {
  server::ServerOptions options = TestOptions();
  options.data_dir = data.path();
  return options;
}

// As `footfall run` gives them.
std::vector<uint64_t> RootsOfRun(const std::string& file) {
  const auto scenario = sim::LoadScenario(file);
  REQUIRE(scenario.ok());
  const auto report = sim::RunScenario(*scenario, sim::OpenPackSource);
  REQUIRE(report.ok());
  std::vector<uint64_t> roots;
  for (const platform::StateDigest& digest : report->digests) roots.push_back(digest.root);
  return roots;
}

std::vector<uint64_t> RootsOfSteps(server::Server& server, Client& client, size_t ticks) {
  std::vector<uint64_t> roots;
  for (size_t i = 0; i < ticks; ++i) {
    client.Step(1);
    server.core().strand().Run([&] { roots.push_back(server.core().view().hash->root); });
  }
  return roots;
}

grpc::Status Reset(Client& client, const std::string& scenario, v1::ResetResponse* response = nullptr) {
  v1::ResetRequest request;
  request.set_scenario(scenario);
  return client.Call(client.world, &World::Reset, request, response);
}

}  // namespace

TEST_CASE("a scenario that a server plays gives the hashes that a run gives") {
  const DataDir data;
  const std::vector<uint64_t> expected = RootsOfRun(data.File("yard.txtpb"));
  const auto server = StartServer(DataOptions(data));
  Client client(server->address());
  client.Open();
  for (int time = 0; time < 2; ++time) {
    REQUIRE(Reset(client, "yard.txtpb").ok());
    CHECK(RootsOfSteps(*server, client, expected.size()) == expected);
  }
  // Asked for all at once, and by a world that was running before.
  REQUIRE(Reset(client, "yard").ok());
  client.Step(static_cast<uint32_t>(expected.size()));
  server->core().strand().Run([&] { CHECK(server->core().view().hash->root == expected.back()); });
}

TEST_CASE("a server that starts on a scenario says so, and goes back to it") {
  const DataDir data;
  const std::atomic<bool> stop = false;
  const auto loaded = server::LoadScenarioWorld(data.File("yard.txtpb"), stop);
  REQUIRE(loaded.ok());
  server::ServerOptions options = DataOptions(data);
  options.world.pack = loaded->pack;
  options.world.scenario = loaded->scenario;
  options.world.profile = *sim::ScenarioProfile(*loaded->scenario, "", {});
  options.world.seed = loaded->scenario->seed;
  options.world.hz = loaded->scenario->hz;
  const auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  const std::vector<uint64_t> expected = RootsOfRun(data.File("yard.txtpb"));
  CHECK(client.GetWorld().scenario() == "yard");
  CHECK(RootsOfSteps(*server, client, expected.size()) == expected);
  REQUIRE(Reset(client, "").ok());
  CHECK(client.GetWorld().scenario() == "yard");
  CHECK(RootsOfSteps(*server, client, expected.size()) == expected);
}

TEST_CASE("Reset names a scenario, and without one goes back to what the server started with") {
  const DataDir data;
  const auto server = StartServer(DataOptions(data));
  Client client(server->address());
  client.Open();
  const v1::GetWorldResponse first = client.GetWorld();
  CHECK(first.scenario().empty());
  v1::ResetResponse response;
  REQUIRE(Reset(client, "yard", &response).ok());
  CHECK(response.stamp().world_epoch() == 2);
  CHECK(response.stamp().tick() == 0);
  const v1::GetWorldResponse yard = client.GetWorld();
  CHECK(yard.scenario() == "yard");
  CHECK(yard.seed() == 4);
  CHECK(yard.hz() == 20);
  CHECK(yard.profile() == "ps3");
  CHECK(yard.bounds_max().x() == 18);
  REQUIRE(yard.places_size() == 1);
  CHECK(yard.places(0).name() == "gate");

  v1::ResetRequest other;
  other.set_scenario("yard");
  other.set_seed(11);
  other.set_profile("pc");
  REQUIRE(client.Call(client.world, &World::Reset, other).ok());
  CHECK(client.GetWorld().seed() == 11);
  CHECK(client.GetWorld().profile() == "pc");

  REQUIRE(Reset(client, "").ok());
  v1::GetWorldResponse back = client.GetWorld();
  CHECK(back.stamp().world_epoch() == 4);
  *back.mutable_stamp() = first.stamp();
  CHECK(back.SerializeAsString() == first.SerializeAsString());
  // A tick is as long as it was.
  client.Step(3);
  CHECK(client.GetWorld().stamp().sim_time_ns() == 100'000'000);
}

TEST_CASE("a scenario's name reaches files of the data directory alone") {
  const DataDir data;
  data.Write("broken.txtpb", "pack: \"yard.ffnav\"\nticks: 0\nnonsense: 1\n");
  data.Write("missing_world.txtpb", "pack: \"no.ffnav\"\nticks: 1\n");
  std::filesystem::create_directory(data.File("folder.txtpb"));
  const auto server = StartServer(DataOptions(data));
  Client client(server->address());
  client.Open();
  for (const char* name : {"../secret", "../secret.txtpb", "/etc/passwd", "./yard", ".yard", "a/b", "yard\n",
                           "0123456789012345678901234567890123456789012345678901234567890123456789"}) {
    CAPTURE(name);
    const grpc::Status status = Reset(client, name);
    CHECK(status.error_code() == grpc::StatusCode::INVALID_ARGUMENT);
    CHECK(FieldOf(DetailsOf(status)) == "scenario");
  }
  for (const char* name : {"none", "secret", "folder", "yard.ffnav.txtpb"}) {
    CAPTURE(name);
    const grpc::Status status = Reset(client, name);
    CHECK(status.error_code() == grpc::StatusCode::NOT_FOUND);
    CHECK(ReasonOf(status) == "NAME_UNKNOWN");
    CHECK(status.error_message().find(name) != std::string::npos);
  }
  const grpc::Status broken = Reset(client, "broken");
  CHECK(FieldOf(DetailsOf(broken)) == "scenario");
  CHECK(broken.error_message().find("broken.txtpb:3") != std::string::npos);
  CHECK(broken.error_message().find(data.path()) == std::string::npos);
  CHECK(FieldOf(DetailsOf(Reset(client, "missing_world"))) == "scenario");
  // A link may lead on within the directory, and not out of it.
  const DataDir outside;
  outside.Write("secret.txtpb", "pack: \"yard.ffnav\"\nticks: 1\n");
  std::filesystem::create_symlink(outside.path() + "/secret.txtpb", data.path() + "/out.txtpb");
  std::filesystem::create_symlink("yard.txtpb", data.path() + "/in.txtpb");
  const grpc::Status out = Reset(client, "out");
  CHECK(ReasonOf(out) == "NAME_UNKNOWN");
  CHECK(out.error_message() == "scenario: out.txtpb leads out of the server's data directory");
  CHECK(client.GetWorld().stamp().world_epoch() == 1);

  const auto without = StartServer(TestOptions());
  Client other(without->address());
  other.Open();
  const grpc::Status status = Reset(other, "yard");
  CHECK(ReasonOf(status) == "NAME_UNKNOWN");
  CHECK(status.error_message().find("--data-dir") != std::string::npos);
}

TEST_CASE("no session has a source of the scenario's commands") {
  const DataDir data;
  data.Write("plain.txtpb", "pack: \"yard.ffnav\"\nticks: 1\nmembers: 1\n");
  const auto server = StartServer(DataOptions(data));
  Client client(server->address());
  client.Open(v1::ROLE_OPERATOR, [](v1::OpenSessionRequest& request) { request.set_order(7); });
  // Order 7 is source 8, which has commands.
  CHECK(ReasonOf(Reset(client, "yard")) == "ORDER_TAKEN");
  CHECK(client.GetWorld().stamp().world_epoch() == 1);
  REQUIRE(
      client.Call(client.sessions, &v1::SessionService::Stub::CloseSession, v1::CloseSessionRequest()).ok());
  client.Open();
  REQUIRE(Reset(client, "yard").ok());
  v1::OpenSessionRequest taken;
  taken.set_client_name("late");
  taken.set_role(v1::ROLE_BOT);
  taken.set_order(6);
  Client late(server->address());
  v1::OpenSessionResponse response;
  CHECK(ReasonOf(late.TryOpen(taken, &response)) == "ORDER_TAKEN");
  taken.set_order(8);
  CHECK(late.TryOpen(taken, &response).ok());

  // Its members are those that the world waits for.
  REQUIRE(Reset(client, "plain").ok());
  CHECK(client.GetWorld().run_state() == v1::RUN_STATE_LOCK_STEP);
  CHECK(client.GetWorld().members_expected() == 1);
  REQUIRE(Reset(client, "").ok());
  CHECK(client.GetWorld().run_state() == v1::RUN_STATE_PAUSED);
}
