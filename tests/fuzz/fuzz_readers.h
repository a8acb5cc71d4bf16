#ifndef FOOTFALL_TESTS_FUZZ_FUZZ_READERS_H_
#define FOOTFALL_TESTS_FUZZ_FUZZ_READERS_H_

#include <string>
#include <string_view>
#include <vector>

// The readers of fuzz_target.h, one pair a target: what is tried with an input, and what to start from.
namespace footfall::fuzz {

// `.ffnav`: as it is, and with checksums that fit; what is accepted is searched.
void ReadPackBytes(std::string_view bytes);
std::vector<std::string> PackSeeds();

void ReadObjBytes(std::string_view bytes);
std::vector<std::string> ObjSeeds();

// OBJ text again: a small level is built, packed and opened.
void ReadLevelBytes(std::string_view bytes);
std::vector<std::string> LevelSeeds();

// The text files, each by its own reader.
void ReadScenarioBytes(std::string_view bytes);
std::vector<std::string> ScenarioSeeds();
void ReadProfileBytes(std::string_view bytes);
std::vector<std::string> ProfileSeeds();
void ReadAnnotationsBytes(std::string_view bytes);
std::vector<std::string> AnnotationsSeeds();
void ReadMaterialsBytes(std::string_view bytes);
std::vector<std::string> MaterialsSeeds();
void ReadSettingsBytes(std::string_view bytes);
std::vector<std::string> SettingsSeeds();
void ReadCorrectionsBytes(std::string_view bytes);
std::vector<std::string> CorrectionsSeeds();

// The command log: as it is, and with a checksum that fits; the commands of what is accepted are applied.
void ReadLogBytes(std::string_view bytes);
std::vector<std::string> LogSeeds();

// A snapshot's payload under a header, a checksum and a state hash that fit; what is accepted is run.
void ReadSnapshotBytes(std::string_view bytes);
std::vector<std::string> SnapshotSeeds();
// `.ffrec`: as it is, and as what is in its chunks.
void ReadRecordingBytes(std::string_view bytes);
std::vector<std::string> RecordingSeeds();

// A command and a query as messages of the contract, through the conversions that the server uses.
void ReadCommandBytes(std::string_view bytes);
std::vector<std::string> CommandSeeds();
void ReadQueryBytes(std::string_view bytes);
std::vector<std::string> QuerySeeds();

}  // namespace footfall::fuzz

#endif  // FOOTFALL_TESTS_FUZZ_FUZZ_READERS_H_
