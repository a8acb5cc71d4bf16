#include "sim/trace_import_config.h"

#include <google/protobuf/text_format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "footfall/config/v1/scenario.pb.h"
#include "nav/mesh/types.h"
#include "platform/check.h"
#include "platform/math.h"
#include "platform/profile.h"
#include "platform/vec.h"

namespace footfall::sim {
namespace {

constexpr std::array<std::string_view, 12> kColumns = {"tick",    "time_ms", "source",  "type",
                                                       "start_x", "start_y", "start_z", "end_x",
                                                       "end_y",   "end_z",   "flags",   "radius"};
// Those that a log may leave out; of tick and time_ms it has one.
constexpr std::array<std::string_view, 4> kOptional = {"tick", "time_ms", "flags", "radius"};
constexpr float kHeightMax = 10000;  // m, either way, as of every request
constexpr float kRadiusMax = 15000;  // m, the size of the world
constexpr float kClearRadius = 1;    // m
constexpr double kMsPerSecond = 1000;
// Of times that are counted from the first one: until the year 5138, and below where a double drops 0.1 ms.
constexpr double kRebasedMsMax = 1e14;
constexpr uint64_t kRebasedTickMax = uint64_t{1} << 62;
// What spreadsheets put before UTF-8; the two after it say that a text is UTF-16.
constexpr std::string_view kMark = "\xEF\xBB\xBF";
constexpr std::string_view kForeignMarks[] = {"\xFF\xFE", "\xFE\xFF"};
constexpr uint64_t kSecondsMore = 10;  // that the scenario runs after the last submit

struct Row {
  size_t line = 0;     // of the log
  double time_ms = 0;  // where the log has times
  uint64_t tick = 0;
  uint32_t source = 0;
  std::string type;
  platform::Vec3 start;
  platform::Vec3 end;
  bool has_end = false;
  float radius = 0;
  bool has_radius = false;
  std::vector<v1::PathFlag> flags;
};

void Set(const platform::Vec3& point, v1::Vec3* out) {
  out->set_x(point.x);
  out->set_y(point.y);
  out->set_z(point.z);
}

class Reader {
 public:
  explicit Reader(const TraceImport& import) : import_(import) {}

  absl::StatusOr<std::vector<Row>> Read(const std::string& log) {
    std::vector<Row> rows;
    for (const std::string_view mark : kForeignMarks) {
      if (log.compare(0, mark.size(), mark) == 0) {
        return absl::InvalidArgumentError(absl::StrCat(import_.log_file, ": is UTF-16, a log is UTF-8"));
      }
    }
    const size_t begin = log.compare(0, kMark.size(), kMark) == 0 ? kMark.size() : 0;
    for (const std::string& line : std::vector<std::string>(absl::StrSplit(log.substr(begin), '\n'))) {
      ++line_;
      const std::string text(absl::StripAsciiWhitespace(line));
      if (text.empty() || text.front() == '#') {
        continue;
      }
      const std::vector<std::string> cells = absl::StrSplit(text, ',');
      if (columns_.empty()) {
        ReadHeader(cells);
      } else if (cells.size() != columns_.size()) {
        Fault("row", absl::StrCat(cells.size(), " values, the first line names ", columns_.size()));
      } else if (rows.size() == kTraceRowsMax) {
        Fault("row", absl::StrCat("more than ", kTraceRowsMax, " requests"));
      } else {
        rows.push_back(ReadRow(cells));
      }
      if (!status_.ok()) {
        return status_;
      }
    }
    if (rows.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(import_.log_file, ": no requests; the first line names the columns"));
    }
    if (absl::Status status = SetTicks(&rows); !status.ok()) {
      return status;
    }
    return rows;
  }

 private:
  // The first one stays.
  void Fault(std::string_view field, const std::string& what) {
    if (status_.ok()) {
      status_ = absl::InvalidArgumentError(
          absl::StrCat(import_.log_file, ", line ", line_, ": ", std::string(field), ": ", what));
    }
  }

  void ReadHeader(const std::vector<std::string>& cells) {
    for (size_t i = 0; i < cells.size(); ++i) {
      const std::string name(absl::StripAsciiWhitespace(cells[i]));
      if (std::find(kColumns.begin(), kColumns.end(), name) == kColumns.end()) {
        std::string known;
        for (const std::string_view column : kColumns) absl::StrAppend(&known, " ", std::string(column));
        return Fault("header", absl::StrCat("'", name, "' is not one of", known));
      }
      if (!columns_.emplace(name, i).second) {
        return Fault("header", absl::StrCat("'", name, "' is named twice"));
      }
    }
    if (columns_.count("tick") + columns_.count("time_ms") != 1) {
      return Fault("header", "needs tick or time_ms, and not both");
    }
    for (const std::string_view column : kColumns) {
      const bool may_lack = std::find(kOptional.begin(), kOptional.end(), column) != kOptional.end();
      if (!may_lack && columns_.count(std::string(column)) == 0) {
        return Fault("header", absl::StrCat("lacks ", std::string(column)));
      }
    }
  }

