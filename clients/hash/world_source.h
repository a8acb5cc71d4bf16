#ifndef FOOTFALL_CLIENTS_HASH_WORLD_SOURCE_H_
#define FOOTFALL_CLIENTS_HASH_WORLD_SOURCE_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nav/mesh/pack.h"
#include "sim/recording/recording_header.h"
#include "sim/scenario.h"

namespace footfall::client {

// Where the demo world lies that a program opens: beside it, links followed.
std::string DemoPackBeside(const std::string& program);

// Opens any world that a scenario may name: a pack; the demo world, which lies as demo.ffnav beside the
// program (R48); a procedural city, which is built in memory. The same source gives the same tiles on every
// machine.
absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenWorldSource(const sim::WorldSource& source);

// Most tiles of a city that is built because a recording's header says so: half a minute of work. Ours. An
// instanced one takes less, whatever its size. What is larger is given as a pack (--world).
inline constexpr uint32_t kRecordedCityTilesMax = 64;

// The world of a recording: `pack` where that is given, else as OpenWorldSource. InvalidArgument for a city
// beyond kRecordedCityTilesMax: anybody can write a header, and its build id is known when it has been built.
absl::StatusOr<std::shared_ptr<const nav::Pack>> OpenRecordedWorld(const sim::WorldSource& source,
                                                                   const std::string& pack);

// GROUP=FILE, a content pack and where it is. InvalidArgument names the text.
absl::StatusOr<sim::ContentSource> ReadContentPack(const std::string& text);

// Where the content packs of a recording are to be looked for: `texts` name some (GROUP=FILE); of the others,
// whose recorded place does not exist here, a file of the same name beside `world` or else beside the
// recording itself. Those at their recorded place are left out, and those that are nowhere. Errors as
// ReadContentPack.
absl::StatusOr<std::vector<sim::ContentSource>> FindContentPacks(const std::vector<std::string>& texts,
                                                                 const sim::RecordingHeader& header,
                                                                 const std::string& world,
                                                                 const std::string& recording);

// Writes the city that a scenario names as a pack, for runs that are to share it. INVALID_ARGUMENT for any
// other world.
absl::Status WriteCityOf(const sim::WorldSource& source, const std::string& path);

}  // namespace footfall::client

#endif  // FOOTFALL_CLIENTS_HASH_WORLD_SOURCE_H_
