#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/fuzz_readers.h"

namespace footfall::fuzz {

const std::vector<FuzzTarget>& FuzzTargets() {
  static const std::vector<FuzzTarget> targets = {
      {"pack", 40, ReadPackBytes, PackSeeds},
      {"obj", 40, ReadObjBytes, ObjSeeds},
      {"level", 2, ReadLevelBytes, LevelSeeds},
      {"scenario", 40, ReadScenarioBytes, ScenarioSeeds},
      {"profile", 40, ReadProfileBytes, ProfileSeeds},
      {"annotations", 40, ReadAnnotationsBytes, AnnotationsSeeds},
      {"materials", 40, ReadMaterialsBytes, MaterialsSeeds},
      {"settings", 40, ReadSettingsBytes, SettingsSeeds},
      {"corrections", 40, ReadCorrectionsBytes, CorrectionsSeeds},
      {"command_log", 40, ReadLogBytes, LogSeeds},
      {"command", 40, ReadCommandBytes, CommandSeeds},
      {"query", 40, ReadQueryBytes, QuerySeeds},
      {"snapshot", 300, ReadSnapshotBytes, SnapshotSeeds},
      {"recording", 200, ReadRecordingBytes, RecordingSeeds},
  };
  return targets;
}

const FuzzTarget& FuzzTargetNamed(std::string_view name) {
  for (const FuzzTarget& target : FuzzTargets()) {
    if (target.name == name) return target;
  }
  std::fprintf(stderr, "there is no fuzz target %s\n", std::string(name).c_str());
  std::abort();
}

void Expect(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

std::vector<std::string> TextsOf(const std::string& folder, const std::string& ending) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(FOOTFALL_SOURCE_DIR) + "/" + folder, error)) {
    if (entry.is_regular_file() && entry.path().string().ends_with(ending)) paths.push_back(entry.path());
  }
  // total order: names in one folder differ
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const std::filesystem::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

}  // namespace footfall::fuzz
