#include "nav/stream/dynamic_meshes.h"

#include <algorithm>
#include <cctype>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "platform/check.h"
#include "platform/state_hash.h"

namespace footfall::nav {

uint32_t MeshNameHash(std::string_view name) {
  const size_t slash = name.find_last_of('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  std::string lower(name.substr(0, name.find('.')));
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return static_cast<uint32_t>(platform::HashBytes(lower.data(), lower.size()));
}

std::vector<DynamicMeshFile> DynamicMeshFilesOf(std::string_view parameters) {
  std::vector<DynamicMeshFile> files;
  for (absl::string_view line :
       absl::StrSplit(absl::string_view(parameters.data(), parameters.size()), '\n')) {
    if (!absl::ConsumePrefix(&line, "dynamic_mesh: ")) continue;
    const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits(' ', 1));
    int index = 0;
    const bool is_good = parts.size() == 2 && !parts[1].empty() && absl::SimpleAtoi(parts[0], &index) &&
                         index >= kFirstDynamicIndex && index <= kLastDynamicIndex;
    if (is_good) files.push_back({static_cast<MeshIndex>(index), parts[1]});
  }
  return files;
}

platform::Vec3 MeshTransform::ToWorld(platform::Vec3 local) const {
  return {m[0] * local.x + m[1] * local.y + m[2] * local.z + m[3],
          m[4] * local.x + m[5] * local.y + m[6] * local.z + m[7],
          m[8] * local.x + m[9] * local.y + m[10] * local.z + m[11]};
}

platform::Vec3 MeshTransform::ToLocal(platform::Vec3 world) const {
  const platform::Vec3 d{world.x - m[3], world.y - m[7], world.z - m[11]};
  return {m[0] * d.x + m[4] * d.y + m[8] * d.z, m[1] * d.x + m[5] * d.y + m[9] * d.z,
          m[2] * d.x + m[6] * d.y + m[10] * d.z};
}

DynamicMeshes::DynamicMeshes(int types_max) : types_max_(types_max) {
  FOOTFALL_CHECK(types_max >= 0 && types_max <= kMaxDynamicNavMeshes);
}

std::vector<std::string> DynamicMeshes::Bind(const std::vector<DynamicMeshFile>& files,
                                             const std::vector<std::string>& model_names) {
  records_.clear();
  std::vector<std::string> ignored;
  for (const DynamicMeshFile& file : files) {
    const uint32_t hash = MeshNameHash(file.name);
    const bool has_model = std::any_of(model_names.begin(), model_names.end(),
                                       [&](const std::string& name) { return MeshNameHash(name) == hash; });
    const bool is_known = std::any_of(records_.begin(), records_.end(), [&](const Record& record) {
      return record.model == hash || record.index == file.index;
    });
    if (!has_model || is_known || records_.size() == static_cast<size_t>(types_max_)) {
      ignored.push_back(file.name);
    } else {
      records_.push_back({hash, file.index, 0, false});
    }
  }
  // total order: indices differ.
  std::sort(records_.begin(), records_.end(),
            [](const Record& a, const Record& b) { return a.index < b.index; });
  return ignored;
}

DynamicMeshes::Record* DynamicMeshes::Find(std::string_view model_name) {
  const uint32_t hash = MeshNameHash(model_name);
  const auto found = std::find_if(records_.begin(), records_.end(),
                                  [&](const Record& record) { return record.model == hash; });
  return found == records_.end() ? nullptr : &*found;
}

bool DynamicMeshes::AddReference(std::string_view model_name) {
  Record* record = Find(model_name);
  if (record == nullptr) return false;
  ++record->references;
  return true;
}

bool DynamicMeshes::RemoveReference(std::string_view model_name) {
  Record* record = Find(model_name);
  if (record == nullptr || record->references == 0) return false;
  --record->references;
  return true;
}

absl::Status DynamicMeshes::RequestAndEvict(const LoadTile& load, NavViewBuilder& builder,
                                            std::vector<MeshIndex>* changed) {
  for (Record& record : records_) {
    if ((record.references > 0) == record.resident) continue;
    if (record.references == 0) {
      builder.Remove(record.index);
    } else {
      absl::StatusOr<TilePtr> tile = load(KeyOf(record.index, 0));
      if (!tile.ok()) return tile.status();
      if (absl::Status status = builder.CheckPlacement(**tile); !status.ok()) return status;
      builder.Place(record.index, *std::move(tile));
    }
    record.resident = !record.resident;
    changed->push_back(record.index);
  }
  return absl::OkStatus();
}

}  // namespace footfall::nav
