#include "sim/captured_request_config.h"

#include <google/protobuf/text_format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <variant>

#include "absl/strings/str_cat.h"
#include "footfall/config/v1/scenario.pb.h"
#include "platform/check.h"
#include "sim/command_config.h"
#include "sim/outcome.h"
#include "sim/world_objects.h"

namespace footfall::sim {
namespace {

constexpr uint64_t kTicksMore = 30;      // than the request took
constexpr float kLengthMargin = 0.001F;  // m, for lengths written as text
constexpr nav::SourceId kAsker = 4096;   // any source, without a quota of others
constexpr char kAsked[] = "captured";

struct WriteWorld {
  config::v1::Scenario* out;
  void operator()(const PackSource& pack) const { out->set_pack(pack.path); }
  void operator()(const DemoSource& /*demo*/) const { out->set_demo(true); }
  void operator()(const CitySource& city) const {
    out->mutable_city()->set_tiles_x(city.tiles_x);
    out->mutable_city()->set_tiles_y(city.tiles_y);
    out->mutable_city()->set_seed(city.seed);
    out->mutable_city()->set_instanced(city.instanced);
  }
};

// Whose handle a command of the scenario takes stands in `of`.
CommandBody PutOf(const ObstacleView& seen) {
  if (seen.hazard) return PutHazard{{}, *seen.hazard};
  PutObstacle put;
  put.description = seen.description;
  put.door = seen.description.owner.door;
  return put;
}

// Those that the request excludes are hidden.
void AddObstacles(const CapturedRequest& captured, config::v1::Scenario* out) {
  const nav::PathRequest& path = *captured.request.request.path();
  const auto excluded_end = path.excluded_objects.begin() + path.excluded_count;
  std::map<uint64_t, std::string> names;
  for (const ObstacleView& seen : captured.obstacles) {
    const uint64_t id = ObjectIdOf(seen.handle).value;
    const bool is_excluded = std::find(path.excluded_objects.begin(), excluded_end, id) != excluded_end;
    config::v1::ScenarioCommand* put = out->add_commands();
    put->set_tick(1);
    put->set_name(absl::StrCat("obstacle_", names.size() + 1));
    names[seen.handle.value] = put->name();
    FOOTFALL_CHECK(CommandToProto(PutOf(seen), put->mutable_command()));
    if (is_excluded && !seen.hazard) put->mutable_command()->mutable_put_obstacle()->set_hidden(true);
    if (!seen.vehicle.valid()) continue;
    // The vehicle of a door has the lower handle, and goes with its doors.
    const auto vehicle = names.find(seen.vehicle.value);
    FOOTFALL_CHECK(vehicle != names.end());
    put->set_of(vehicle->second);
    put->mutable_command()->mutable_put_obstacle()->set_vehicle_handle(0);
  }
}

// The later row counts, so they stand in their order.
void AddSwitches(const nav::AreaSwitches& switches, config::v1::Scenario* out) {
  uint32_t number = 0;
  for (const nav::AreaSwitch& row : switches.rows()) {
    config::v1::ScenarioCommand* set = out->add_commands();
    set->set_tick(1);
    FOOTFALL_CHECK(
        CommandToProto(SetAreaSwitch{++number, row.kind, row.on, row.area}, set->mutable_command()));
  }
}

void AddRequest(const CapturedRequest& captured, config::v1::Scenario* out) {
  const nav::PathResult& result = *captured.request.result;
  config::v1::ScenarioCommand* submit = out->add_commands();
  submit->set_tick(1);
  submit->set_source(kAsker);
  submit->set_name(kAsked);
  SubmitPath body{*captured.request.request.path(), {}, false, {}};
  body.request.random_seed = 0;  // the world's seed stands for it
  body.request.random_entity = 0;
  body.request.included_count = 0;  // those that are there block as their filter says
  body.request.excluded_count = 0;  // they are hidden
  FOOTFALL_CHECK(CommandToProto(body, submit->mutable_command()));
  config::v1::Expectation* expect = out->add_expectations();
  expect->set_of(kAsked);
  expect->set_outcome(static_cast<v1::NavOutcome>(OutcomeOf(result)));
  expect->set_completion_code(static_cast<v1::CompletionCode>(static_cast<int>(result.code) + 1));
  expect->set_length_min(std::max(0.0F, result.length - kLengthMargin));
  expect->set_length_max(result.length + kLengthMargin);
  expect->set_points_min(static_cast<uint32_t>(result.points.size()));
  expect->set_points_max(static_cast<uint32_t>(result.points.size()));
}

std::string CounterText(const CapturedRequest& captured) {
  const nav::PathResult& result = *captured.request.result;
  const nav::RequestTiming& timing = captured.request.timing;
  return absl::StrCat("# Captured from a running server: world ",
                      absl::Hex(captured.build_id, absl::kZeroPad16), ", submitted in tick ",
                      timing.submitted_tick, ", begun in ", timing.started_tick, ", visible in ",
                      timing.visible_tick, ".\n# Cost units: ", result.cost_units,
                      "\n# Polygons expanded: ", result.nodes_expanded, "\n# Virtual ns: ", timing.virtual_ns,
                      "\n# Restarts: ", timing.restarts, "\n# Ticks in the queue: ", timing.queued_ticks,
                      "\n# Obstacles and hazards: ", captured.obstacles.size(),
                      "\n# Switched areas: ", captured.edits->switches.rows().size(),
                      "\n# Not in this file, closed climbs and crowded ladders: ",
                      captured.edits->climbs.disabled().size() + captured.edits->ladders.rows().size(), "\n");
}

}  // namespace

std::string CapturedScenarioText(const CapturedRequest& captured) {
  FOOTFALL_CHECK(captured.request.request.path() != nullptr && captured.request.result != nullptr);
  config::v1::Scenario scenario;
  scenario.set_description("A path request that a server was asked.");
  std::visit(WriteWorld{&scenario}, captured.world);
  scenario.set_seed(captured.seed);
  scenario.set_profile(captured.profile);
  for (const std::string& set : captured.sets) scenario.add_set(set);
  scenario.set_hz(static_cast<uint32_t>(captured.hz));
  const nav::RequestTiming& timing = captured.request.timing;
  scenario.set_ticks(timing.visible_tick - timing.submitted_tick + kTicksMore);
  if (captured.focus) {
    scenario.mutable_focus()->set_x(captured.focus->x);
    scenario.mutable_focus()->set_y(captured.focus->y);
    scenario.mutable_focus()->set_z(captured.focus->z);
  }
  AddObstacles(captured, &scenario);
  AddSwitches(captured.edits->switches, &scenario);
  AddRequest(captured, &scenario);
  std::string text;
  FOOTFALL_CHECK(google::protobuf::TextFormat::PrintToString(scenario, &text));
  return CounterText(captured) + text;
}

}  // namespace footfall::sim
