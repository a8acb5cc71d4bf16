// What --record writes of worlds that a client restores.
#include <catch2/catch.hpp>

#include "server/convert.h"
#include "server/recordings.h"
#include "tests/server/copies_fixture.h"
#include "tests/server/record_dir.h"

using namespace footfall;         // NOLINT
using namespace footfall::tests;  // NOLINT

TEST_CASE("each epoch of restored worlds has a recording that replays with equal hashes", "[R7]") {
  RecordDir folder;
  server::ServerOptions options = TestOptions();
  auto recordings = server::Recordings::Create(folder.path(), 10);
  REQUIRE(recordings.ok());
  options.world.recordings = *std::move(recordings);
  const std::shared_ptr<const nav::Pack> pack = options.world.pack;
  auto server = StartServer(std::move(options));
  Client client(server->address());
  client.Open();
  // Before the first tick, without and with commands in the open phase; later, likewise.
  std::vector<SavedWorld> saved;
  saved.push_back(Save(client));
  client.SubmitPath(1, 1, 15, 15);
  saved.push_back(Save(client));
  client.Step(13);
  saved.push_back(Save(client));
  client.SubmitPath(2, 1, 15, 15);
  saved.push_back(Save(client));
  std::vector<std::string> last;
  std::vector<uint64_t> ticks;
  const auto live_on = [&] {
    for (int i = 0; i < 25; ++i) {
      client.SubmitPath(1, 1, static_cast<float>(2 + i % 15), 9);
      client.Step(1);
    }
    last.push_back(client.Hash());
    ticks.push_back(client.GetWorld().stamp().tick());
  };
  live_on();
  for (const SavedWorld& world : saved) {
    // Twice: the first one's epoch has no tick.
    for (const bool lives : {false, true}) {
      Restore(client, world.bytes);
      if (lives) {
        live_on();
      } else {
        last.push_back(client.Hash());
        ticks.push_back(client.GetWorld().stamp().tick());
      }
    }
  }
  CHECK(server->core().figures().recording_failures == 0);
  server.reset();
  const std::vector<std::string> files = folder.Files();
  REQUIRE(files.size() == last.size());
  for (size_t i = 0; i < files.size(); ++i) {
    CAPTURE(i);
    const sim::ReplayReport report = Replayed(files[i], pack);
    CHECK(report.last_tick == ticks[i]);
    CHECK(server::WireHash(report.final_digest.root) == last[i]);
    CHECK(report.commands >= (report.ticks == 0 ? 0 : 25));
  }
}
