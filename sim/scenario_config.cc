#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "footfall/config/v1/scenario.pb.h"
#include "nav/mesh/types.h"
#include "nav/stream/tile_set.h"
#include "platform/text_config.h"
#include "sim/command_config.h"
#include "sim/golden_hash.h"
#include "sim/scenario.h"

namespace footfall::sim {

namespace {

namespace pb = google::protobuf;
namespace config = footfall::config::v1;

constexpr uint32_t kCityTilesMax = 100;              // tiles of the world an axis (NAV-010)
constexpr uint64_t kScenarioTicksMax = 100'000'000;  // 38 days at 30 Hz: a typing error, not a scenario
constexpr size_t kNameMax = 64;

// Where fields stand in the text. Only asked when there is something to report.
class Places {
 public:
  Places(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  // "file:line:column" of a path as in "commands[3].command.submit", or of as much of it as is in the text.
  std::string Of(const std::string& path) {
    const pb::TextFormat::ParseLocation place = Locate(path);
    return place.line < 0 ? file_ : absl::StrCat(file_, ":", place.line + 1, ":", place.column + 1);
  }
  std::string LineOf(const std::string& path) {
    const pb::TextFormat::ParseLocation place = Locate(path);
    return absl::StrCat("line ", place.line + 1);
  }

 private:
  pb::TextFormat::ParseLocation Locate(const std::string& path) {
    if (!parsed_) {
      pb::TextFormat::Parser parser;
      parser.SetRecursionLimit(platform::kTextConfigNestingMax);
      parser.WriteLocationsTo(&tree_);
      config::Scenario scenario;
      pb::io::ArrayInputStream input(text_.data(), static_cast<int>(text_.size()));
      parser.Parse(&input, &scenario);
      parsed_ = true;
    }
    pb::TextFormat::ParseLocation place;
    const pb::TextFormat::ParseInfoTree* tree = &tree_;
    const pb::Descriptor* type = config::Scenario::descriptor();
    for (const std::string& part : std::vector<std::string>(absl::StrSplit(path, '.'))) {
      const std::pair<std::string, std::string> name_and_index =
          absl::StrSplit(part, absl::MaxSplits('[', 1));
      int index = 0;
      const std::string digits = name_and_index.second.substr(0, name_and_index.second.find(']'));
      const bool is_list = absl::SimpleAtoi(digits, &index);
      const pb::FieldDescriptor* field = type->FindFieldByName(name_and_index.first);
      if (field == nullptr || field->is_repeated() != is_list) {
        break;
      }
      const pb::TextFormat::ParseLocation here = tree->GetLocation(field, is_list ? index : -1);
      if (here.line >= 0) {
        place = here;
      }
      if (field->message_type() == nullptr) {
        break;
      }
      tree = tree->GetTreeForNested(field, is_list ? index : -1);
      type = field->message_type();
      if (tree == nullptr) {
        break;
      }
    }
    return place;
  }

  const std::string& text_;
  const std::string& file_;
  bool parsed_ = false;
  pb::TextFormat::ParseInfoTree tree_;
};

// Turns the message into the plain struct and gathers what is wrong.
class Converter {
 public:
  Converter(const config::Scenario& in, const std::string& text, const std::string& file)
      : in_(in), places_(text, file), file_(file) {}

  absl::StatusOr<Scenario> Run() {
    out_.file = file_;
    ReadHead();
    ReadWorld();
    ReadContentPacks();
    ReadPlaces();
    ReadCommands();
    ReadExpectations();
    CheckSources();
    ReadGolden();
    if (faults_count_ > faults_.size()) {
      faults_.push_back(absl::StrCat(file_, ": ", faults_count_ - faults_.size(), " further errors"));
    }
    if (!faults_.empty()) {
      return absl::InvalidArgumentError(absl::StrJoin(faults_, "\n"));
    }
    return std::move(out_);
  }

 private:
  template <class... Parts>
  void Fault(const std::string& path, const Parts&... what) {
    if (++faults_count_ <= platform::kTextConfigErrorsMax) {
      faults_.push_back(absl::StrCat(places_.Of(path), ": ", path, ": ", Short(what)...));
    }
  }