  // Empty too where the log has no such column.
  std::string Cell(const std::vector<std::string>& cells, const std::string& name) const {
    const auto column = columns_.find(name);
    return column == columns_.end() ? "" : std::string(absl::StripAsciiWhitespace(cells[column->second]));
  }

  template <class T>
  T Number(std::string_view field, const std::string& text, T min, T max) {
    T value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = error == std::errc() && rest == text.data() + text.size() && !text.empty();
    if (!is_whole || !(value >= min) || !(value <= max)) {
      Fault(field,
            absl::StrCat("'", text, "' is not a ", std::is_floating_point_v<T> ? "number" : "whole number",
                         " in [", min, ", ", max, "]"));
      return min;
    }
    return value;
  }

  platform::Vec3 Point(const std::vector<std::string>& cells, const std::string& prefix) {
    // The world ends before its upper bound.
    const float most = std::nextafter(nav::kWorldMax, 0.0F);
    const auto at = [&](const char* axis, float min, float max) {
      const std::string field = absl::StrCat(prefix, axis);
      return Number<float>(field, Cell(cells, field), min, max);
    };
    const float x = at("_x", nav::kWorldMin, most);
    const float y = at("_y", nav::kWorldMin, most);
    return {x, y, at("_z", -kHeightMax, kHeightMax)};
  }

  double MostMs() const { return static_cast<double>(kTraceTickMax - 1) * kMsPerSecond / import_.hz; }

  void ReadTime(const std::vector<std::string>& cells, Row* row) {
    row->line = line_;
    const bool has_ticks = columns_.count("tick") != 0;
    if (has_ticks) {
      row->tick = Number<uint64_t>("tick", Cell(cells, "tick"), import_.rebase ? 0 : 1,
                                   import_.rebase ? kRebasedTickMax : kTraceTickMax);
    } else {
      row->time_ms =
          Number<double>("time_ms", Cell(cells, "time_ms"), 0, import_.rebase ? kRebasedMsMax : MostMs());
    }
    if (!status_.ok() && !import_.rebase) {
      status_ = absl::InvalidArgumentError(
          absl::StrCat(status_.message(), "; --rebase counts from the first one of the log"));
    }
  }

  // From what the rows say, and where they begin.
  absl::Status SetTicks(std::vector<Row>* rows) {
    const bool has_ticks = columns_.count("tick") != 0;
    uint64_t first_tick = 1;
    double first_ms = 0;
    if (import_.rebase) {
      first_tick = rows->front().tick;
      first_ms = rows->front().time_ms;
      for (const Row& row : *rows) {
        first_tick = std::min(first_tick, row.tick);
        first_ms = std::min(first_ms, row.time_ms);
      }
    }
    for (Row& row : *rows) {
      line_ = row.line;
      if (has_ticks) {
        row.tick = row.tick - first_tick + 1;
        if (row.tick > kTraceTickMax) {
          Fault("tick", absl::StrCat("is more than ", kTraceTickMax - 1, " after the first one"));
        }
      } else if (const double ms = row.time_ms - first_ms; ms > MostMs()) {
        Fault("time_ms", absl::StrCat("is more than ", MostMs(), " after the first one"));
      } else {
        // The tick that begins at this moment or is the next one to begin, where a live server would apply
        // it.
        row.tick = 1 + static_cast<uint64_t>(std::ceil(ms * (import_.hz / kMsPerSecond)));
      }
    }
    return status_;
  }

  static std::string KnownFlags() {
    constexpr std::string_view kPrefix = "PATH_FLAG_";
    const google::protobuf::EnumDescriptor* flags = v1::PathFlag_descriptor();
    std::string known;
    for (int i = 0; i < flags->value_count(); ++i) {
      if (flags->value(i)->number() == v1::PATH_FLAG_UNSPECIFIED) continue;
      absl::StrAppend(&known, " ", absl::AsciiStrToLower(flags->value(i)->name().substr(kPrefix.size())));
    }
    return known;
  }

