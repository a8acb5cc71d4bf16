#include "nav/server/pool_bytes.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nav/server/path_server_state.h"

namespace footfall::nav {

namespace {

// What a slot takes in the tables beside its row: its order, its places in queues and stores.
constexpr uint64_t kBesideRowBytes = 256;

}  // namespace

absl::Status CheckSlotBytes(const platform::Profile& profile) {
  const std::pair<std::string_view, int32_t> tables[] = {
      {"path_requests_max", profile.path_requests_max},
      {"grid_requests_max", profile.grid_requests_max},
      {"los_requests_max", profile.los_requests_max},
      {"audio_requests_max", profile.audio_requests_max},
      {"flood_fill_requests_max", profile.flood_fill_requests_max},
      {"clear_area_requests_max", profile.clear_area_requests_max},
      {"closest_position_requests_max", profile.closest_position_requests_max},
  };
  uint64_t slots = 0;
  auto largest = tables[0];
  for (const auto& table : tables) {
    slots += static_cast<uint64_t>(std::max(0, table.second));
    if (table.second > largest.second) largest = table;
  }
  const uint64_t bytes = slots * (sizeof(SlotData) + kBesideRowBytes);
  if (bytes <= kSlotBytesMax) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(profile.name, ": ", std::string(largest.first), " = ",
                                                 largest.second, ": the slots of all requests need ", bytes,
                                                 " bytes, the limit is ", kSlotBytesMax));
}

}  // namespace footfall::nav