  // What a message says of a text of the file: one that is too long must not fill the screen.
  template <class Part>
  static const Part& Short(const Part& part) {
    return part;
  }
  static std::string Short(const std::string& text) {
    size_t shown = 80;
    if (text.size() <= shown) {
      return text;
    }
    while (shown > 0 && (static_cast<unsigned char>(text[shown]) & 0xC0U) == 0x80) {
      --shown;  // Inside a character of UTF-8.
    }
    return text.substr(0, shown) + "...";
  }

  static bool IsName(const std::string& name) {
    return !name.empty() && name.size() <= kNameMax && std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
  }

  static bool IsReason(const std::string& text) {
    for (int fault = 1; fault < kCommandFaults; ++fault) {
      if (ReasonOf(static_cast<CommandFault>(fault)) == text) {
        return true;
      }
    }
    return false;
  }

  void ReadHead() {
    out_.name = in_.name().empty() ? std::filesystem::path(file_).stem().string() : in_.name();
    if (!in_.name().empty() && !IsName(in_.name())) {
      Fault("name", "\"", in_.name(), "\" is not [a-z0-9_-]{1,", kNameMax, "}");
    }
    out_.description = in_.description();
    out_.seed = in_.seed();
    out_.profile = in_.profile().empty() ? "server" : in_.profile();
    out_.sets.assign(in_.set().begin(), in_.set().end());
    out_.hz = in_.hz() == 0 ? 30 : static_cast<int>(std::min(in_.hz(), 1000U));
    if (out_.hz != 20 && out_.hz != 30 && out_.hz != 60) {
      Fault("hz", in_.hz(), " is not 20, 30 or 60");
    }
    out_.ticks = in_.ticks();
    if (in_.ticks() < 1 || in_.ticks() > kScenarioTicksMax) {
      Fault("ticks", in_.ticks(), " is not in [1, ", kScenarioTicksMax, "]");
    }
    out_.members = in_.members();
    if (in_.has_focus()) {
      out_.focus = platform::Vec3{in_.focus().x(), in_.focus().y(), in_.focus().z()};
      if (nav::MeshIndexAt(in_.focus().x(), in_.focus().y()) == nav::kNoNavMesh) {
        Fault("focus", "(", in_.focus().x(), ", ", in_.focus().y(), ") is not in the world, [-6000, 9000)");
      }
    }
  }

  void ReadWorld() {
    switch (in_.world_case()) {
      case config::Scenario::kPack:
        out_.world = PackAt("pack", in_.pack());
        break;
      case config::Scenario::kDemo:
        out_.world = DemoSource{};
        if (!in_.demo()) {
          Fault("demo", "false is no world");
        }
        break;
      case config::Scenario::kCity:
        CheckTiles("city.tiles_x", in_.city().tiles_x());
        CheckTiles("city.tiles_y", in_.city().tiles_y());
        out_.world =
            CitySource{in_.city().tiles_x(), in_.city().tiles_y(), in_.city().seed(), in_.city().instanced()};
        break;
      case config::Scenario::WORLD_NOT_SET:
        Fault("world", "one of pack, demo and city is needed");
        break;
    }
  }

  PackSource PackAt(const std::string& field, const std::string& name) {
    if (name.empty()) {
      Fault(field, "the path is empty");
    }
    const std::filesystem::path pack(name);
    return {(pack.is_absolute() ? pack : std::filesystem::path(file_).parent_path() / pack).string()};
  }

  void ReadContentPacks() {
    std::set<uint32_t> groups;
    for (int i = 0; i < in_.content_packs_size(); ++i) {
      const config::ContentPack& in = in_.content_packs(i);
      const std::string path = absl::StrCat("content_packs[", i, "]");
      if (in.group() < 1 || in.group() > nav::TileSet::kGroupsMax || !groups.insert(in.group()).second) {
        Fault(path + ".group", in.group(), " is there twice or not in [1, ", nav::TileSet::kGroupsMax, "]");
      }
      out_.content_packs.push_back({in.group(), PackAt(path + ".pack", in.pack())});
    }
  }

  void CheckTiles(const std::string& path, uint32_t tiles) {
    if (tiles < 1 || tiles > kCityTilesMax) {
      Fault(path, tiles, " is not in [1, ", kCityTilesMax, "]");
    }
  }

