#include "platform/sim_time.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace footfall::platform {

absl::StatusOr<TickRate> TickRate::FromHz(int hz) {
  if (hz != 20 && hz != 30 && hz != 60) {
    return absl::InvalidArgumentError(absl::StrCat("tick rate ", hz, " Hz: only 20, 30 and 60 are allowed"));
  }
  return TickRate(static_cast<std::uint64_t>(hz));
}

}  // namespace footfall::platform
