#include "sim/command_log.h"

#include <limits>

#include "tests/sim/sim_fixture.h"

namespace footfall::sim::testing {
namespace {

CommandLog SampleLog() {
  SubmitPath submit;
  submit.request.start = {1, -2, 3.5F};
  submit.request.end = {-0.0F, 8999, 10000};
  submit.request.flags = 0x8000'0000'0000'0011;
  submit.request.radius = 0.5F;
  submit.request.completion_radius = 2;
  submit.request.adjust_distance_max = 4;
  submit.request.nodes_max = 77;
  submit.request.points_max = 9;
  submit.request.start_poly = nav::PolyRef(4040, 12);
  submit.request.mesh = 10001;
  submit.request.end_mesh = 10002;
  submit.request.reference = {0.6F, 0.8F, 0};
  submit.request.reference_distance = 40;
  submit.request.slope_max = 0.5F;
  submit.request.domain = nav::Domain::kHeightMesh;
  submit.request.random_seed = 7;
  submit.request.random_entity = uint64_t{1} << 40;
  submit.request.spheres_count = 2;
  submit.request.spheres[1] = {{1, 2, 3}, 4, 5, 6};
  submit.request.included_count = 1;
  submit.request.included_objects[0] = 11;
  submit.request.excluded_count = 2;
  submit.request.excluded_objects[1] = 12;
  submit.client_ref = ClientRef::From("0123456789abcdef");
  submit.want_polys = true;
  submit.follow = WireHandle{0x2134'5678'9ABC'DEF0};
  CommandLog log{1, 2, 3, 30, 4, {}};
  log.entries.push_back({1, {0, 1, submit}});
  log.entries.push_back({1, {70000, 2, ReleasePath{{0x1234'5678'9ABC'DEF0}}}});
  log.entries.push_back({9, {5, 3, CancelPath{{1}}}});
  log.entries.push_back({10, {5, 4, OrphanSource{}}});
  log.entries.push_back({11, {5, 5, SetFocus{{1, 2, 3}, {4, 5, 6}, 700}}});
  log.entries.push_back({11, {5, 6, SetRequiredRegion{nav::LoadRegionKind::kNetworkRespawn, {1, 2, 3}, 40}}});
  log.entries.push_back({11, {5, 7, ClearRequiredRegion{nav::LoadRegionKind::kScriptRequired}}});
  log.entries.push_back({11, {5, 8, SetContentPack{3, true}}});
  PutObstacle put;
  put.description.kind = nav::ObjectKind::kVehicleDoor;
  put.vehicle = WireHandle{0x2134'5678'9ABC'DEF0};
  put.door = 2;
  log.entries.push_back({11, {5, 9, put}});
  log.entries.push_back({11, {5, 10, PutHazard{{}, {{}, nav::HazardKind::kGas, {1, 2, 3}, 4}}}});
  log.entries.push_back({11, {5, 11, RemoveObstacle{{0x2134'5678'9ABC'DEF0}}}});
  log.entries.push_back({uint64_t{1} << 36, {5, 12, EndSource{}}});
  return log;
}

TEST_CASE("every command goes through the log's bytes and back", "[R42]") {
  const CommandLog log = SampleLog();
  const auto decoded = DecodeLog(EncodeLog(log));
  REQUIRE(decoded.ok());
  CHECK(*decoded == log);
  CHECK(*DecodeLog(EncodeLog(CommandLog{})) == CommandLog{});
}

TEST_CASE("a log cut at any byte is refused") {
  const std::string bytes = EncodeLog(SampleLog());
  for (size_t size = 0; size < bytes.size(); ++size) {
    CHECK_FALSE(DecodeLog(std::string_view(bytes).substr(0, size)).ok());
  }
  CHECK_FALSE(DecodeLog(bytes + '\0').ok());
}

TEST_CASE("a log with any bit flipped is refused") {
  const std::string bytes = EncodeLog(SampleLog());
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    CHECK_FALSE(DecodeLog(flipped).ok());
  }
}

// Bytes whose checksum holds, so that what stands behind it is judged on its own.
std::string Sealed(std::string bytes) {
  bytes.resize(bytes.size() - sizeof(uint64_t));
  const uint64_t hash = platform::HashBytes(bytes.data(), bytes.size());
  bytes.append(reinterpret_cast<const char*>(&hash), sizeof(hash));
  return bytes;
}

TEST_CASE("bytes that hold their checksum and make no sense are refused") {
  const std::string bytes = EncodeLog(SampleLog());
  for (size_t at = 8; at + sizeof(uint64_t) < bytes.size(); ++at) {
    for (const int value : {0, 0x7F, 0xFF}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(value);
      const auto decoded = DecodeLog(Sealed(changed));
      if (decoded.ok()) {
        CHECK(Sealed(changed) == EncodeLog(*decoded));  // another log, and a whole one
      } else {
        CHECK(decoded.status().code() == absl::StatusCode::kDataLoss);
      }
    }
  }
}

TEST_CASE("the faults of a log are named") {
  const std::string bytes = EncodeLog(SampleLog());
  SECTION("another version") {
    std::string changed = bytes;
    changed[4] = 9;
    const absl::Status status = DecodeLog(Sealed(changed)).status();
    CHECK(status.code() == absl::StatusCode::kInvalidArgument);
    CHECK(status.message() == "command log: version 9, supported is 2");
  }
  SECTION("ticks that fall") {
    CommandLog log = SampleLog();
    log.entries[0].tick = 5;
    CHECK(DecodeLog(EncodeLog(log)).status().message().find("tick 1 after tick 5") != std::string::npos);
  }
  SECTION("no log at all") {
    CHECK(DecodeLog("").status().code() == absl::StatusCode::kDataLoss);
    CHECK(DecodeLog("hello, this is no log").status().code() == absl::StatusCode::kDataLoss);
  }
}

TEST_CASE("the number of entries is no promise of memory") {
  std::string bytes = EncodeLog(CommandLog{});
  const uint32_t count = std::numeric_limits<uint32_t>::max();
  bytes.replace(bytes.size() - sizeof(uint64_t) - sizeof(count), sizeof(count),
                reinterpret_cast<const char*>(&count), sizeof(count));
  CHECK(DecodeLog(Sealed(bytes)).status().message().find("the limit is") != std::string::npos);
}

}  // namespace
}  // namespace footfall::sim::testing