  void ReadPlaces() {
    std::set<std::string> names;
    for (int i = 0; i < in_.places_size(); ++i) {
      const v1::Place& place = in_.places(i);
      const std::string path = absl::StrCat("places[", i, "]");
      if (place.name().empty() || !names.insert(place.name()).second) {
        Fault(path + ".name", "\"", place.name(), "\" is empty or there twice");
      }
      if (nav::MeshIndexAt(place.position().x(), place.position().y()) == nav::kNoNavMesh) {
        Fault(path + ".position", "(", place.position().x(), ", ", place.position().y(),
              ") is not in the world, [-6000, 9000)");
      }
      out_.places.push_back(
          {place.name(), {place.position().x(), place.position().y(), place.position().z()}});
    }
  }

  void ReadCommands() {
    std::vector<int> order;
    for (int i = 0; i < in_.commands_size(); ++i) {
      order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
      return std::pair(in_.commands(a).tick(), in_.commands(a).source()) <
             std::pair(in_.commands(b).tick(), in_.commands(b).source());
    });
    for (const int i : order) {
      ReadCommand(i);
    }
  }

  void ReadCommand(int i) {
    const config::ScenarioCommand& in = in_.commands(i);
    const std::string path = absl::StrCat("commands[", i, "]");
    ScenarioCommand out;
    out.tick = in.tick();
    out.source = in.source();
    out.name = in.name();
    out.place_in_file = places_.LineOf(path);
    paths_.push_back(path);
    if (in.tick() < 1 || in.tick() > in_.ticks()) {
      Fault(path + ".tick", in.tick(), " is not in [1, ", in_.ticks(), "], the scenario's ticks");
    }
    if (in.source() > kScenarioSourceMax) {
      Fault(path + ".source", in.source(), " is more than ", kScenarioSourceMax);
    }
    if (in.command().sequence() != 0 || in.command().has_at_tick() || !in.command().request_id().empty()) {
      Fault(path + ".command", "sequence, at_tick and request_id stay unset in a scenario");
    }
    absl::StatusOr<CommandBody> body =
        in.end_source() ? CommandBody(EndSource{})
                        : CommandFromProto(in.command(), platform::Profile(), kAnyPointsMax);
    if (in.end_source() && in.has_command()) {
      Fault(path + ".command", "stays unset where the source ends");
    }
    if (body.ok()) {
      out.body = *std::move(body);
      ReadOf(in, path, &out);
    } else {
      // The status begins with the field inside the command.
      const std::string message(body.status().message());
      const size_t colon = message.find(": ");
      Fault(absl::StrCat(path, ".command.", message.substr(0, colon)), message.substr(colon + 2));
    }
    if (!out.name.empty() && !by_name_.emplace(out.name, out_.commands.size()).second) {
      Fault(path + ".name", "\"", out.name, "\" is there twice");
    }
    out_.commands.push_back(std::move(out));
  }

  // A session begins with its first command and never comes back after its end: a line that ends nobody, or
  // speaks for somebody who is gone, is a typing error. One that is meant to be refused has an expectation.
  void CheckSources() {
    std::set<size_t> refused;
    for (const Expectation& expectation : out_.expectations) {
      if (!expectation.refused.empty()) {
        refused.insert(expectation.of);
      }
    }
    std::set<nav::SourceId> live;
    std::map<nav::SourceId, std::string> ended;  // where
    for (size_t i = 0; i < out_.commands.size(); ++i) {
      const ScenarioCommand& command = out_.commands[i];
      const bool ends = std::holds_alternative<EndSource>(command.body);
      const auto end = ended.find(command.source);
      if (end != ended.end() && !refused.contains(i)) {
        Fault(paths_[i] + ".source", command.source, " has ended before, at ", end->second);
      } else if (ends && !live.contains(command.source)) {
        Fault(paths_[i] + ".end_source", "source ", command.source, " gives no command before it ends");
      }
      live.insert(command.source);
      if (ends) {
        ended.emplace(command.source, command.place_in_file);
      }
    }
  }

  static bool HasHandle(const v1::Command& command) {
    return command.release_handle() != 0 || command.cancel_handle() != 0 ||
           command.put_obstacle().obstacle_handle() != 0 || command.put_obstacle().vehicle_handle() != 0 ||
           command.put_hazard().hazard_handle() != 0 || command.remove_obstacle_handle() != 0 ||
           command.submit().path().follow_handle() != 0;
  }

