#include <cstdlib>

#include "absl/strings/str_format.h"
#include "footfall/config/v1/adjacency_corrections.pb.h"
#include "nav/stream/adjacency_corrections.h"
#include "platform/text_config.h"

namespace footfall::nav {
namespace {

absl::Status Bad(std::string_view source, int number, const char* field, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: corrections[%d].%s: %s", source, number, field, what));
}

bool ReadBuildId(const std::string& text, uint64_t* id) {
  const bool is_hex = text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (is_hex) *id = std::strtoull(text.c_str(), nullptr, 16);
  return is_hex;
}

absl::StatusOr<AdjacencyCorrections> FromMessage(const config::v1::AdjacencyCorrections& message,
                                                 std::string_view source) {
  std::vector<AdjacencyCorrections::Correction> list;
  for (int i = 0; i < message.corrections_size(); ++i) {
    const config::v1::AdjacencyCorrection& in = message.corrections(i);
    AdjacencyCorrections::Correction out;
    if (in.tile() > kLastMapIndex) {
      return Bad(source, i, "tile", absl::StrFormat("%d is not in [0, %d]", in.tile(), kLastMapIndex));
    }
    if (!ReadBuildId(in.build_id(), &out.build_id)) {
      return Bad(source, i, "build_id", "\"" + in.build_id() + "\" is not 16 hexadecimal digits");
    }
    if (in.poly() >= kNoPoly) {
      return Bad(source, i, "poly", absl::StrFormat("%d is not in [0, %d]", in.poly(), kNoPoly - 1));
    }
    if (in.edge() >= static_cast<uint32_t>(kMaxPolyVerts)) {
      return Bad(source, i, "edge", absl::StrFormat("%d is not in [0, %d]", in.edge(), kMaxPolyVerts - 1));
    }
    out.tile = static_cast<MeshIndex>(in.tile());
    out.poly = static_cast<PolyIndex>(in.poly());
    out.edge = static_cast<uint8_t>(in.edge());
    if (in.has_neighbour()) {
      const config::v1::CorrectedNeighbour& to = in.neighbour();
      if (to.tile() > kLastMapIndex || to.poly() >= kNoPoly ||
          !config::v1::CorrectedAdjacency_IsValid(to.type())) {
        return Bad(
            source, i, "neighbour",
            absl::StrFormat("tile %d, poly %d, type %d: out of range", to.tile(), to.poly(), to.type()));
      }
      out.neighbour = PolyRef(static_cast<MeshIndex>(to.tile()), static_cast<PolyIndex>(to.poly()));
      // Unspecified is Normal; the others are the engine's number + 1.
      out.type = static_cast<AdjacencyType>(to.type() == 0 ? 0 : to.type() - 1);
    }
    list.push_back(out);
  }
  return AdjacencyCorrections(std::move(list));
}

}  // namespace

absl::StatusOr<AdjacencyCorrections> ParseAdjacencyCorrections(std::string_view text,
                                                               std::string_view source_name) {
  config::v1::AdjacencyCorrections message;
  if (absl::Status status = platform::ParseTextConfig(text, source_name, &message); !status.ok())
    return status;
  return FromMessage(message, source_name);
}

absl::StatusOr<AdjacencyCorrections> LoadAdjacencyCorrections(const std::string& path) {
  config::v1::AdjacencyCorrections message;
  if (absl::Status status = platform::LoadTextConfig(path, &message); !status.ok()) return status;
  return FromMessage(message, path);
}

}  // namespace footfall::nav