  void ReadFlags(const std::string& text, Row* row) {
    for (const std::string& name :
         std::vector<std::string>(absl::StrSplit(text, '|', absl::SkipWhitespace()))) {
      const std::string full =
          absl::StrCat("PATH_FLAG_", absl::AsciiStrToUpper(absl::StripAsciiWhitespace(name)));
      v1::PathFlag flag = v1::PATH_FLAG_UNSPECIFIED;
      if (!v1::PathFlag_Parse(full, &flag) || flag == v1::PATH_FLAG_UNSPECIFIED) {
        return Fault("flags", absl::StrCat("'", name, "' is not one of", KnownFlags()));
      }
      row->flags.push_back(flag);
    }
  }

  Row ReadRow(const std::vector<std::string>& cells) {
    Row row;
    ReadTime(cells, &row);
    row.source = Number<uint32_t>("source", Cell(cells, "source"), 0, kScenarioSourceMax);
    row.type = Cell(cells, "type");
    row.start = Point(cells, "start");
    row.has_end = !(Cell(cells, "end_x") + Cell(cells, "end_y") + Cell(cells, "end_z")).empty();
    if (row.has_end) {
      row.end = Point(cells, "end");
    }
    const std::string radius = Cell(cells, "radius");
    row.has_radius = !radius.empty();
    if (row.has_radius) {
      row.radius = Number<float>("radius", radius, 0, kRadiusMax);
    }
    ReadFlags(Cell(cells, "flags"), &row);
    CheckType(row);
    return row;
  }

  void CheckType(const Row& row) {
    struct Type {
      std::string_view name;
      bool needs_end;
      bool needs_radius;
      bool takes_flags;
    };
    constexpr Type kTypes[] = {{"path", true, false, true},
                               {"wander", true, false, true},
                               {"flee", true, true, true},
                               {"line_of_sight", true, false, false},
                               {"closest", false, false, false},
                               {"clear_area", false, true, false},
                               {"area_underfoot", false, false, false},
                               {"audio", false, false, false}};
    const auto* type = std::find_if(std::begin(kTypes), std::end(kTypes),
                                    [&](const Type& known) { return known.name == row.type; });
    if (type == std::end(kTypes)) {
      std::string known;
      for (const Type& one : kTypes) absl::StrAppend(&known, " ", std::string(one.name));
      return Fault("type", absl::StrCat("'", row.type, "' is not one of", known));
    }
    if (type->needs_end && !row.has_end)
      Fault("end_x", absl::StrCat("is empty, and ", row.type, " needs it"));
    if (type->needs_radius && !row.has_radius) {
      Fault("radius", absl::StrCat("is empty, and ", row.type, " needs it"));
    }
    if (!type->takes_flags && !row.flags.empty()) {
      Fault("flags", absl::StrCat("are for path, wander and flee, not for ", row.type));
    }
  }