  void ReadOf(const config::ScenarioCommand& in, const std::string& path, ScenarioCommand* out) {
    const HandleKind taken = TakenBy(out->body);
    if (in.of().empty()) {
      return;
    }
    const auto found = by_name_.find(in.of());
    if (taken == HandleKind::kNone) {
      Fault(path + ".of", "this command takes no handle");
    } else if (found == by_name_.end()) {
      Fault(path + ".of", "no command before this one has the name \"", in.of(), "\"");
    } else if (MadeBy(out_.commands[found->second].body) != taken) {
      Fault(path + ".of", "the command \"", in.of(), "\" makes no handle of this kind");
    } else if (out_.commands[found->second].source != out->source) {
      Fault(path + ".of", "the command \"", in.of(), "\" is of source ", out_.commands[found->second].source,
            ", this one of ", out->source);
    } else if (HasHandle(in.command())) {
      Fault(path + ".command", "the handle must be 0 where `of` is set");
    } else {
      out->of = found->second;
      if (auto* put = std::get_if<PutObstacle>(&out->body)) {
        put->keeps_kind = in.command().put_obstacle().kind() == v1::OBSTACLE_KIND_UNSPECIFIED;
      }
    }
  }

  void ReadExpectations() {
    for (int i = 0; i < in_.expectations_size(); ++i) {
      ReadExpectation(i);
    }
    std::stable_sort(out_.expectations.begin(), out_.expectations.end(),
                     [](const Expectation& a, const Expectation& b) { return a.at_tick < b.at_tick; });
  }

  void ReadExpectation(int i) {
    const config::Expectation& in = in_.expectations(i);
    const std::string path = absl::StrCat("expectations[", i, "]");
    Expectation out;
    out.place_in_file = places_.LineOf(path);
    const auto found = by_name_.find(in.of());
    if (found == by_name_.end()) {
      Fault(path + ".of", "no command has the name \"", in.of(), "\"");
      return;
    }
    out.of = found->second;
    out.at_tick = in.at_tick() == 0 ? in_.ticks() : in.at_tick();
    if (out.at_tick > in_.ticks() || out.at_tick < out_.commands[out.of].tick) {
      Fault(path + ".at_tick", out.at_tick, " is not in [", out_.commands[out.of].tick, ", ", in_.ticks(),
            "], from the command to the last tick");
    }
    ReadChecks(in, path, &out);
    out.refused = in.refused();
    if (!out.refused.empty() && !IsReason(out.refused)) {
      Fault(path + ".refused", "\"", out.refused, "\" is no reason of a refused command");
    }
    const bool has_checks = out.outcome.has_value() || out.code.has_value() || out.detail_bits != 0 ||
                            out.length_min.has_value() || out.length_max.has_value() ||
                            out.points_min.has_value() || out.points_max.has_value() ||
                            out.hits_min.has_value() || out.hits_max.has_value() ||
                            out.value_min.has_value() || out.value_max.has_value() ||
                            out.visible_tick.has_value() || out.restarts.has_value();
    if (has_checks == !out.refused.empty()) {
      Fault(path, "either `refused` or something else to check is needed, and not both");
    }
    if (has_checks && SubmittedRef(out_.commands[out.of].body) == nullptr) {
      Fault(path + ".of", "the command \"", in.of(), "\" has no result");
    }
    out_.expectations.push_back(std::move(out));
  }

  // A range that nothing can be in holds for nothing, and one that is turned around is a typing error.
  template <class T>
  void CheckRange(const std::string& path, const char* min_field, const std::optional<T>& min,
                  const std::optional<T>& max) {
    if (min.has_value() && max.has_value() && !(*min <= *max)) {
      Fault(absl::StrCat(path, ".", min_field), *min, " is more than the greatest, ", *max);
    }
  }

