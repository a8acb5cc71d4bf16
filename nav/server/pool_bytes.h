#ifndef FOOTFALL_NAV_SERVER_POOL_BYTES_H_
#define FOOTFALL_NAV_SERVER_POOL_BYTES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "platform/profile.h"

namespace footfall::nav {

// Most bytes that the request slots of all types may take together. A profile may have each figure as high as
// its range says; without this bound their memory, which is taken when a world begins, would end the process.
inline constexpr uint64_t kSlotBytesMax = uint64_t{1} << 31;

// InvalidArgument names the figure of the largest table, the bytes and the limit.
absl::Status CheckSlotBytes(const platform::Profile& profile);

}  // namespace footfall::nav

#endif  // FOOTFALL_NAV_SERVER_POOL_BYTES_H_
