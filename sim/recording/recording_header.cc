#include "sim/recording/recording_header.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "platform/state_hash.h"
#include "platform/text_config.h"
#include "sim/recording/byte_reader.h"
#include "sim/world.h"

namespace footfall::sim {

namespace {

using Correction = nav::AdjacencyCorrections::Correction;

// Ceilings on what is read (R55).
constexpr size_t kNameBytesMax = 256;
constexpr size_t kPathBytesMax = 4096;
constexpr size_t kFiguresBytesMax = size_t{1} << 20;
constexpr uint64_t kCorrectionsMax = uint64_t{1} << 20;

// A profile must not fix its core before it has been given it.
constexpr std::string_view kLastFigure = "path_core_fixed";

enum class SourceKind : uint8_t { kPack = 0, kDemo = 1, kCity = 2 };

struct SourceAppender {
  std::string& out;
  void operator()(const PackSource& pack) const {
    AppendNumber(SourceKind::kPack, out);
    AppendText(pack.path, out);
  }
  void operator()(const DemoSource& /*demo*/) const { AppendNumber(SourceKind::kDemo, out); }
  void operator()(const CitySource& city) const {
    AppendNumber(SourceKind::kCity, out);
    AppendNumber(city.tiles_x, out);
    AppendNumber(city.tiles_y, out);
    AppendNumber(city.seed, out);
    AppendNumber(static_cast<uint8_t>(city.instanced), out);
  }
};

WorldSource ReadSource(ByteReader& reader) {
  const auto kind = reader.Read<uint8_t>();
  switch (static_cast<SourceKind>(kind)) {
    case SourceKind::kPack:
      return PackSource{std::string(reader.ReadText("pack", kPathBytesMax))};
    case SourceKind::kDemo:
      return DemoSource{};
    case SourceKind::kCity: {
      CitySource city;
      city.tiles_x = reader.Read<uint32_t>();
      city.tiles_y = reader.Read<uint32_t>();
      city.seed = reader.Read<uint64_t>();
      city.instanced = reader.ReadBool("instanced");
      if (city.tiles_x > nav::kTilesX || city.tiles_y > nav::kTilesY) {
        reader.Fail(absl::StrCat("a city of ", city.tiles_x, " x ", city.tiles_y, " tiles, the limit is ",
                                 nav::kTilesX, " x ", nav::kTilesY));
      }
      return city;
    }
  }
  reader.Fail(absl::StrCat("there is no source of worlds ", static_cast<int>(kind)));
  return DemoSource{};
}

void AppendCorrection(const Correction& correction, std::string& out) {
  AppendNumber(correction.build_id, out);
  AppendNumber(correction.tile, out);
  AppendNumber(correction.poly, out);
  AppendNumber(correction.edge, out);
  AppendNumber(correction.neighbour.value, out);
  AppendNumber(correction.type, out);
}

Correction ReadCorrection(ByteReader& reader) {
  Correction correction;
  correction.build_id = reader.Read<uint64_t>();
  correction.tile = reader.Read<nav::MeshIndex>();
  correction.poly = reader.Read<nav::PolyIndex>();
  correction.edge = reader.Read<uint8_t>();
  correction.neighbour.value = reader.Read<uint32_t>();
  const auto type = reader.Read<uint8_t>();
  if (type > static_cast<uint8_t>(nav::AdjacencyType::kDropDown)) {
    reader.Fail(absl::StrCat("there is no type of adjacency ", static_cast<int>(type)));
  }
  correction.type = static_cast<nav::AdjacencyType>(type);
  return correction;
}

void AppendContent(const RecordedContent& content, std::string& out) {
  AppendNumber(content.group, out);
  AppendNumber(content.build_id, out);
  AppendNumber(content.checksum, out);
  AppendText(content.path, out);
}

RecordedContent ReadContent(ByteReader& reader) {
  RecordedContent content;
  content.group = reader.Read<uint32_t>();
  content.build_id = reader.Read<uint64_t>();
  content.checksum = reader.Read<uint64_t>();
  content.path = reader.ReadText("content_packs.path", kPathBytesMax);
  if (content.group == 0 || content.group > nav::TileSet::kGroupsMax) {
    reader.Fail(absl::StrCat("there is no group of content ", content.group));
  }
  return content;
}

void AppendFocus(const std::optional<platform::Vec3>& focus, std::string& out) {
  AppendNumber(static_cast<uint8_t>(focus.has_value()), out);
  const platform::Vec3 value = focus.value_or(platform::Vec3{});
  AppendNumber(value.x, out);
  AppendNumber(value.y, out);
  AppendNumber(value.z, out);
}

std::optional<platform::Vec3> ReadFocus(ByteReader& reader) {
  const bool has = reader.ReadBool("focus");
  platform::Vec3 value;
  value.x = reader.Read<float>();
  value.y = reader.Read<float>();
  value.z = reader.Read<float>();
  return has ? std::optional(value) : std::nullopt;
}

absl::Status Differs(const char* what, const std::string& found, const std::string& supported) {
  return absl::FailedPreconditionError(absl::StrCat("the recording has ", what, " ", found, ", supported is ",
                                                    supported, ": its hashes cannot be compared"));
}

}  // namespace

bool operator==(const RecordingHeader& a, const RecordingHeader& b) {
  return EncodeHeader(a) == EncodeHeader(b);
}

uint64_t ChecksumOf(const nav::Pack& pack) {
  uint64_t checksum = pack.entries().size();
  for (const nav::Pack::Entry& entry : pack.entries()) {
    checksum = platform::MixHash(checksum, platform::MixHash(entry.index, entry.checksum));
  }
  return checksum;
}

std::string_view FloatPolicy() {
  return "binary32 and binary64, round to nearest even, no contraction, no fast-math, SSE2";
}

std::string FiguresOf(const platform::Profile& profile) {
  std::string text;
  for (const platform::ProfileFigure& figure : platform::DescribeProfile(profile)) {
    absl::StrAppend(&text, figure.name, "=", figure.value, "\n");
  }
  return text;
}

absl::StatusOr<platform::Profile> ProfileOf(const RecordingHeader& header) {
  std::vector<std::string> sets = absl::StrSplit(header.profile_figures, '\n', absl::SkipEmpty());
  std::stable_partition(sets.begin(), sets.end(),
                        [](const std::string& set) { return set.substr(0, set.find('=')) != kLastFigure; });
  // Every figure is set, so that of the base only its freedom from ceilings counts.
  absl::StatusOr<platform::Profile> profile = platform::LoadProfile("server", sets);
  if (!profile.ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the recording's profile ", header.profile_name,
                     " is none of this software: ", profile.status().message()));
  }
  profile->name = header.profile_name;
  const uint64_t hash = platform::ProfileHash(*profile);
  if (hash != header.profile_hash) {
    return absl::FailedPreconditionError(absl::StrCat("the recording has profile ", header.profile_name,
                                                      " with hash ", platform::HashText(header.profile_hash),
                                                      ", its figures have hash ", platform::HashText(hash),
                                                      " in this software"));
  }
  return profile;
}