  void ReadChecks(const config::Expectation& in, const std::string& path, Expectation* out) {
    if (in.outcome() != v1::NAV_OUTCOME_UNSPECIFIED) {
      if (!v1::NavOutcome_IsValid(in.outcome())) {
        Fault(path + ".outcome", static_cast<int>(in.outcome()), " is no outcome");
      }
      out->outcome = static_cast<Outcome>(in.outcome());
    }
    if (in.completion_code() != v1::COMPLETION_CODE_UNSPECIFIED) {
      if (!v1::CompletionCode_IsValid(in.completion_code())) {
        Fault(path + ".completion_code", static_cast<int>(in.completion_code()), " is no completion code");
      }
      out->code = static_cast<nav::CompletionCode>(in.completion_code() - 1);
    }
    for (int i = 0; i < in.details_size(); ++i) {
      if (in.details(i) < 1 || in.details(i) > v1::NavDetail_MAX) {
        Fault(absl::StrCat(path, ".details[", i, "]"), static_cast<int>(in.details(i)), " is no detail");
        continue;
      }
      out->detail_bits |= 1U << (in.details(i) - 1);
    }
    Copy(in.has_length_min(), in.length_min(), &out->length_min);
    Copy(in.has_length_max(), in.length_max(), &out->length_max);
    Copy(in.has_points_min(), in.points_min(), &out->points_min);
    Copy(in.has_points_max(), in.points_max(), &out->points_max);
    Copy(in.has_hits_min(), in.hits_min(), &out->hits_min);
    Copy(in.has_hits_max(), in.hits_max(), &out->hits_max);
    Copy(in.has_value_min(), in.value_min(), &out->value_min);
    Copy(in.has_value_max(), in.value_max(), &out->value_max);
    Copy(in.has_visible_tick(), in.visible_tick(), &out->visible_tick);
    Copy(in.has_restarts(), in.restarts(), &out->restarts);
    CheckRange(path, "length_min", out->length_min, out->length_max);
    CheckRange(path, "points_min", out->points_min, out->points_max);
    CheckRange(path, "hits_min", out->hits_min, out->hits_max);
    CheckRange(path, "value_min", out->value_min, out->value_max);
  }

  template <class T>
  static void Copy(bool has, T value, std::optional<T>* out) {
    if (has) {
      *out = value;
    }
  }

  void ReadGolden() {
    std::set<uint32_t> schemas;
    for (int i = 0; i < in_.final_hashes_size(); ++i) {
      const config::GoldenHash& in = in_.final_hashes(i);
      const std::string path = absl::StrCat("final_hashes[", i, "]");
      uint64_t root = 0;
      if (in.root().size() != 16 || !absl::SimpleHexAtoi(in.root(), &root)) {
        Fault(path + ".root", "\"", in.root(), "\" is not 16 hexadecimal digits");
      }
      if (!schemas.insert(in.state_schema()).second) {
        Fault(path + ".state_schema", in.state_schema(), " is there twice");
      }
      GoldenHash golden{in.state_schema(), root, {}};
      for (const std::string& item :
           std::vector<std::string>(absl::StrSplit(in.leaves(), ' ', absl::SkipEmpty()))) {
        const std::pair<std::string, std::string> leaf = absl::StrSplit(item, absl::MaxSplits('=', 1));
        uint64_t hash = 0;
        if (leaf.first.empty() || leaf.second.size() != 16 || !absl::SimpleHexAtoi(leaf.second, &hash)) {
          Fault(path + ".leaves", "\"", item, "\" is not subsystem=16 hexadecimal digits");
        }
        golden.leaves.push_back({leaf.first, hash});
      }
      out_.golden.push_back(std::move(golden));
    }
  }

  const config::Scenario& in_;
  Places places_;
  const std::string& file_;
  Scenario out_;
  std::map<std::string, size_t> by_name_;
  std::vector<std::string> paths_;  // of out_.commands
  std::vector<std::string> faults_;
  size_t faults_count_ = 0;  // Those that are not kept, too.
};

}  // namespace

absl::StatusOr<Scenario> LoadScenario(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadScenarioText(path);
  return text.ok() ? ParseScenario(*text, path) : text.status();
}

absl::StatusOr<Scenario> ParseScenario(const std::string& text, const std::string& file) {
  config::Scenario message;
  if (absl::Status status = platform::ParseTextConfig(text, file, &message); !status.ok()) {
    return status;
  }
  absl::StatusOr<Scenario> scenario = Converter(message, text, file).Run();
  if (scenario.ok()) scenario->text = text;
  return scenario;
}

}  // namespace footfall::sim
