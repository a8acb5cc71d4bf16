#include "platform/host_pinning.h"

#include <absl/strings/str_cat.h>
#include <sched.h>

#include <cerrno>

namespace footfall::platform {

HostPin PinThread(pthread_t thread, int core) {
  if (core < 0 || core >= CPU_SETSIZE) {
    return {false, absl::StrCat("thread not pinned: no host can have core ", core)};
  }
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(static_cast<size_t>(core), &cores);
  const int error = pthread_setaffinity_np(thread, sizeof(cores), &cores);
  if (error == EINVAL) {
    return {false,
            absl::StrCat("thread not pinned: core ", core, " does not exist or is closed to this process")};
  }
  if (error != 0) {
    return {false, absl::StrCat("thread not pinned to core ", core, ": error ", error)};
  }
  return {true, absl::StrCat("thread pinned to core ", core)};
}

}  // namespace footfall::platform
