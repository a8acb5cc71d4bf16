#ifndef FOOTFALL_PLATFORM_PROFILE_MEMORY_H_
#define FOOTFALL_PLATFORM_PROFILE_MEMORY_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/profile.h"

// How much memory the tables of a profile may come to. Each figure may be as high as its range says; without
// a bound on all of them together what they ask for would end the process, when a world begins or later.
namespace footfall::platform {

// Most bytes of one profile's tables. Ours: more than three times what `server` needs.
inline constexpr std::uint64_t kProfileBytesMax = std::uint64_t{1} << 31;

// What one item takes at most in all the tables that the figure sizes. Who owns the tables checks that its
// structs fit.
inline constexpr std::uint64_t kRequestBytes = 2560;  // slot, order, what readers see, its names
inline constexpr std::uint64_t kResultPointBytes = 64;
inline constexpr std::uint64_t kPathPointBytes = 128;     // of the path that one search writes
inline constexpr std::uint64_t kRoutePolyBytes = 256;     // likewise
inline constexpr std::uint64_t kHeapEntryBytes = 448;     // of all open lists; labels of a flee
inline constexpr std::uint64_t kVisitedPolyBytes = 1088;  // its labels, its points in a flee, a flood
inline constexpr std::uint64_t kSearchNodeBytes = 128;
inline constexpr std::uint64_t kFragmentBytes = 512;
inline constexpr std::uint64_t kObjectBytes = 1536;  // two records, grid, snapshot, what readers see
inline constexpr std::uint64_t kPlaceBytes = 128;    // cover, water edges, spawns, edits of places
inline constexpr std::uint64_t kWaitingBytes = 512;  // a command, a query or a frame that waits
inline constexpr std::uint64_t kSessionBytes = 1024;

struct FigureBytes {
  std::string_view figure;
  std::int32_t Profile::*member;
  std::uint64_t item_bytes;
};
// Every figure that sizes memory, in the order of the profile. What a search needs is counted once, though
// each thread that searches has its own; so are the queues of one peer.
std::span<const FigureBytes> FiguresWithMemory();

// Of all tables together.
std::uint64_t ProfileBytes(const Profile& profile);

// Adds a line to `faults` if that is above kProfileBytesMax: it names the figure that needs most, the sum and
// the limit.
void CheckMemory(const Profile& profile, std::vector<std::string>* faults);

}  // namespace footfall::platform

#endif  // FOOTFALL_PLATFORM_PROFILE_MEMORY_H_