  const TraceImport& import_;
  absl::Status status_;
  size_t line_ = 0;
  std::map<std::string, size_t> columns_;
};

void SetRequest(const Row& row, v1::NavRequest* out) {
  if (row.type == "path") {
    Set(row.start, out->mutable_path()->mutable_start());
    Set(row.end, out->mutable_path()->mutable_goal());
  } else if (row.type == "wander") {
    const platform::Vec2 way = platform::Xy(row.end) - platform::Xy(row.start);
    Set(row.start, out->mutable_wander()->mutable_start());
    out->mutable_wander()->set_heading(platform::Atan2(way.y, way.x));
    out->mutable_wander()->set_distance(platform::Length(way));
  } else if (row.type == "flee") {
    Set(row.start, out->mutable_flee()->mutable_start());
    Set(row.end, out->mutable_flee()->mutable_threat());
    out->mutable_flee()->set_distance(row.radius);
  } else if (row.type == "line_of_sight") {
    Set(row.start, out->mutable_line_of_sight()->add_points());
    Set(row.end, out->mutable_line_of_sight()->add_points());
  } else if (row.type == "closest") {
    Set(row.start, out->mutable_closest()->mutable_position());
    out->mutable_closest()->set_search_radius(row.radius);
  } else if (row.type == "clear_area") {
    Set(row.start, out->mutable_clear_area()->mutable_center());
    out->mutable_clear_area()->set_search_radius(row.radius);
    out->mutable_clear_area()->set_clear_radius(kClearRadius);
  } else if (row.type == "area_underfoot") {
    Set(row.start, out->mutable_flood_fill()->mutable_start());
    out->mutable_flood_fill()->set_goal(v1::FLOOD_FILL_GOAL_AREA_UNDERFOOT);
    out->mutable_flood_fill()->set_distance(row.radius);
  } else {
    FOOTFALL_CHECK(row.type == "audio");
    Set(row.start, out->mutable_audio()->mutable_position());
    out->mutable_audio()->set_radius(row.radius);
  }
  for (const v1::PathFlag flag : row.flags) {
    out->add_flags(flag);
  }
}

// Tables of requests that a row takes a slot of, and their figures in the profile.
struct Slots {
  std::string_view figure;
  int32_t platform::Profile::*limit;
  std::vector<std::string_view> types;
};
const std::vector<Slots>& AllSlots() {
  using platform::Profile;
  static const auto* const slots = new std::vector<Slots>{
      {"path_requests_max", &Profile::path_requests_max, {"path", "wander", "flee"}},
      {"los_requests_max", &Profile::los_requests_max, {"line_of_sight"}},
      {"audio_requests_max", &Profile::audio_requests_max, {"audio"}},
      {"flood_fill_requests_max", &Profile::flood_fill_requests_max, {"area_underfoot"}},
      {"clear_area_requests_max", &Profile::clear_area_requests_max, {"clear_area"}},
      {"closest_position_requests_max", &Profile::closest_position_requests_max, {"closest"}}};
  return *slots;
}

// Most requests of these types that are held at once, each `hold` ticks long; 0: for ever.
size_t MostAtOnce(const std::vector<Row>& rows, const std::vector<std::string_view>& types, uint64_t hold) {
  std::map<uint64_t, int64_t> changes;  // of the number that is held, by tick
  for (const Row& row : rows) {
    if (std::find(types.begin(), types.end(), row.type) == types.end()) continue;
    ++changes[row.tick];
    if (hold != 0) --changes[row.tick + hold];
  }
  int64_t held = 0;
  int64_t most = 0;
  for (const auto& [tick, change] : changes) {
    held += change;
    most = std::max(most, held);
  }
  return static_cast<size_t>(most);
}

void Warn(const std::vector<Row>& rows, const TraceImport& import, uint64_t hold,
          const platform::Profile& profile, std::vector<std::string>* warnings) {
  for (const Slots& slots : AllSlots()) {
    const size_t most = MostAtOnce(rows, slots.types, hold);
    const int32_t limit = profile.*slots.limit;
    if (most > static_cast<size_t>(std::max(limit, 0))) {
      warnings->push_back(absl::StrCat(import.log_file, " holds up to ", most,
                                       " requests at once by a hold of ", import.hold_ms, " ms, and ",
                                       std::string(slots.figure), " of profile ", profile.name, " is ", limit,
                                       ": the rest is refused, and its latency is in no comparison"));
    }
  }
}

struct SetWorld {
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

}  // namespace

absl::StatusOr<std::string> ScenarioOfTrace(const std::string& log, const TraceImport& import,
                                            std::vector<std::string>* warnings) {
  const absl::StatusOr<std::vector<Row>> rows = Reader(import).Read(log);
  if (!rows.ok()) {
    return rows.status();
  }
  const auto hz = static_cast<uint64_t>(import.hz);
  const uint64_t hold = (uint64_t{import.hold_ms} * hz + 999) / 1000;
  if (warnings != nullptr) {
    const absl::StatusOr<platform::Profile> profile = platform::LoadProfile(import.profile);
    if (!profile.ok()) {
      return profile.status();
    }
    Warn(*rows, import, hold, *profile, warnings);
  }
  config::v1::Scenario scenario;
  scenario.set_description(absl::StrCat("Requests of a log: ", rows->size(), " of them."));
  std::visit(SetWorld{&scenario}, import.world);
  scenario.set_seed(import.seed);
  scenario.set_profile(import.profile);
  scenario.set_hz(static_cast<uint32_t>(import.hz));
  uint64_t last_tick = 1;
  for (size_t i = 0; i < rows->size(); ++i) {
    const Row& row = (*rows)[i];
    const std::string name = absl::StrCat("request_", i + 1);
    config::v1::ScenarioCommand* submit = scenario.add_commands();
    submit->set_tick(row.tick);
    submit->set_source(row.source);
    SetRequest(row, submit->mutable_command()->mutable_submit());
    last_tick = std::max(last_tick, row.tick);
    if (hold == 0) {
      continue;
    }
    submit->set_name(name);
    config::v1::ScenarioCommand* release = scenario.add_commands();
    release->set_tick(row.tick + hold);
    release->set_source(row.source);
    release->set_of(name);
    release->mutable_command()->set_release_handle(0);
  }
  scenario.set_ticks(last_tick + hold + kSecondsMore * hz);
  std::string text;
  FOOTFALL_CHECK(google::protobuf::TextFormat::PrintToString(scenario, &text));
  const absl::StatusOr<Scenario> parsed = ParseScenario(text, "the scenario of " + import.log_file);
  if (!parsed.ok()) {
    return parsed.status();
  }
  return text;
}

}  // namespace footfall::sim