absl::Status CheckComparable(const RecordingHeader& header) {
  if (header.state_schema != kStateSchema) {
    return Differs("state schema", absl::StrCat(header.state_schema), absl::StrCat(kStateSchema));
  }
  if (header.hash_algorithm != platform::kStateHashAlgorithm) {
    return Differs("hash algorithm", header.hash_algorithm, std::string(platform::kStateHashAlgorithm));
  }
  if (header.float_policy != FloatPolicy()) {
    return Differs("floating-point policy", header.float_policy, std::string(FloatPolicy()));
  }
  return absl::OkStatus();
}

std::string EncodeHeader(const RecordingHeader& header) {
  std::string out;
  AppendNumber(header.state_schema, out);
  AppendNumber(header.command_log_version, out);
  AppendText(header.software, out);
  AppendText(header.hash_algorithm, out);
  AppendText(header.float_policy, out);
  std::visit(SourceAppender{out}, header.source);
  AppendNumber(header.world_build_id, out);
  AppendVarint(header.content_packs.size(), out);
  for (const RecordedContent& content : header.content_packs) AppendContent(content, out);
  AppendVarint(header.corrections.size(), out);
  for (const Correction& correction : header.corrections) AppendCorrection(correction, out);
  AppendFocus(header.focus, out);
  AppendNumber(header.seed, out);
  AppendNumber(header.hz, out);
  AppendText(header.profile_name, out);
  AppendNumber(header.profile_hash, out);
  AppendText(header.profile_figures, out);
  AppendNumber(header.epoch, out);
  AppendNumber(header.start_tick, out);
  AppendNumber(header.snapshot_every, out);
  AppendText(header.scenario_name, out);
  AppendText(header.scenario_text, out);
  return out;
}

absl::StatusOr<RecordingHeader> DecodeHeader(std::string_view bytes) {
  ByteReader reader(bytes, "recording, header");
  RecordingHeader header;
  header.state_schema = reader.Read<uint32_t>();
  header.command_log_version = reader.Read<uint32_t>();
  header.software = reader.ReadText("software", kNameBytesMax);
  header.hash_algorithm = reader.ReadText("hash_algorithm", kNameBytesMax);
  header.float_policy = reader.ReadText("float_policy", kNameBytesMax);
  header.source = ReadSource(reader);
  header.world_build_id = reader.Read<uint64_t>();
  const uint64_t content = reader.ReadCount("content_packs", nav::TileSet::kGroupsMax);
  for (uint64_t i = 0; i < content && reader.ok(); ++i) header.content_packs.push_back(ReadContent(reader));
  const uint64_t corrections = reader.ReadCount("corrections", kCorrectionsMax);
  for (uint64_t i = 0; i < corrections && reader.ok(); ++i)
    header.corrections.push_back(ReadCorrection(reader));
  header.focus = ReadFocus(reader);
  header.seed = reader.Read<uint64_t>();
  header.hz = reader.Read<int32_t>();
  header.profile_name = reader.ReadText("profile_name", kNameBytesMax);
  header.profile_hash = reader.Read<uint64_t>();
  header.profile_figures = reader.ReadText("profile_figures", kFiguresBytesMax);
  header.epoch = reader.Read<uint64_t>();
  header.start_tick = reader.Read<uint64_t>();
  header.snapshot_every = reader.Read<uint64_t>();
  header.scenario_name = reader.ReadText("scenario_name", kPathBytesMax);
  header.scenario_text = reader.ReadText("scenario_text", platform::kTextConfigBytesMax);
  if (reader.ok() && !reader.at_end()) reader.Fail("bytes follow the last field");
  if (!reader.ok()) return reader.status();
  return header;
}

}  // namespace footfall::sim
